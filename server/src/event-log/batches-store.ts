import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, type Transaction, transact } from '../postgres/database.ts';
import { countIntake, findProgress, type InboxRow } from './inbox-store.ts';

/** Waits for a batch that is being saved, and prevents further batches until the transaction ends. */
export async function lockBatches(tx: Transaction): Promise<void> {
  await sql`SELECT FROM analytics_flusher FOR UPDATE`.execute(tx);
}

/**
 * Acquires or renews the lease of the forwarder. Returns the number of the last batch, or undefined while another node holds the lease.
 * The lease only avoids duplicate work: `saveBatch` ensures that no event is forwarded twice. A single node takes over the lease of its
 * crashed predecessor at once.
 */
export async function acquireLease(
  db: Db,
  { holder, seconds, isAlone }: { holder: string; seconds: number; isAlone: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<{ last_batch: number }>`
    UPDATE analytics_flusher SET holder = ${holder}, held_until = now() + make_interval(secs => ${seconds})
    WHERE ${isAlone} OR holder IS NULL OR holder = ${holder} OR held_until < now() RETURNING last_batch::float8`.execute(db);
  return rows[0]?.last_batch;
}

export async function releaseLease(db: Db, holder: string): Promise<void> {
  await sql`UPDATE analytics_flusher SET holder = NULL WHERE holder = ${holder}`.execute(db);
}

/** The content of a batch, with the records that are saved along with it. */
export interface MadeBatch {
  content: BatchContent;
  eventCount: number;
  /** Writes in the transaction that saves the batch. */
  record: (tx: Transaction) => Promise<void>;
}

/** The writes to ClickHouse: deletions as statements, then rows of each table as lines of JSON. */
export interface BatchContent {
  deletions: string[];
  events: string;
  visits: string;
  /** Missing in batches of earlier versions. */
  searches?: string;
}

export interface Batch {
  id: number;
  content: string;
}

/**
 * Replaces rows of the inbox by a batch, in one transaction. Returns false, without changes, if another batch was saved since
 * `batch.id - 1` or a row is gone: the content of this batch is then based on outdated data.
 */
export async function saveBatch(
  db: Db,
  { batch, eventCount, rows, record }: { batch: Batch; eventCount: number; rows: InboxRow[]; record: MadeBatch['record'] },
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const { numAffectedRows: isNext } = await sql`
      UPDATE analytics_flusher SET last_batch = ${batch.id} WHERE last_batch = ${batch.id - 1}`.execute(tx);
    if (!isNext) return false;
    const inbox = sql.table(rows[0]?.kind === 'imports' ? 'analytics_imports' : 'analytics_inbox');
    const { numAffectedRows: taken } = await sql`
      DELETE FROM ${inbox} AS inbox USING unnest(${rows.map(({ project_id }) => project_id)}::uuid[], ${rows.map(({ id }) => id)}::bigint[]) AS given(project_id, id)
      WHERE inbox.project_id = given.project_id AND inbox.id = given.id`.execute(tx);
    // The rows of a deleted project are deleted with the project.
    if (Number(taken) !== rows.length) throw new StaleRows();
    await sql`
      INSERT INTO analytics_batches (id, content, event_count, waiting_since)
      VALUES (${batch.id}, ${batch.content}, ${eventCount}, ${JSON.stringify(waitingSince(rows))})`.execute(tx);
    await countIntake(tx, rows);
    await record(tx);
    return true;
  }).catch((error: Error) => {
    if (error instanceof StaleRows) return false;
    throw error;
  });
}

/** Arrival of the first row of each project. Rows are in order of arrival. */
const waitingSince = (rows: InboxRow[]) =>
  Object.fromEntries(rows.toReversed().map(({ project_id, received_at }) => [project_id, received_at]));

/** Rows were removed from the inbox, so that the transaction must be rolled back. */
class StaleRows extends Error {}

/** Returns the batch that is not confirmed by ClickHouse yet. At most one such batch exists. */
export async function findPendingBatch(db: Db): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`SELECT id::float8, content FROM analytics_batches ORDER BY id LIMIT 1`.execute(db);
  return rows[0];
}

export async function removeBatch(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM analytics_batches WHERE id = ${id}`.execute(db);
}

/**
 * Invalidates a batch that is being made: it is made again from current data. Returns an unused batch number, higher than the numbers of
 * all batches so far. Requires a transaction that prevents batches (`whileQuiet`).
 */
export async function skipBatch(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ last_batch: number }>`
    UPDATE analytics_flusher SET last_batch = last_batch + 1 RETURNING last_batch::float8`.execute(tx);
  return rows[0]?.last_batch ?? 0;
}

// Between two batches, nothing is being written for a moment.
const QUIET_ATTEMPTS = 200;
const QUIET_RETRY_MS = 50;

/** Batches followed each other without a pause for too long. */
export class NeverQuiet extends Error {}

/**
 * Calls `work` in a transaction during which no batch is written or saved.
 * @throws {NeverQuiet}
 */
export async function whileQuiet(db: Db, work: (tx: Transaction) => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt <= QUIET_ATTEMPTS; attempt++) {
    const isDone = await transact(db, async (tx) => {
      await lockBatches(tx);
      if ((await findProgress(tx)).pendingBatch !== null) return false;
      await work(tx);
      return true;
    });
    if (isDone) return;
    await sleep(QUIET_RETRY_MS);
  }
  throw new NeverQuiet('batches are being written all the time');
}
