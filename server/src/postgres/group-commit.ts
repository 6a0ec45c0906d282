// PostgreSQL's cost of a small write is mostly its commit. Requests that arrive while one commit is under way wait for it and
// then share the next, as PostgreSQL's own `commit_delay` does across connections, but with one statement for all of them.

/** Items for one key that one transaction takes at most. */
const GROUP_SIZE = 200;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that adds an item to the group of its key and resolves when the group is committed. Groups of one key follow
 * one another. `commit` takes the items in order of arrival and gives a result for each.
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
      // The requests of this turn of the event loop go together.
      setImmediate(() => void drain(key, started));
    });
}
