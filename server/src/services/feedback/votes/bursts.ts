import type { VoteBurstState } from '@earshot/contract/services/feedback/values';
import type { Instance } from '../../../instance/instance.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { refuseMerged } from '../feedback.ts';
import { type HistoryActor, insertHistory } from '../history-store.ts';
import { lockEntries } from '../store.ts';
import { type BurstRule, lockBurst, recordBursts, removeBurstVotes, updateBurst, type VoteBurst } from './bursts-store.ts';

/**
 * At least 20 anonymous votes in 10 minutes, and ten times as many as usual in the week before. An entry with 1,000 anonymous votes a day
 * has 7 in 10 minutes, so that a burst has 70.
 */
const RULE: BurstRule = { windowMinutes: 10, usualDays: 7, minVotes: 20, factor: 10 };

/** Field of history items about bursts. Their values are `BurstInHistory`. */
const VOTE_BURST = 'vote_burst';

export type FindBursts = ReturnType<typeof createBurstDetection>;

/** Returns a function that finds entries with unusually many anonymous votes in the last minutes, and notifies members once a burst. */
export const createBurstDetection =
  ({ db, notifications }: Pick<Instance, 'db' | 'notifications'>) =>
  (projectId: string, entryIds: string[]): Promise<void> =>
    transact(db, async (tx) => {
      for (const { id, entry_id: subject, created_at } of await recordBursts(tx, projectId, { entryIds, rule: RULE }))
        await notifications.notify(tx, projectId, {
          kind: 'feedback.vote_burst',
          subject,
          event: { id, created_at: created_at.toISOString() },
        });
    });

/**
 * Keeps or removes the votes of a burst, and records it in the history.
 * @throws {HttpError} 404, and 409 when the entry is merged or the votes were removed
 */
export const reviewBurst = (
  db: Db,
  {
    projectId,
    entryId,
    id,
    state,
    actor,
  }: { projectId: string; entryId: string; id: string; state: VoteBurstState; actor: HistoryActor },
): Promise<VoteBurst> =>
  transact(db, async (tx) => {
    const [entry] = await lockEntries(tx, projectId, [entryId], 'FOR NO KEY UPDATE');
    if (!entry) throw new HttpError('feedback.not_found');
    refuseMerged(entry);
    const burst = await lockBurst(tx, projectId, entryId, id);
    if (!burst) throw new HttpError('feedback.vote_burst_not_found');
    if (burst.state === state) return burst;
    if (burst.state === 'removed') throw new HttpError('feedback.vote_burst_removed');
    const votes = state === 'removed' ? await removeBurstVotes(tx, burst) : burst.votes;
    const updated = await updateBurst(tx, burst, { state, votes });
    const item = { id: newId(), field: VOTE_BURST, old: describe(burst), new: describe(updated) };
    await insertHistory(tx, projectId, entryId, { items: [item], actor, at: updated.updated_at });
    return updated;
  });

const describe = ({ state, votes, started_at, ended_at }: VoteBurst) => ({ state, votes, started_at, ended_at });
