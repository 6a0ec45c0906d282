import { unnest } from '../../../platform/postgres/unnest.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { lockRollups } from './batches-store.ts';
import { forgetEventCounts, type Hour } from './event-counts-store.ts';
import type { Span } from './span.ts';
import type { Tables } from '../tables.ts';

/** Days without changes for this time are finalized. Late events invalidate a day until it is quiet again. */
export const QUIET_MS = 3_600_000;

/**
 * Records a change of events in some hours, by a batch or by an erasure (null), and invalidates the rollups of their days. Returns the
 * invalidated builds. Requires a transaction that locks batches (`lockRollups`), so that versions become visible in order.
 */
export async function touchHours(tx: Transaction, hours: Hour[], batch: number | null): Promise<{ build: string }[]> {
  if (!hours.length) return [];
  if (batch === null) await forgetEventCounts(tx, hours);
  const given = unnest('given', { project_id: 'uuid', hour: 'timestamptz' }, hours);
  await sql`
    INSERT INTO analytics_touched_hours (project_id, hour, version, batch)
    SELECT project_id, hour, nextval('analytics_versions'), ${batch}::bigint FROM ${given}
    ON CONFLICT (project_id, hour) DO UPDATE SET version = excluded.version, batch = excluded.batch, touched_at = now()`.execute(
    tx,
  );
  return await invalidateDays(
    tx,
    sql`USING ${given} WHERE days.project_id = given.project_id AND given.hour < days.reads_to AND given.hour + interval '1 hour' > days.reads_from`,
  );
}

/** Invalidates days: deletes them and records their first and last hours, so that the rollup builder finds them. Returns their builds. */
async function invalidateDays(tx: Transaction, which: RawBuilder<unknown>): Promise<{ build: string }[]> {
  const { rows } = await sql<{ build: string }>`
    WITH invalidated AS (DELETE FROM analytics_finalized_days AS days ${which} RETURNING days.*),
    recorded AS (
      INSERT INTO analytics_touched_hours (project_id, hour, version, touched_at)
      SELECT project_id, hour, 0, '-infinity' FROM invalidated,
        LATERAL (VALUES (date_trunc('hour', starts_at)), (date_trunc('hour', ends_at - interval '1 hour'))) AS hours(hour)
      ON CONFLICT DO NOTHING
    )
    SELECT build FROM invalidated`.execute(tx);
  return rows;
}

/**
 * Invalidates days whose rollups ClickHouse lost. `builds` are the builds with stored totals. With `isDamaged`, parts of any rollup can be
 * lost: days are invalidated unless events are missing as well, because nothing better could be built from the remaining events.
 * Returns the number of days.
 */
export async function invalidateLostDays(
  db: Db,
  { builds, isDamaged }: { builds: string[]; isDamaged: boolean },
): Promise<number> {
  return await transact(db, async (tx) => {
    await lockRollups(tx);
    const isIncomplete = sql`EXISTS (
      SELECT FROM analytics_event_counts AS known WHERE known.project_id = days.project_id AND known.missing > 0
        AND known.day BETWEEN (days.starts_at AT TIME ZONE 'UTC')::date AND ((days.ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date
    )`;
    const isLost = sql`NOT (days.build = ANY(${builds}::bigint[]))`;
    return (await invalidateDays(tx, sql`/* all projects */ WHERE ${isLost} OR (${isDamaged} AND NOT ${isIncomplete})`)).length;
  });
}

