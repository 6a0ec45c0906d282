import { setImmediate } from 'node:timers/promises';

/** Requests that came meanwhile wait no longer than this, and the last item. */
const TURN_MS = 4;

/** Makes something of each item, and lets others have their turn in between: all at once would keep answers back that are due. */
export async function mapInTurns<T, R>(items: Iterable<T>, make: (item: T) => R): Promise<R[]> {
  const made: R[] = [];
  let began = performance.now();
  for (const item of items) {
    made.push(make(item));
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return made;
}
