import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type Transaction, transact } from './database.ts';

// The commit dominates PostgreSQL's cost of a small write. Requests that arrive during a commit wait and share the next one, like
// PostgreSQL's `commit_delay` across connections, but with one statement for all.

/** Maximum number of items in one transaction. */
const GROUP_SIZE = 200;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Queue<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** Ends the pause between two commits. */
  wake: AbortController | undefined;
}

/** Larger groups for items that can wait. */
interface Pacing<Item> {
  /** Minimum time from the begin of a commit to the begin of the next, while items arrive during commits. */
  intervalMs: number;
  /** Other items end the pause. */
  canWait: (item: Item) => boolean;
}

/**
 * Returns a function that adds an item to the group of its key, and resolves when the group is committed. Groups of one key run in
 * sequence. `commit` receives the items in order of arrival and returns a result for each.
 */
export function createGroupCommit<Item, Result>(
  commit: (key: string, items: Item[]) => Promise<Result[]>,
  pacing: Pacing<Item> = { intervalMs: 0, canWait: () => false },
) {
  const queues = new Map<string, Queue<Item, Result>>();

  async function pause(queue: Queue<Item, Result>, ms: number): Promise<void> {
    // A client that sends one request after the other need not wait: there is nothing to share a commit with.
    if (ms <= 0 || !queue.waiting.length || !queue.waiting.every(({ item }) => pacing.canWait(item))) return;
    queue.wake = new AbortController();
    await sleep(ms, undefined, { signal: queue.wake.signal }).catch(() => {});
    queue.wake = undefined;
  }

  async function drain(key: string, queue: Queue<Item, Result>): Promise<void> {
    while (queue.waiting.length) {
      const group = queue.waiting.splice(0, GROUP_SIZE);
      const begin = performance.now();
      try {
        const results = await commit(
          key,
          group.map(({ item }) => item),
        );
        for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      await pause(queue, pacing.intervalMs - (performance.now() - begin));
    }
    queues.delete(key);
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key);
      if (queue) {
        queue.waiting.push({ item, resolve, reject });
        if (!pacing.canWait(item)) queue.wake?.abort();
        return;
      }
      const started: Queue<Item, Result> = { waiting: [{ item, resolve, reject }], wake: undefined };
      queues.set(key, started);
      // Collects the requests of the current turn of the event loop.
      setImmediate(() => void drain(key, started));
    });
}

/**
 * Returns a function that writes an item of a key. With a transaction, `write` runs within it. Otherwise, the items of the key that arrive
 * at the same time share a transaction. `write` receives items in order of arrival and returns a result for each.
 */
export function createGroupWriter<Item, Result>(
  db: Db,
  write: (tx: Transaction, key: string, items: Item[]) => Promise<Result[]>,
) {
  const addToGroup = createGroupCommit<Item, Result>((key, items) => transact(db, (tx) => write(tx, key, items)));
  return async (handle: Db, key: string, item: Item): Promise<Result> => {
    if (!handle.isTransaction) return await addToGroup(key, item);
    const [result] = await write(handle as Transaction, key, [item]);
    return result as Result;
  };
}
