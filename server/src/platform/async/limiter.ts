import pLimit from 'p-limit';

/** Number of waiting tasks, and the error of further ones. */
interface QueueLimit {
  maxWaiting: number;
  createError: () => Error;
}

/** Limits concurrency: some tasks run at the same time, others wait, and tasks beyond the queue limit, if any, are rejected. */
export function createLimiter({ concurrency, limit }: { concurrency: number; limit?: QueueLimit }) {
  const run = pLimit(concurrency);
  /** @throws the error of the queue limit */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // A task waits until the next turn of the event loop even if it can run.
    if (limit && run.activeCount + run.pendingCount >= concurrency + limit.maxWaiting) throw limit.createError();
    return await run(work);
  };
}
