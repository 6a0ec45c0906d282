import { type RawBuilder, sql } from 'kysely';
import { type Db, type Transaction, transact } from '../../postgres/database.ts';
import { lockBatches } from '../../event-log/batches-store.ts';
import { forgetEventCounts, type Hour } from '../../event-log/event-counts-store.ts';
import type { Span } from '../query/periods.ts';

/** A day in which nothing has changed for this long is summed up. Late events make it void, until it is quiet again. */
export const QUIET_MS = 3_600_000;

/**
 * Makes void what was summed up of these hours, for a batch or because events were erased; the builds that were. Within a transaction
 * that holds the row of `analytics_flusher`, so that versions become visible in their order.
 */
export async function touchHours(tx: Transaction, hours: Hour[], batch: number | null): Promise<{ build: string }[]> {
  if (!hours.length) return [];
  if (batch === null) await forgetEventCounts(tx, hours);
  const given = sql`unnest(${hours.map(({ project_id }) => project_id)}::uuid[], ${hours.map(({ hour }) => hour)}::timestamptz[]) AS given(project_id, hour)`;
  await sql`
    INSERT INTO analytics_touched_hours (project_id, hour, version, batch)
    SELECT project_id, hour, nextval('analytics_versions'), ${batch}::bigint FROM ${given}
    ON CONFLICT (project_id, hour) DO UPDATE SET version = excluded.version, batch = excluded.batch, touched_at = now()`.execute(
    tx,
  );
  return await voidDays(
    tx,
    sql`USING ${given} WHERE days.project_id = given.project_id AND given.hour < days.reads_to AND given.hour + interval '1 hour' > days.reads_from`,
  );
}

/** Days that no longer count are noted by their first and last hours, so that they are summed up anew. */
async function voidDays(tx: Transaction, which: RawBuilder<unknown>): Promise<{ build: string }[]> {
  const { rows } = await sql<{ build: string }>`
    WITH void AS (DELETE FROM analytics_settled_days AS days ${which} RETURNING days.*),
    noted AS (
      INSERT INTO analytics_touched_hours (project_id, hour, version, touched_at)
      SELECT project_id, hour, 0, '-infinity' FROM void,
        LATERAL (VALUES (date_trunc('hour', starts_at)), (date_trunc('hour', ends_at - interval '1 hour'))) AS hours(hour)
      ON CONFLICT DO NOTHING
    )
    SELECT build FROM void`.execute(tx);
  return rows;
}

/**
 * Makes days void whose rollups ClickHouse lost, so that they are built again from events. `builds` are those whose totals are there.
 * With `isDamaged`, parts of any rollup may be lost: then days keep theirs only if events are missing too, since nothing better is left.
 */
export async function voidLostDays(db: Db, { builds, isDamaged }: { builds: string[]; isDamaged: boolean }): Promise<number> {
  return await transact(db, async (tx) => {
    await lockBatches(tx);
    const isIncomplete = sql`EXISTS (
      SELECT FROM analytics_event_counts AS known WHERE known.project_id = days.project_id AND known.missing > 0
        AND known.day BETWEEN (days.starts_at AT TIME ZONE 'UTC')::date AND ((days.ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date
    )`;
    const isLost = sql`NOT (days.build = ANY(${builds}::bigint[]))`;
    return (await voidDays(tx, sql`WHERE ${isLost} OR (${isDamaged} AND NOT ${isIncomplete})`)).length;
  });
}

/** Returns a number above that of each build which has begun by now. */
export async function nextVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT nextval('analytics_versions')::text AS version`.execute(db);
  return rows[0]?.version ?? '0';
}

/** A project with its hours that are in no settled day. */
export interface Unsettled {
  project_id: string;
  timezone: string;
  counted_bots: string[];
  hours: Date[];
}

/** Returns projects with hours that are in no settled day, in order of their ids. Days that were summed up by other settings count no longer. */
export async function findUnsettled(db: Db): Promise<Unsettled[]> {
  return await transact(db, async (tx) => {
    await voidDays(
      tx,
      sql`USING ${SETTINGS} WHERE days.project_id = settings.id AND (days.timezone <> settings.timezone OR days.counted_bots <> settings.counted_bots)`,
    );
    const { rows } = await sql<Unsettled>`
      SELECT settings.id AS project_id, timezone, counted_bots, array_agg(hour ORDER BY hour) AS hours
      FROM analytics_touched_hours AS touched JOIN ${SETTINGS} ON settings.id = touched.project_id
      WHERE NOT EXISTS (
        SELECT FROM analytics_settled_days AS days
        WHERE days.project_id = touched.project_id AND days.starts_at <= touched.hour AND days.ends_at > touched.hour
      ) GROUP BY settings.id, timezone, counted_bots ORDER BY settings.id`.execute(tx);
    return rows;
  });
}

const SETTINGS = sql`(
  SELECT id, coalesce(settings -> 'analytics' ->> 'timezone', 'UTC') AS timezone,
    coalesce(settings -> 'analytics' -> 'counted_bots', '[]') AS counted_bots FROM projects
) AS settings`;

/** A day that may be summed up, and the time that is read for it. */
export interface Day {
  projectId: string;
  timezone: string;
  countedBots: string[];
  span: Span;
  reads: Span;
}

/** A build of a day that is being made: its number, and the version of what it reads. */
export interface Begun {
  build: string;
  version: string;
  at: Date;
}

/** Undefined while what is to be read changes, or changed a moment ago. */
export async function beginBuild(db: Db, { projectId, reads }: Day, quietMs: number): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    SELECT nextval('analytics_versions') AS build, coalesce(max(version), 0) AS version, now() AS at FROM analytics_touched_hours AS touched
    WHERE ${isTouched(projectId, reads)} HAVING coalesce(bool_and(
      touched_at <= now() - make_interval(secs => ${quietMs / 1_000}) AND NOT EXISTS (SELECT FROM analytics_batches WHERE id = batch)
    ), true)`.execute(db);
  return rows[0];
}

