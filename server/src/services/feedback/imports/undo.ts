import type { DomainEvents } from '../../../platform/jobs/events.ts';
import type { Transaction } from '../../../platform/postgres/database.ts';
import { recountComments } from '../comments/comments-store.ts';
import { gatherActivity, keepActivity, listMergeGroup, lockMerging } from '../merging/merge-store.ts';
import { separateEntry } from '../merging/merging.ts';
import { lockEntries, recount } from '../store.ts';
import { recountActivity } from '../votes/votes-store.ts';
import * as store from './undo-store.ts';
import { countVotes } from '../votes/votes-store.ts';

interface Undo {
  projectId: string;
  importId: string;
  limit: number;
}

/** Deletes entries of an import with everything on them. Other entries that were merged into them are separated before. */
export async function undoEntries(tx: Transaction, events: DomainEvents, { projectId, ...part }: Undo): Promise<number> {
  await lockMerging(tx, projectId);
  const ids = await store.findImportedEntries(tx, projectId, part);
  const moves: Parameters<typeof recount>[2] = [];
  for (const id of await store.findForeignMerged(tx, projectId, { importId: part.importId, ids }))
    moves.push(await separateEntry({ tx, events }, { projectId, id, actor: null }));
  await lockEntries(tx, projectId, ids);
  for (const { id, target } of await store.findKept(tx, projectId, ids))
    await keepActivity(tx, projectId, { target, origins: [id] });
  const deleted = await store.deleteEntries(tx, projectId, ids);
  await recount(tx, projectId, [...moves, ...deleted.map((entry) => ({ from: entry, to: null }))]);
  return deleted.length;
}

export async function undoComments(tx: Transaction, { projectId, ...part }: Undo): Promise<number> {
  await lockMerging(tx, projectId);
  const found = await store.findImportedComments(tx, projectId, part);
  const entryIds = [...new Set(found.map(({ entry_id }) => entry_id))];
  await lockEntries(tx, projectId, entryIds);
  const count = await store.deleteComments(
    tx,
    projectId,
    found.map(({ id }) => id),
  );
  await recountComments(tx, projectId, entryIds);
  return count;
}

/** Deletes votes of an import. A vote of the same person that a merge left at its own entry takes the place of a deleted vote. */
export async function undoVotes(tx: Transaction, { projectId, ...part }: Undo): Promise<number> {
  await lockMerging(tx, projectId);
  const found = await store.findImportedVotes(tx, projectId, part);
  await lockEntries(tx, projectId, [...new Set(found.map(({ entry_id }) => entry_id))], 'FOR NO KEY UPDATE');
  const deleted = await store.deleteVotes(tx, projectId, found);
  await countVotes(
    tx,
    projectId,
    deleted.map(({ entry_id, value, created_at: at }) => ({ entry_id, value, at, sign: -1 })),
    { isNoted: false },
  );
  const people = Map.groupBy(deleted, ({ entry_id }) => entry_id);
  for (const target of await store.findMergeTargets(tx, projectId, [...people.keys()])) {
    const group = await listMergeGroup(tx, projectId, target);
    await gatherActivity(tx, projectId, { target, group, people: people.get(target)?.map(({ voter }) => voter) ?? [] });
    await recountActivity(tx, projectId, group);
  }
  return deleted.length;
}
