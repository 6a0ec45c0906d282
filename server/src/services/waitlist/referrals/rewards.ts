import { sortRewards } from '@earshot/contract/services/waitlist/rewards';
import type { Project } from '../../../instance/projects/store.ts';

type HasSettings = Pick<Project, 'settings'>;

/** Returns the keys of the rewards for a number of referrals. */
export const listKeys = ({ settings }: HasSettings, count: number): string[] =>
  sortRewards(settings.waitlist.rewards)
    .filter(({ referrals }) => referrals <= count)
    .map(({ key }) => key);

/** Returns the keys of the rewards that an entry has reached. */
export const listReached = (project: HasSettings, { referral_count: count }: { referral_count: number }) =>
  listKeys(project, count);

/** Returns the rewards as an entry with these referrals sees them. */
export const listRewards = ({ settings }: HasSettings, count: number) =>
  sortRewards(settings.waitlist.rewards).map(({ name, text = '', referrals }) => ({
    name,
    text,
    referrals,
    reached: referrals <= count,
  }));
