import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Db, Transaction } from '../postgres/database.ts';

/** How a job that failed is tried again: pg-boss doubles the delay each time, with jitter. */
export interface Retry {
  limit: number;
  delaySeconds: number;
}

interface Work {
  retry: Retry;
  run: (payload: never, attempt: { isLast: boolean }) => Promise<void>;
}

/** Background work on PostgreSQL. A job is sent inside a transaction and exists once that is committed; it runs at least once. */
export interface JobQueue {
  /** Declares what a queue does. Before `start`. */
  define: <Payload extends object>(
    name: string,
    retry: Retry,
    run: (payload: Payload, attempt: { isLast: boolean }) => Promise<void>,
  ) => void;
  /** Declares work by the clock, in UTC cron form; one node does it. Before `start`. */
  schedule: (name: string, cron: string, run: () => Promise<void>) => void;
  send: (tx: Transaction, name: string, payloads: object[]) => Promise<void>;
  start: () => Promise<void>;
  /** Lets the jobs that run end. */
  stop: () => Promise<void>;
}

const POLLING_SECONDS = 1;

export function createJobQueue(db: Db, log: FastifyBaseLogger): JobQueue {
  const boss = new PgBoss({ db: executor(db), schema: 'pgboss', supervise: true, schedule: true });
  boss.on('error', (error) => log.warn({ reason: error.message }, 'the job queue met an error and goes on'));
  const works = new Map<string, Work>();
  const crons = new Map<string, string>();

  return {
    define: (name, retry, run) => void works.set(name, { retry, run }),
    schedule: (name, cron, run) => {
      works.set(name, { retry: { limit: 2, delaySeconds: 60 }, run });
      crons.set(name, cron);
    },
    send: async (tx, name, payloads) => {
      if (payloads.length)
        await boss.insert(
          name,
          payloads.map((data) => ({ data })),
          { db: executor(tx) },
        );
    },
    start: async () => {
      await boss.start();
      for (const [name, { retry, run }] of works) {
        await boss.createQueue(name, { retryLimit: retry.limit, retryDelay: retry.delaySeconds, retryBackoff: true });
        await boss.work(name, { includeMetadata: true, pollingIntervalSeconds: POLLING_SECONDS, batchSize: 1 }, async ([job]) => {
          if (!job) return;
          const { data, retryCount, retryLimit } = job;
          await run(data as never, { isLast: retryCount >= retryLimit });
        });
      }
      for (const [name, cron] of crons) await boss.schedule(name, cron);
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

const executor = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows,
  }),
});
