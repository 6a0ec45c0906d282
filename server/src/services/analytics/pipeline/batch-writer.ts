import type { Db } from '../../../platform/postgres/database.ts';
import {
  type BatchContent,
  findLastImport,
  findPendingBatches,
  type MadeBatch,
  nextBatchId,
  saveBatch,
} from './batches-store.ts';
import { readImports } from './imports-store.ts';
import { findProgress, type InboxRow, type InboxState, readInbox } from './inbox-store.ts';
import { type Partition, releaseLeases, renewLeases } from './leases-store.ts';

/** Large batches change a visit once for several of its events. */
const MAX_EVENTS = 80_000;
/** Batches of imported events are smaller, because live events wait for the current batch. */
const MAX_IMPORTED_EVENTS = 5_000;
/** Interval of renewing leases and reporting the state of the inbox. */
const RENEW_MS = 1_000;

/** Builds the contents of batches for the service that owns the rows. */
export interface BatchMaker {
  /**
   * Makes a batch from these rows. Called in the order of batches; `waitForPreviousBatches` waits until ClickHouse has them. `holds` returns
   * whether this node holds a partition.
   */
  make: (
    rows: InboxRow[],
    batch: { id: number; waitForPreviousBatches: () => Promise<void>; holds: (partition: number) => boolean },
  ) => Promise<MadeBatch>;
  /** Removes imported events that are stored already. Requires that ClickHouse has all previous batches. */
  removeDuplicates: (rows: InboxRow[]) => Promise<InboxRow[]>;
  /** Discards state from earlier batches: a batch was not saved, or other nodes held some of the partitions. */
  reset: () => void;
}

/** Contents of a forwarded batch, reported once ClickHouse has the batch. */
export interface Forwarded {
  /** Number of live events by project. */
  events: Record<string, number>;
  /** Time from the acceptance of rows until they were visible, in milliseconds, with the number of events. */
  lags: { ms: number; events: number }[];
}

export interface BatchWriter {
  /**
   * Forwards batches until ClickHouse has the rows of this node's partitions up to `lastRow`: under load the inboxes are never empty.
   * With null, only renews the leases. Returns the number of forwarded events.
   */
  move: (lastRow: number | null) => Promise<number>;
  /** Makes `move` return after the current batch, and releases the leases, so that other nodes need not wait for their end. */
  stop: () => Promise<void>;
}

interface Deps {
  db: Db;
  /** Writes a saved batch to ClickHouse, and removes it (write-batch.ts). */
  write: (id: number, content: BatchContent) => Promise<void>;
  /** Id of this node as the holder of leases. */
  holder: string;
  /** True if this is the only node, so that it holds all partitions. */
  isAlone: boolean;
  maker: BatchMaker;
  /** Receives the state of the inbox once a second. */
  reportState: (state: InboxState) => void;
  reportForwarded: (forwarded: Forwarded) => void;
}

/** Identity and topology of a node. */
export type Node = Pick<Deps, 'holder' | 'isAlone'>;

/**
 * Forwards events from the inbox to ClickHouse, exactly once. The transaction that removes rows from the inbox also saves the content of
 * their batch in PostgreSQL. The batch is then written to ClickHouse until that succeeds, with a token by which ClickHouse recognizes
 * repeated inserts, and deleted. The next batch is made while ClickHouse writes one.
 */
