import { unnest } from '../../../platform/postgres/unnest.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { DrainTimeoutError } from '../../../platform/async/drain-timeout-error.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { countIntake, type InboxRow } from './inbox-store.ts';
import type { Partition } from './leases-store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** The fastest level: a batch is deleted after a second. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The tables of ClickHouse that a batch writes, in this order: an event is visible before its visit, and never without one for long. */
export const BATCH_TABLES = ['events', 'visits', 'searches'] as const;

/** The writes to ClickHouse: deletions as statements, then the rows of each table for `ClickHouse.insert`. */
export interface BatchContent extends Record<(typeof BATCH_TABLES)[number], Buffer> {
  deletions: string[];
}

/** Content for a partition that this node does not hold. */
export interface NewTransfer {
  project_id: string;
  partition: number;
  /** A JSON array. */
  content: string;
  eventCount: number;
}

/** The content of a batch, with the records that are saved along with it. */
export interface MadeBatch {
  content: BatchContent;
  eventCount: number;
  /** Partitions that the batch changes, in addition to those of its rows. The node must hold them. */
  partitions: number[];
  transfers: NewTransfer[];
  /** Writes in the transaction that saves the batch. */
  record: (tx: Transaction) => Promise<void>;
}

/**
 * Waits for transactions that change rollups (batches, recorded builds, erasures), and delays the next ones until this transaction
 * ends, so that versions become visible in their order.
 */
export async function lockRollups(tx: Transaction): Promise<void> {
  await sql`SELECT FROM analytics_event_log FOR UPDATE`.execute(tx);
}

/** Returns a number higher than those of all batches so far. */
export async function nextBatchId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT nextval('analytics_batch_ids')::float8 AS id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Returns the number of the last batch of imported events; undefined while ClickHouse has not confirmed that batch. */
export async function findLastImport(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ last_import: number }>`
    SELECT last_import::float8 FROM analytics_event_log
    WHERE NOT EXISTS (SELECT FROM analytics_batches WHERE id = analytics_event_log.last_import)`.execute(db);
  return rows[0]?.last_import;
}

/** A batch to save. */
interface NewBatch extends Omit<MadeBatch, 'partitions'> {
  id: number;
  holder: string;
  /** The partitions that the batch changes, as the holder knows them. */
  partitions: Partition[];
  /** Not empty. */
  rows: InboxRow[];
  /** The batch of imported events that ClickHouse had when this one was made, for imported events. */
  lastImport: number | undefined;
}

/**
 * Replaces rows of the inbox by a batch, in one transaction. Returns false, without changes, if the holder has lost one of the
 * partitions, another batch of them was saved, or a row is gone: the content of this batch is then based on outdated data.
 */
export async function saveBatch(db: Db, batch: NewBatch): Promise<boolean> {
  const { id, holder, partitions, rows, content, transfers, eventCount, record, lastImport } = batch;
  const [events, visits, searches] = await Promise.all(BATCH_TABLES.map((table) => compress(content[table], COMPRESSION)));
  const known = partitions.map(({ partition, lastBatch }) => ({ partition, last_batch: lastBatch }));
  return await transact(db, async (tx) => {
    const { numAffectedRows: held } = await sql`
      WITH own AS (
        SELECT partition FROM analytics_partitions
        JOIN ${unnest('known', { partition: 'smallint', last_batch: 'bigint' }, known)}
          USING (partition, last_batch)
        WHERE holder = ${holder} ORDER BY partition FOR UPDATE OF analytics_partitions
      )
      UPDATE analytics_partitions AS partitions SET last_batch = ${id} FROM own WHERE partitions.partition = own.partition`.execute(
      tx,
    );
    if (Number(held) !== partitions.length) throw new StaleBatchError();
    const inbox = sql.table(lastImport === undefined ? 'analytics_inbox' : 'analytics_imports');
    const { numAffectedRows: taken } = await sql`
      DELETE FROM ${inbox} AS inbox
      USING ${unnest('given', { partition: 'smallint', project_id: 'uuid', id: 'bigint' }, rows)}
      WHERE inbox.partition = given.partition AND inbox.project_id = given.project_id AND inbox.id = given.id`.execute(tx);
    // The rows of a deleted project are deleted with the project.
    if (Number(taken) !== rows.length) throw new StaleBatchError();
    await sql`
      INSERT INTO analytics_batches (id, partitions, deletions, events, visits, searches, is_compressed, event_count, waiting_since)
      VALUES (${id}, ${partitions.map(({ partition }) => partition)}, ${content.deletions}, ${events}, ${visits}, ${searches}, true,
        ${eventCount}, ${JSON.stringify(waitingSince(rows))})`.execute(tx);
    if (transfers.length) await insertTransfers(tx, transfers, rows);
    await lockRollups(tx);
    if (lastImport !== undefined) {
      const { numAffectedRows: isNext } = await sql`
        UPDATE analytics_event_log SET last_import = ${id} WHERE last_import = ${lastImport}`.execute(tx);
      if (!isNext) throw new StaleBatchError();
    }
    await countIntake(tx, rows);
    await record(tx);
    return true;
  }).catch((error: Error) => {
    if (error instanceof StaleBatchError) return false;
    throw error;
  });
}

