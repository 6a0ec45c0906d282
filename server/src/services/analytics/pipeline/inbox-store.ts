import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { partitionOfProject, PARTITIONS } from './partitions.ts';
import type { Tables } from '../tables.ts';

/** Number of events by outcome: `received`, `accepted`, `late`, `dropped:<reason>`, `repaired:<reason>`, `bot:<reason>`. */
export type Outcomes = Record<string, number>;

/** Adds one event to the counts of the given outcomes. */
export function countOutcome(outcomes: Outcomes, ...names: string[]): void {
  for (const name of names) outcomes[name] = (outcomes[name] ?? 0) + 1;
}

/** An accepted event. `json` has no line breaks. */
export interface EventToStore {
  json: string;
  /** Partition of its visitor. */
  partition: number;
  /** Client-side id, by which repeated events are recognized. */
  eventId: string | null;
  outcomes: string[];
}

/**
 * Stores events, as JSON, durably in the inbox. Events with a client-side id that is already known are counted as duplicates instead.
 */
export async function addToInbox(db: Db, projectId: string, events: EventToStore[], outcomes: Outcomes): Promise<void> {
  if (!events.some(({ eventId }) => eventId)) {
    await insertRows(db, projectId, { events, outcomes });
    return;
  }
  await insertNew(db, projectId, { events, outcomes });
}

/** A row to insert: the events of a partition, with the outcomes of these and of rejected events. */
interface NewRow {
  events: string[];
  outcomes: Outcomes;
}

/** Inserts a row for each partition. */
async function insertRows(
  db: Db,
  projectId: string,
  { events, outcomes }: { events: EventToStore[]; outcomes: Outcomes },
): Promise<void> {
  const rows = new Map<number, NewRow>();
  if (Object.keys(outcomes).length) rows.set(partitionOfProject(projectId), { events: [], outcomes: { ...outcomes } });
  for (const { partition, json, outcomes: names } of events) {
    let row = rows.get(partition);
    if (!row) rows.set(partition, (row = { events: [], outcomes: {} }));
    row.events.push(json);
    countOutcome(row.outcomes, 'received', ...names);
  }
  if (!rows.size) return;
  const contents = [...rows.values()];
  // Lines, because an array parameter would have each quote of the JSON escaped.
  await sql`
    /* prepared */ INSERT INTO analytics_inbox (project_id, partition, events, event_count, outcomes)
    SELECT ${projectId}::uuid, partition, events, event_count, outcomes::jsonb
    FROM unnest(${[...rows.keys()]}::smallint[], ${contents.map(({ events: own }) => own.length)}::int[],
      string_to_array(${contents.map(({ events: own }) => `[${own.join(',')}]`).join('\n')}, E'\n'),
      string_to_array(${contents.map((row) => JSON.stringify(row.outcomes)).join('\n')}, E'\n')) AS given(partition, event_count, events, outcomes)`.execute(
    db,
  );
}

/** Stores rows of the search log, without their project, in the inbox. */
export async function addSearches(db: Db, projectId: string, searches: object[]): Promise<void> {
  await sql`
    INSERT INTO analytics_inbox (project_id, partition, kind, events, event_count, outcomes)
    VALUES (${projectId}, ${partitionOfProject(projectId)}, 'searches', ${JSON.stringify(searches)}, ${searches.length}, '{}')`.execute(
    db,
  );
}

/**
 * Stores the ids of events, and inserts a row for each partition with the events whose ids are new, in one statement. A transaction with
 * four statements takes a third more processor time in Node.js and in PostgreSQL. Ids are sorted, so that concurrent statements cannot
 * deadlock. Events without ids have a statement of their own: this one would take PostgreSQL five times as long for a single event, and
 * twice as long for a batch of 1,000.
 */
