import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from './database.ts';

/** A person of whom a project holds data, by everything that identifies them. */
export interface Person {
  /** Email addresses in lower case. */
  emails: string[];
  /** The product's own ids: `sub` of X-User-Token, `user_id` of events. */
  userIds: string[];
}

export interface ExportPage {
  limit: number;
  offset: number;
}

/** What a sub-service holds of people: how it is read, and how it is erased. */
export interface PersonalData {
  /** Sections of an export, each read page by page in a stable order. */
  sections: Record<string, (db: Db, projectId: string, person: Person, page: ExportPage) => Promise<object[]>>;
  /**
   * Erases a person, and returns the number of records by kind; a second time nothing is left. `ids` are the TypeIDs of all of the
   * person's records, so that logs can find what they say about them.
   */
  erase: (tx: Transaction, projectId: string, person: Person, ids: string[]) => Promise<Record<string, number>>;
}

/** Replaces an address in texts of other people. Without characters that JSON or HTML would escape. */
export const REMOVED = '[removed]';

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Returns an address as it stands in texts, in URLs (also within a parameter of another URL) and in HTML. */
export const spellingsOf = (emails: string[]): string[] => [
  ...new Set(
    emails.flatMap((email) => [
      email,
      encodeURIComponent(email).toLowerCase(),
      encodeURIComponent(encodeURIComponent(email)).toLowerCase(),
      email.replaceAll('+', '%2b'),
      email.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
    ]),
  ),
];

/**
 * Returns a regular expression of PostgreSQL that finds these addresses, and not longer ones that end or begin alike
 * (`xada@example.com`, `x.ada@example.com`, `ada@example.com.au`). Punctuation belongs to a longer address only after a letter or digit:
 * `'ada@example.com'` and `_ada@example.com_` are this one. `\n` is an escape of JSON and `%3D` one of URLs, no letters before an address.
 */
const patternOf = (emails: string[]) =>
  String.raw`(?:(?<![[:alnum:]][._+'-]*)|(?<=\\[nrtbf])|(?<=%[0-9A-Fa-f]{2}))(?:${spellingsOf(emails).map(escapePattern).join('|')})(?![[:alnum:]-]|_+[[:alnum:]]|\.[[:alnum:]])`;

/** Returns a condition: the text names one of the addresses. */
export function mentions(text: RawBuilder<unknown>, { emails }: Pick<Person, 'emails'>): RawBuilder<boolean> {
  if (!emails.length) return sql<boolean>`false`;
  const likes = spellingsOf(emails).map((spelling) => `%${escapeLike(spelling)}%`);
  return sql<boolean>`(lower(${text}) LIKE ANY(${likes}::text[]) AND ${text} ~* ${patternOf(emails)})`;
}

/** Returns the text without the addresses. */
export const withoutMentions = (text: RawBuilder<unknown>, { emails }: Pick<Person, 'emails'>): RawBuilder<string> =>
  emails.length ? sql<string>`regexp_replace(${text}, ${patternOf(emails)}, ${REMOVED}, 'gi')` : sql<string>`${text}`;

/** Returns the URL, or NULL where it names one of the addresses: with another text in its place it would lead nowhere. */
export const unlessMentions = (url: RawBuilder<unknown>, person: Pick<Person, 'emails'>): RawBuilder<string | null> =>
  sql<string | null>`CASE WHEN ${mentions(url, person)} THEN NULL ELSE ${url} END`;

/** Returns a condition: the text holds one of the TypeIDs. */
export const namesOneOf = (text: RawBuilder<unknown>, ids: string[]): RawBuilder<boolean> =>
  ids.length
    ? sql<boolean>`EXISTS (SELECT FROM regexp_matches(${text}, '[a-z]{2,4}_[0-9a-z]{26}', 'g') AS named WHERE named[1] = ANY(${ids}::text[]))`
    : sql<boolean>`false`;
