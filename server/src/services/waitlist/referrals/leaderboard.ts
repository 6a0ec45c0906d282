import { listAsked } from '@earshot/contract/services/waitlist/questions';
import { findInitial } from '@earshot/contract/shared/text';
import { LEADERBOARD_SIZE } from '@earshot/contract/services/waitlist/values';
import type { Project } from '../../../instance/projects/store.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findRank, listLeaders } from './leaderboard-store.ts';
import { listRewards } from './rewards.ts';
import type { Entry } from '../store.ts';

/** Returns the initials of a name, such as “A… L.”, and null without a name. Nothing else of a person is public. */
export function maskName(name: string | null): string | null {
  const initials = (name ?? '').split(/\s+/u).map(findInitial).filter(Boolean);
  const [first] = initials;
  if (first === undefined) return null;
  return `${first}…${initials.length > 1 ? ` ${initials.at(-1)}.` : ''}`;
}

/** Returns the people with the most referrals, or null while the leaderboard is off. */
export async function readLeaderboard(db: Db, { id, settings }: Project) {
  if (!settings.waitlist.leaderboard) return null;
  const leaders = await listLeaders(db, id, LEADERBOARD_SIZE);
  return leaders.map(({ rank, name, referral_count }) => ({ rank, name: maskName(name), referral_count }));
}

/** Returns the rank of an entry by referrals, or null. */
export const readRank = async (db: Db, { id, settings }: Project, entry: Entry): Promise<number | null> =>
  settings.waitlist.leaderboard && entry.referral_count > 0 && entry.confirmed_at && entry.on_leaderboard
    ? await findRank(db, id, entry.referral_count)
    : null;

/** Returns the parts of the sign-up form that the project declares. */
export async function readForm(db: Db, project: Project) {
  const { questions } = project.settings.waitlist;
  return {
    questions: listAsked(questions).map(({ key, label, type, required = false, options = [] }) => ({
      key,
      label,
      type,
      required,
      options,
    })),
    rewards: listRewards(project, 0).map(({ name, text, referrals }) => ({ name, text, referrals })),
    leaderboard: await readLeaderboard(db, project),
  };
}