/** Returns a new version, higher than the number of each build that has started. */
export async function allocateVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT nextval('analytics_versions')::text AS version`.execute(db);
  return rows[0]?.version ?? '0';
}

export interface OpenHours extends Pick<Tables['analytics_finalized_days'], 'project_id' | 'timezone' | 'counted_bots'> {
  counted_bots: string[];
  hours: Date[];
}

/** Returns projects with open hours, by id. Invalidates days that were built with other settings of their project. */
export async function findOpenHours(db: Db): Promise<OpenHours[]> {
  return await transact(db, async (tx) => {
    await invalidateDays(
      tx,
      sql`/* all projects */ USING ${SETTINGS} WHERE days.project_id = settings.id AND (days.timezone <> settings.timezone OR days.counted_bots <> settings.counted_bots)`,
    );
    const { rows } = await sql<OpenHours>`
      /* all projects */ SELECT settings.id AS project_id, timezone, counted_bots, array_agg(hour ORDER BY hour) AS hours
      FROM analytics_touched_hours AS touched JOIN ${SETTINGS} ON settings.id = touched.project_id
      WHERE NOT EXISTS (
        SELECT FROM analytics_finalized_days AS days
        WHERE days.project_id = touched.project_id AND days.starts_at <= touched.hour AND days.ends_at > touched.hour
      ) GROUP BY settings.id, timezone, counted_bots ORDER BY settings.id`.execute(tx);
    return rows;
  });
}

const SETTINGS = sql`(
  SELECT id, coalesce(settings -> 'analytics' ->> 'timezone', 'UTC') AS timezone,
    coalesce(settings -> 'analytics' -> 'counted_bots', '[]') AS counted_bots FROM projects
) AS settings`;

/** A day that can be finalized, with the span that its rollups depend on. */
export interface Day {
  projectId: string;
  timezone: string;
  countedBots: string[];
  span: Span;
  reads: Span;
}

/** A running build: its number, the latest version of the hours that it reads, and its start. */
export interface RunningBuild {
  build: string;
  version: string;
  at: Date;
}

/** Starts a build. Returns undefined if an hour that it reads changed within `quietMs`, or is being written. */
export async function startBuild(db: Db, { projectId, reads }: Day, quietMs: number): Promise<RunningBuild | undefined> {
  const { rows } = await sql<RunningBuild>`
    SELECT nextval('analytics_versions') AS build, coalesce(max(version), 0) AS version, now() AS at FROM analytics_touched_hours AS touched
    WHERE ${touchedIn(projectId, reads)} HAVING coalesce(bool_and(
      touched_at <= now() - make_interval(secs => ${quietMs / 1_000}) AND NOT EXISTS (SELECT FROM analytics_batches WHERE id = batch)
    ), true)`.execute(db);
  return rows[0];
}

const touchedIn = (projectId: string, { from, to }: Span) =>
  sql`touched.project_id = ${projectId} AND touched.hour < ${new Date(to)}::timestamptz AND touched.hour + interval '1 hour' > ${new Date(from)}::timestamptz`;

/**
 * Finalizes a day with a build, and deletes its recorded hours. Returns false if events or settings changed since the build started.
 * Discards builds that took longer than `QUIET_MS`: another node may have rebuilt the day meanwhile, which deletes the record of changes.
 */
export async function finalizeDay(
  db: Db,
  { projectId, timezone, countedBots, span, reads }: Day,
  { build, version, at }: RunningBuild,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    await lockRollups(tx);
    const { numAffectedRows } = await sql`
      INSERT INTO analytics_finalized_days (project_id, starts_at, ends_at, build, reads_from, reads_to, timezone, counted_bots)
      SELECT id, ${new Date(span.from)}::timestamptz, ${new Date(span.to)}::timestamptz, ${build}::bigint,
        ${new Date(reads.from)}::timestamptz, ${new Date(reads.to)}::timestamptz, ${timezone}, ${JSON.stringify(countedBots)}::jsonb
      FROM ${SETTINGS} WHERE id = ${projectId} AND timezone = ${timezone} AND counted_bots = ${JSON.stringify(countedBots)}::jsonb
        AND ${at}::timestamptz > clock_timestamp() - make_interval(secs => ${QUIET_MS / 1_000}) AND NOT EXISTS (
        SELECT FROM analytics_touched_hours AS touched WHERE ${touchedIn(projectId, reads)} AND version > ${version}::bigint
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

/** A finalized day, in milliseconds since 1970, with its valid build. */
export interface FinalizedDay extends Span {
  build: number;
}

/** Returns finalized days within a span that were built with the given settings, in order: all, or those whose builds list users. */
export async function findFinalizedDays(
  db: Db,
  { projectId, countedBots, readsUsers, from, to }: Span & { projectId: string; countedBots: string[]; readsUsers: boolean },
): Promise<FinalizedDay[]> {
  const { rows } = await sql<FinalizedDay>`
    /* prepared */ SELECT extract(epoch FROM starts_at)::float8 * 1000 AS from, extract(epoch FROM ends_at)::float8 * 1000 AS to, build::float8 AS build
    FROM analytics_finalized_days
    WHERE project_id = ${projectId} AND starts_at >= ${new Date(from)} AND ends_at <= ${new Date(to)}
      AND counted_bots = ${JSON.stringify(countedBots)}::jsonb AND (lists_users OR NOT ${readsUsers}::boolean) ORDER BY starts_at`.execute(
    db,
  );
  return rows;
}

/** Returns the number of days (UTC) of a span with changes that are not rolled up. */
export async function countOpenDays(db: Db, { projectId, from, to }: Span & { projectId: string }): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    /* prepared */ SELECT count(DISTINCT date_trunc('day', hour, 'UTC'))::int AS days FROM analytics_touched_hours
    WHERE project_id = ${projectId} AND hour >= ${new Date(from)} AND hour < ${new Date(to)}`.execute(db);
  return rows[0]?.days ?? 0;
}

/** Returns the start of the first hour or finalized day with events of a project, in milliseconds since 1970. */
export async function findFirstHour(db: Db, projectId: string): Promise<number | undefined> {
  const { rows } = await sql<{ first: Date | null }>`
    SELECT least(
      (SELECT min(starts_at) FROM analytics_finalized_days WHERE project_id = ${projectId}),
      (SELECT min(hour) FROM analytics_touched_hours WHERE project_id = ${projectId})
    ) AS first`.execute(db);
  return rows[0]?.first?.getTime();
}

/** Deletes the finalized days and recorded hours of a project before a time. */
export async function deleteDays(db: Db, projectId: string, before: Date): Promise<void> {
  await sql`DELETE FROM analytics_touched_hours WHERE project_id = ${projectId} AND hour < ${before}`.execute(db);
  await sql`DELETE FROM analytics_finalized_days WHERE project_id = ${projectId} AND starts_at < ${before}`.execute(db);
}
