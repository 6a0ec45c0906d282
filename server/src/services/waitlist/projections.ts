import { formatId } from '../../platform/ids.ts';
import type { Subject } from '../../platform/jobs/events.ts';
import type { Entry, RankedEntry } from './store.ts';

/** Projection for anyone who has the referral code. */
export const rankedForPublic = ({ entry, position }: RankedEntry, referralUrl: string) => ({
  status: entry.status,
  position,
  referral_code: entry.referral_code,
  referral_url: referralUrl,
  referral_count: entry.referral_count,
});

/** Projection for the person who joined. */
export const signupForPublic = (ranked: RankedEntry, referralUrl: string) => ({
  id: formatId('wl', ranked.entry.id),
  project_id: formatId('prj', ranked.entry.project_id),
  email: ranked.entry.email,
  name: ranked.entry.name,
  ...rankedForPublic(ranked, referralUrl),
  created_at: ranked.entry.created_at.toISOString(),
});

const toState = (entry: Entry) => ({
  project_id: formatId('prj', entry.project_id),
  referral_source: entry.referral_source,
  country: entry.country,
  referred_by: entry.referred_by && formatId('wl', entry.referred_by),
  confirmed_at: entry.confirmed_at?.toISOString() ?? null,
  invited_at: entry.invited_at?.toISOString() ?? null,
  updated_at: entry.updated_at.toISOString(),
});

/** Projection for viewers: without name, address, notes and metadata. */
export const entryForViewer = (ranked: RankedEntry, referralUrl: string) => ({
  ...entryForMember(ranked, referralUrl),
  email: null,
  name: null,
  external_id: null,
  notes: null,
  metadata: {},
});

/** Projection for members, admins and owners. */
export const entryForMember = (ranked: RankedEntry, referralUrl: string) => ({
  ...signupForPublic(ranked, referralUrl),
  ...toState(ranked.entry),
  external_id: ranked.entry.external_id,
  notes: ranked.entry.notes,
  metadata: ranked.entry.metadata,
});

/** Projection for events, without the position, which changes whenever other entries move. */
export function entryForEvent(entry: Entry): Subject {
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
    personal: { email, name, metadata },
  };
}
