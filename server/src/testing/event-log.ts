import { sql } from 'kysely';
import { createBatchMaker } from '../services/analytics/sessions/batch.ts';
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts';
import { type MadeBatch, nextBatchId, saveBatch } from '../services/analytics/pipeline/batches-store.ts';
import { findProgress, type InboxRow, readInbox } from '../services/analytics/pipeline/inbox-store.ts';
import { ALL_PARTITIONS } from '../services/analytics/pipeline/partitions.ts';
import { newId, parseId } from '../platform/ids.ts';
import type { Db } from '../platform/postgres/database.ts';
import { TEST_CLUSTER } from './database.ts';
import { until } from './until.ts';

/** Returns all rows of the inbox. */
export const readAll = (db: Db): Promise<InboxRow[]> => readInbox(db, { partitions: ALL_PARTITIONS, maxEvents: 1_000 });

/** Returns whether a saved batch is not in ClickHouse yet. */
export const hasPendingBatch = async (db: Db): Promise<boolean> => (await findProgress(db)).pendingBatch !== null;

/** Creates a node that forwards events step by step, under the control of a test. */
export function createTestNode(db: Db, clickhouse: ClickHouse) {
  const holder = newId();
  const maker = createBatchMaker({ db, clickhouse }, TEST_CLUSTER);
  return {
    holder,
    maker,
    /** Claims all partitions of other nodes, and waits until their batches are written. */
    hold: async (): Promise<void> => {
      await sql`UPDATE analytics_partitions SET holder = ${holder}, held_until = now() + interval '1 minute'`.execute(db);
      await until(async () => !(await hasPendingBatch(db)));
    },
    /** Releases the partitions of the node. */
    release: async (): Promise<void> => {
      await sql`UPDATE analytics_partitions SET holder = NULL WHERE holder = ${holder}`.execute(db);
    },
    make: async (rows: InboxRow[]): Promise<MadeBatch & { id: number; rows: InboxRow[] }> => {
      const id = await nextBatchId(db);
      return { ...(await maker.make(rows, { id, waitForPreviousBatches: async () => {}, holds: () => true })), id, rows };
    },
    /** Saves a batch. `lastBatches` are the last batches of the partitions when the node claimed them. Returns false if they are outdated. */
    save: async (made: MadeBatch & { id: number; rows: InboxRow[] }, lastBatches: Map<number, number>): Promise<boolean> => {
      const partitions = [...new Set(made.rows.map(({ partition }) => partition))].map((partition) => ({
        partition,
        lastBatch: lastBatches.get(partition) ?? -1,
      }));
      return await saveBatch(db, { ...made, holder, partitions, lastImport: undefined });
    },
  };
}

/** Returns the last batch of each partition. */
export async function findLastBatches(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ partition: number; last_batch: number }>`
    SELECT partition, last_batch::float8 FROM analytics_partitions`.execute(db);
  return new Map(rows.map(({ partition, last_batch }) => [partition, last_batch]));
}

/** Inserts a saved batch without content. */
export async function insertEmptyBatch(db: Db, id: number): Promise<void> {
  await sql`
    INSERT INTO analytics_batches (id, partitions, deletions, events, visits, searches, is_compressed, event_count)
    VALUES (${id}, '{}', '{}', '', '', '', false, 1)`.execute(db);
}

/** Sets the stored number of events of each day of a project, for reports that depend on the number. `project` is the id of the API. */
export async function claimEventCount(db: Db, project: string, events: number): Promise<void> {
  await sql`UPDATE analytics_event_counts SET events = ${events} WHERE project_id = ${parseId('prj', project) ?? null}`.execute(
    db,
  );
}
