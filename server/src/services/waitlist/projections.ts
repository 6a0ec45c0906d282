import { formatId } from '../../platform/ids.ts';
import type { Subject } from '../../platform/jobs/events.ts';
import type { Project } from '../../instance/projects/store.ts';
import { pickAnswers } from './questions.ts';
import { listReached, listRewards } from './referrals/rewards.ts';
import type { Entry, RankedEntry } from './store.ts';

/** The project of an entry, and the link of the entry. */
interface Context {
  project: Project;
  referralUrl: string;
}

const toPlace = ({ entry, position }: RankedEntry, { referralUrl }: Context) => ({
  status: entry.status,
  position,
  referral_code: entry.referral_code,
  referral_url: referralUrl,
  referral_count: entry.referral_count,
});

/** Projection for anyone who has the referral code. `rank` is that of the leaderboard. */
export const rankedForPublic = (ranked: RankedEntry, context: Context, rank: number | null) => ({
  ...toPlace(ranked, context),
  rewards: listRewards(context.project, ranked.entry.referral_count),
  leaderboard_rank: rank,
});

const toSignup = (ranked: RankedEntry, context: Context) => ({
  id: formatId('wl', ranked.entry.id),
  project_id: formatId('prj', ranked.entry.project_id),
  email: ranked.entry.email,
  name: ranked.entry.name,
  ...toPlace(ranked, context),
  created_at: ranked.entry.created_at.toISOString(),
});

/** Projection for the person who joined, who has no referrals yet. */
export const signupForPublic = (ranked: RankedEntry, context: Context) => ({
  ...toSignup(ranked, context),
  ...rankedForPublic(ranked, context, null),
});

const toState = (entry: Entry) => ({
  project_id: formatId('prj', entry.project_id),
  referral_source: entry.referral_source,
  country: entry.country,
  referred_by: entry.referred_by && formatId('wl', entry.referred_by),
  confirmed_at: entry.confirmed_at?.toISOString() ?? null,
  invited_at: entry.invited_at?.toISOString() ?? null,
  unsubscribed_at: entry.unsubscribed_at?.toISOString() ?? null,
  updated_at: entry.updated_at.toISOString(),
});

/** Projection for viewers: without name, address, notes and metadata. */
export const entryForViewer = (ranked: RankedEntry, context: Context) => ({
  ...entryForMember(ranked, context),
  email: null,
  name: null,
  external_id: null,
  notes: null,
  metadata: {},
  answers: {},
});

/** Projection for members, admins and owners. */
export const entryForMember = (ranked: RankedEntry, context: Context) => ({
  ...toSignup(ranked, context),
  ...toState(ranked.entry),
  external_id: ranked.entry.external_id,
  notes: ranked.entry.notes,
  metadata: ranked.entry.metadata,
  answers: pickAnswers(context.project, ranked.entry.answers),
  reached_rewards: listReached(context.project, ranked.entry),
  on_leaderboard: ranked.entry.on_leaderboard,
});

/** Projection for events, without the position, which changes whenever other entries move. */
export function entryForEvent(project: Pick<Project, 'settings'>, entry: Entry): Subject {
  const { id, email, name, status, referral_code, referral_count, metadata, created_at } = entry;
  return {
    data: {
      id: formatId('wl', id),
      status,
      referral_code,
      referral_count,
      ...toState(entry),
      created_at: created_at.toISOString(),
    },
    personal: { email, name, metadata, answers: pickAnswers(project, entry.answers) },
  };
}
