import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import { createDatabase, type Db, type Transaction } from '../postgres/database.ts';
import { listen } from '../postgres/listen.ts';
import { createLimiter } from '../async/limiter.ts';
import { watchDueQueues } from './due-queues.ts';

/** Retry policy of a job. pg-boss doubles the delay after each attempt, with jitter. */
export interface Retry {
  limit: number;
  delaySeconds: number;
  /** Maximum delay in seconds, unlimited by default. */
  maxDelaySeconds?: number;
}

/**
 * Retries of a job whose dependency can be unavailable for days: every hour, for 13 days. pg-boss deletes jobs that have not finished
 * after 14 days.
 */
export const HOURLY_RETRIES = { limit: 13 * 24, maxDelaySeconds: 60 * 60 };

/** For jobs that wait for external servers: the number of concurrent jobs on a node, and of one group on all nodes. */
export interface Concurrency {
  jobs: number;
  perGroup: number;
  /** Longest duration of a job in seconds; `MAX_SECONDS` by default. */
  maxSeconds?: number;
}

interface Work {
  retry: Retry;
  /** Longest duration of a job in seconds; `MAX_SECONDS` by default. */
  maxSeconds?: number;
  concurrency?: Concurrency;
  run: (payload: never, attempt: { isLast: boolean }) => Promise<void>;
}

interface SendOptions {
  /** Earliest start. */
  startAfter?: Date;
  /** Group that `perGroup` refers to. */
  group?: string;
}

/**
 * Background jobs on PostgreSQL. A job is sent within a transaction, exists once the transaction is committed, and runs at least
 * once.
 */
export interface JobQueue {
  /** Registers the handler of a queue. Must be called before `start`. */
  define: <Payload extends object>(
    name: string,
    retry: Retry,
    run: (payload: Payload, attempt: { isLast: boolean }) => Promise<void>,
    concurrency?: Concurrency,
  ) => void;
  /**
   * Registers a scheduled job (cron expression in UTC), which runs on one node. A job that takes longer than `maxSeconds` (15 minutes by
   * default, less than a day) is repeated. Must be called before `start`.
   */
  schedule: (name: string, cron: string, run: () => Promise<void>, options?: { maxSeconds?: number }) => void;
  send: (tx: Transaction, name: string, payloads: object[], options?: SendOptions) => Promise<void>;
  /** Registers work that follows the start, such as sending the first jobs. */
  onStart: (run: () => Promise<void>) => void;
  /** Registers work that precedes the stop, such as ending a long job. */
  onStop: (run: () => void) => void;
  start: () => Promise<void>;
  /** Waits for running jobs. */
  stop: () => Promise<void>;
}

// A notification wakes a worker when a job is committed. Polling finds the jobs that become due later: delayed ones and retries. With
// notifications, one statement polls for all workers (due-queues.ts), and the polls of the workers are a reserve.
const POLLING_S = 1;
const RESERVE_POLLING_S = 60;
const WORKER = {
  includeMetadata: true,
  perJobResults: true,
  pollingIntervalSeconds: POLLING_S,
  notifyPollingIntervalSeconds: RESERVE_POLLING_S,
  batchSize: 10,
  burstWhenBatchFull: true,
} as const;

/** A batch ends with its slowest job. Jobs that must not delay others are fetched one at a time, by many workers. */
const oneByOne = ({ jobs, perGroup }: Concurrency) => ({
  batchSize: 1,
  pollingIntervalSeconds: 2 * POLLING_S,
  localConcurrency: jobs,
  groupConcurrency: perGroup,
});

// All workers poll in the same moment. Without a limit, this alone would keep every connection of the pool open, with a backend of
// PostgreSQL each.
const CONNECTIONS = 2;

// A killed worker sends no more heartbeats: its jobs are restarted after this time plus the interval of the check.
const HEARTBEAT_S = 10;
const SUPERVISE_S = 10;
/** Maximum time that a stop waits for running jobs. Longer ones are repeated. */
const MAX_STOP_MS = 10_000;
/** Longest duration of a job. A longer one counts as failed. */
const MAX_SECONDS = 15 * 60;

/**
 * Creates a job queue. With a pool of sessions, workers listen for new jobs, which takes one of its connections, and the start locks
 * out other nodes with another one.
 */
