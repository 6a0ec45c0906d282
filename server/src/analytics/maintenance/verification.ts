import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ClickHouse } from '../../clickhouse/clickhouse.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Db } from '../../postgres/database.ts';
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
} from '../../event-log/event-counts-store.ts';
import type { Forwarder } from '../../event-log/forwarder.ts';
import { whileQuiet } from '../../event-log/batches-store.ts';
import { type BrokenPart, findBrokenParts, rebuild } from './repair.ts';

const RETRY_MS = 30_000;
/** Projects and days that one line of the log names. */
const MAX_LOGGED = 100;

export interface VerifyDeps {
  db: Db;
  clickhouse: ClickHouse;
  cluster: string | undefined;
  forwarder: Pick<Forwarder, 'drainAll'>;
  log: FastifyBaseLogger;
}

/** Verifies after each start and once a day that ClickHouse still has the events that were written to it. Before the queue starts. */
export function createVerification(jobs: JobQueue, deps: VerifyDeps) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  // After the deletion of old events.
  jobs.schedule('analytics.verify', '23 4 * * *', () => verifyEvents(deps, signal));

  /** Repeats until ClickHouse answers. */
  async function verifyAtStart(): Promise<void> {
    while (!signal.aborted) {
      try {
        await verifyEvents(deps, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        deps.log.warn({ reason: (error as Error).message }, 'events can’t be verified yet');
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  return {
    /** Losses that the last verification noted, of one project or of all. */
    losses: (projectId?: string) => findLosses(deps.db, projectId),
    start: () => void (running = verifyAtStart()),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Compares the events in ClickHouse with the counts in PostgreSQL, by project and day, and notes what is missing. Logs an error that names
 * projects and days, and builds again what follows from the events that are there.
 */
export async function verifyEvents(deps: VerifyDeps, signal?: AbortSignal): Promise<void> {
  const { db, clickhouse, cluster, forwarder, log } = deps;
  // Makes the tables too, where there are none. A long inbox must not delay a stop.
  await Promise.race([forwarder.drainAll(), ...(signal ? [once(signal, 'abort')] : [])]);
  if (signal?.aborted) return;
  await countFirst(deps, signal);
  for (const month of await findCountedMonths(db)) {
    if (signal?.aborted) return;
    await compare(deps, month);
  }
  const losses = await findLosses(db);
  const parts = cluster ? [] : await findBrokenParts(clickhouse);
  if (parts.length)
    log.error({ parts: parts.map(nameOf).slice(0, MAX_LOGGED) }, 'ClickHouse has set broken parts of its tables aside');
  if (losses.length)
    log.error(
      { events: losses.reduce((sum, { events }) => sum + events, 0), lost: losses.slice(0, MAX_LOGGED).map(lossForLog) },
      'analytics events are missing from ClickHouse; restore its data from a backup, or run `earshot analytics accept-loss`',
    );
  if (losses.length || parts.length) await rebuild(deps, { parts, losses });
}

const nameOf = ({ table, name }: BrokenPart) => `${table}/${name}`;
const lossForLog = ({ slug, day, events }: Loss) => ({ project: slug, day, events });
const keyOf = ({ project_id, day }: Pick<DayCount, 'project_id' | 'day'>) => `${project_id} ${day}`;

/** Compares one month. What differs at first sight is counted again while nothing is written: a batch may be on its way. */
async function compare(deps: VerifyDeps, month: string): Promise<void> {
  const { db, clickhouse } = deps;
  const known = await findEventCounts(db, month);
  const found = await countEvents(clickhouse, month);
  const isAsNoted = (count: KnownCount) =>
    count.events !== null && Math.max(count.events - (found.get(keyOf(count))?.events ?? 0), 0) === count.missing;
  if (known.every(isAsNoted)) return;
  await whileQuiet(db, async (tx) => {
    const foundNow = await countEvents(clickhouse, month);
    const knownNow = await findEventCounts(tx, month);
    await recordFound(
      tx,
      knownNow.map(({ project_id, day }) => ({ project_id, day, events: foundNow.get(keyOf({ project_id, day }))?.events ?? 0 })),
    );
  });
}

/** Counts, once, the events that were written before there were counts. */
async function countFirst({ db, clickhouse }: VerifyDeps, signal: AbortSignal | undefined): Promise<void> {
  if (await hasCountedAll(db)) return;
  const months = await clickhouse.query<{ month: string }>(
    `SELECT DISTINCT formatDateTime(events.time, '%Y-%m') AS month FROM events`,
  );
  for (const { month } of months) {
    if (signal?.aborted) return;
    await whileQuiet(db, async (tx) => recordFirstCounts(tx, [...(await countEvents(clickhouse, month)).values()]));
  }
  await recordCountedAll(db);
}

/** Counts the events of a month such as `2026-11` by project and day of UTC. */
async function countEvents({ query }: ClickHouse, month: string): Promise<Map<string, DayCount>> {
  const rows = await query<{ project: string; day: string; found: number }>(
    `SELECT toString(events.project_id) AS project, toString(toDate(events.time)) AS day, count() AS found FROM events
    WHERE toYYYYMM(events.time) = ${Number(month.replace('-', ''))} GROUP BY events.project_id, toDate(events.time)`,
  );
  return new Map(
    rows.map(({ project, day, found }) => {
      const count = { project_id: project, day, events: found };
      return [keyOf(count), count];
    }),
  );
}
