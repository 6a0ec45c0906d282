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

const MAX_EVENTS = 20_000;
/** Batches of imported events are smaller, because live events wait for the current batch. */
const MAX_IMPORTED_EVENTS = 5_000;
/** Duration of the lease: other nodes take over from a killed node after this time. */
const LEASE_S = 5;
/** Polling interval while another node holds the lease. */
const POLL_MS = 50;

export type Destination = Pick<ClickHouse, 'query' | 'command' | 'insert'>;

export interface BatchWriter {
  /** Forwards the rows that the inbox had at the given progress, and no later rows: under load the inbox is never empty. */
  move: (first: Progress) => Promise<void>;
  /** Makes `move` return after the current batch. */
  stop: () => void;
}

interface Deps {
  db: Db;
  clickhouse: Destination;
  cluster: string | undefined;
  /** Id of this node as the holder of the lease. */
  holder: string;
  /** True if this is the only node, so that the lease can be taken over at once. */
  isAlone: boolean;
  /** Receives the state of the inbox and the number of live events of each project since the last report. */
  report: (state: InboxState, moved: Record<string, number>) => void;
  /** Makes the content of a batch. Its service knows what the rows mean. */
  makeBatch: (
    rows: InboxRow[],
    source: { clickhouse: Destination; id: number; cluster: string | undefined },
  ) => Promise<MadeBatch>;
  /** Removes imported events that are stored already. */
  removeDuplicates: (rows: InboxRow[], clickhouse: Destination) => Promise<InboxRow[]>;
}

/** Identity and topology of a node. */
export type Node = Pick<Deps, 'cluster' | 'holder' | 'isAlone'>;

/**
 * Forwards events from the inbox to ClickHouse, exactly once. The transaction that removes rows from the inbox also saves the content of
 * their batch in PostgreSQL. The batch is then written to ClickHouse until that succeeds, with a token by which ClickHouse recognizes
 * repeated inserts, and deleted.
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
  /** Project of the last batch of imported events: projects alternate. */
  let lastImported: string | undefined;

  async function write(id: number, { deletions, events, visits, searches = '' }: BatchContent): Promise<void> {
    for (const deletion of deletions) await clickhouse.command(deletion);
    await clickhouse.insert('events', events, `events ${id}`);
    await clickhouse.insert('visits', visits, `visits ${id}`);
    await clickhouse.insert('searches', searches, `searches ${id}`);
    await removeBatch(db, id);
  }

  async function readNewImports(): Promise<InboxRow[]> {
    const rows = await readImports(db, { maxEvents: MAX_IMPORTED_EVENTS, after: lastImported });
    lastImported = rows[0]?.project_id;
    return await removeDuplicates(rows, clickhouse);
  }

  /** Forwards live events, or imported events if no live events wait. Returns the number of live events of each project. */
  async function moveBatch(lastBatch: number): Promise<Record<string, number>> {
    const live = await readInbox(db, MAX_EVENTS);
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
    /** The last batch that can contain one of the rows. */
    let batch: number | undefined;
    const isLeft = () => {
      if (lastRow !== null && progress.firstRow !== null && progress.firstRow <= lastRow) return true;
      batch ??= progress.lastBatch;
      return progress.pendingBatch !== null && progress.pendingBatch <= batch;
    };
    try {
      while (isLeft()) {
        const last = await acquireLease(db, { holder, seconds: LEASE_S, isAlone });
        let moved: Record<string, number> = {};
        if (last === undefined) {
          // Another node holds the lease.
          await sleep(POLL_MS);
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
