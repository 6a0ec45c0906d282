import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type ClickHouse, ClickHouseAway } from '../clickhouse/clickhouse.ts';
import { createTables } from '../clickhouse/schema.ts';
import type { Db } from '../postgres/database.ts';
import { batchOf, type BatchContent } from './batch.ts';
import {
  findProgress,
  findPendingBatch,
  type InboxState,
  type Progress,
  readInbox,
  releaseFlusher,
  removeBatch,
  saveBatch,
  takeFlusher,
} from './inbox-store.ts';

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
const MOST_EVENTS = 20_000;
/** Of a node that was killed, others take over after this long. */
const HOLD_S = 5;
/** A dashboard waits no longer than this for a long inbox to empty. */
const PATIENCE_MS = 10_000;
/** With more events than this within so long, figures that are as old as the last move are near enough, if that is not long ago. */
const STREAM = { events: 2_500, withinMs: 5_000, oldestMs: 2_000 };

/**
 * Moves events from the inbox to ClickHouse, exactly once. A batch is made once: its events, joined to visits, are saved in PostgreSQL
 * in the transaction that takes them from the inbox. Then it is written to ClickHouse, again and again until that succeeds, under a
 * token by which ClickHouse knows a repetition; then it is removed.
 */
export function createFlusher(deps: {
  db: Db;
  clickhouse: ClickHouse;
  log: FastifyBaseLogger;
  cluster: string | undefined;
  mostWaiting: number;
  /** Whether ClickHouse is in this process, so that no other node can be there. */
  isAlone: boolean;
}): Flusher {
  const { db, clickhouse, log, cluster, mostWaiting, isAlone } = deps;
  const holder = randomUUID();
  let hasTables = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let inbox: InboxState = { events: 0, oldest: null };
  let moves: { at: number; events: number }[] = [];
  let error: string | null = null;

  async function write(id: number, { deletions, events, visits, searches = '' }: BatchContent): Promise<void> {
    for (const deletion of deletions) await clickhouse.command(deletion);
    await clickhouse.insert('events', events, `events ${id}`);
    await clickhouse.insert('visits', visits, `visits ${id}`);
    await clickhouse.insert('searches', searches, `searches ${id}`);
    await removeBatch(db, id);
  }

  async function makeBatch(lastBatch: number): Promise<void> {
    const rows = await readInbox(db, MOST_EVENTS);
    if (!rows.length) return;
    const id = lastBatch + 1;
    const { content, eventCount, touched } = await batchOf(rows, { clickhouse, id, cluster });
    const batch = { id, content: JSON.stringify(content) };
    if (!(await saveBatch(db, { batch, eventCount, rows, touched }))) return;
    await write(id, content);
    moves = [...moves.filter(({ at }) => at > Date.now() - STREAM.withinMs), { at: Date.now(), events: eventCount }];
  }

  function isStream(): boolean {
    const now = Date.now();
    const recent = moves.filter(({ at }) => at > now - STREAM.withinMs);
    const isFresh = recent.some(({ at }) => at > now - STREAM.oldestMs);
    return isFresh && error === null && recent.reduce((sum, { events }) => sum + events, 0) > STREAM.events;
  }

  async function look(): Promise<Progress> {
    const progress = await findProgress(db);
    inbox = progress.state;
    return progress;
  }

  /** Moves all that is there at first, and no more: under load something more is always there. */
  async function move(): Promise<void> {
    let progress = await look();
    const { lastRow, lastBatch } = progress;
    if (!inbox.oldest && hasTables) return;
    if (!hasTables) await createTables(clickhouse, cluster);
    hasTables = true;
    let batch = lastBatch;
    const isLeft = () => {
      const hasRows = lastRow !== null && progress.firstRow !== null && progress.firstRow <= lastRow;
      // The last of the rows are in a batch by now.
      if (hasRows) batch = progress.lastBatch + 1;
      return hasRows || (progress.pendingBatch !== null && progress.pendingBatch <= batch);
    };
    try {
      while (isLeft()) {
        const last = await takeFlusher(db, { holder, seconds: HOLD_S, isAlone });
        if (last === undefined) {
          // Another node moves them.
          await new Promise((resolve) => setTimeout(resolve, 50));
        } else {
          const pending = await findPendingBatch(db);
          if (pending) await write(pending.id, JSON.parse(pending.content) as BatchContent);
          else await makeBatch(last);
        }
        if (isStopped) return;
        progress = await look();
      }
    } finally {
      await releaseFlusher(db, holder).catch(() => {});
    }
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
      await (next ?? running)?.catch(() => {});
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
