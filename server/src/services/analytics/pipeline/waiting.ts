import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../platform/postgres/database.ts';
import { findCompleteUntil, findLastRow, findProgress, findProjectProgress, type Reach } from './inbox-store.ts';

/** Polling interval while other nodes forward some of the events. */
const POLL_MS = 50;

interface Deps {
  db: Db;
  /** Whether this node forwards all events. */
  isAlone: boolean;
  /** Forwards the waiting events of this node, and asks other nodes to do so. */
  forward: () => Promise<void>;
  /** Resolves with the next batch of this node. */
  nextBatch: () => Promise<void>;
  /** @throws {HttpError} when the server stops */
  checkRunning: () => void;
}

/** Waits until events are forwarded, by this node or others. */
export function createWaiting({ db, isAlone, forward, nextBatch, checkRunning }: Deps) {
  /** Resolves when a batch may have been forwarded: `batch` was written, or a moment has passed in which other nodes may have. */
  const progressed = (batch: Promise<void>): Promise<void> => (isAlone ? batch : Promise.race([batch, sleep(POLL_MS)]));

  return {
    /**
     * Waits until ClickHouse has the events of a project that were accepted before `asked`, for at most `maxWaitMs`, and checks after each
     * batch. `batch` resolves with the next batch. Gives up when this node can't forward. Returns the time up to which ClickHouse has all
     * events of the project.
     */
    waitFor: async (
      projectId: string,
      { now: asked, asOf }: Reach,
      { maxWaitMs, batch }: { maxWaitMs: number; batch: Promise<void> },
    ): Promise<number> => {
      let timeout: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timeout = setTimeout(resolve, maxWaitMs)));
      // Events that remain after a forwarding belong to other nodes. After a failure, waiting would only delay the report.
      const ownEnd = forward().then(
        () => (isAlone ? undefined : patience),
        () => {},
      );
      const end = Promise.race([ownEnd, patience]).then(() => true);
      let [reached, next] = [asOf, batch];
      try {
        for (let isOver = false; !isOver && reached < asked;) {
          isOver = await Promise.race([end, progressed(next).then(() => false)]);
          next = nextBatch();
          ({ asOf: reached } = await findCompleteUntil(db, projectId));
        }
      } finally {
        clearTimeout(timeout);
      }
      return reached;
    },
    /**
     * Returns once ClickHouse has the events of a project that were accepted before this call, with the last batch that can contain
     * such an event.
     */
    drain: async (projectId: string): Promise<number> => {
      const lastRow = await findLastRow(db, projectId);
      let lastBatch: number | undefined;
      for (let batch = nextBatch(); ; batch = nextBatch()) {
        const found = await findProjectProgress(db, projectId, lastRow);
        if (!found.hasRows) {
          lastBatch ??= found.lastBatch;
          if (found.pendingBatch === null || found.pendingBatch > lastBatch) return lastBatch;
        }
        checkRunning();
        await Promise.race([batch, forward().then(() => (isAlone ? undefined : sleep(POLL_MS)))]);
      }
    },
    /** Returns once ClickHouse has the events of all projects that were accepted before this call. */
    drainAll: async (): Promise<void> => {
      const { lastRow } = await findProgress(db);
      let lastBatch: number | undefined;
      for (;;) {
        await forward();
        const found = await findProgress(db);
        if (lastRow === null || found.firstRow === null || found.firstRow > lastRow) lastBatch ??= found.lastBatch;
        if (lastBatch !== undefined && (found.pendingBatch === null || found.pendingBatch > lastBatch)) return;
        checkRunning();
        await sleep(POLL_MS);
      }
    },
  };
}
