import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Source of reads that may be slightly stale. */
export interface Reads {
  primary: Db;
  /** Returns the replica while it is current enough, otherwise the primary. */
  pick: () => Db;
  /** Reads from `pick()`, and from the primary when the replica fails. `read` must not write. */
  run: <T>(read: (db: Db) => Promise<T>) => Promise<T>;
}

export interface Replica extends Reads {
  /** Measures once, then repeatedly. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Returns the maximum age of what the replica would return now, in seconds. Infinity when it is not in use. */
  lagSeconds: () => number;
}

/** Returns reads without a replica. */
export const readsFrom = (primary: Db): Reads => ({ primary, pick: () => primary, run: (read) => read(primary) });

/** Position in the write-ahead log of a history, which changes with each promotion. */
interface Position {
  timeline: number;
  lsn: bigint;
}

/** The primary had written the log up to `position` at the time `at` (performance.now). */
interface Mark {
  at: number;
  position: Position;
}

interface Standby {
  isStandby: boolean;
  system: string;
  position: Position;
}

/** A read or measurement that takes longer has failed: the host of the replica may have disappeared. */
const TIMEOUT_MS = 2_000;
const MIN_INTERVAL_MS = 20;
const MAX_INTERVAL_MS = 1_000;
/** Measurements within the maximum lag. */
const MEASUREMENTS = 5;

/**
 * Creates reads from a replica that is at most `maxLagMs` behind. The age is measured without comparing clocks, and also while the
 * primary is idle: the primary is asked for its position, and what the replica returns is no older than the latest question whose
 * answer it has replayed. Reads use the primary while the replica is unreachable, behind, promoted, another system, or on another
 * timeline.
 */
export function createReplica(
  primary: Db,
  replica: Db,
  { maxLagMs, log }: { maxLagMs: number; log: Pick<FastifyBaseLogger, 'info' | 'warn'> },
): Replica {
  const stopping = new AbortController();
  let marks: Mark[] = [];
  /** Everything committed before this time is on the replica. */
  let currentAt = -Infinity;
  let isUsed: boolean | undefined;
  let loop = Promise.resolve();

  const isCurrent = () => performance.now() - currentAt <= maxLagMs;
  const pick = () => (isCurrent() ? replica : primary);

  async function measure(): Promise<void> {
    const at = performance.now();
    const [origin, standby] = await Promise.all([readPrimary(primary), withTimeout(readStandby(replica))]);
    marks = [...marks.filter((mark) => at - mark.at <= maxLagMs), { at, position: origin.position }];
    if (standby.system !== origin.system) throw new Error('it is another database');
    if (!standby.isStandby) throw new Error('it is no standby');
    const { timeline, lsn } = standby.position;
    if (timeline !== origin.position.timeline) throw new Error('it is on another timeline');
    const replayed = marks.findLast(({ position }) => position.timeline === timeline && position.lsn <= lsn);
    if (replayed) currentAt = Math.max(currentAt, replayed.at);
    if (!isCurrent()) throw new Error(`it is more than ${maxLagMs} ms behind`);
  }

  async function update(): Promise<void> {
    let reason: string | undefined;
    try {
      await measure();
    } catch (error) {
      reason = (error as Error).message || String((error as { code?: unknown }).code);
      currentAt = -Infinity;
    }
    const isUsable = reason === undefined;
    if (isUsable !== isUsed && !stopping.signal.aborted) {
      if (isUsable) log.info('the replica of PostgreSQL is used');
      else log.warn({ reason }, 'the replica of PostgreSQL is not used');
      isUsed = isUsable;
    }
  }

  async function repeat(): Promise<void> {
    const interval = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, maxLagMs / MEASUREMENTS));
    while (!stopping.signal.aborted) {
      await sleep(interval, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (!stopping.signal.aborted) await update();
    }
  }

  return {
    primary,
    pick,
    run: async (read) => {
      const db = pick();
      if (db === primary) return await read(primary);
      try {
        return await withTimeout(read(db));
      } catch {
        // The primary decides about errors: a statement may conflict with the replay on the replica.
        return await read(primary);
      }
    },
    start: async () => {
      await update();
      loop = repeat();
    },
    stop: async () => {
      stopping.abort();
      currentAt = -Infinity;
      await loop;
    },
    lagSeconds: () => (performance.now() - currentAt) / 1000,
  };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const expired = sleep(TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(`no answer within ${TIMEOUT_MS} ms`);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    expired.catch(() => {});
    work.catch(() => {});
    timeout.abort();
  }
}

/** The flushed position includes every acknowledged commit. */
async function readPrimary(db: Db): Promise<Pick<Standby, 'system' | 'position'>> {
  const { rows } = await sql<{ system: string; timeline: string; lsn: string }>`
    SELECT current_database() || ' ' || system_identifier AS system, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline,
      pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS lsn
    FROM pg_control_system()`.execute(db);
  const [{ system, timeline, lsn }] = rows as [(typeof rows)[0]];
  return { system, position: { timeline: Number.parseInt(timeline, 16), lsn: BigInt(lsn) } };
}

/** The timeline is that of the last restart point, which follows a promotion of the primary after minutes. */
async function readStandby(db: Db): Promise<Standby> {
  const { rows } = await sql<{ is_standby: boolean; system: string; timeline: number; lsn: string | null }>`
    SELECT pg_is_in_recovery() AS is_standby, current_database() || ' ' || system_identifier AS system, timeline_id AS timeline,
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text AS lsn
    FROM pg_control_system(), pg_control_checkpoint()`.execute(db);
  const [{ is_standby: isStandby, system, timeline, lsn }] = rows as [(typeof rows)[0]];
  return { isStandby, system, position: { timeline, lsn: BigInt(lsn ?? 0) } };
}
