/**
 * Cause of a change of search parameters. A new page (`page`) of a list that fills the window begins at its top. Parameters that the page adds
 * to its own URL (`default`) are not a step.
 */
export type Change = 'click' | 'typing' | 'page' | 'default';

/** Search by typing: the URL that it left, and the URL that it led to. */
export interface TypedStep {
  from: string;
  href: string;
}

/** Change of the browser's history. */
export type HistoryStep = 'push' | 'replace' | 'back' | 'none';

/**
 * Returns how a change from one URL to another enters the browser's history: Back undoes a click, and leaves a search as a whole. Therefore
 * only the first keystroke of a search is a step, and a search that is cleared again goes back to the step before it.
 */
export function toHistoryStep(href: string, next: string, change: Change, typed: TypedStep | undefined): HistoryStep {
  if (next === href) return 'none';
  if (change === 'default') return 'replace';
  if (change !== 'typing' || typed?.href !== href) return 'push';
  return next === typed.from ? 'back' : 'replace';
}
