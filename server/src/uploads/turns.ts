import { HttpError } from '../http/errors.ts';

/** Lets a few works go at once; the others wait, and those who come when too many wait are sent away. */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  /** @throws {HttpError} 503 */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else if (waiting.length >= mostWaiting) throw new HttpError('uploads.busy');
    // Whoever ends hands their turn on, so that nobody who comes later takes it first.
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