const TRANSFER_TYPES = {
  project_id: 'uuid',
  partition: 'smallint',
  events: 'text',
  event_count: 'int',
  source_row: 'bigint',
  received_at: 'timestamptz',
};

/**
 * Inserts rows for other partitions. They count as rows from the time and with the number of the first row of their project, so that
 * readers who wait for that row wait for these rows as well.
 */
async function insertTransfers(tx: Transaction, transfers: NewTransfer[], rows: InboxRow[]): Promise<void> {
  const added = transfers.map(({ project_id, partition, content, eventCount }) => {
    const own = rows.filter((row) => row.project_id === project_id);
    return {
      project_id,
      partition,
      events: content,
      event_count: eventCount,
      source_row: Math.min(...own.map(({ id, source_row }) => Number(source_row ?? id))),
      received_at: new Date(Math.min(...own.map(({ received_at }) => received_at.getTime()))),
    };
  });
  await sql`
    INSERT INTO analytics_inbox (project_id, partition, kind, events, event_count, outcomes, source_row, received_at)
    SELECT project_id, partition, 'transfers', events, event_count, '{}', source_row, received_at
    FROM ${unnest('given', TRANSFER_TYPES, added)}`.execute(tx);
}

/** The batch is based on outdated data, so that the transaction must be rolled back. */
class StaleBatchError extends Error {}

/** Arrival of the first row of each project. Rows are in order of arrival, except transfers. */
const waitingSince = (rows: InboxRow[]) =>
  Object.fromEntries(
    rows
      .toSorted((a, b) => b.received_at.getTime() - a.received_at.getTime())
      .map(({ project_id, received_at }) => [project_id, received_at]),
  );

export interface Batch {
  id: number;
  content: BatchContent;
}

/** Returns the batches with rows of these partitions that ClickHouse has not confirmed yet, in their order. */
export async function findPendingBatches(db: Db, partitions: readonly number[]): Promise<Batch[]> {
  const { rows } = await sql<BatchContent & { id: number; is_compressed: boolean }>`
    SELECT id::float8, deletions, events, visits, searches, is_compressed FROM analytics_batches
    WHERE partitions && ${partitions}::smallint[] ORDER BY id`.execute(db);
  return await Promise.all(
    rows.map(async ({ id, is_compressed, deletions, ...content }) => {
      const read = (table: (typeof BATCH_TABLES)[number]) => (is_compressed ? decompress(content[table]) : content[table]);
      const [events, visits, searches] = await Promise.all([read('events'), read('visits'), read('searches')]);
      return { id, content: { deletions, events, visits, searches } };
    }),
  );
}

export async function removeBatch(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM analytics_batches WHERE id = ${id}`.execute(db);
}

/**
 * Invalidates batches that are being made: they are made again from current data. Returns an unused batch number, higher than the
 * numbers of all batches so far. Requires a transaction that prevents batches (`whileQuiet`).
 */
export async function skipBatch(tx: Transaction): Promise<number> {
  const id = await nextBatchId(tx);
  await sql`UPDATE analytics_partitions SET last_batch = ${id}`.execute(tx);
  return id;
}

const QUIET_TIMEOUT_MS = 10_000;
const QUIET_RETRY_MS = 20;

/**
 * Calls `work` in a transaction during which no batch is written or saved, after the saved batches are written. Returns its result.
 * @throws {DrainTimeoutError} when a saved batch is not written in time
 */
export async function whileQuiet<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return await transact(db, async (tx) => {
    await sql`SELECT FROM analytics_partitions ORDER BY partition FOR UPDATE`.execute(tx);
    const deadline = Date.now() + QUIET_TIMEOUT_MS;
    while ((await sql`SELECT FROM analytics_batches LIMIT 1`.execute(tx)).rows.length) {
      if (Date.now() > deadline) throw new DrainTimeoutError('the saved batches are not written to ClickHouse');
      await sleep(QUIET_RETRY_MS);
    }
    await lockRollups(tx);
    return await work(tx);
  });
}
