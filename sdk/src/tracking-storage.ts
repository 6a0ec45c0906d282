import { randomId } from './random-id.ts';
import type { QueuedEvent } from './tracked-event.ts';

const PREFIX = 'earshot.queue.';

/**
 * Opens the event queue in the storage of the browser, which survives reloads. Outside browsers, nothing is stored. Each page writes a
 * separate key and takes over the events of other pages; if another page is still open, both pages send its events, which are counted
 * once by their ids.
 */
export function openStorage(projectKey: string) {
  const prefix = `${PREFIX}${projectKey}.`;
  const key = prefix + randomId();
  return {
    save(queue: QueuedEvent[]): void {
      tryWithStorage((storage) => (queue.length ? storage.setItem(key, JSON.stringify(queue)) : storage.removeItem(key)));
    },
    takeOver(): QueuedEvent[] {
      const events: QueuedEvent[] = [];
      tryWithStorage((storage) => {
        const keys = Object.keys(storage).filter((name) => name.startsWith(prefix));
        for (const name of keys) events.push(...(JSON.parse(storage.getItem(name) ?? '[]') as QueuedEvent[]));
        if (events.length) storage.setItem(key, JSON.stringify(events));
        for (const name of keys) storage.removeItem(name);
      });
      return events;
    },
  };
}

/** Runs an action with the storage. Storage can be missing, full or forbidden, in which case the queue is kept only in memory. */
function tryWithStorage(action: (storage: Storage) => void): void {
  try {
    if (typeof document !== 'undefined') action(localStorage);
  } catch {
    // The queue is kept only in memory.
  }
}
