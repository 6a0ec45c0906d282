import { HttpError } from './http/errors.ts';

/** Limits concurrency: a few tasks run at the same time, others wait, and tasks beyond the queue limit, if any, are rejected. */
export function createTurns({ atOnce, mostWaiting = Infinity }: { atOnce: number; mostWaiting?: number }) {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  /** @throws {HttpError} 503 beyond `mostWaiting` */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else if (waiting.length >= mostWaiting) throw new HttpError('uploads.busy');
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
