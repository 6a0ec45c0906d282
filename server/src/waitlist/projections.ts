import { formatId } from '../ids.ts';
import type { Subject } from '../jobs/events.ts';
import type { Entry } from './store.ts';
import type { Place } from './waitlist.ts';

/** What anyone may see who has the entry's code. */
export const placeForPublic = ({ entry, position }: Place, referralUrl: string) => ({
  status: entry.status,
  position,
  referral_code: entry.referral_code,
  referral_url: referralUrl,
  referral_count: entry.referral_count,
});

/** An entry as the answer to whoever joined. */
export const signupForPublic = (place: Place, referralUrl: string) => ({
  id: formatId('wl', place.entry.id),
  email: place.entry.email,
  name: place.entry.name,
  ...placeForPublic(place, referralUrl),
  created_at: place.entry.created_at.toISOString(),
});

const stateOf = (entry: Entry) => ({
  project_id: formatId('prj', entry.project_id),
  referral_source: entry.referral_source,
  referred_by: entry.referred_by && formatId('wl', entry.referred_by),
  confirmed_at: entry.confirmed_at?.toISOString() ?? null,
  invited_at: entry.invited_at?.toISOString() ?? null,
  updated_at: entry.updated_at.toISOString(),
});

/** An entry as viewers see it: without name and address, notes about the person, and the metadata of the sign-up. */
export const entryForViewer = (place: Place, referralUrl: string) => ({
  ...entryForMember(place, referralUrl),
  email: null,
  name: null,
  notes: null,
  metadata: {},
});

/** An entry as members, admins and owners see it. */
export const entryForMember = (place: Place, referralUrl: string) => ({
  ...signupForPublic(place, referralUrl),
  ...stateOf(place.entry),
  notes: place.entry.notes,
  metadata: place.entry.metadata,
});

/** An entry as events tell of it. Its place is not part of it: that changes with those of others. */
export function entryForEvent(entry: Entry): Subject {
  const { id, email, name, status, referral_code, referral_count, metadata, created_at } = entry;
  return {
    data: {
      id: formatId('wl', id),
      status,
      referral_code,
      referral_count,
      ...stateOf(entry),
      created_at: created_at.toISOString(),
    },
    personal: { email, name, metadata },
  };
}
