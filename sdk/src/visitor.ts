import { randomId } from './random-id.ts';

const STORAGE_KEY = 'earshot.visitor';

/** Returns whether this browser has voted, commented or submitted feedback before. */
export const hasVisitorId = (): boolean => visitorId(false) !== undefined;

/**
 * Returns the id that identifies this browser as an anonymous voter. The id is created with the first vote, comment, submission
 * or reaction (`isWriting`) and sent only to feedback routes and with reactions. Undefined outside browsers.
 */
export function visitorId(isWriting: boolean): string | undefined {
  try {
    // The getter throws when storage is forbidden.
    const { localStorage } = globalThis as { localStorage?: Storage };
    if (typeof document === 'undefined' || !localStorage) return undefined;
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored || !isWriting) return stored ?? undefined;
    const id = randomId();
    localStorage.setItem(STORAGE_KEY, id);
    return id;
  } catch {
    return undefined;
  }
}
