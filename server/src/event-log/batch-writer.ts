import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import type { Db } from '../postgres/database.ts';
import {
  type BatchContent,
  findPendingBatch,
  type MadeBatch,
  releaseLease,
  removeBatch,
  saveBatch,
  acquireLease,
} from './batches-store.ts';
import { findProgress, type InboxRow, type InboxState, type Progress, readInbox } from './inbox-store.ts';
import { readImports } from './imports-store.ts';

const MOST_EVENTS = 20_000;
/** Batches of imported events are smaller, because live events wait for the current batch. */
const MOST_IMPORTED_EVENTS = 5_000;
/** Of a node that was killed, others take over after this long. */
const HOLD_S = 5;
/** How soon one looks again whether another node has moved them. */
const LOOK_MS = 50;

export type Destination = Pick<ClickHouse, 'query' | 'command' | 'insert'>;

export interface BatchWriter {
  /** Moves all that is there at first, by the progress that was found, and no more: under load something more is always there. */
  move: (first: Progress) => Promise<void>;
  /** Ends a move after the batch that it is at. */
  stop: () => void;
}

interface Deps {
  db: Db;
  clickhouse: Destination;
  cluster: string | undefined;
  /** Who this is, among nodes. */
  holder: string;
  /** Whether no other node can be there. */
  isAlone: boolean;
  /** Hears how much is in the inbox, and how many live events of each project were moved since. */
  report: (state: InboxState, moved: Record<string, number>) => void;
  /** Makes the content of a batch. Its service knows what the rows mean. */
  makeBatch: (
    rows: InboxRow[],
    source: { clickhouse: Destination; id: number; cluster: string | undefined },
  ) => Promise<MadeBatch>;
  /** Removes imported events that are stored already. */
  removeDuplicates: (rows: InboxRow[], clickhouse: Destination) => Promise<InboxRow[]>;
}

/** What a writer is told of who and where it is. */
export type Node = Pick<Deps, 'cluster' | 'holder' | 'isAlone'>;

/**
 * Moves events from the inbox to ClickHouse, exactly once. A batch is made once: its events, joined to visits, are saved in PostgreSQL
 * in the transaction that takes them from the inbox. Then it is written to ClickHouse, again and again until that succeeds, under a
 * token by which ClickHouse knows a repetition; then it is removed.
 */
export function createBatchWriter({
  db,
  clickhouse,
  cluster,
  holder,
  isAlone,
  report,
  makeBatch,
  removeDuplicates,
}: Deps): BatchWriter {
  let isStopped = false;
  /** Project of the last batch of imported events: projects take turns. */
  let lastImported: string | undefined;

  async function write(id: number, { deletions, events, visits, searches = '' }: BatchContent): Promise<void> {
    for (const deletion of deletions) await clickhouse.command(deletion);
    await clickhouse.insert('events', events, `events ${id}`);
    await clickhouse.insert('visits', visits, `visits ${id}`);
    await clickhouse.insert('searches', searches, `searches ${id}`);
    await removeBatch(db, id);
  }

  async function readNewImports(): Promise<InboxRow[]> {
    const rows = await readImports(db, { maxEvents: MOST_IMPORTED_EVENTS, after: lastImported });
    lastImported = rows[0]?.project_id;
    return await removeDuplicates(rows, clickhouse);
  }

  /** Moves live events, or imported ones when there are none. Returns how many live events of each project it moved. */
  async function moveBatch(lastBatch: number): Promise<Record<string, number>> {
    const live = await readInbox(db, MOST_EVENTS);
    const rows = live.length ? live : await readNewImports();
    if (!rows.length) return {};
    const id = lastBatch + 1;
    const { content, eventCount, record } = await makeBatch(rows, { clickhouse, id, cluster });
    const batch = { id, content: JSON.stringify(content) };
    if (!(await saveBatch(db, { batch, eventCount, rows, record }))) return {};
    await write(id, content);
    const moved: Record<string, number> = {};
    for (const { project_id, event_count } of live) moved[project_id] = (moved[project_id] ?? 0) + event_count;
    return moved;
  }

  async function move(first: Progress): Promise<void> {
    let progress = first;
    const { lastRow } = first;
    /** The last batch that may hold one of the rows. */
    let batch: number | undefined;
    const isLeft = () => {
      if (lastRow !== null && progress.firstRow !== null && progress.firstRow <= lastRow) return true;
      batch ??= progress.lastBatch;
      return progress.pendingBatch !== null && progress.pendingBatch <= batch;
    };
    try {
      while (isLeft()) {
        const last = await acquireLease(db, { holder, seconds: HOLD_S, isAlone });
        let moved: Record<string, number> = {};
        if (last === undefined) {
          // Another node moves them.
          await sleep(LOOK_MS);
        } else {
          const pending = await findPendingBatch(db);
          if (pending) await write(pending.id, JSON.parse(pending.content) as BatchContent);
          else moved = await moveBatch(last);
        }
        if (isStopped) return;
        progress = await findProgress(db);
        report(progress.state, moved);
      }
    } finally {
      await releaseLease(db, holder).catch(() => {});
    }
  }

  return { move, stop: () => (isStopped = true) };
}