const isTouched = (projectId: string, { from, to }: Span) =>
  sql`touched.project_id = ${projectId} AND touched.hour < ${new Date(to)}::timestamptz AND touched.hour + interval '1 hour' > ${new Date(from)}::timestamptz`;

/**
 * Lets a build count, unless something changed since it began, be it a setting. Its hours need no longer be known. A node that stood
 * still for longer than days must be quiet finds no trace of what changed, if another has summed that up: its build does not count.
 */
export async function recordSettled(
  db: Db,
  { projectId, timezone, countedBots, span, reads }: Day,
  { build, version, at }: Begun,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    await lockBatches(tx);
    const { numAffectedRows } = await sql`
      INSERT INTO analytics_settled_days (project_id, starts_at, ends_at, build, reads_from, reads_to, timezone, counted_bots)
      SELECT id, ${new Date(span.from)}::timestamptz, ${new Date(span.to)}::timestamptz, ${build}::bigint,
        ${new Date(reads.from)}::timestamptz, ${new Date(reads.to)}::timestamptz, ${timezone}, ${JSON.stringify(countedBots)}::jsonb
      FROM ${SETTINGS} WHERE id = ${projectId} AND timezone = ${timezone} AND counted_bots = ${JSON.stringify(countedBots)}::jsonb
        AND ${at}::timestamptz > clock_timestamp() - make_interval(secs => ${QUIET_MS / 1_000}) AND NOT EXISTS (
        SELECT FROM analytics_touched_hours AS touched WHERE ${isTouched(projectId, reads)} AND version > ${version}::bigint
      ) ON CONFLICT DO NOTHING`.execute(tx);
    if (!numAffectedRows) return false;
    await sql`
      DELETE FROM analytics_touched_hours
      WHERE project_id = ${projectId} AND hour >= ${new Date(span.from)} AND hour + interval '1 hour' <= ${new Date(span.to)}`.execute(
      tx,
    );
    return true;
  });
}

/** A settled day, in milliseconds. */
export interface SettledDay extends Span {
  build: number;
}

/** Days within a time that are summed up by these settings, in order. */
export async function findSettledDays(
  db: Db,
  { projectId, countedBots, from, to }: Span & { projectId: string; countedBots: string[] },
): Promise<SettledDay[]> {
  const { rows } = await sql<SettledDay>`
    /* prepared */ SELECT extract(epoch FROM starts_at)::float8 * 1000 AS from, extract(epoch FROM ends_at)::float8 * 1000 AS to, build::float8 AS build
    FROM analytics_settled_days
    WHERE project_id = ${projectId} AND starts_at >= ${new Date(from)} AND ends_at <= ${new Date(to)}
      AND counted_bots = ${JSON.stringify(countedBots)}::jsonb ORDER BY starts_at`.execute(db);
  return rows;
}

/** On how many days of a time, of UTC, something happened that is not summed up. */
export async function countUnsettledDays(db: Db, { projectId, from, to }: Span & { projectId: string }): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    /* prepared */ SELECT count(DISTINCT date_trunc('day', hour, 'UTC'))::int AS days FROM analytics_touched_hours
    WHERE project_id = ${projectId} AND hour >= ${new Date(from)} AND hour < ${new Date(to)}`.execute(db);
  return rows[0]?.days ?? 0;
}

/** Forgets the days and hours of a project before a moment. */
export async function forgetDays(db: Db, projectId: string, before: Date): Promise<void> {
  await sql`DELETE FROM analytics_touched_hours WHERE project_id = ${projectId} AND hour < ${before}`.execute(db);
  await sql`DELETE FROM analytics_settled_days WHERE project_id = ${projectId} AND starts_at < ${before}`.execute(db);
}
