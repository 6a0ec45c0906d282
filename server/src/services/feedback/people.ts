import { buildLexemes } from '../../platform/text/lexemes.ts';
import { formatId } from '../../platform/ids.ts';
import type { DomainEvents } from '../../platform/jobs/events.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { Person, PersonalData } from '../../platform/postgres/person.ts';
import { createSubscriptionRetention } from '../../platform/postgres/retention.ts';
import { recountComments } from './comments/comments-store.ts';
import { deleteEntry } from './feedback.ts';
import { lockMerging } from './merging/merge-store.ts';
import { feedbackName, feedbackTimeline } from './people/timeline-store.ts';
import * as people from './people-store.ts';
import { commentForMember, entryForEvent, entryForMember } from './projections.ts';
import { findEntry, lockEntries, SEARCHED_ENTRIES, updateEntry } from './store.ts';

export const feedbackRetention = createSubscriptionRetention('feedback_subscribers');

const DELETED_TITLE = '[deleted]';

/**
 * Personal data in feedback. Erasure deletes the person's comments and private answers to the person, and entries without votes, comments or followers of other
 * people. Other entries stay without their submitter. Votes stay counted, without the voter.
 */
export const createFeedbackPeople = ({ events }: { events: DomainEvents }): PersonalData => ({
  sections: {
    feedback_entries: async (...params) =>
      (await people.findPersonEntries(...params)).map((entry) => ({ ...entryForMember(entry), viewer_vote: undefined })),
    feedback_comments: async (...params) => (await people.findPersonComments(...params)).map(commentForMember),
    feedback_votes: async (...params) =>
      (await people.findPersonVotes(...params)).map(({ entry_id, value, voter_name, voter_email, created_at }) => ({
        feedback_id: formatId('fb', entry_id),
        vote: value === 1 ? 'up' : 'down',
        name: voter_name,
        email: voter_email,
        created_at: created_at.toISOString(),
      })),
    feedback_subscriptions: async (...params) =>
      (await people.findPersonSubscriptions(...params)).map(({ entry_id, email, language, created_at }) => ({
        feedback_id: formatId('fb', entry_id),
        email,
        language,
        created_at: created_at.toISOString(),
      })),
    feedback_opt_outs: async (...params) =>
      (await people.findPersonOptOuts(...params)).map(({ email, created_at }) => ({
        email,
        created_at: created_at.toISOString(),
      })),
  },
  timeline: feedbackTimeline,
  givenName: feedbackName,
  erase: (tx, projectId, person) => erase({ events, tx }, projectId, person),
});

async function erase(
  { events, tx }: { events: DomainEvents; tx: Transaction },
  projectId: string,
  person: Person,
): Promise<Record<string, number>> {
  await lockMerging(tx, projectId);
  await lockEntries(tx, projectId, await people.findTouchedEntries(tx, projectId, person));
  const own = await people.findOwnEntries(tx, projectId, person);
  const votes = await people.anonymizeVotes(tx, projectId, person);
  const subscriptions = await people.deletePersonSubscriptions(tx, projectId, person);
  const optOuts = await people.deletePersonOptOuts(tx, projectId, person);
  const comments = await people.deletePersonComments(tx, projectId, person);
  await recountComments(tx, projectId, comments.entryIds);
  await people.anonymizeEntries(
    tx,
    projectId,
    own.map(({ id }) => id),
  );
  for (const entry of await people.removeMentions(tx, projectId, person))
    await people.setSearchTerms(tx, entry, buildLexemes(projectId, SEARCHED_ENTRIES.toText(entry)));

  const deleted = own.filter((entry) => !entry.is_shared);
  for (const { id } of deleted) {
    const entry = await findEntry(tx, projectId, id);
    if (!entry) continue;
    // Webhooks receive this event, so it must not contain the person's texts.
    await updateEntry(tx, { ...entry, title: DELETED_TITLE, description: '', tags: [] }, []);
    await deleteEntry({ db: tx, events }, { projectId, id });
  }
  const anonymized = own.filter((entry) => entry.is_shared);
  for (const { id } of anonymized) {
    const entry = await findEntry(tx, projectId, id);
    if (entry)
      await events.record(tx, projectId, [
        { type: 'feedback.updated', data: { entry_id: id }, subject: entryForEvent(entry), changes: [] },
      ]);
  }
  return {
    feedback_entries_deleted: deleted.length,
    feedback_entries_anonymized: anonymized.length,
    feedback_comments: comments.count,
    feedback_votes_anonymized: votes,
    feedback_subscriptions: subscriptions,
    feedback_opt_outs: optOuts,
  };
}
