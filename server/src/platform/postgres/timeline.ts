import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Identifiers of a person, as in person.ts. */
interface Identifiers {
  emails: string[];
  userIds: string[];
}

/** Position in a timeline: entries are sorted by time in milliseconds and then by key, both descending. */
export interface TimelinePosition {
  /** ISO 8601 with milliseconds. */
  at: string;
  key: string;
}

/** Entries of a timeline before a position. */
export interface TimelinePage {
  limit: number;
  before?: TimelinePosition;
}

/** An action of a person, or a message to the person. */
export interface TimelineEntry extends TimelinePosition {
  /** Id of the record that the entry is about, as in the API. */
  id: string | null;
  title: string;
  text: string | null;
  /** False if the address was only typed into a form. */
  proven: boolean;
}

/** Reads one kind of entries of a person, the latest first. Keys are unique within the kind. */
export type TimelineSource = (db: Db, projectId: string, person: Identifiers, page: TimelinePage) => Promise<TimelineEntry[]>;

/** Finds the latest name that a person gave with a record whose address was proven, or that a member entered. */
export type NameSource = (db: Db, projectId: string, person: Identifiers) => Promise<GivenName | undefined>;

export interface GivenName {
  name: string;
  at: Date;
}

/** Returns the latest name of the rows of a query with the columns `at` and `name`. */
export async function readGivenName(db: Db, query: RawBuilder<unknown>): Promise<GivenName | undefined> {
  const { rows } = await sql<GivenName>`
    SELECT name, at FROM (${query}) AS names WHERE name <> '' ORDER BY at DESC LIMIT 1`.execute(db);
  return rows[0];
}

const MAX_TEXT_LENGTH = 300;

/**
 * Returns a page of the rows of a query with the columns `at`, `key` (text), `id`, `title`, `text` and `proven`. `toId` formats ids.
 */
export async function readTimeline(
  db: Db,
  query: RawBuilder<unknown>,
  { limit, before }: TimelinePage,
  toId: (id: string) => string = (id) => id,
): Promise<TimelineEntry[]> {
  const position = sql`date_trunc('milliseconds', at), key COLLATE "C"`;
  const { rows } = await sql<Omit<TimelineEntry, 'at'> & { at: Date }>`
    SELECT at, key, id, title, left(text, ${MAX_TEXT_LENGTH}) AS text, proven FROM (${query}) AS entries
    ${before ? sql`WHERE (${position}) < (${before.at}::timestamptz, ${before.key})` : sql``}
    ORDER BY date_trunc('milliseconds', at) DESC, key COLLATE "C" DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), id: row.id && toId(row.id) }));
}
