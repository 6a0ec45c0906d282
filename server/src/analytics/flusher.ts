import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';
import { type ClickHouse, ClickHouseAway } from '../clickhouse/clickhouse.ts';
import { createTables } from '../clickhouse/schema.ts';
import type { Db } from '../postgres/database.ts';
import { findProgress, type InboxState } from './inbox-store.ts';
import { createMoverThread } from './mover-thread.ts';

export interface Flusher {
  start: () => void;
  stop: () => Promise<void>;
  /** Moves what was accepted before this call, and answers when ClickHouse has it. */
  drain: () => Promise<void>;
  /** The same for somebody who waits: answers also when it takes too long, and at once where so many events come that some are always on their way. */
  flush: () => Promise<void>;
  /** Whether the inbox holds as much as it may. */
  isFull: () => boolean;
  state: () => InboxState & { error: string | null };
}

const PAUSE_MS = 1_000;
/** A dashboard waits no longer than this for a long inbox to empty. */
const PATIENCE_MS = 10_000;
/** With more events than this within so long, figures that are as old as the last move are near enough, if that is not long ago. */
const STREAM = { events: 2_500, withinMs: 5_000, oldestMs: 2_000 };

/** Has events moved from the inbox to ClickHouse (mover.ts): every second, and when somebody asks for figures. */
export function createFlusher(deps: {
  db: Db;
  /** Where that database is. */
  connection: PoolConfig;
  clickhouse: ClickHouse;
  log: FastifyBaseLogger;
  cluster: string | undefined;
  mostWaiting: number;
  /** Whether ClickHouse is in this process, so that no other node can be there. */
  isAlone: boolean;
}): Flusher {
  const { db, connection, clickhouse, log, cluster, mostWaiting, isAlone } = deps;
  let hasTables = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let inbox: InboxState = { events: 0, oldest: null };
  let moves: { at: number; events: number }[] = [];
  let error: string | null = null;
  const mover = createMoverThread(
    { connection, cluster, holder: randomUUID(), isAlone },
    {
      query: clickhouse.query,
      command: clickhouse.command,
      insert: clickhouse.insert,
      report: (state, events) => {
        inbox = state;
        if (events) moves = [...moves.filter(({ at }) => at > Date.now() - STREAM.withinMs), { at: Date.now(), events }];
      },
      warn: (reason) => log.warn({ reason }, 'a database connection was lost'),
    },
  );

  function isStream(): boolean {
    const now = Date.now();
    const recent = moves.filter(({ at }) => at > now - STREAM.withinMs);
    const isFresh = recent.some(({ at }) => at > now - STREAM.oldestMs);
    return isFresh && error === null && recent.reduce((sum, { events }) => sum + events, 0) > STREAM.events;
  }

  async function move(): Promise<void> {
    const progress = await findProgress(db);
    inbox = progress.state;
    if (!hasTables) await createTables(clickhouse, cluster);
    hasTables = true;
    if (inbox.oldest) await mover.move(progress);
  }

  async function run(): Promise<void> {
    try {
      await move();
      if (error) log.info('events reach ClickHouse again');
      error = null;
    } catch (failure) {
      const { message } = failure as Error;
      const level = failure instanceof ClickHouseAway ? 'warn' : 'error';
      if (error !== message) log[level]({ reason: message }, 'events can’t be moved to ClickHouse; they wait in PostgreSQL');
      error = message;
      throw failure;
    }
  }

  const begin = (): Promise<void> => {
    running = run().finally(() => (running = undefined));
    return running;
  };

  /** A run that began before does not know of what came since: one more follows it, for all who ask meanwhile. */
  function moveAll(): Promise<void> {
    if (!running) return begin();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
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
      await mover.stop();
      await (next ?? running)?.catch(() => {});
      await mover.close();
    },
    drain: moveAll,
    flush: async () => {
      if (isStream()) return;
      let timeout: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timeout = setTimeout(resolve, PATIENCE_MS)));
      await Promise.race([moveAll(), patience]).finally(() => clearTimeout(timeout));
    },
    isFull: () => inbox.events >= mostWaiting,
    state: () => ({ ...inbox, error }),
  };
}
