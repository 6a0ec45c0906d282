import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type ClickHouse, ClickHouseUnavailableError } from '../../../platform/clickhouse/clickhouse.ts';
import { createTables } from '../../../platform/clickhouse/schema.ts';
import { coalesce } from '../../../platform/async/coalesce.ts';
import type { Metrics } from '../../../platform/observe/metrics.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { loadOnce } from '../../../platform/async/memoize.ts';
import type { Connection, Db } from '../../../platform/postgres/database.ts';
import { listen } from '../../../platform/postgres/listen.ts';
import { findCompleteUntil, findProgress } from './inbox-store.ts';
import { FORWARDING_CHANNEL, requestForwarding } from './leases-store.ts';
import { createBatchWriterThread } from './thread.ts';
import { createThroughput } from './throughput.ts';
import { createWaiting } from './waiting.ts';
import { writeBatch } from './write-batch.ts';

export interface Forwarder {
  start: () => Promise<void>;
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
  /** Returns whether the inbox has reached its limit, or the given share (0 to 1) of the limit. */
  isFull: (share?: number) => boolean;
  metrics: Metrics;
  /** Returns the number of connections of the thread to PostgreSQL. */
  countConnections: () => number;
}

const PAUSE_MS = 1_000;
/** Pause under load: short enough for current reports, long enough for batches that are worth their cost. */
const LOADED = { events: 1_000, pauseMs: 250 };
/** Maximum age of reports on a project that receives a stream of events. */
const MAX_STREAM_AGE_MS = 2_000;

interface Deps {
  db: Db;
  /** Pool for the connection that listens for requests of other nodes. */
  listeners: Pool;
  /** Connection parameters of the same database, for the thread. */
  connection: Connection;
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
  /** Maximum heap of the event log thread in megabytes. Defaults to the limit of V8. */
  maxHeapMb?: number | undefined;
}

/** Schedules forwarding from the inbox to ClickHouse (batch-writer.ts): every second, and when a report needs current events. */
export function createForwarder(deps: Deps): Forwarder {
  const { db, listeners, connection, clickhouse, log, cluster, worker, maxWaiting, maxWaitMs, isAlone, maxHeapMb } = deps;
  const throughput = createThroughput();
  const shareRun = coalesce<void>();
  const prepareTables = loadOnce(() => createTables(clickhouse, cluster));
  const failures = createFailureLog(log);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastForwarded = 0;
  let latest: Promise<void> | undefined;
  let batch = Promise.withResolvers<void>();
  let connections = 0;
  let stopListening: (() => void) | undefined;
  const writer = createBatchWriterThread(
    worker,
    { connection, cluster, holder: randomUUID(), isAlone },
    {
      query: clickhouse.query,
      write: (id, content) => writeBatch({ db, clickhouse }, id, content),
      reportState: throughput.recordInbox,
      reportForwarded: (forwarded) => {
        throughput.recordForwarded(forwarded);
        batch.resolve();
        batch = Promise.withResolvers();
      },
      reportConnections: (count) => (connections = count),
      warn: (reason) => log.warn({ reason }, 'a database connection was lost'),
    },
    { maxHeapMb },
  );

  async function move(): Promise<void> {
    const { state, lastRow } = await findProgress(db);
    throughput.recordInbox(state);
    await prepareTables();
    // Several nodes renew their leases also when nothing waits. A node without a thread has no leases.
    lastForwarded = state.oldest || (!isAlone && writer.isStarted()) ? await writer.move(lastRow) : 0;
  }

  async function run(): Promise<void> {
    try {
      await move();
      failures.logSuccess();
    } catch (error) {
      failures.logFailure(error as Error);
      throw error;
    }
  }

  /** Callers that arrive during a run share the next run, because the current run does not include the newest rows. */
  function forwardOwn(): Promise<void> {
    latest = shareRun('move', run);
    return latest;
  }

  async function forward(): Promise<void> {
    const own = forwardOwn();
    own.catch(() => {});
    if (!isAlone) await requestForwarding(db);
    await own;
  }

  const waiting = createWaiting({
    db,
    isAlone,
    forward,
    nextBatch: () => batch.promise,
    checkRunning: () => {
      if (isStopped) throw new HttpError('server.stopping');
    },
  });

  function schedule(): void {
    const pauseMs = lastForwarded >= LOADED.events ? LOADED.pauseMs : PAUSE_MS;
    timer = setTimeout(() => {
      void forwardOwn()
        .catch(() => {})
        .finally(() => !isStopped && schedule());
    }, pauseMs);
  }

  return {
    start: async () => {
      schedule();
      if (isAlone) return;
      const onRequest = () => void forwardOwn().catch(() => {});
      stopListening = await listen(listeners, FORWARDING_CHANNEL, onRequest, onRequest);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      stopListening?.();
      await writer.stop();
      await latest?.catch(() => {});
      await writer.close();
    },
    drain: async (projectId) => {
      await prepareTables();
      return await waiting.drain(projectId);
    },
    drainAll: waiting.drainAll,
    flush: async (projectId) => {
      // Without tables, the query of the reader reports the reason.
      await prepareTables().catch(() => {});
      const next = batch.promise;
      const reach = await findCompleteUntil(db, projectId);
      const isNear = throughput.isStream(projectId) && reach.now - reach.asOf < MAX_STREAM_AGE_MS;
      const isCurrent = isNear || reach.asOf >= reach.now;
      const asOf = isCurrent ? reach.asOf : await waiting.waitFor(projectId, reach, { maxWaitMs, batch: next });
      return new Date(Math.floor(asOf));
    },
    isFull: (share = 1) => throughput.inbox().events >= maxWaiting * share,
    metrics: throughput.metrics,
    countConnections: () => connections,
  };
}

/** Logs a failure of forwarding once while it lasts, and its end. */
function createFailureLog(log: FastifyBaseLogger) {
  let reason: string | null = null;
  return {
    logFailure: (error: Error): void => {
      const level = error instanceof ClickHouseUnavailableError ? 'warn' : 'error';
      if (reason !== error.message)
        log[level]({ reason: error.message }, 'events could not be forwarded to ClickHouse and stay in PostgreSQL');
      reason = error.message;
    },
    logSuccess: (): void => {
      if (reason) log.info('events are forwarded to ClickHouse again');
      reason = null;
    },
  };
}
