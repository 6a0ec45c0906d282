import { type ClickHouse, STATEMENT_SETTINGS } from '../../../platform/clickhouse/clickhouse.ts';
import { join, literal, raw, sql, type Sql, typed } from '../../../platform/clickhouse/sql.ts';
import { ORIGIN_FIELDS, PAGE_VIEW } from '../pipeline/event.ts';

/** A part of a table that ClickHouse could not read and has detached. */
export interface BrokenPart {
  table: string;
  name: string;
  partition: string;
}

/** Returns broken parts of an embedded engine or a single server. Replicas of a cluster repair each other. */
export async function findBrokenParts({ query }: ClickHouse): Promise<BrokenPart[]> {
  return await query<BrokenPart>(
    sql`SELECT table, name, coalesce(partition_id, '') AS partition FROM system.detached_parts
    WHERE database = currentDatabase() AND reason LIKE '%broken%'`,
  );
}

/** Deletes a broken part whose content was built again. */
export async function dropBrokenPart({ command }: ClickHouse, { table, name }: BrokenPart): Promise<void> {
  await command(sql`ALTER TABLE ${raw(table)} DROP DETACHED PART ${literal(name)} SETTINGS allow_drop_detached = 1`);
}

/** Returns the builds with stored totals. */
export async function findStoredBuilds({ query }: ClickHouse): Promise<string[]> {
  const rows = await query<{ build: string }>(
    sql`SELECT DISTINCT toString(build) AS build FROM rollups WHERE dimension = 'total'`,
  );
  return rows.map(({ build }) => build);
}

/**
 * Builds the visits that started in a month such as 202611 from their events, except those of some projects. Requires that no batch is
 * being written.
 */
export async function replaceVisits(
  clickhouse: ClickHouse,
  { month, exceptProjects, version }: { month: number; exceptProjects: string[]; version: number },
): Promise<void> {
  const ofProjects = exceptProjects.length ? sql`project_id NOT IN ${typed(exceptProjects, 'Array(UUID)')}` : sql`1`;
  await clickhouse.command(sql`DELETE FROM visits WHERE toYYYYMM(start) = ${month} AND ${ofProjects}`);
  await insertVisits(clickhouse, {
    version,
    events: sql`${ofProjects} AND ${aroundMonth(month)}`,
    month,
  });
}

/** Returns the condition that an event can belong to a visit that started in a month such as 202611. */
export function aroundMonth(month: number): Sql {
  const firstDay = `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01 00:00:00`;
  const start = sql`toDateTime64(${firstDay}, 3, 'UTC')`;
  return sql`time >= ${start} - INTERVAL 1 DAY AND time < ${start} + INTERVAL 1 MONTH + INTERVAL 1 DAY`;
}

/** Large groupings continue on disk, columns are read in small parts, and visits are written as they are made: the default is a million. */
const MEMORY_SETTINGS = raw(
  'max_threads = 1, max_bytes_before_external_group_by = 67108864, max_read_buffer_size = 131072, max_block_size = 16384, min_insert_block_size_rows = 0, min_insert_block_size_bytes = 8388608',
);

/**
 * Writes the visits of some events. The events must be all events of these visits. With a month such as 202611, writes the visits that
 * started in the month. Visits are aggregates of their events (`createVisit` in sessions), and each event has the id of its visit.
 */
export async function insertVisits(
  clickhouse: Pick<ClickHouse, 'command'>,
  { version, events, month }: { version: number; events: Sql; month?: number },
): Promise<void> {
  const order = raw('(time, seq)');
  const isView = sql`name = ${PAGE_VIEW}`;
  const columns: [name: string, aggregate: Sql][] = [
    ['start', raw('min(time)')],
    ['end', raw('max(time)')],
    ['events', raw('count()')],
    ['page_views', sql`countIf(${isView})`],
    ['interactions', sql`countIf(NOT ${isView} AND interactive)`],
    ['entry_page', sql`argMinIf(path, ${order}, ${isView})`],
    ['entry_time', sql`minIf(time, ${isView})`],
    ['exit_page', sql`argMaxIf(path, ${order}, ${isView})`],
    ['exit_time', sql`maxIf(time, ${isView})`],
    ...ORIGIN_FIELDS.map((field): [string, Sql] => [field, sql`argMin(${raw(field)}, ${order})`]),
  ];
  const names = (prefix = '') => raw(columns.map(([name]) => `${prefix}${name}`).join(', '));
  // Aliases differ from column names, because ClickHouse substitutes an alias everywhere in the query.
  await clickhouse.command(
    sql`INSERT INTO visits (project_id, person, id, sign, version, ${names()})
    SELECT project_id, person, visit, 1, ${version}, ${names('new_')} FROM (
      SELECT project_id, person, visit, ${join(columns.map(([name, aggregate]) => sql`${aggregate} AS ${raw(`new_${name}`)}`))}
      FROM events WHERE ${events} GROUP BY project_id, person, visit
    ) ${month === undefined ? raw('') : sql`WHERE toYYYYMM(new_start) = ${month}`}
    SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, ${MEMORY_SETTINGS}, ${STATEMENT_SETTINGS}`,
  );
}
