import { sql } from 'kysely';
import type { DomainEvents } from '../../platform/jobs/events.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { updateEntry } from './feedback.ts';
import { findMergeTarget } from './merging/merge-store.ts';
import { listTitles } from './store.ts';
import { findBoardSegments, type SegmentDeps } from './boards/segments-store.ts';
import { listSubscribers } from './subscriptions/subscribers-store.ts';

const RETRY = { limit: 10, delaySeconds: 5 };

/** Returns the entries of a changelog entry: merged entries are replaced by their merge targets, deleted entries are omitted. */
export async function shippedEntries(db: Db, projectId: string, feedbackIds: string[]): Promise<string[]> {
  const targets = new Set<string>();
  for (const id of feedbackIds) {
    const target = await findMergeTarget(db, projectId, id);
    if (target) targets.add(target);
  }
  return [...targets];
}

/** Returns the ids of entries by their ids in the system that they come from. */
export async function findIdsByExternalIds(db: Db, projectId: string, externalIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; external_id: string }>`
    SELECT id, external_id FROM feedback_entries WHERE project_id = ${projectId} AND external_id = ANY(${externalIds}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, external_id }) => [external_id, id]));
}

/** Returns the entries that a changelog entry would ship, and their followers. */
export async function findFollowers({ db, segments }: SegmentDeps, projectId: string, feedbackIds: string[]) {
  const ids = await shippedEntries(db, projectId, feedbackIds);
  const followers = await listSubscribers(db, projectId, {
    entryIds: ids,
    segments: await findBoardSegments({ db, segments }, projectId),
  });
  const entries = await listTitles(db, projectId, ids);
  const counts = new Map<string, number>();
  for (const id of followers.flatMap(({ entry_ids }) => entry_ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return {
    entries: entries.map((entry) => ({ ...entry, subscribers: counts.get(entry.id) ?? 0 })),
    emails: followers.map(({ email }) => email),
  };
}

/** Sets the entries of published changelog entries to done. */
export function setShippedDone(deps: { db: Db; events: DomainEvents }): void {
  const { db, events } = deps;
  events.on('changelog.published', 'set-feedback-done', RETRY, async ({ project_id, data }) => {
    await transact(db, async (tx) => {
      for (const id of (await shippedEntries(tx, project_id, data.feedback_ids)).toSorted())
        await updateEntry(
          { db: tx, events },
          { projectId: project_id, id, change: { status: 'done' }, actor: null, changelogEntryId: data.entry_id },
        );
    });
  });
}
