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
    // Both counts, because a task that can run immediately is pending for a moment as well.
    if (limit && run.activeCount + run.pendingCount >= concurrency + limit.maxWaiting) throw limit.createError();
    return await run(work);
  };
}
