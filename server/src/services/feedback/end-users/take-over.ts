import type { Transaction } from '../../../platform/postgres/database.ts';
import { lockMerging } from '../merging/merge-store.ts';
import { lockEntries } from '../store.ts';
import { keepAtOrigin, listSubmitted, listVotes, moveTexts, moveVotes, type TakeOver } from './take-over-store.ts';
import { recountActivity, removeVotes } from '../votes/votes-store.ts';

/**
 * Gives a person what a visitor did in the same browser, or what an address of the person did: votes, at most one for each entry, texts and answers. The vote of the person has
 * precedence. Nothing of the visitor remains, so that a later sign-in of another person finds nothing. Returns the number of votes.
 */
export async function takeOver(tx: Transaction, projectId: string, { from, to }: TakeOver): Promise<number> {
  // Merges move votes.
  await lockMerging(tx, projectId);
  const votes = await listVotes(tx, projectId, from);
  const entryIds = votes.map(({ entry_id }) => entry_id);
  const originIds = votes.map(({ origin_id }) => origin_id);
  const submittedIds = await listSubmitted(tx, projectId, from);
  await lockEntries(tx, projectId, [...new Set([...entryIds, ...originIds, ...submittedIds])], 'FOR NO KEY UPDATE');
  const moved = new Set(await moveVotes(tx, projectId, { entryIds, from, to }));
  const doubles = votes.filter(({ entry_id }) => !moved.has(entry_id));
  if (doubles.length) {
    const voter = { ...to, id: from };
    await removeVotes(
      tx,
      projectId,
      doubles.map(({ entry_id: entryId, value }) => ({ entryId, voter, value })),
    );
    const merged = doubles.filter(({ entry_id, origin_id }) => entry_id !== origin_id);
    await keepAtOrigin(
      tx,
      projectId,
      merged.map(({ origin_id: originId, value, created_at: at }) => ({ originId, value, at, voter: to })),
    );
    await recountActivity(
      tx,
      projectId,
      merged.map(({ origin_id }) => origin_id),
    );
  }
  await moveTexts(tx, projectId, { from, to });
  return votes.length;
}