async function insertNew(
  db: Db,
  projectId: string,
  { events, outcomes }: { events: EventToStore[]; outcomes: Outcomes },
): Promise<void> {
  const ids = new Set<string>();
  const given: EventToStore[] = [];
  const others = { ...outcomes };
  for (const event of events) {
    const { eventId } = event;
    if (eventId && ids.has(eventId)) {
      countOutcome(others, 'received', 'dropped:duplicate');
      continue;
    }
    if (eventId) ids.add(eventId);
    given.push(event);
  }
  await sql`
    /* prepared */ WITH given AS MATERIALIZED (
      SELECT * FROM unnest(${given.map(({ partition }) => partition)}::smallint[], ${given.map(({ eventId }) => eventId)}::uuid[],
        string_to_array(${given.map(({ json }) => json).join('\n')}, E'\n'),
        string_to_array(${given.map((event) => ['received', ...event.outcomes].join('\t')).join('\n')}, E'\n'))
        WITH ORDINALITY AS events (partition, event_id, event, names, position)
    ), new_ids AS (
      INSERT INTO analytics_event_ids (project_id, event_id)
      SELECT ${projectId}::uuid, event_id FROM given WHERE event_id IS NOT NULL ORDER BY event_id
      ON CONFLICT DO NOTHING RETURNING event_id
    ), kept AS MATERIALIZED (
      SELECT * FROM given WHERE event_id IS NULL OR event_id IN (SELECT event_id FROM new_ids)
    ), counted AS (
      SELECT partition, name, count(*) FROM kept, string_to_table(names, E'\t') AS name GROUP BY partition, name
      UNION ALL
      SELECT ${partitionOfProject(projectId)}::smallint, name, count FROM (
        SELECT key AS name, value::bigint AS count FROM jsonb_each_text(${JSON.stringify(others)}::jsonb)
        UNION ALL
        SELECT name, (SELECT count(*) FROM given) - (SELECT count(*) FROM kept) FROM unnest(ARRAY['received', 'dropped:duplicate']) AS name
      ) AS others WHERE count > 0
    )
    INSERT INTO analytics_inbox (project_id, partition, events, event_count, outcomes)
    SELECT ${projectId}::uuid, partition, coalesce(events, '[]'), coalesce(event_count, 0), outcomes
    FROM (
      SELECT partition, jsonb_object_agg(name, count) AS outcomes
      FROM (SELECT partition, name, sum(count)::bigint AS count FROM counted GROUP BY partition, name) AS summed GROUP BY partition
    ) AS outcomes LEFT JOIN (
      SELECT partition, '[' || string_agg(event, ',' ORDER BY position) || ']' AS events, count(*) AS event_count
      FROM kept GROUP BY partition
    ) AS events USING (partition)`.execute(db);
}

/** Stores ids of events, and returns the new ones. Inserts in sorted order, so that concurrent transactions can't deadlock. */
export async function rememberIds(tx: Transaction, projectId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ event_id: string }>`
    INSERT INTO analytics_event_ids (project_id, event_id)
    SELECT DISTINCT ${projectId}::uuid, id FROM unnest(${ids}::uuid[]) AS id ORDER BY id
    ON CONFLICT DO NOTHING RETURNING event_id`.execute(tx);
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Events older than 7 days are rejected; one more day for slow requests. */
export const REMEMBERED_DAYS = 8;

export async function forgetOldIds(db: Db): Promise<void> {
  await sql`/* all projects */ DELETE FROM analytics_event_ids WHERE seen_at < now() - make_interval(days => ${REMEMBERED_DAYS})`.execute(
    db,
  );
}

/** Rows of both inboxes. */
const WAITING = sql`(
  SELECT partition, project_id, id, source_row, kind, event_count, outcomes, received_at FROM analytics_inbox
  UNION ALL SELECT partition, project_id, id, NULL, 'imports', event_count, outcomes, received_at FROM analytics_imports
) AS waiting`;

export interface InboxState {
  /** Number of events that are not in ClickHouse yet. */
  events: number;
  /** Arrival of the oldest row, including rows of rejected events only; null for an empty inbox. */
  oldest: Date | null;
  /** Number of events by partition that are in no batch yet. */
  byPartition: Record<number, number>;
}

