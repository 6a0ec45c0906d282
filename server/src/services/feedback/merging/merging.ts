import { HttpError } from '../../../platform/api/errors.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { isReadWherever } from '../boards/access.ts';
import { type Deps, refuseMerged } from '../feedback.ts';
import {
  countMerged,
  findMergeTarget,
  gatherActivity,
  listMergeGroup,
  lockMerging,
  moveActivity,
  setMerged,
} from './merge-store.ts';
import { entryForEvent } from '../projections.ts';
import { type HistoryActor, insertHistory } from '../history-store.ts';
import * as store from '../store.ts';
import { reportVotes } from '../votes/votes.ts';
import { recountActivity } from '../votes/votes-store.ts';

interface MergeOf {
  projectId: string;
  id: string;
  into: string;
  actor: HistoryActor;
  at?: Date | undefined;
  /** Whether comments may become readable for people who may not read them yet. */
  mayReveal: boolean;
}

/** Merges an entry into another, and records the event. */
export const merge = async ({ db, events }: Deps, merging: MergeOf): Promise<store.Entry> =>
  await transact(db, async (tx) => {
    const { projectId, id } = merging;
    const { from, to } = await mergeEntry({ tx, events }, merging);
    await events.record(tx, projectId, [
      { type: 'feedback.merged', data: { entry_id: id, into: to.merged_into as string }, subject: entryForEvent(to) },
    ]);
    await store.recount(tx, projectId, [{ from, to }]);
    return to;
  });

/** Returns the counts of an entry after a merge of others into it. @throws {HttpError} 404, and 409 as the merge itself does */
export async function previewMerge(db: Db, { projectId, into, from }: { projectId: string; into: string; from: string[] }) {
  const target = await findMergeTarget(db, projectId, into);
  const found = await store.findEntries(db, projectId, [...from, ...(target ? [target] : [])]);
  const survivor = found.find(({ id }) => id === target);
  const entries = found.filter(({ id }) => from.includes(id));
  if (!target || !survivor || entries.length < from.length) throw new HttpError('feedback.not_found');
  for (const entry of entries) refuseMerged(entry);
  if (from.includes(target)) throw new HttpError('feedback.merge_into_itself');
  return {
    project_id: formatId('prj', projectId),
    feedback_id: formatId('fb', target),
    ...(await countMerged(db, projectId, [target, ...from])),
    revealed_comment_count: entries.reduce((count, entry) => count + countRevealed(entry, survivor), 0),
  };
}

/** Returns the number of comments that a merge makes readable for people who may not read them yet. */
const countRevealed = (entry: store.Entry, target: store.Entry): number =>
  isReadWherever(entry, target) ? 0 : entry.comment_count;

/** Undoes a merge, and records the event. */
export const unmerge = async (
  { db, events }: Deps,
  separation: Omit<MergeOf, 'into' | 'at' | 'mayReveal'>,
): Promise<store.Entry> =>
  await transact(db, async (tx) => {
    const { projectId, id } = separation;
    const { from, to } = await separateEntry({ tx, events }, separation);
    await events.record(tx, projectId, [{ type: 'feedback.updated', data: { entry_id: id }, subject: entryForEvent(to) }]);
    await store.recount(tx, projectId, [{ from, to }]);
    return to;
  });

/** Transaction of a merge, and the events of the votes before it. */
interface Context {
  tx: Transaction;
  events: DomainEvents;
}

/**
 * Merges an entry into another: votes, comments and subscribers move, at most one for each person. A target that is merged is replaced by
 * its own target, so that concurrent merges in both directions end in one entry. Votes are reported before they move. Returns the entry
 * before and after the merge; the caller recounts the entries.
 */
export async function mergeEntry(
  { tx, events }: Context,
  { projectId, id, into, actor, at = new Date(), mayReveal }: MergeOf,
): Promise<{ from: store.Entry; to: store.Entry }> {
  const { entry, other: target } = await lockPair(tx, projectId, {
    id,
    findOther: () => findMergeTarget(tx, projectId, into),
    isMerged: false,
  });
  if (!mayReveal && countRevealed(entry, target)) throw new HttpError('feedback.merge_reveals_comments');
  await reportVotes(tx, events, projectId, [id, target.id]);
  await moveActivity(tx, projectId, { from: id, to: target.id, origins: await listMergeGroup(tx, projectId, id) });
  await setMerged(tx, projectId, id, { status: 'duplicate', mergedInto: target.id, statusBefore: entry.status, at });
  await recountActivity(tx, projectId, [id, target.id]);
  await insertHistory(tx, projectId, id, {
    items: [{ id: newId(), field: 'merged_into', old: null, new: formatId('fb', target.id) }],
    actor,
    at,
  });
  return { from: entry, to: await reread(tx, projectId, id) };
}

/** Undoes a merge: moves rows back that came with the entry or were added through it. Returns and leaves the same as `mergeEntry`. */
export async function separateEntry(
  { tx, events }: Context,
  { projectId, id, actor }: Pick<MergeOf, 'projectId' | 'id'> & { actor: HistoryActor | null },
): Promise<{ from: store.Entry; to: store.Entry }> {
  const { entry, other: target } = await lockPair(tx, projectId, {
    id,
    findOther: () => findMergeTarget(tx, projectId, id),
    isMerged: true,
  });
  await reportVotes(tx, events, projectId, [id, target.id]);
  const at = new Date();
  const status = entry.status_before_merge ?? 'new';
  await setMerged(tx, projectId, id, { status, mergedInto: null, statusBefore: null, at });
  const [group, rest] = [await listMergeGroup(tx, projectId, id), await listMergeGroup(tx, projectId, target.id)];
  const people = await moveActivity(tx, projectId, { from: target.id, to: id, origins: group });
  await gatherActivity(tx, projectId, { target: id, group });
  await gatherActivity(tx, projectId, { target: target.id, group: rest, people });
  await recountActivity(tx, projectId, [id, target.id]);
  await insertHistory(tx, projectId, id, {
    items: [{ id: newId(), field: 'merged_into', old: entry.merged_into && formatId('fb', entry.merged_into), new: null }],
    actor,
    at,
  });
  return { from: entry, to: await reread(tx, projectId, id) };
}

/** Locks an entry and the entry that `findOther` returns once merging is locked. */
async function lockPair(
  tx: Transaction,
  projectId: string,
  { id, findOther, isMerged }: { id: string; findOther: () => Promise<string | undefined>; isMerged: boolean },
) {
  await lockMerging(tx, projectId);
  const otherId = await findOther();
  if (!otherId) throw new HttpError('feedback.not_found');
  const locked = await store.lockEntries(tx, projectId, [id, otherId]);
  const entry = locked.find((row) => row.id === id);
  const other = locked.find((row) => row.id === otherId);
  if (!entry || !other) throw new HttpError('feedback.not_found');
  if (isMerged && !entry.merged_into) throw new HttpError('feedback.not_merged');
  if (!isMerged) refuseMerged(entry);
  if (id === otherId) throw new HttpError('feedback.merge_into_itself');
  return { entry, other };
}

async function reread(tx: Transaction, projectId: string, id: string): Promise<store.Entry> {
  const entry = await store.findEntry(tx, projectId, id);
  if (!entry) throw new HttpError('feedback.not_found');
  return entry;
}
