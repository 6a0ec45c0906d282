// The commit dominates PostgreSQL's cost of a small write. Requests that arrive during a commit wait and share the next one, like
// PostgreSQL's `commit_delay` across connections, but with one statement for all.

/** Maximum number of items in one transaction. */
const GROUP_SIZE = 200;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that adds an item to the group of its key, and resolves when the group is committed. Groups of one key run in
 * sequence. `commit` receives the items in order of arrival and returns a result for each.
 */
export function createGroupCommit<Item, Result>(commit: (key: string, items: Item[]) => Promise<Result[]>) {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length) {
      const group = queue.splice(0, GROUP_SIZE);
      try {
        const results = await commit(
          key,
          group.map(({ item }) => item),
        );
        for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    queues.delete(key);
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key);
      if (queue) {
        queue.push({ item, resolve, reject });
        return;
      }
      const started = [{ item, resolve, reject }];
      queues.set(key, started);
      // Collects the requests of the current turn of the event loop.
      setImmediate(() => void drain(key, started));
    });
}
