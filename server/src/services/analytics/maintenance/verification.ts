import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import {
  type DayCount,
  findCountedMonths,
  findEventCounts,
  findLosses,
  hasCountedAll,
  type KnownCount,
  type Loss,
  recordCountedAll,
  recordFirstCounts,
  recordFound,
} from '../pipeline/event-counts-store.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { whileQuiet } from '../pipeline/batches-store.ts';
import { rebuild } from './repair.ts';
import { type BrokenPart, findBrokenParts } from './repair-store.ts';
import { countStoredEvents, findStoredMonths } from './stored-events-store.ts';

const RETRY_MS = 30_000;
/** Projects and days in one log message. */
const MAX_LOGGED = 100;

export interface VerifyDeps {
  db: Db;
  clickhouse: ClickHouse;
  cluster: string | undefined;
  forwarder: Pick<Forwarder, 'drainAll'>;
  log: FastifyBaseLogger;
}

/** Verifies after each start and once a day that ClickHouse has all events that were written. Must be called before the queue starts. */
export function createVerification(jobs: JobQueue, deps: VerifyDeps) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  // Runs after the deletion of expired events.
  jobs.schedule('analytics.verify', '23 4 * * *', () => verifyEvents(deps, signal));

  /** Repeats until ClickHouse answers. */
  async function verifyAtStart(): Promise<void> {
    while (!signal.aborted) {
      try {
        await verifyEvents(deps, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        deps.log.warn({ reason: (error as Error).message }, 'events could not be verified, will be retried');
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  return {
    /** Returns the losses that the last verification found, of one project or of all. */
    losses: (projectId?: string) => findLosses(deps.db, projectId),
    start: () => void (running = verifyAtStart()),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Compares the events in ClickHouse with the counts in PostgreSQL, by project and day, and records missing events. Logs an error with
 * projects and days, and rebuilds what can be computed from the remaining events.
 */
export async function verifyEvents(deps: VerifyDeps, signal?: AbortSignal): Promise<void> {
  const { db, clickhouse, cluster, forwarder, log } = deps;
  // A long inbox must not delay a stop.
  await Promise.race([forwarder.drainAll(), ...(signal ? [once(signal, 'abort')] : [])]);
  if (signal?.aborted) return;
  await countExistingEvents(deps, signal);
  for (const month of await findCountedMonths(db)) {
    if (signal?.aborted) return;
    await compare(deps, month);
  }
  const losses = await findLosses(db);
  const parts = cluster ? [] : await findBrokenParts(clickhouse);
  if (parts.length)
    log.error({ parts: parts.map(renderName).slice(0, MAX_LOGGED) }, 'ClickHouse detached broken parts of tables');
  if (losses.length)
    log.error(
      { events: losses.reduce((sum, { events }) => sum + events, 0), lost: losses.slice(0, MAX_LOGGED).map(lossForLog) },
      'analytics events are missing from ClickHouse; restore its data from a backup, or run `earshot analytics accept-loss`',
    );
  if (losses.length || parts.length) await rebuild(deps, { parts, losses });
}

const renderName = ({ table, name }: BrokenPart) => `${table}/${name}`;
const lossForLog = ({ slug, day, events }: Loss) => ({ project: slug, day, events });
const buildKey = ({ project_id, day }: Pick<DayCount, 'project_id' | 'day'>) => `${project_id} ${day}`;

const indexCounts = (counts: DayCount[]) => new Map(counts.map((count) => [buildKey(count), count.events]));

/** Compares one month. If counts differ, counts again while no batch is being written. */
async function compare(deps: VerifyDeps, month: string): Promise<void> {
  const { db, clickhouse } = deps;
  const known = await findEventCounts(db, month);
  const found = indexCounts(await countStoredEvents(clickhouse, month));
  const isRecorded = (count: KnownCount) =>
    count.events !== null && Math.max(count.events - (found.get(buildKey(count)) ?? 0), 0) === count.missing;
  if (known.every(isRecorded)) return;
  await whileQuiet(db, async (tx) => {
    const foundNow = indexCounts(await countStoredEvents(clickhouse, month));
    const knownNow = await findEventCounts(tx, month);
    await recordFound(
      tx,
      knownNow.map(({ project_id, day }) => ({ project_id, day, events: foundNow.get(buildKey({ project_id, day })) ?? 0 })),
    );
  });
}

/** Counts events that an earlier version wrote without counts. Runs once. */
async function countExistingEvents({ db, clickhouse }: VerifyDeps, signal: AbortSignal | undefined): Promise<void> {
  if (await hasCountedAll(db)) return;
  for (const month of await findStoredMonths(clickhouse)) {
    if (signal?.aborted) return;
    await whileQuiet(db, async (tx) => recordFirstCounts(tx, await countStoredEvents(clickhouse, month)));
  }
  await recordCountedAll(db);
}
