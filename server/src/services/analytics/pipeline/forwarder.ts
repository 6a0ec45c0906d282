import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type ClickHouse, ClickHouseUnavailableError } from '../../../platform/clickhouse/clickhouse.ts';
import { coalesce } from '../../../platform/async/coalesce.ts';
import type { Metrics } from '../../../platform/observe/metrics.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import type { Connection, Db } from '../../../platform/postgres/database.ts';
import { listen } from '../../../platform/postgres/listen.ts';
import { findCompleteUntil, findProgress } from './inbox-store.ts';
import { FORWARDING_CHANNEL, requestForwarding } from './leases-store.ts';
import { createBatchWriterThread } from './thread.ts';
import { createThroughput } from './throughput.ts';
import { createWaiting } from './waiting.ts';
import { writeBatch } from './write-batch.ts';

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
export class Forwarder {
  readonly #deps: Deps;
  readonly #throughput = createThroughput();
  readonly #shareRun = coalesce<void>();
  readonly #failures: ReturnType<typeof createFailureLog>;
  readonly #writer: ReturnType<typeof createBatchWriterThread>;
  readonly #waiting: ReturnType<typeof createWaiting>;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Number of events of the last run. */
  #lastForwarded = 0;
  #latest: Promise<void> | undefined;
  /** Resolves with the next batch that ClickHouse has. */
  #batch = Promise.withResolvers<void>();
  #connections = 0;
  #stopListening: (() => void) | undefined;
  readonly metrics: Metrics = this.#throughput.metrics;

  constructor(deps: Deps) {
    const { db, connection, clickhouse, log, cluster, worker, isAlone, maxHeapMb } = deps;
    this.#deps = deps;
    this.#failures = createFailureLog(log);
    this.#writer = createBatchWriterThread(
      worker,
      { connection, cluster, holder: randomUUID(), isAlone },
      {
        query: clickhouse.query,
        write: (id, content) => writeBatch({ db, clickhouse }, id, content),
        reportState: this.#throughput.recordInbox,
        reportForwarded: (forwarded) => {
          this.#throughput.recordForwarded(forwarded);
          this.#batch.resolve();
          this.#batch = Promise.withResolvers();
        },
        reportConnections: (count) => {
          this.#connections = count;
        },
        warn: (reason) => log.warn({ reason }, 'a database connection was lost'),
      },
      { maxHeapMb },
    );
    this.#waiting = createWaiting({
      db,
      isAlone,
      forward: () => this.#forward(),
      nextBatch: () => this.#batch.promise,
      checkRunning: () => {
        if (this.#isStopped) throw new HttpError('server.stopping');
      },
    });
  }

  async start(): Promise<void> {
    this.#schedule();
    if (this.#deps.isAlone) return;
    const onRequest = () => void this.#forwardOwn().catch(() => {});
    this.#stopListening = await listen(this.#deps.listeners, FORWARDING_CHANNEL, onRequest, onRequest);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#stopListening?.();
    await this.#writer.stop();
    await this.#latest?.catch(() => {});
    await this.#writer.close();
  }

  /**
   * Waits until ClickHouse has all events of a project that were accepted before this call, and not for events of other projects.
   * Returns the last batch that can contain such an event.
   * @throws when events can't be forwarded, or the server stops
   */
  async drain(projectId: string): Promise<number> {
    return await this.#waiting.drain(projectId);
  }

  /** Returns once ClickHouse has the events of all projects that were accepted before this call. */
  async drainAll(): Promise<void> {
    await this.#waiting.drainAll();
  }

  /**
   * Forwards the events of a project for a waiting reader, for at most `maxWaitMs`; does not wait while the project receives a continuous
   * stream of events. Returns the time before which all accepted events of the project are in ClickHouse. Does not throw when ClickHouse
   * fails: that time stays in the past.
   */
  async flush(projectId: string): Promise<Date> {
    const { db, maxWaitMs } = this.#deps;
    const next = this.#batch.promise;
    const reach = await findCompleteUntil(db, projectId);
    const isNear = this.#throughput.isStream(projectId) && reach.now - reach.asOf < MAX_STREAM_AGE_MS;
    const isCurrent = isNear || reach.asOf >= reach.now;
    const asOf = isCurrent ? reach.asOf : await this.#waiting.waitFor(projectId, reach, { maxWaitMs, batch: next });
    return new Date(Math.floor(asOf));
  }

  /** Returns whether the inbox has reached its limit, or the given share (0 to 1) of the limit. */
  isFull(share = 1): boolean {
    return this.#throughput.inbox().events >= this.#deps.maxWaiting * share;
  }

  /** Returns the number of connections of the thread to PostgreSQL. */
  countConnections(): number {
    return this.#connections;
  }

  #schedule(): void {
    const pauseMs = this.#lastForwarded >= LOADED.events ? LOADED.pauseMs : PAUSE_MS;
    this.#timer = setTimeout(() => {
      void this.#forwardOwn()
        .catch(() => {})
        .finally(() => !this.#isStopped && this.#schedule());
    }, pauseMs);
  }

  async #forward(): Promise<void> {
    const own = this.#forwardOwn();
    own.catch(() => {});
    if (!this.#deps.isAlone) await requestForwarding(this.#deps.db);
    await own;
  }

  /** Callers that arrive during a run share the next run, because the current run does not include the newest rows. */
  #forwardOwn(): Promise<void> {
    this.#latest = this.#shareRun('move', () => this.#run());
    return this.#latest;
  }

  async #run(): Promise<void> {
    try {
      await this.#move();
      this.#failures.logSuccess();
    } catch (error) {
      this.#failures.logFailure(error as Error);
      throw error;
    }
  }

  async #move(): Promise<void> {
    const { state, lastRow } = await findProgress(this.#deps.db);
    this.#throughput.recordInbox(state);
    // Several nodes renew their leases also when nothing waits. A node without a thread has no leases.
    const isDue = state.oldest || (!this.#deps.isAlone && this.#writer.isStarted());
    this.#lastForwarded = isDue ? await this.#writer.move(lastRow) : 0;
  }
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
