import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, type Transaction, transact } from '../postgres/database.ts';
import { countIntake, findProgress, type InboxRow } from './inbox-store.ts';

/** Waits for a batch that is being saved, and keeps others off until the transaction ends. */
export async function lockBatches(tx: Transaction): Promise<void> {
  await sql`SELECT FROM analytics_flusher FOR UPDATE`.execute(tx);
}

/**
 * Makes one node the one that moves events, for a while; the number of the last batch, or undefined when another node is at it. It
 * spares work only: that nothing is moved twice rests on `saveBatch`. A node that is alone takes over from itself after a crash.
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

/** The content of a batch, with what else is recorded when the batch is saved. */
export interface MadeBatch {
  content: BatchContent;
  eventCount: number;
  /** Writes in the transaction that saves the batch. */
  record: (tx: Transaction) => Promise<void>;
}

/** What is written to ClickHouse: statements, then lines of JSON for each table. */
export interface BatchContent {
  deletions: string[];
  events: string;
  visits: string;
  /** Absent in a batch of an earlier version. */
  searches?: string;
}

export interface Batch {
  id: number;
  content: string;
}

/**
 * Turns rows of the inbox into a batch, in one transaction. False when another node did so meanwhile, with these rows or others: then
 * what the batch was made from is no longer so.
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
    // A project that was deleted meanwhile took its rows along.
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

/** When the first of each project's rows came. Rows are in order of arrival. */
const waitingSince = (rows: InboxRow[]) =>
  Object.fromEntries(rows.toReversed().map(({ project_id, received_at }) => [project_id, received_at]));

/** Rows of the inbox that are no longer there: their transaction must not be. */
class StaleRows extends Error {}

/** The batch that is not in ClickHouse yet, or not known to be. There is one at most. */
export async function findPendingBatch(db: Db): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`SELECT id::float8, content FROM analytics_batches ORDER BY id LIMIT 1`.execute(db);
  return rows[0];
}

export async function removeBatch(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM analytics_batches WHERE id = ${id}`.execute(db);
}

/**
 * Discards a batch that is being made, which is then made again from what is stored by then. Returns the number of no batch, higher than
 * those of all batches up to now. Within a transaction that keeps batches off (`whileQuiet`).
 */
export async function skipBatch(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ last_batch: number }>`
    UPDATE analytics_flusher SET last_batch = last_batch + 1 RETURNING last_batch::float8`.execute(tx);
  return rows[0]?.last_batch ?? 0;
}

/** Between two batches there is a moment in which nothing is being written. */
const QUIET_ATTEMPTS = 200;
const QUIET_RETRY_MS = 50;

/** Batches follow each other without a pause. */
export class NeverQuiet extends Error {}

/**
 * Works while no batch is being written, and keeps others off meanwhile.
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
