import { keepDraft, readDraft } from '../session/drafts.ts';

/** A page of a record that was opened in this browser. */
export interface Recent {
  /** Path below the project. */
  path: string;
  label: string;
}

const MAX_RECENTS = 6;
/** Pages of one record. */
const RECORD = /^\/projects\/([^/]+)(\/(?:(?:feedback|changelog|people)\/[a-z]+_\w{26}|help\/[^/]+\/documents\/\w{30}))$/;

const buildKey = (slug: string) => `recent.${slug}`;

/** Returns the pages of a project that were opened last. They are forgotten when the user signs out. */
export const readRecents = (slug: string): Recent[] => readDraft<Recent[]>(buildKey(slug)) ?? [];

/** Remembers the current page if it is about one record. */
export function noteVisit(label: string): void {
  const [, slug, path] = RECORD.exec(location.pathname) ?? [];
  if (!slug || !path || !label) return;
  const others = readRecents(slug).filter((recent) => recent.path !== path);
  keepDraft(buildKey(slug), [{ path, label }, ...others].slice(0, MAX_RECENTS));
}
