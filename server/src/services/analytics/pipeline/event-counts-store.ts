import { unnest } from '../../../platform/postgres/unnest.ts';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';
import type { Span } from './span.ts';

/** An hour of a project's events, by its start. */
export interface Hour {
  project_id: string;
  hour: Date;
}

/** Number of a project's events on a UTC day, such as `2026-11-23`. */
export interface DayCount {
  project_id: string;
  day: string;
  events: number;
}

const given = (counts: DayCount[]) =>
  sql`json_to_recordset(${JSON.stringify(counts)}::json) AS given(project_id uuid, day date, events bigint)`;

/** Adds the new events of a batch, in the transaction that saves the batch. An unknown count stays unknown. */
export async function addEventCounts(tx: Transaction, counts: DayCount[]): Promise<void> {
  if (!counts.length) return;
  await sql`
    INSERT INTO analytics_event_counts AS known (project_id, day, events)
    SELECT project_id, day, events FROM ${given(counts)}
    ON CONFLICT (project_id, day) DO UPDATE SET events = known.events + excluded.events`.execute(tx);
}

/** Makes the counts of these days unknown, because events are erased. The next verification counts the remaining events. */
export async function forgetEventCounts(tx: Transaction, hours: Hour[]): Promise<void> {
  await sql`
    UPDATE analytics_event_counts AS known SET events = NULL
    FROM (
      SELECT DISTINCT project_id, (hour AT TIME ZONE 'UTC')::date AS day
      FROM ${unnest('touched', { project_id: 'uuid', hour: 'timestamptz' }, hours)}
    ) AS erased
    WHERE known.project_id = erased.project_id AND known.day = erased.day`.execute(tx);
}

/** Removes the counts of days before a date, whose events are deleted. */
export async function removeEventCounts(db: Db, projectId: string, before: string): Promise<void> {
  await sql`DELETE FROM analytics_event_counts WHERE project_id = ${projectId} AND day < ${before}::date`.execute(db);
}

/** Returns the number of a project's events on the UTC days of a span, without those of days whose count is unknown. */
export async function countEvents(db: Db, projectId: string, { from, to }: Span): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    SELECT coalesce(sum(events), 0)::float8 AS events FROM analytics_event_counts
    WHERE project_id = ${projectId} AND day >= (${new Date(from)}::timestamptz AT TIME ZONE 'UTC')::date
      AND day < ${new Date(to)}::timestamptz AT TIME ZONE 'UTC'`.execute(db);
  return rows[0]?.events ?? 0;
}

export interface KnownCount extends Omit<DayCount, 'events'> {
  /** Number of forwarded events that were not erased; null while unknown. */
  events: number | null;
  missing: number;
}

/** Months with counts, such as `2026-11`. */
export async function findCountedMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    /* all projects */ SELECT DISTINCT to_char(day, 'YYYY-MM') AS month FROM analytics_event_counts`.execute(db);
  return rows.map(({ month }) => month);
}

/** The counts of a month of UTC. */
export async function findEventCounts(db: Db, month: string): Promise<KnownCount[]> {
  const { rows } = await sql<KnownCount>`
    /* all projects */ SELECT project_id, to_char(day, 'YYYY-MM-DD') AS day, events::float8 AS events, missing::float8 AS missing FROM analytics_event_counts
    WHERE day >= ${`${month}-01`}::date AND day < ${`${month}-01`}::date + interval '1 month'`.execute(db);
  return rows;
}

/** Records the number of events in ClickHouse by day: fills in unknown counts, and updates the number of missing events. */
export async function recordFound(tx: Transaction, found: DayCount[]): Promise<void> {
  await sql`
    UPDATE analytics_event_counts AS known SET
      events = coalesce(known.events, given.events + known.missing),
      missing = CASE WHEN known.events IS NULL THEN known.missing ELSE greatest(known.events - given.events, 0) END
    FROM ${given(found)} WHERE known.project_id = given.project_id AND known.day = given.day`.execute(tx);
}

/** Returns whether the events of earlier versions were counted. */
export async function hasCountedAll(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has_counted: boolean }>`SELECT has_counted FROM analytics_event_log`.execute(db);
  return rows[0]?.has_counted ?? false;
}

/** Records the counts of events from versions without event counts. */
export async function recordFirstCounts(tx: Transaction, found: DayCount[]): Promise<void> {
  await sql`
    INSERT INTO analytics_event_counts AS known (project_id, day, events)
    SELECT project_id, day, events FROM ${given(found)} WHERE EXISTS (SELECT FROM projects WHERE id = given.project_id)
    ON CONFLICT (project_id, day) DO UPDATE SET events = greatest(known.events, excluded.events)`.execute(tx);
}

/** Records that the events of earlier versions are counted. */
export async function recordCountedAll(db: Db): Promise<void> {
  await sql`UPDATE analytics_event_log SET has_counted = true`.execute(db);
}

export interface Loss extends Pick<Tables['analytics_event_counts'], 'project_id'> {
  slug: string;
  day: string;
  events: number;
}

/** Days whose events are not all in ClickHouse, latest first; of one project, or of all. */
export async function findLosses(db: Db, projectId?: string): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    SELECT project_id, slug, to_char(day, 'YYYY-MM-DD') AS day, missing::float8 AS events
    FROM analytics_event_counts JOIN projects ON projects.id = project_id
    WHERE missing > 0 AND ${projectId === undefined ? sql`/* all projects */ true` : sql`project_id = ${projectId}`} ORDER BY day DESC, slug`.execute(
    db,
  );
  return rows;
}

/** Accepts the loss of all missing events. Returns their number. */
export async function acceptLosses(db: Db): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    /* all projects */ WITH lost AS (SELECT project_id, day, missing FROM analytics_event_counts WHERE missing > 0 FOR UPDATE),
    accepted AS (
      UPDATE analytics_event_counts AS known SET events = events - lost.missing, missing = 0
      FROM lost WHERE known.project_id = lost.project_id AND known.day = lost.day
    )
    SELECT coalesce(sum(missing), 0)::float8 AS events FROM lost`.execute(db);
  return rows[0]?.events ?? 0;
}
