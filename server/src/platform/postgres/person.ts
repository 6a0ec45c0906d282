import type { TimelineKind } from '@earshot/contract/instance/values';
import { toAsciiDomain } from '@earshot/contract/shared/mailbox';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from './database.ts';
import { escapeLike, escapePattern } from './patterns.ts';
import type { NameSource, TimelineSource } from './timeline.ts';

/** A person, by all known identifiers. */
export interface Person {
  /** Keys of mailboxes (`toMailboxKey`). */
  emails: string[];
  /** The product's own ids: `sub` of X-User-Token, `user_id` of events. */
  userIds: string[];
}

export interface ExportPage {
  limit: number;
  offset: number;
}

/** Personal data of a service: its export and its erasure. */
export interface PersonalData {
  /** Sections of an export. Each is read page by page in a stable order. */
  sections: Record<string, (db: Db, projectId: string, person: Person, page: ExportPage) => Promise<object[]>>;
  /**
   * Erases a person and returns the number of records by kind. Idempotent. `ids` are the TypeIDs of all records of the person, so
   * that logs can be searched for them.
   */
  erase: (tx: Transaction, projectId: string, person: Person, ids: string[]) => Promise<Record<string, number>>;
  /** Sources of the timelines of people, by kind. */
  timeline?: Partial<Record<TimelineKind, TimelineSource>>;
  givenName?: NameSource;
}

/** Replacement for addresses in texts of other people. Needs no escaping in JSON or HTML. */
export const REMOVED = '[removed]';

/** Returns addresses as people write them: the domain in Unicode or as in DNS, and letters composed or decomposed. */
export const listForms = (emails: string[]): string[] => [
  ...new Set(
    emails
      .flatMap((email) => [email, email.replace(/(?<=@)[^@]+$/, (domain) => toAsciiDomain(domain) ?? domain)])
      .flatMap((form) => [form, form.normalize('NFD')]),
  ),
];

/** Returns addresses in their forms in plain text, URLs (also nested in a parameter) and HTML. */
export const listSpellings = (emails: string[]): string[] => [
  ...new Set(
    listForms(emails).flatMap((email) => [
      email,
      encodeURIComponent(email).toLowerCase(),
      encodeURIComponent(encodeURIComponent(email)).toLowerCase(),
      email.replaceAll('+', '%2b'),
      email.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
    ]),
  ),
];

/**
 * Returns a PostgreSQL regular expression that matches these addresses, but not longer ones such as `xada@example.com`,
 * `x.ada@example.com` or `ada@example.com.au`. Punctuation belongs to an address only after a letter or digit, so
 * `'ada@example.com'` and `_ada@example.com_` match. The escapes `\n` of JSON and `%3D` of URLs may precede an address.
 */
const buildPattern = (emails: string[]) =>
  String.raw`(?:(?<![[:alnum:]][._+'-]*)|(?<=\\[nrtbf])|(?<=%[0-9A-Fa-f]{2}))(?:${listSpellings(emails).map(escapePattern).join('|')})(?![[:alnum:]-]|_+[[:alnum:]]|\.[[:alnum:]])`;

/** Returns the condition that a text contains one of the addresses. */
export function mentions(text: RawBuilder<unknown>, { emails }: Pick<Person, 'emails'>): RawBuilder<boolean> {
  if (!emails.length) return sql<boolean>`false`;
  const likes = listSpellings(emails).map((spelling) => `%${escapeLike(spelling)}%`);
  return sql<boolean>`(lower(${text}) LIKE ANY(${likes}::text[]) AND ${text} ~* ${buildPattern(emails)})`;
}

/** Returns the expression of a text without the addresses. */
export const withoutMentions = (text: RawBuilder<unknown>, { emails }: Pick<Person, 'emails'>): RawBuilder<string> =>
  emails.length ? sql<string>`regexp_replace(${text}, ${buildPattern(emails)}, ${REMOVED}, 'gi')` : sql<string>`${text}`;

/** Returns the expression of a URL, or NULL when it contains one of the addresses: a URL with a replaced part would be broken. */
export const unlessMentions = (url: RawBuilder<unknown>, person: Pick<Person, 'emails'>): RawBuilder<string | null> =>
  sql<string | null>`CASE WHEN ${mentions(url, person)} THEN NULL ELSE ${url} END`;

/** Returns the condition that a text contains one of the TypeIDs. */
export const namesAny = (text: RawBuilder<unknown>, ids: string[]): RawBuilder<boolean> =>
  ids.length
    ? sql<boolean>`EXISTS (SELECT FROM regexp_matches(${text}, '[a-z]{2,4}_[0-9a-z]{26}', 'g') AS named WHERE named[1] = ANY(${ids}::text[]))`
    : sql<boolean>`false`;
