import type { FastifyBaseLogger } from 'fastify';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { skipBatch, whileQuiet } from '../pipeline/batches-store.ts';
import type { Loss } from '../pipeline/event-counts-store.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { BUILD_TABLES } from '../rollups/builds-store.ts';
import { invalidateLostDays } from '../pipeline/finalized-days-store.ts';
import { MAX_VISIT_MS } from '../sessions/visits.ts';
import { type BrokenPart, dropBrokenPart, findStoredBuilds, replaceVisits } from './repair-store.ts';

interface RebuildDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: FastifyBaseLogger;
}

/**
 * Rebuilds lost data that can be computed from events: invalidates the days of lost rollups and visit facts, and builds visits
 * immediately. Where events are missing as well, keeps the remaining data: nothing better could be built.
 */
export async function rebuild(deps: RebuildDeps, { parts, losses }: { parts: BrokenPart[]; losses: Loss[] }): Promise<void> {
  const { db, clickhouse, log } = deps;
  const isOfBuilds = ({ table }: BrokenPart) => (BUILD_TABLES as readonly string[]).includes(table);
  const builds = await findStoredBuilds(clickhouse);
  const days = await invalidateLostDays(db, { builds, isDamaged: parts.some(isOfBuilds) });
  if (days) log.warn({ days }, 'rollups were lost; their days will be built again');
  for (const part of parts.filter(isOfBuilds)) await dropBrokenPart(clickhouse, part);

  for (const [partition, broken] of Map.groupBy(
    parts.filter(({ table }) => table === 'visits'),
    (part) => part.partition,
  )) {
    const month = Number(partition);
    if (!month) continue;
    const incomplete = [...new Set(losses.filter(({ day }) => isNear(day, month)).map(({ project_id }) => project_id))];
    await rebuildVisits(deps, month, incomplete);
    log.warn({ month, incomplete_projects: incomplete.length }, 'visits were rebuilt from events');
    if (!incomplete.length) for (const part of broken) await dropBrokenPart(clickhouse, part);
  }
}

/** Returns whether events of a day can belong to visits that started in a month such as 202611: days of the month, and the days next to it. */
function isNear(day: string, month: number): boolean {
  const first = Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1);
  const next = Date.UTC(Math.floor(month / 100), month % 100, 1);
  const time = Date.parse(day);
  return time >= first - MAX_VISIT_MS && time <= next;
}

/** Rebuilds the visits of a month. After an interruption, the broken part still exists, so that the next verification repeats the rebuild. */
async function rebuildVisits({ db, clickhouse }: RebuildDeps, month: number, exceptProjects: string[]): Promise<void> {
  await whileQuiet(db, async (tx) => {
    // Forwarders keep visits in memory, and read them again after this.
    const version = await skipBatch(tx);
    await replaceVisits(clickhouse, { month, exceptProjects, version });
  });
}
