import type { FastifyBaseLogger } from 'fastify';
import { type ClickHouse, ON_SHARDS } from '../../clickhouse/clickhouse.ts';
import type { Db } from '../../postgres/database.ts';
import type { Loss } from '../../event-log/event-counts-store.ts';
import { ORIGIN_FIELDS, PAGE_VIEW } from '../event.ts';
import { whileQuiet } from '../../event-log/batches-store.ts';
import { findProgress } from '../../event-log/inbox-store.ts';
import { voidLostDays } from '../rollups/finalized-days-store.ts';
import { OF_BUILDS } from '../rollups/builder.ts';
import { LONGEST_MS } from '../sessions/visits.ts';

/** A part of a table that ClickHouse could not read, and set aside. */
export interface BrokenPart {
  table: string;
  name: string;
  partition: string;
}

interface RebuildDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: FastifyBaseLogger;
}

/** Broken parts of a server of its own. Replicas of a cluster repair each other. */
export async function findBrokenParts({ query }: ClickHouse): Promise<BrokenPart[]> {
  return await query<BrokenPart>(
    `SELECT table, name, coalesce(partition_id, '') AS partition FROM system.detached_parts
    WHERE database = currentDatabase() AND reason LIKE '%broken%'`,
  );
}

/**
 * Builds again what was lost and follows from events: rollups and settled visits by voiding their days, visits at once. Where events are
 * missing too, what is left of both is kept: nothing better could be built.
 */
export async function rebuild(deps: RebuildDeps, { parts, losses }: { parts: BrokenPart[]; losses: Loss[] }): Promise<void> {
  const { db, clickhouse, log } = deps;
  const isOfBuilds = ({ table }: BrokenPart) => (OF_BUILDS as readonly string[]).includes(table);
  const builds = await clickhouse.query<{ build: string }>(
    `SELECT DISTINCT toString(build) AS build FROM rollups WHERE dimension = 'total'`,
  );
  const days = await voidLostDays(db, { builds: builds.map(({ build }) => build), isDamaged: parts.some(isOfBuilds) });
  if (days) log.warn({ days }, 'days are summed up again, because their rollups were lost');
  for (const part of parts.filter(isOfBuilds)) await dropBroken(clickhouse, part);

  for (const [partition, broken] of Map.groupBy(
    parts.filter(({ table }) => table === 'visits'),
    (part) => part.partition,
  )) {
    const month = Number(partition);
    if (!month) continue;
    const incomplete = [...new Set(losses.filter(({ day }) => isNear(day, month)).map(({ project_id }) => project_id))];
    await rebuildVisits(deps, month, incomplete);
    log.warn({ month, incomplete_projects: incomplete.length }, 'visits were built again from events');
    if (!incomplete.length) for (const part of broken) await dropBroken(clickhouse, part);
  }
}

/** Whether events of a day may belong to visits that began in a month such as 202611: in it, or on the day after. */
function isNear(day: string, month: number): boolean {
  const first = Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1);
  const next = Date.UTC(Math.floor(month / 100), month % 100, 1);
  const time = Date.parse(day);
  return time >= first - LONGEST_MS && time <= next;
}

/** Builds the visits that began in a month again from their events, but those of some projects. When it is interrupted, the broken part is still there, and it is done again. */
async function rebuildVisits({ db, clickhouse }: RebuildDeps, month: number, except: string[]): Promise<void> {
  const others = except.length ? `project_id NOT IN (${except.map((id) => `'${id}'`).join(', ')})` : '1';
  const begin = `toDateTime64('${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01 00:00:00', 3, 'UTC')`;
  await whileQuiet(db, async (tx) => {
    const { lastBatch } = await findProgress(tx);
    await clickhouse.command(`DELETE FROM visits WHERE toYYYYMM(start) = ${month} AND ${others}`);
    await insertVisits(clickhouse, {
      version: lastBatch,
      events: `${others} AND time >= ${begin} - INTERVAL 1 DAY AND time < ${begin} + INTERVAL 1 MONTH + INTERVAL 1 DAY`,
      month,
    });
  });
}

/**
 * Writes the visits of some events, which must be all events of these visits: of those that began in a month such as 202611, or of all.
 * Visits are figures of their events (`visitOf` in visits.ts); an event names its visit.
 */
export async function insertVisits(
  clickhouse: Pick<ClickHouse, 'command'>,
  { version, events, month }: { version: number; events: string; month?: number },
): Promise<void> {
  const order = '(time, seq)';
  const isView = `name = '${PAGE_VIEW}'`;
  const figures = [
    ['start', 'min(time)'],
    ['end', 'max(time)'],
    ['events', 'count()'],
    ['page_views', `countIf(${isView})`],
    ['interactions', `countIf(NOT ${isView} AND interactive)`],
    ['entry_page', `argMinIf(path, ${order}, ${isView})`],
    ['entry_time', `minIf(time, ${isView})`],
    ['exit_page', `argMaxIf(path, ${order}, ${isView})`],
    ['exit_time', `maxIf(time, ${isView})`],
    ...ORIGIN_FIELDS.map((field) => [field, `argMin(${field}, ${order})`] as const),
  ] as const;
  // Other names than those of columns: in ClickHouse, a name of the result stands for its expression everywhere.
  await clickhouse.command(
    `INSERT INTO visits (project_id, person, id, sign, version, ${figures.map(([name]) => name).join(', ')})
    SELECT project_id, person, visit, 1, ${version}, ${figures.map(([name]) => `new_${name}`).join(', ')} FROM (
      SELECT project_id, person, visit, ${figures.map(([name, figure]) => `${figure} AS new_${name}`).join(', ')}
      FROM events WHERE ${events} GROUP BY project_id, person, visit
    ) ${month === undefined ? '' : `WHERE toYYYYMM(new_start) = ${month}`}
    SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 268435456, ${ON_SHARDS}`,
  );
}

/** Removes a broken part whose content was built again. */
async function dropBroken({ command }: ClickHouse, { table, name }: BrokenPart): Promise<void> {
  await command(`ALTER TABLE ${table} DROP DETACHED PART '${name.replaceAll("'", '')}' SETTINGS allow_drop_detached = 1`);
}