export function createBatchWriter(deps: Deps): BatchWriter {
  const { db, write, holder, isAlone, maker, reportState, reportForwarded } = deps;
  let isStopped = false;
  let moving: Promise<unknown> = Promise.resolve();
  /** Partitions of this node by number. */
  let held = new Map<number, Partition>();
  let renewedAt = -Infinity;
  /** Writes of saved batches, in sequence. */
  let writing: Promise<void> = Promise.resolve();
  /** Project of the last batch of imported events: projects alternate. */
  let lastImported: string | undefined;

  /** Renews the leases. Writes the pending batches of partitions that are new to this node. */
  async function renew(): Promise<void> {
    if (performance.now() - renewedAt < RENEW_MS) return;
    const found = await renewLeases(db, { holder, isAlone });
    const fresh = found.filter(({ partition, lastBatch }) => held.get(partition)?.lastBatch !== lastBatch);
    if (fresh.length) {
      maker.reset();
      await writing;
      const pending = await findPendingBatches(
        db,
        fresh.map(({ partition }) => partition),
      );
      for (const { id, content } of pending) await write(id, content);
    }
    held = new Map(found.map((partition) => [partition.partition, partition]));
    renewedAt = performance.now();
    reportState((await findProgress(db)).state);
  }

  /** Reads live events, or imported events if no live events wait. */
  async function readRows(): Promise<{ rows: InboxRow[]; lastImport?: number }> {
    const partitions = [...held.keys()];
    const readLive = () => readInbox(db, { partitions, maxEvents: MAX_EVENTS });
    let live = await readLive();
    if (!live.length) {
      // Imported events require that all batches are written. Live events that arrive meanwhile come first.
      await writing;
      live = await readLive();
    }
    if (live.length) return { rows: live };
    const lastImport = await findLastImport(db);
    if (lastImport === undefined) return { rows: [] };
    const imports = await readImports(db, { partitions, maxEvents: MAX_IMPORTED_EVENTS, after: lastImported });
    lastImported = imports[0]?.project_id;
    return { rows: await maker.removeDuplicates(imports), lastImport };
  }

  /** Forwards a batch. Returns the number of its events; undefined if no row up to the given one waits. */
  async function forwardBatch(lastRow: number): Promise<number | undefined> {
    const { rows, lastImport } = await readRows();
    const [first] = rows;
    if (!first || Number(first.id) > lastRow) return undefined;
    const id = await nextBatchId(db);
    const before = writing;
    const made = await maker.make(rows, { id, waitForPreviousBatches: () => before, holds: (partition) => held.has(partition) });
    const partitions = [...new Set([...rows.map(({ partition }) => partition), ...made.partitions])].map(
      (number) => held.get(number) as Partition,
    );
    if (!(await saveBatch(db, { ...made, id, holder, partitions, rows, lastImport }))) {
      resetState();
      return 0;
    }
    for (const { partition } of partitions) held.set(partition, { partition, lastBatch: id });
    // At most two batches are saved and not written.
    await before;
    writing = write(id, made.content).then(() => reportForwarded(forwardedBy(rows)));
    // Awaited by the next batch, or at the end.
    writing.catch(() => {});
    return made.eventCount;
  }

  function resetState(): void {
    maker.reset();
    held = new Map();
    renewedAt = -Infinity;
  }

  async function moveUntil(lastRow: number | null): Promise<number> {
    let forwarded = 0;
    try {
      for (;;) {
        if (!isStopped) await renew();
        if (isStopped || lastRow === null) break;
        const events = await forwardBatch(lastRow);
        if (events === undefined) break;
        forwarded += events;
      }
      await writing;
    } catch (error) {
      // A saved batch that was not written is written before the next one is made, and not while a write of it is still running.
      await writing.catch(() => {});
      writing = Promise.resolve();
      resetState();
      throw error;
    }
    if (lastRow !== null) reportState((await findProgress(db)).state);
    return forwarded;
  }

  return {
    move: (lastRow) => {
      const move = moveUntil(lastRow);
      moving = move.catch(() => {});
      return move;
    },
    stop: async () => {
      isStopped = true;
      await moving;
      await releaseLeases(db, holder);
    },
  };
}

function forwardedBy(rows: InboxRow[]): Forwarded {
  const events: Record<string, number> = {};
  const lags: Forwarded['lags'] = [];
  const now = Date.now();
  for (const { kind, project_id, event_count, received_at } of rows) {
    if (kind !== 'events' || !event_count) continue;
    events[project_id] = (events[project_id] ?? 0) + event_count;
    lags.push({ ms: now - received_at.getTime(), events: event_count });
  }
  return { events, lags };
}
