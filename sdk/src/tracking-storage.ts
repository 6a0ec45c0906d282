import { randomId } from './random-id.ts';
import type { QueuedEvent } from './tracking.ts';

const PREFIX = 'earshot.queue.';

/**
 * Where events wait across reloads: in a browser its storage, elsewhere nowhere. Each page writes a place of its own, and takes over what
 * other pages left; if one of them is still open, both send its events, which count once by their ids.
 */
export function openStorage(projectKey: string) {
  const mine = `${PREFIX}${projectKey}.`;
  const place = mine + randomId();
  return {
    keep(queue: QueuedEvent[]): void {
      attempt((storage) => (queue.length ? storage.setItem(place, JSON.stringify(queue)) : storage.removeItem(place)));
    },
    take(): QueuedEvent[] {
      const found: QueuedEvent[] = [];
      attempt((storage) => {
        const names = Object.keys(storage).filter((name) => name.startsWith(mine));
        for (const name of names) found.push(...(JSON.parse(storage.getItem(name) ?? '[]') as QueuedEvent[]));
        if (found.length) storage.setItem(place, JSON.stringify(found));
        for (const name of names) storage.removeItem(name);
      });
      return found;
    },
  };
}

/** Storage may be missing, full or forbidden: then the queue is in memory alone. */
function attempt(act: (storage: Storage) => void): void {
  try {
    if (typeof document !== 'undefined') act(localStorage);
  } catch {
    // As above.
  }
}