/** Progress of forwarding. */
export interface Progress {
  state: InboxState;
  /** Numbers of the first and the last row of the inbox. */
  firstRow: number | null;
  lastRow: number | null;
  /** The first batch that ClickHouse has not confirmed, and the last number that was given to a batch. */
  pendingBatch: number | null;
  lastBatch: number;
}

export async function findProgress(db: Db): Promise<Progress> {
  const { rows } = await sql<InboxState & Omit<Progress, 'state'>>`
    /* all projects */ SELECT coalesce(inbox.events, 0)::float8 + coalesce(batches.events, 0)::float8 AS events, least(inbox.oldest, batches.oldest) AS oldest,
      inbox.by_partition AS "byPartition", inbox.first::float8 AS "firstRow", inbox.last::float8 AS "lastRow",
      batches.first::float8 AS "pendingBatch", (SELECT last_value FROM analytics_batch_ids)::float8 AS "lastBatch"
    FROM (
      SELECT sum(events) AS events, min(oldest) AS oldest, min(first) AS first, max(last) AS last,
        coalesce(jsonb_object_agg(partition, events) FILTER (WHERE partition IS NOT NULL), '{}') AS by_partition
      FROM (
        SELECT partition, sum(event_count) AS events, min(received_at) AS oldest,
          min(coalesce(source_row, id)) AS first, max(id) AS last FROM ${WAITING} GROUP BY partition
      ) AS partitions
    ) AS inbox, (SELECT sum(event_count) AS events, min(created_at) AS oldest, min(id) AS first FROM analytics_batches) AS batches`.execute(
    db,
  );
  const { events, oldest, byPartition, ...progress } = rows[0] as InboxState & Omit<Progress, 'state'>;
  return { state: { events, oldest, byPartition }, ...progress };
}

/** Progress of forwarding the rows of one project. */
export interface ProjectProgress {
  /** Whether a row up to the given one waits in an inbox. */
  hasRows: boolean;
  /** The first batch with rows of the project that ClickHouse has not confirmed. */
  pendingBatch: number | null;
  /** The last number that was given to a batch, of any projects. */
  lastBatch: number;
}

/** The partitions, as rows: a table is searched by partition first. */
const PARTITION_ROWS = sql`generate_series(0, ${sql.lit(PARTITIONS - 1)}) AS partitions(number)`;

/** Selects a value of the first row, or the last, of a project in each partition of the inbox. */
const rowOfEachPartition = (column: 'id' | 'received_at', projectId: string, order: 'ASC' | 'DESC') =>
  sql`SELECT row.value FROM ${PARTITION_ROWS}, LATERAL (
    SELECT ${sql.ref(column)} AS value FROM analytics_inbox WHERE partition = partitions.number AND project_id = ${projectId}
    ORDER BY id ${sql.raw(order)} LIMIT 1
  ) AS row`;

