import { formatId } from '../../platform/ids.ts';
import type { PersonalData } from '../../platform/postgres/person.ts';
import type { Retention } from '../../platform/postgres/retention.ts';
import { findPersonEntries, findUnconfirmed, removeMentions, updateSearch } from './people-store.ts';
import { waitlistName, waitlistTimeline } from './timeline-store.ts';
import { deleteEntry, deleteUnconfirmed, lexemesFor } from './waitlist.ts';

/** Entries per query. */
const BATCH = 100;

export const waitlistRetention: Retention = {
  setting: 'unconfirmed_days',
  deleteOld: async (db, projectId, old) => {
    const ids = await findUnconfirmed(db, projectId, old);
    for (const id of ids) await deleteUnconfirmed({ db }, { projectId, id });
    return ids.length;
  },
};

/** Personal data on the waitlist. Erasure deletes the person's entry; entries that the person referred stay, without a referrer. */
export const waitlistPeople: PersonalData = {
  sections: {
    waitlist_entries: async (...params) =>
      (await findPersonEntries(...params)).map((entry) => ({
        id: formatId('wl', entry.id),
        email: entry.email,
        name: entry.name,
        status: entry.status,
        notes: entry.notes,
        referral_source: entry.referral_source,
        country: entry.country,
        language: entry.language,
        referral_code: entry.referral_code,
        referred_by: entry.referred_by && formatId('wl', entry.referred_by),
        referral_count: entry.referral_count,
        metadata: entry.metadata,
        answers: entry.answers,
        on_leaderboard: entry.on_leaderboard,
        unsubscribed_at: entry.unsubscribed_at?.toISOString() ?? null,
        confirmed_at: entry.confirmed_at?.toISOString() ?? null,
        invited_at: entry.invited_at?.toISOString() ?? null,
        created_at: entry.created_at.toISOString(),
        updated_at: entry.updated_at.toISOString(),
      })),
  },
  timeline: waitlistTimeline,
  givenName: waitlistName,
  erase: async (tx, projectId, person) => {
    let count = 0;
    for (let isOver = false; !isOver;) {
      const batch = await findPersonEntries(tx, projectId, person, { limit: BATCH, offset: 0 });
      for (const { id } of batch) await deleteEntry({ db: tx }, { project: { id: projectId }, id });
      count += batch.length;
      isOver = batch.length < BATCH;
    }
    for (const entry of await removeMentions(tx, projectId, person))
      await updateSearch(tx, projectId, entry.id, lexemesFor(projectId, entry));
    return { waitlist_entries: count };
  },
};
