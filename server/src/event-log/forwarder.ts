import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';
import { type ClickHouse, ClickHouseUnavailable } from '../clickhouse/clickhouse.ts';
import { createTables } from '../clickhouse/schema.ts';
import { coalesce } from '../coalesce.ts';
import type { Metric } from '../http/metrics.ts';
import { HttpError } from '../http/errors.ts';
import type { Db } from '../postgres/database.ts';
import { findCompleteUntil, findLastRow, findProgress, findProjectProgress, type InboxState, type Reach } from './inbox-store.ts';
import { createBatchWriterThread } from './thread.ts';

export interface Forwarder {
  start: () => void;
  stop: () => Promise<void>;
  /**
   * Waits until ClickHouse has all events of a project that were accepted before this call, and not for events of other projects.
   * Returns the last batch that can contain such an event.
   * @throws when events can't be forwarded, or the server stops
   */
  drain: (projectId: string) => Promise<number>;
  /** Returns once ClickHouse has the events of all projects that were accepted before this call. */
  drainAll: () => Promise<void>;
  /**
   * Forwards the events of a project for a waiting reader, for at most `maxWaitMs`; does not wait while the project receives a continuous
   * stream of events. Returns the time before which all accepted events of the project are in ClickHouse. Does not throw when ClickHouse
   * fails: that time stays in the past.
   */
  flush: (projectId: string) => Promise<Date>;
  /** Whether the inbox has reached its limit, or the given share (0 to 1) of the limit. */
  isFull: (share?: number) => boolean;
  metrics: Metric[];
}

const PAUSE_MS = 1_000;
/** A project with more than `events` events in `withinMs` is a stream: its reports may be up to `oldestMs` old. */
const STREAM = { events: 2_500, withinMs: 5_000, oldestMs: 2_000 };

/** Schedules forwarding from the inbox to ClickHouse (batch-writer.ts): every second, and when a report needs current events. */
export function createForwarder(deps: {
  db: Db;
  /** Connection parameters of the same database, for the thread. */
  connection: PoolConfig;
  clickhouse: ClickHouse;
  log: FastifyBaseLogger;
  cluster: string | undefined;
  /** Module that the thread runs. */
  worker: URL;
  maxWaiting: number;
  /** Maximum time that a report waits, in milliseconds. */
  maxWaitMs: number;
  /** True with an embedded ClickHouse, which allows a single node. */
  isAlone: boolean;
}): Forwarder {
  const { db, connection, clickhouse, log, cluster, worker, maxWaiting, maxWaitMs, isAlone } = deps;
  let tables: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let latest: Promise<void> | undefined;
  const shareRun = coalesce<void>();
  let inbox: InboxState = { events: 0, oldest: null };
  let moves: { at: number; events: Record<string, number> }[] = [];
  let progress = Promise.withResolvers<void>();
  let error: string | null = null;
  const writer = createBatchWriterThread(
    worker,
    { connection, cluster, holder: randomUUID(), isAlone },
    {
      query: clickhouse.query,
      command: clickhouse.command,
      insert: clickhouse.insert,
      report: (state, events) => {
        inbox = state;
        moves = [...recentMoves(), { at: Date.now(), events }];
        progress.resolve();
        progress = Promise.withResolvers();
      },
      warn: (reason) => log.warn({ reason }, 'a database connection was lost'),
    },
  );

  const recentMoves = () => moves.filter(({ at }) => at > Date.now() - STREAM.withinMs);

  const isStream = (projectId: string) =>
    recentMoves().reduce((sum, { events }) => sum + (events[projectId] ?? 0), 0) > STREAM.events;

  /** Creates the ClickHouse tables once; all callers share the attempt. The next call retries after a failure. */
  function prepareTables(): Promise<void> {
    tables ??= createTables(clickhouse, cluster).catch((failure: Error) => {
      tables = undefined;
      throw failure;
    });
    return tables;
  }

  async function move(): Promise<void> {
    const found = await findProgress(db);
    inbox = found.state;
    await prepareTables();
    if (inbox.oldest) await writer.move(found);
  }

  async function run(): Promise<void> {
    try {
      await move();
      if (error) log.info('events are forwarded to ClickHouse again');
      error = null;
    } catch (failure) {
      const { message } = failure as Error;
      const level = failure instanceof ClickHouseUnavailable ? 'warn' : 'error';
      if (error !== message)
        log[level]({ reason: message }, 'events could not be forwarded to ClickHouse and stay in PostgreSQL');
      error = message;
      throw failure;
    }
  }

  /** Callers that arrive during a run share the next run, because the current run does not include the newest rows. */
  function moveAll(): Promise<void> {
    latest = shareRun('move', run);
    return latest;
  }

  /** Waits until the waiting events of a project are forwarded, checking after each batch. `moved` resolves with the next batch. */
  async function waitFor(projectId: string, { now: asked, asOf }: Reach, moved: Promise<void>): Promise<number> {
    let timeout: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (timeout = setTimeout(resolve, maxWaitMs)));
    const end = Promise.race([moveAll().catch(() => {}), patience]).then(() => true);
    let [reached, batch] = [asOf, moved];
    try {
      for (let isOver = false; !isOver && reached < asked;) {
        isOver = await Promise.race([end, batch.then(() => false)]);
        batch = progress.promise;
        ({ asOf: reached } = await findCompleteUntil(db, projectId));
      }
    } finally {
      clearTimeout(timeout);
    }
    return reached;
  }

  async function drain(projectId: string): Promise<number> {
    await prepareTables();
    const lastRow = await findLastRow(db, projectId);
    let lastBatch: number | undefined;
    for (let moved = progress.promise; ; moved = progress.promise) {
      const found = await findProjectProgress(db, projectId, lastRow);
      if (!found.hasRows) {
        lastBatch ??= found.lastBatch;
        if (found.pendingBatch === null || found.pendingBatch > lastBatch) return lastBatch;
      }
      if (isStopped) throw new HttpError('server.stopping');
      await Promise.race([moveAll(), moved]);
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      void moveAll()
        .catch(() => {})
        .finally(() => !isStopped && schedule());
    }, PAUSE_MS);
  }

  return {
    start: schedule,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await writer.stop();
      await latest?.catch(() => {});
      await writer.close();
    },
    drain,
    drainAll: moveAll,
    flush: async (projectId) => {
      // Without tables, the query of the reader reports the reason.
      await prepareTables().catch(() => {});
      const moved = progress.promise;
      const reach = await findCompleteUntil(db, projectId);
      const isNear = isStream(projectId) && reach.now - reach.asOf < STREAM.oldestMs;
      const asOf = isNear || reach.asOf >= reach.now ? reach.asOf : await waitFor(projectId, reach, moved);
      return new Date(Math.floor(asOf));
    },
    isFull: (share = 1) => inbox.events >= maxWaiting * share,
    metrics: [
      {
        name: 'earshot_analytics_waiting_events',
        help: 'Accepted analytics events that are not in ClickHouse yet, of all nodes',
        type: 'gauge',
        read: () => inbox.events,
      },
      {
        name: 'earshot_analytics_waiting_seconds',
        help: 'Age of the oldest analytics event that is not in ClickHouse yet',
        type: 'gauge',
        read: () => (inbox.oldest ? Math.max(Date.now() - inbox.oldest.getTime(), 0) / 1_000 : 0),
      },
    ],
  };
}