/** Returns the number of a project's last row in the inboxes; null if none waits. */
export async function findLastRow(db: Db, projectId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT greatest(
      (SELECT max(value) FROM (${rowOfEachPartition('id', projectId, 'DESC')}) AS last),
      (SELECT max(id) FROM analytics_imports WHERE project_id = ${projectId})
    )::float8 AS id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Returns the progress of forwarding a project's rows up to `lastRow`. */
export async function findProjectProgress(db: Db, projectId: string, lastRow: number | null): Promise<ProjectProgress> {
  const { rows } = await sql<ProjectProgress>`
    SELECT coalesce((SELECT min(value) FROM (${rowOfEachPartition('id', projectId, 'ASC')}) AS first) <= ${lastRow}::bigint, false)
      OR EXISTS (SELECT FROM analytics_imports WHERE project_id = ${projectId} AND id <= ${lastRow}::bigint)
      OR EXISTS (SELECT FROM analytics_inbox WHERE project_id = ${projectId} AND source_row <= ${lastRow}::bigint) AS "hasRows",
      (SELECT min(id) FROM analytics_batches WHERE waiting_since ? ${projectId}::text)::float8 AS "pendingBatch",
      (SELECT last_value FROM analytics_batch_ids)::float8 AS "lastBatch"`.execute(db);
  return rows[0] as ProjectProgress;
}

/** Completeness of a project's reports, in milliseconds since 1970 by PostgreSQL's clock. */
export interface Reach {
  now: number;
  /** ClickHouse has all events of the project that were accepted before this time. Equals `now` if no event waits. */
  asOf: number;
}

/** Returns the time up to which the reports of a project are complete. Reads one row of each partition, however many rows wait. */
export async function findCompleteUntil(db: Db, projectId: string): Promise<Reach> {
  // Rows are numbered after their `received_at`: all rows of a partition after the first were accepted later.
  const { rows } = await sql<Reach>`
    /* prepared */ SELECT extract(epoch FROM now())::float8 * 1000 AS now, extract(epoch FROM coalesce(least(
      (SELECT min(value) FROM (${rowOfEachPartition('received_at', projectId, 'ASC')}) AS first),
      (SELECT received_at FROM analytics_imports WHERE project_id = ${projectId} ORDER BY id LIMIT 1),
      (SELECT min(received_at) FROM analytics_inbox WHERE project_id = ${projectId} AND source_row IS NOT NULL),
      (SELECT min((waiting_since ->> ${projectId}::text)::timestamptz) FROM analytics_batches)
    ), now()))::float8 * 1000 AS "asOf"`.execute(db);
  return rows[0] as Reach;
}

export async function countWaiting(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(event_count), 0)::float8 AS count FROM ${WAITING} WHERE project_id = ${projectId} AND kind <> 'searches'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export interface InboxRow extends Pick<
  Tables['analytics_inbox'],
  'partition' | 'project_id' | 'id' | 'kind' | 'source_row' | 'events' | 'event_count' | 'received_at' | 'outcomes'
> {
  kind: 'events' | 'searches' | 'imports' | 'transfers';
  /** The first row of the events of a transfer; null for other rows. */
  source_row: string | null;
  outcomes: Outcomes;
}

/** Rows that a project may always add to a batch from one partition. Bounds the read when many projects have long backlogs. */
const MIN_ROWS_OF_PROJECT = 1_000;

/**
 * Returns the rows of the next batch of these partitions, about `maxEvents` events, in order of arrival. Projects share a batch by
 * max-min fairness: the burst of one project only takes the capacity that the other projects leave.
 */
export async function readInbox(
  db: Db,
  { partitions, maxEvents }: { partitions: readonly number[]; maxEvents: number },
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    WITH RECURSIVE queues AS (
      SELECT partition, (SELECT project_id FROM analytics_inbox AS first WHERE first.partition = given.partition ORDER BY project_id LIMIT 1)
      FROM unnest(${partitions}::smallint[]) AS given(partition)
      UNION ALL
      -- A jump along the index to the next project, instead of a scan of all rows.
      SELECT partition, (
        SELECT next.project_id FROM analytics_inbox AS next
        WHERE next.partition = queues.partition AND next.project_id > queues.project_id ORDER BY next.project_id LIMIT 1
      ) FROM queues WHERE project_id IS NOT NULL
    ), counted AS (
      SELECT oldest.*,
        sum(oldest.event_count) OVER (PARTITION BY oldest.project_id ORDER BY oldest.id, oldest.partition) - oldest.event_count AS before_in_project
      FROM queues, LATERAL (
        SELECT inbox.partition, inbox.project_id, inbox.id, inbox.event_count FROM analytics_inbox AS inbox
        WHERE inbox.partition = queues.partition AND inbox.project_id = queues.project_id
        ORDER BY inbox.id LIMIT (SELECT greatest(${MIN_ROWS_OF_PROJECT}::bigint, ${maxEvents}::bigint / count(*)) FROM queues)
      ) AS oldest
    ), turns AS (
      SELECT partition, project_id, id, sum(event_count) OVER (ORDER BY before_in_project, id, partition) - event_count AS before FROM counted
    ), chosen AS (
      SELECT partition, project_id, max(id) AS last FROM turns WHERE before < ${maxEvents} GROUP BY partition, project_id
    )
    SELECT rows.* FROM chosen, LATERAL (
      SELECT partition, project_id, id, source_row, kind, events, event_count, received_at, outcomes FROM analytics_inbox AS inbox
      WHERE inbox.partition = chosen.partition AND inbox.project_id = chosen.project_id AND inbox.id <= chosen.last
      ORDER BY inbox.id LIMIT ${maxEvents}
    ) AS rows ORDER BY rows.id, rows.partition`.execute(db);
  return rows;
}

/** Adds the outcomes of rows that leave the inbox to the counts of their hours. */
export async function countIntake(tx: Transaction, rows: InboxRow[]): Promise<void> {
  const counts = new Map<string, { project_id: string; hour: string; outcome: string; count: number }>();
  for (const { project_id, received_at, outcomes } of rows) {
    const hour = `${received_at.toISOString().slice(0, 13)}:00:00.000Z`;
    for (const [outcome, count] of Object.entries(outcomes)) {
      const key = `${project_id} ${hour} ${outcome}`;
      const known = counts.get(key) ?? { project_id, hour, outcome, count: 0 };
      known.count += count;
      counts.set(key, known);
    }
  }
  await sql`
    INSERT INTO analytics_intake (project_id, hour, outcome, count)
    SELECT project_id, hour, outcome, count FROM json_to_recordset(${JSON.stringify([...counts.values()])}::json)
      AS given(project_id uuid, hour timestamptz, outcome text, count bigint)
    ON CONFLICT (project_id, hour, outcome) DO UPDATE SET count = analytics_intake.count + excluded.count`.execute(tx);
}

/** Returns the outcomes in a period, including waiting events. */
export async function findIntake(db: Db, projectId: string, { from, to }: { from: Date; to: Date }): Promise<Outcomes> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    SELECT outcome, sum(count)::float8 AS count FROM (
      SELECT outcome, count FROM analytics_intake
      WHERE project_id = ${projectId} AND hour >= date_trunc('hour', ${from}::timestamptz, 'UTC') AND hour < ${to}
      UNION ALL
      SELECT key, value::bigint FROM ${WAITING}, jsonb_each_text(outcomes)
      WHERE project_id = ${projectId} AND received_at >= ${from} AND received_at < ${to}
    ) AS counted GROUP BY outcome`.execute(db);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

/** Returns the numbers of accepted events by the hour of their arrival (milliseconds since 1970), including waiting ones, without imported ones. */
export async function findArrivals(
  db: Db,
  projectId: string,
  { from, to }: { from: Date; to: Date },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ hour: number; count: number }>`
    SELECT extract(epoch FROM hour)::float8 * 1000 AS hour,
      sum(CASE outcome WHEN 'accepted' THEN count WHEN 'imported' THEN -count ELSE 0 END)::float8 AS count
    FROM (
      SELECT hour, outcome, count FROM analytics_intake WHERE project_id = ${projectId} AND hour >= ${from} AND hour < ${to}
      UNION ALL
      SELECT date_trunc('hour', received_at, 'UTC'), key, value::bigint FROM ${WAITING}, jsonb_each_text(outcomes)
      WHERE project_id = ${projectId} AND received_at >= ${from} AND received_at < ${to}
    ) AS counted GROUP BY hour`.execute(db);
  return new Map(rows.map(({ hour, count }) => [hour, count]));
}

/** Returns the first hour in which events of a project arrived, in milliseconds since 1970. */
export async function findFirstArrival(db: Db, projectId: string): Promise<number | undefined> {
  const { rows } = await sql<{ hour: Date | null }>`
    SELECT min(hour) AS hour FROM analytics_intake WHERE project_id = ${projectId}`.execute(db);
  return rows[0]?.hour?.getTime();
}
