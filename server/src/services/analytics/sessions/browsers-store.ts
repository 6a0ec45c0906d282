import { unnest } from '../../../platform/postgres/unnest.ts';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import type { BrowserEvent } from './browsers.ts';

/** A browser event with its browser: the number of the anonymous visitor. */
export interface BrowserRow extends BrowserEvent {
  project_id: string;
  browser: string;
}

// Numbers of visitors have 64 bits without a sign; those of PostgreSQL have a sign.
const toSigned = (number: string) => BigInt.asIntN(64, BigInt(number)).toString();
const toUnsigned = (number: string) => BigInt.asUintN(64, BigInt(number)).toString();

const COLUMNS = sql`project_id, browser, id, extract(epoch FROM time)::float8 * 1000 AS time, seq::float8 AS seq, user_id AS "userId", person`;

const toRow = ({ browser, time, person, ...row }: BrowserRow): BrowserRow => ({
  ...row,
  browser: toUnsigned(browser),
  time: Math.round(time),
  person: toUnsigned(person),
});

/** Types of the columns in the order of the table. */
const TYPES = {
  project_id: 'uuid',
  browser: 'bigint',
  seq: 'bigint',
  id: 'uuid',
  time: 'timestamptz',
  user_id: 'text',
  person: 'bigint',
};

const toStored = ({ browser, time, userId, person, ...row }: BrowserRow) => ({
  ...row,
  browser: toSigned(browser),
  time: new Date(time),
  user_id: userId,
  person: toSigned(person),
});

/** Returns the browser events of some browsers. */
export async function findBrowserEvents(db: Db, browsers: { project_id: string; person: string }[]): Promise<BrowserRow[]> {
  const keys = browsers.map(({ project_id, person }) => ({ project_id, browser: toSigned(person) }));
  const { rows } = await sql<BrowserRow>`
    SELECT ${COLUMNS} FROM analytics_browser_events JOIN ${unnest('given', { project_id: 'uuid', browser: 'bigint' }, keys)} USING (project_id, browser)`.execute(
    db,
  );
  return rows.map(toRow);
}

/** Returns all events of the browsers of a project with an event at `from` or later; undefined for more browser events than `limit`. */
export async function findRecentBrowserEvents(
  db: Db,
  projectId: string,
  { from, limit }: { from: number; limit: number },
): Promise<BrowserRow[] | undefined> {
  const { rows } = await sql<BrowserRow>`
    SELECT ${COLUMNS} FROM analytics_browser_events WHERE project_id = ${projectId} AND browser IN (
      SELECT browser FROM analytics_browser_events WHERE project_id = ${projectId} AND time >= ${new Date(from)}
    ) LIMIT ${limit + 1}`.execute(db);
  return rows.length > limit ? undefined : rows.map(toRow);
}

/** Stores new and changed browser events, and deletes others. */
export async function saveBrowserEvents(
  tx: Transaction,
  { added, removed }: { added: BrowserRow[]; removed: BrowserRow[] },
): Promise<void> {
  if (removed.length)
    await sql`
      DELETE FROM analytics_browser_events AS events USING ${unnest('given', { project_id: 'uuid', browser: 'bigint', seq: 'bigint' }, removed.map(toStored))}
      WHERE events.project_id = given.project_id AND events.browser = given.browser AND events.seq = given.seq`.execute(tx);
  if (added.length)
    await sql`
      INSERT INTO analytics_browser_events (project_id, browser, seq, id, time, user_id, person)
      SELECT * FROM ${unnest('given', TYPES, added.map(toStored))}
      ON CONFLICT (project_id, browser, seq) DO UPDATE SET person = excluded.person`.execute(tx);
}

/** Deletes the browser events of people, or of a whole project. */
export async function eraseBrowserEvents(tx: Transaction, projectId: string, persons: bigint[] | 'all'): Promise<void> {
  const ofPersons =
    persons === 'all'
      ? sql`true`
      : sql`person = ANY(${persons.map((person) => toSigned(person.toString()))}::bigint[])
          OR browser = ANY(${persons.map((person) => toSigned(person.toString()))}::bigint[])`;
  await sql`DELETE FROM analytics_browser_events WHERE project_id = ${projectId} AND (${ofPersons})`.execute(tx);
}

/** Deletes browser events that were stored before the salt of the day before: their browsers are not recognized anymore. */
export async function removeOldBrowserEvents(db: Db): Promise<void> {
  await sql`
    /* all projects */ DELETE FROM analytics_browser_events WHERE stored_at < date_trunc('day', now(), 'UTC') - interval '1 day'`.execute(
    db,
  );
}
