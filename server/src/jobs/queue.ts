import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Db, Transaction } from '../postgres/database.ts';
import { listen } from '../postgres/listen.ts';

/** How a job that failed is tried again: pg-boss doubles the delay each time, with jitter. */
export interface Retry {
  limit: number;
  delaySeconds: number;
}

/** For jobs that wait for machines of others: how many run at once on a node, and how many of one group on all nodes. */
interface Concurrency {
  jobs: number;
  perGroup: number;
}

interface Work {
  retry: Retry;
  concurrency?: Concurrency;
  run: (payload: never, attempt: { isLast: boolean }) => Promise<void>;
}

interface SendOptions {
  /** Not before then. */
  startAfter?: Date;
  /** What `perGroup` counts by. */
  group?: string;
}

/** Background work on PostgreSQL. A job is sent inside a transaction and exists once that is committed; it runs at least once. */
export interface JobQueue {
  /** Declares what a queue does. Before `start`. */
  define: <Payload extends object>(
    name: string,
    retry: Retry,
    run: (payload: Payload, attempt: { isLast: boolean }) => Promise<void>,
    concurrency?: Concurrency,
  ) => void;
  /** Declares work by the clock, in UTC cron form; one node does it. Before `start`. */
  schedule: (name: string, cron: string, run: () => Promise<void>) => void;
  send: (tx: Transaction, name: string, payloads: object[], options?: SendOptions) => Promise<void>;
  start: () => Promise<void>;
  /** Lets the jobs that run end. */
  stop: () => Promise<void>;
}

// A notification wakes a worker when a job is committed. Polling finds the jobs that become due later: delayed ones and retries.
const POLLING_S = 1;
const WORKER = {
  includeMetadata: true,
  perJobResults: true,
  pollingIntervalSeconds: POLLING_S,
  notifyPollingIntervalSeconds: POLLING_S,
  batchSize: 10,
  burstWhenBatchFull: true,
} as const;

/** A batch ends with its slowest job, so jobs that must not hold up others come one by one, to many workers that look in turn. */
const oneByOne = ({ jobs, perGroup }: Concurrency) => ({
  batchSize: 1,
  pollingIntervalSeconds: 2 * POLLING_S,
  notifyPollingIntervalSeconds: 2 * POLLING_S,
  localConcurrency: jobs,
  groupConcurrency: perGroup,
});

// A worker that was killed sends no more heartbeats: what it had under way starts again after this long, and the look for it.
const HEARTBEAT_S = 10;
const SUPERVISE_S = 10;

/** Creates a job queue. With a pool, workers listen for new jobs, which takes one of its connections. */
export function createJobQueue(db: Db, log: FastifyBaseLogger, pool?: pg.Pool): JobQueue {
  const boss = new PgBoss({
    db: { ...executor(db), ...(pool && { listen: listenOn(pool) }) },
    useListenNotify: pool !== undefined,
    schema: 'pgboss',
    supervise: true,
    schedule: true,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
  });
  boss.on('error', (error) => log.warn({ reason: error.message }, 'the job queue met an error and goes on'));
  const works = new Map<string, Work>();
  const crons = new Map<string, string>();

  return {
    define: (name, retry, run, concurrency) => void works.set(name, { retry, run, concurrency }),
    schedule: (name, cron, run) => {
      works.set(name, { retry: { limit: 2, delaySeconds: 60 }, run });
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
      await withLock(db, async () => {
        await boss.start();
        for (const [name, { retry }] of works) {
          const options = {
            retryLimit: retry.limit,
            retryDelay: retry.delaySeconds,
            retryBackoff: true,
            heartbeatSeconds: HEARTBEAT_S,
            notify: true,
          };
          await boss.createQueue(name, options);
          // One that an earlier version made keeps its options otherwise.
          await boss.updateQueue(name, options);
        }
        for (const [name, cron] of crons) await boss.schedule(name, cron);
      });
      for (const [name, { run, concurrency }] of works) {
        await boss.work(name, { ...WORKER, ...(concurrency && oneByOne(concurrency)) }, (jobs) =>
          Promise.all(
            jobs.map(async ({ id, data, retryCount, retryLimit }) => {
              try {
                await run(data as never, { isLast: retryCount >= retryLimit });
                return { id, status: 'completed' as const };
              } catch (error) {
                log.warn({ queue: name, job_id: id, reason: (error as Error).message }, 'a job failed and is tried again');
                return { id, status: 'failed' as const, output: { message: (error as Error).message } };
              }
            }),
          ),
        );
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

// pg-boss's own lock covers its schema, but not queues that several nodes make at once.
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
        // Some of pg-boss's texts begin a transaction: one that failed must not go back to the pool with its connection.
        await sql`ROLLBACK`.execute(connection).catch(() => {});
        throw error;
      }
    });
  },
});