export function createJobQueue(db: Db, log: FastifyBaseLogger, pool?: pg.Pool): JobQueue {
  const limited = createLimiter({ concurrency: CONNECTIONS });
  const onError = (error: Error) => log.warn({ reason: error.message }, 'job queue error');
  /** Wakes the workers of a queue like a notification, once there is a listener. */
  let wake: ((queue: string) => void) | undefined;
  let stopWatching: (() => Promise<void>) | undefined;
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => limited(() => executor(db).executeSql(text, values)),
      ...(pool && {
        listen: async (channel: string, onNotification: (queue: string) => void, onReconnect: () => void) => {
          const listener = await listenOn(pool)(channel, onNotification, onReconnect);
          wake = onNotification;
          return listener;
        },
      }),
    },
    useListenNotify: pool !== undefined,
    schema: 'pgboss',
    supervise: true,
    schedule: true,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
  });
  boss.on('error', onError);
  const works = new Map<string, Work>();
  const crons = new Map<string, string>();
  const onStart: (() => Promise<void>)[] = [];
  const onStop: (() => void)[] = [];

  return {
    onStart: (run) => void onStart.push(run),
    onStop: (run) => void onStop.push(run),
    define: (name, retry, run, concurrency) =>
      void works.set(name, { retry, run, concurrency, maxSeconds: concurrency?.maxSeconds }),
    schedule: (name, cron, run, { maxSeconds } = {}) => {
      works.set(name, { retry: { limit: 2, delaySeconds: 60 }, maxSeconds, run });
      crons.set(name, cron);
    },
    send: async (tx, name, payloads, { startAfter, group } = {}) => {
      if (payloads.length)
        await boss.insert(
          name,
          payloads.map((data) => ({ data, ...(startAfter && { startAfter }), ...(group && { group: { id: group } }) })),
          { db: executor(tx) },
        );
    },
    start: async () => {
      await withLock(pool ? createDatabase(pool) : db, async () => {
        await boss.start();
        // Only queues and schedules that are missing or were created with other options are written: a start writes nothing usually.
        const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
        for (const [name, { retry, maxSeconds = MAX_SECONDS }] of works) {
          const options = {
            retryLimit: retry.limit,
            retryDelay: retry.delaySeconds,
            retryBackoff: true,
            ...(retry.maxDelaySeconds !== undefined && { retryDelayMax: retry.maxDelaySeconds }),
            heartbeatSeconds: HEARTBEAT_S,
            expireInSeconds: maxSeconds,
            notify: true,
          };
          const queue = queues.get(name);
          if (!queue) await boss.createQueue(name, options);
          else if (Object.entries(options).some(([key, value]) => queue[key as keyof typeof queue] !== value))
            await boss.updateQueue(name, options);
        }
        const schedules = await boss.getSchedules();
        for (const [name, cron] of crons)
          if (!schedules.some((schedule) => schedule.name === name && schedule.cron === cron)) await boss.schedule(name, cron);
        // Schedules of earlier versions would send jobs that no worker handles.
        for (const { name } of schedules) if (!crons.has(name)) await boss.unschedule(name);
      });
      for (const [name, { run, concurrency }] of works) {
        await boss.work(name, { ...WORKER, ...(concurrency && oneByOne(concurrency)) }, (jobs) =>
          Promise.all(
            jobs.map(async ({ id, data, retryCount, retryLimit }) => {
              const isLast = retryCount >= retryLimit;
              try {
                await run(data as never, { isLast });
                return { id, status: 'completed' as const };
              } catch (error) {
                const { message } = error as Error;
                const failure = { queue: name, job_id: id, reason: message };
                if (isLast) log.error(failure, 'job failed for the last time');
                else log.warn(failure, 'job failed, will be retried');
                return { id, status: 'failed' as const, output: { message } };
              }
            }),
          ),
        );
      }
      if (wake) stopWatching = watchDueQueues(db, { queues: [...works.keys()], intervalMs: POLLING_S * 1_000, wake, onError });
      for (const run of onStart) await run();
    },
    stop: async () => {
      for (const run of onStop) run();
      // A graceful stop of pg-boss looks for running jobs every half second.
      const idle = Promise.all([stopWatching?.(), ...[...works.keys()].map((name) => boss.offWork(name))]);
      await Promise.race([idle, sleep(MAX_STOP_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },
  };
}

// pg-boss locks its schema during creation, but not the creation of queues by several nodes.
const START_LOCK = 0x65_61_72_6a;

async function withLock(db: Db, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${START_LOCK})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${START_LOCK})`.execute(connection);
    }
  });
}

/** pg-boss names its channel without quotes. */
const listenOn =
  (pool: pg.Pool) =>
  async (
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close: () => Promise<void> }> => {
    const stop = await listen(pool, channel, onNotification, onReconnect);
    return { close: async () => stop() };
  };

const executor = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const query = CompiledQuery.raw(text, values);
    if (db.isTransaction) return { rows: (await db.executeQuery(query)).rows };
    return await db.connection().execute(async (connection) => {
      try {
        return { rows: (await connection.executeQuery(query)).rows };
      } catch (error) {
        // Some statements of pg-boss begin a transaction. A failed one must be rolled back before its connection returns to the
        // pool.
        await sql`ROLLBACK`.execute(connection).catch(() => {});
        throw error;
      }
    });
  },
});
