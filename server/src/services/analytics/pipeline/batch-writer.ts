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
export class BatchWriter {
  readonly #deps: Deps;
  #isStopped = false;
  #moving: Promise<unknown> = Promise.resolve();
  /** Partitions of this node by number. */
  #held = new Map<number, Partition>();
  #renewedAt = -Infinity;
  /** Writes of saved batches, in sequence. */
  #writing: Promise<void> = Promise.resolve();
  /** Project of the last batch of imported events: projects alternate. */
  #lastImported: string | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Forwards batches until ClickHouse has the rows of this node's partitions up to `lastRow`: under load the inboxes are never empty.
   * With null, only renews the leases. Returns the number of forwarded events.
   */
  async move(lastRow: number | null): Promise<number> {
    const move = this.#moveUntil(lastRow);
    this.#moving = move.catch(() => {});
    return await move;
  }

  /** Makes `move` return after the current batch, and releases the leases, so that other nodes need not wait for their end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#moving;
    await releaseLeases(this.#deps.db, this.#deps.holder);
  }

  async #moveUntil(lastRow: number | null): Promise<number> {
    const { db, reportState } = this.#deps;
    let forwarded = 0;
    try {
      for (;;) {
        if (!this.#isStopped) await this.#renew();
        if (this.#isStopped || lastRow === null) break;
        const events = await this.#forwardBatch(lastRow);
        if (events === undefined) break;
        forwarded += events;
      }
      await this.#writing;
    } catch (error) {
      // A saved batch that was not written is written before the next one is made, and not while a write of it is still running.
      await this.#writing.catch(() => {});
      this.#writing = Promise.resolve();
      this.#resetState();
      throw error;
    }
    if (lastRow !== null) reportState((await findProgress(db)).state);
    return forwarded;
  }

  /** Renews the leases. Writes the pending batches of partitions that are new to this node. */
  async #renew(): Promise<void> {
    const { db, write, holder, isAlone, maker, reportState } = this.#deps;
    if (performance.now() - this.#renewedAt < RENEW_MS) return;
    const found = await renewLeases(db, { holder, isAlone });
    const added = found.filter(({ partition, lastBatch }) => this.#held.get(partition)?.lastBatch !== lastBatch);
    if (added.length) {
      maker.reset();
      await this.#writing;
      const pending = await findPendingBatches(
        db,
        added.map(({ partition }) => partition),
      );
      for (const { id, content } of pending) await write(id, content);
    }
    this.#held = new Map(found.map((partition) => [partition.partition, partition]));
    this.#renewedAt = performance.now();
    reportState((await findProgress(db)).state);
  }

  /** Forwards a batch. Returns the number of its events; undefined if no row up to the given one waits. */
  async #forwardBatch(lastRow: number): Promise<number | undefined> {
    const { db, write, holder, maker, reportForwarded } = this.#deps;
    const { rows, lastImport } = await this.#readRows();
    const [first] = rows;
    if (!first || Number(first.id) > lastRow) return undefined;
    const id = await nextBatchId(db);
    const before = this.#writing;
    const holds = (partition: number) => this.#held.has(partition);
    const made = await maker.make(rows, { id, waitForPreviousBatches: () => before, holds });
    const partitions = [...new Set([...rows.map(({ partition }) => partition), ...made.partitions])].map(
      (number) => this.#held.get(number) as Partition,
    );
    if (!(await saveBatch(db, { ...made, id, holder, partitions, rows, lastImport }))) {
      this.#resetState();
      return 0;
    }
    for (const { partition } of partitions) this.#held.set(partition, { partition, lastBatch: id });
    // At most two batches are saved and not written.
    await before;
    this.#writing = write(id, made.content).then(() => reportForwarded(forwardedBy(rows)));
    // Awaited by the next batch, or at the end.
    this.#writing.catch(() => {});
    return made.eventCount;
  }

  /** Reads live events, or imported events if no live events wait. */
  async #readRows(): Promise<{ rows: InboxRow[]; lastImport?: number }> {
    const { db, maker } = this.#deps;
    const partitions = [...this.#held.keys()];
    const readLive = () => readInbox(db, { partitions, maxEvents: MAX_EVENTS });
    let live = await readLive();
    if (!live.length) {
      // Imported events require that all batches are written. Live events that arrive meanwhile come first.
      await this.#writing;
      live = await readLive();
    }
    if (live.length) return { rows: live };
    const lastImport = await findLastImport(db);
    if (lastImport === undefined) return { rows: [] };
    const imports = await readImports(db, { partitions, maxEvents: MAX_IMPORTED_EVENTS, after: this.#lastImported });
    this.#lastImported = imports[0]?.project_id;
    return { rows: await maker.removeDuplicates(imports), lastImport };
  }

  #resetState(): void {
    this.#deps.maker.reset();
    this.#held = new Map();
    this.#renewedAt = -Infinity;
  }
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
