import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type ClickHouse, isClickHouseAway } from '../clickhouse/clickhouse.ts';
import { createTables } from '../clickhouse/schema.ts';
import type { Db } from '../postgres/database.ts';
import { batchOf, type BatchContent } from './batch.ts';
import {
  type Batch,
  findInboxState,
  findPendingBatch,
  type InboxState,
  readInbox,
  releaseFlusher,
  removeBatch,
  saveBatch,
  StaleRows,
  takeFlusher,
} from './inbox-store.ts';

export interface Flusher {
  start: () => void;
  stop: () => Promise<void>;
  /** Moves what was accepted before this call, and answers when ClickHouse has it, or when that takes too long. */
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
  let error: string | null = null;

  async function write({ id, content }: Batch): Promise<void> {
    const { deletion, events, visits } = JSON.parse(content) as BatchContent;
    if (deletion) await clickhouse.command(deletion);
    await clickhouse.insert('events', events, `events ${id}`);
    await clickhouse.insert('visits', visits, `visits ${id}`);
    await removeBatch(db, id);
  }

  /** False when there was nothing left. */
  async function moveSome(lastBatch: number): Promise<boolean> {
    const rows = await readInbox(db, MOST_EVENTS);
    if (!rows.length) return false;
    const id = lastBatch + 1;
    const { content, eventCount } = await batchOf(rows, { clickhouse, id, cluster });
    const batch = { id, content: JSON.stringify(content) };
    if (await saveBatch(db, { batch, eventCount, rows })) await write(batch);
    return true;
  }

  async function move(): Promise<void> {
    inbox = await findInboxState(db);
    if (!inbox.events && !(await readInbox(db, 1)).length && hasTables) return;
    if (!hasTables) await createTables(clickhouse, cluster);
    hasTables = true;
    try {
      for (;;) {
        const lastBatch = await takeFlusher(db, { holder, seconds: HOLD_S, isAlone });
        if (lastBatch === undefined) {
          if (!(await waitForOthers())) return;
          continue;
        }
        const pending = await findPendingBatch(db);
        if (pending) await write(pending);
        else if (!(await moveSome(lastBatch))) break;
        if (isStopped) break;
      }
    } finally {
      await releaseFlusher(db, holder).catch(() => {});
    }
    inbox = await findInboxState(db);
  }

  /** Another node moves events. Whether something is left for us, once its time is over. */
  async function waitForOthers(): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, 50));
    inbox = await findInboxState(db);
    return inbox.events > 0 && !isStopped;
  }

  async function run(): Promise<void> {
    try {
      await move();
      if (error) log.info('events reach ClickHouse again');
      error = null;
    } catch (failure) {
      if (failure instanceof StaleRows) return;
      const { message } = failure as Error;
      const level = isClickHouseAway(failure as Error) ? 'warn' : 'error';
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
    flush: async () => {
      let timeout: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timeout = setTimeout(resolve, PATIENCE_MS)));
      await Promise.race([moveAll(), patience]).finally(() => clearTimeout(timeout));
    },
    isFull: () => inbox.events >= mostWaiting,
    state: () => ({ ...inbox, error }),
  };
}
