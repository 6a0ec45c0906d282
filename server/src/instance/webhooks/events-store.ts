// Recent events, for streams. An event becomes visible when its transaction commits, which may be after the commit of a later event. A
// reader therefore keeps the number of the oldest transaction that was running at its last read: events that it has not seen belong to
// that transaction or to later ones.
import { sql } from 'kysely';
import type { RecordedEvent } from '../../platform/jobs/events.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { mentions, namesAny, type Person } from '../../platform/postgres/person.ts';
import type { Tables } from '../tables.ts';

/** An event that a stream sends. */
export interface StoredEvent extends Pick<RecordedEvent, 'id' | 'type' | 'subject' | 'changes'> {
  transactionId: bigint;
  created_at: string;
}

/** Position of a reader. */
export interface Position {
  /** Transaction of which, and after which, the reader may not have seen all events. */
  transactionId: bigint;
  /** The events since then that the reader has seen. */
  seen: readonly Pick<StoredEvent, 'transactionId' | 'id'>[];
}

const KEEP_DAYS = 3;
/** More events than a project has while a transaction is running. */
const MAX_UNSETTLED = 1_000;
const OLDEST_RUNNING = sql`pg_snapshot_xmin(pg_current_snapshot())`;

export async function insertEvents(tx: Transaction, projectId: string, events: RecordedEvent[]): Promise<void> {
  const rows = events.map(({ id, type, subject: { data, personal, isPersonal }, changes, created_at }) => {
    return { id, type, content: JSON.stringify({ data, personal, isPersonal, changes }), created_at };
  });
  await sql`
    /* prepared */ INSERT INTO webhook_events (project_id, id, type, content, created_at)
    SELECT ${projectId}, e.id, e.type, e.content, e.created_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (id uuid, type text, content text, created_at timestamptz)`.execute(
    tx,
  );
}

interface Row extends Pick<Tables['webhook_events'], 'transaction_id' | 'id' | 'type' | 'content' | 'created_at'> {
  type: RecordedEvent['type'];
}

function toEvent({ transaction_id, id, type, content, created_at }: Row): StoredEvent {
  const { changes, ...subject } = JSON.parse(content) as RecordedEvent['subject'] & Pick<RecordedEvent, 'changes'>;
  return { transactionId: BigInt(transaction_id), id, type, subject, changes, created_at: created_at.toISOString() };
}

interface Selection {
  types: readonly string[];
  limit: number;
}

const columns = sql`e.transaction_id::text, e.id, e.type, e.content, e.created_at`;
const hasType = (types: readonly string[]) => (types.length ? sql`e.type = ANY(${types}::text[])` : sql`true`);

/** Returns the position of a reader that has seen all events that exist. */
export async function findEnd(db: Db, projectId: string): Promise<Position> {
  const { rows } = await sql<{ id: string }>`SELECT ${OLDEST_RUNNING}::text AS id`.execute(db);
  const start = { transactionId: BigInt(rows[0]?.id ?? 0), seen: [] };
  return (await readEvents(db, projectId, start, { types: [], limit: MAX_UNSETTLED })).position;
}

/** Returns the oldest unseen events, in the order of their transactions, and the position after them. */
export async function readEvents(
  db: Db,
  projectId: string,
  { transactionId, seen }: Position,
  { types, limit }: Selection,
): Promise<{ events: StoredEvent[]; position: Position }> {
  const { rows } = await sql<{ oldest_running: string } & (Row | { id: null })>`
    SELECT ${OLDEST_RUNNING}::text AS oldest_running, ${columns}
    FROM (SELECT) AS always LEFT JOIN webhook_events e
      ON e.project_id = ${projectId} AND e.transaction_id >= ${transactionId.toString()}::xid8 AND e.id <> ALL(${seen.map(({ id }) => id)}::uuid[])
        AND ${hasType(types)}
    ORDER BY e.transaction_id, e.id LIMIT ${limit}`.execute(db);
  const events = rows.filter((row) => row.id !== null).map(toEvent);
  const oldestRunning = BigInt(rows[0]?.oldest_running ?? 0);
  const last = events.length === limit ? events.at(-1) : undefined;
  const next = last && last.transactionId < oldestRunning ? last.transactionId : oldestRunning;
  return { events, position: { transactionId: next, seen: [...seen, ...events].filter((event) => event.transactionId >= next) } };
}

/** Returns the last events, oldest first. */
export async function findLastEvents(db: Db, projectId: string, { types, limit }: Selection): Promise<StoredEvent[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM webhook_events e WHERE e.project_id = ${projectId} AND ${hasType(types)}
    ORDER BY e.transaction_id DESC, e.id DESC LIMIT ${limit}`.execute(db);
  return rows.toReversed().map(toEvent);
}

/** Deletes events after three days. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await sql`/* all projects */ DELETE FROM webhook_events WHERE created_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(
    db,
  );
}

/** Deletes events that contain an address of the person or the id of one of their records. */
export async function deletePersonEvents(tx: Transaction, projectId: string, person: Person, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM webhook_events
    WHERE project_id = ${projectId} AND (${mentions(sql`content`, person)} OR ${namesAny(sql`content`, ids)})`.execute(tx);
  return Number(numAffectedRows);
}
