import { randomId } from './random-id.ts';

const NAME = 'earshot.visitor';

/** Whether this browser has voted, commented or submitted before, and may so have something of its own. */
export const hasVisitorId = (): boolean => visitorId(false) !== undefined;

/**
 * The id by which this browser's votes are told from others'. Only who votes, comments or submits gets one (`isWriting`), and it is sent
 * nowhere but to feedback. Outside of browsers there is none.
 */
export function visitorId(isWriting: boolean): string | undefined {
  try {
    // A getter that throws where storage is forbidden.
    const { localStorage } = globalThis as { localStorage?: Storage };
    if (typeof document === 'undefined' || !localStorage) return undefined;
    const kept = localStorage.getItem(NAME);
    if (kept || !isWriting) return kept ?? undefined;
    const made = randomId();
    localStorage.setItem(NAME, made);
    return made;
  } catch {
    return undefined;
  }
}
