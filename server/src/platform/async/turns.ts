/** Number of waiting tasks, and the error of further ones. */
interface QueueLimit {
  maxWaiting: number;
  createError: () => Error;
}

/** Limits concurrency: a few tasks run at the same time, others wait, and tasks beyond the queue limit, if any, are rejected. */
export function createTurns({ atOnce, limit }: { atOnce: number; limit?: QueueLimit }) {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  /** @throws the error of the queue limit */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else if (limit && waiting.length >= limit.maxWaiting) throw limit.createError();
    // A finished task passes its slot to the first waiting task, so that later tasks cannot overtake.
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
