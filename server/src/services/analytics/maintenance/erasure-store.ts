import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { deletionTarget, EMAIL_SEARCHER, type TableName, USER_SEARCHER } from '../../../platform/clickhouse/schema.ts';
import { join, literal, raw, sql, type Sql, typed } from '../../../platform/clickhouse/sql.ts';
import { escapePattern } from '../../../platform/postgres/patterns.ts';
import { type ExportPage, listForms, listSpellings, type Person } from '../../../platform/postgres/person.ts';
import type { TimelineEntry, TimelinePage } from '../../../platform/postgres/timeline.ts';
import { ORIGIN_FIELDS } from '../pipeline/event.ts';
import { identifyUser } from '../ingest/visitors.ts';
import { findFirstSeq } from '../sessions/arrivals.ts';

/** Tables with the column by which their rows expire. */
const TIME_COLUMNS: Record<TableName, string> = {
  events: 'time',
  visits: 'start',
  rollups: 'day',
  visit_facts: 'day',
  searches: 'time',
  imported_days: 'day',
  search_terms: 'day',
};
export const TABLES = Object.keys(TIME_COLUMNS) as TableName[];

/** A day on which clocks go back, plus the hour of an event. */
const MAX_DAY_S = 26 * 3_600;

/** Columns of an event that can contain an email address. */
const EVENT_TEXTS = [
  'user_id',
  'name',
  'hostname',
  'path',
  'query',
  'title',
  'referrer',
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  String.raw`arrayStringConcat(arrayConcat(mapKeys(properties), mapValues(properties)), '\n')`,
];

export interface DeletionDeps {
  clickhouse: ClickHouse;
  cluster: string | undefined;
}

export const inProject = (projectId: string): Sql => sql`project_id = ${typed(projectId, 'UUID')}`;

/** Returns the condition that an event arrived in a batch or before. */
export const arrivedBy = (batch: number): Sql => sql`seq < ${findFirstSeq(batch + 1)}`;

/** Returns the condition that a column has one of some ids: numbers, or UUIDs as text. */
export const hasId = (column: 'person' | 'visit' | 'id' | 'query_id', ids: bigint[] | string[]): Sql =>
  sql`${raw(column)} IN ${typed(ids, typeof ids[0] === 'string' ? 'Array(UUID)' : 'Array(UInt64)')}`;

export const without = (condition: Sql, excluded: Sql): Sql => sql`${condition} AND NOT (${excluded})`;

/** Returns the condition that visits were written by a batch or before. */
export const writtenBy = (batch: number): Sql => sql`version <= ${batch}`;

/** Returns the condition on builds before a version, of days that contain some hours (in seconds since 1970). */
export const builtBefore = (version: string, hours: number[]): Sql =>
  sql`toUInt64(build) < ${BigInt(version)}
        AND arrayExists(hour -> toUnixTimestamp(day) <= hour AND toUnixTimestamp(day) > hour - ${MAX_DAY_S}, ${hours})`;

/** Returns the condition on some builds. */
export const hasBuild = (builds: string[]): Sql => sql`toString(build) IN ${builds}`;

/** Returns the condition that one of some columns contains one of the addresses, and not as a part of a longer address: the rules of `mentions` in person.ts. */
function mentions(columns: string[], emails: string[]): Sql {
  const spellings = listSpellings(emails).map(escapePattern).join('|');
  const pattern = String.raw`(?i)(?:^|[^\pL\pN._+'-]|%[\da-f]{2})[._+'-]*(?:${spellings})(?:$|[^\pL\pN_.-]|_+(?:$|[^\pL\pN_])|\.(?:$|[^\pL\pN]))`;
  return sql`match(concat(${raw(columns.join(String.raw`, '\n', `))}), ${pattern})`;
}

/** Returns the person ids of a person in analytics: of user ids, and of addresses that were sent as user ids. */
export const listPersonIds = (projectId: string, { emails, userIds }: Person): bigint[] =>
  [...listForms(emails), ...userIds].map((id) => BigInt(identifyUser(projectId, id).person));

export async function countRows(clickhouse: ClickHouse, table: TableName, where: Sql): Promise<number> {
  const [row] = await clickhouse.query<{ count: number }>(sql`SELECT count() AS count FROM ${raw(table)} WHERE ${where}`);
  return row?.count ?? 0;
}

export async function deleteRows({ clickhouse, cluster }: DeletionDeps, table: TableName, where: Sql): Promise<void> {
  await clickhouse.command(sql`DELETE FROM ${deletionTarget(table, cluster)} WHERE ${where}`);
}

/** Deletes rows by month: ClickHouse would otherwise rewrite every part of the table, and events of all projects would wait. Returns whether there were any. */
export async function deleteByMonth(
  { clickhouse, cluster }: DeletionDeps,
  table: 'events' | 'visits' | 'search_terms',
  where: Sql,
): Promise<boolean> {
  const months = await clickhouse.query<{ month: number }>(
    sql`SELECT DISTINCT toYYYYMM(${raw(TIME_COLUMNS[table])}) AS month FROM ${raw(table)} WHERE ${where}`,
  );
  for (const { month } of months)
    await clickhouse.command(sql`DELETE FROM ${deletionTarget(table, cluster)} IN PARTITION ${literal(month)} WHERE ${where}`);
  return months.length > 0;
}

/** Deletes rows of a project before a date such as `2026-11-01`. */
export async function deleteExpired(deps: DeletionDeps, table: TableName, projectId: string, before: string): Promise<void> {
  await deleteRows(deps, table, sql`${inProject(projectId)} AND ${raw(TIME_COLUMNS[table])} < ${`${before} 00:00:00`}`);
}

/** Returns the hours of events, in seconds since 1970. */
export async function findHours(clickhouse: ClickHouse, where: Sql): Promise<number[]> {
  const rows = await clickhouse.query<{ hour: number }>(
    sql`SELECT DISTINCT toUnixTimestamp(toStartOfHour(time)) AS hour FROM events WHERE ${where}`,
  );
  return rows.map(({ hour }) => hour);
}

/** Returns the persons of events. */
export async function findPersons(clickhouse: ClickHouse, where: Sql): Promise<bigint[]> {
  const rows = await clickhouse.query<{ person: string }>(
    sql`SELECT DISTINCT toString(person) AS person FROM events WHERE ${where}`,
  );
  return rows.map(({ person }) => BigInt(person));
}

/** Returns the ids of up to `limit` visits with some of the events. */
export async function findVisitIds(clickhouse: ClickHouse, events: Sql, limit: number): Promise<bigint[]> {
  const rows = await clickhouse.query<{ visit: string }>(
    sql`SELECT DISTINCT toString(visit) AS visit FROM events WHERE ${events} LIMIT ${limit}`,
  );
  return rows.map(({ visit }) => BigInt(visit));
}

/** Returns the visits with an event that mentions one of the addresses. */
export async function findVisitsThatMention(
  clickhouse: ClickHouse,
  projectId: string,
  { emails, lastBatch }: { emails: string[]; lastBatch: number },
): Promise<bigint[]> {
  const rows = await clickhouse.query<{ visit: string }>(
    sql`SELECT DISTINCT toString(visit) AS visit FROM events
    WHERE ${inProject(projectId)} AND ${arrivedBy(lastBatch)} AND ${mentions(EVENT_TEXTS, emails)}`,
  );
  return rows.map(({ visit }) => BigInt(visit));
}

/** Returns the condition on searches of a person. */
const wasSearchedBy = ({ emails, userIds }: Person): Sql =>
  sql`searcher IN ${typed([...userIds.map((id) => USER_SEARCHER + id), ...emails.map((email) => EMAIL_SEARCHER + email)], 'Array(String)')}`;

/** Returns the ids of searches with which a person proved an identity. Clicks and ratings have the id of their search. */
export async function findSearchIds(clickhouse: ClickHouse, projectId: string, person: Person): Promise<string[]> {
  const rows = await clickhouse.query<{ id: string }>(
    sql`SELECT DISTINCT toString(query_id) AS id FROM searches WHERE ${inProject(projectId)} AND ${wasSearchedBy(person)}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns a page of a person's searches, in order of time. */
export async function findPersonSearches(
  clickhouse: ClickHouse,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<object[]> {
  return await clickhouse.query<object>(
    sql`SELECT concat(replaceOne(toString(searches.time), ' ', 'T'), 'Z') AS searched_at, query, results
    FROM searches WHERE ${inProject(projectId)} AND ${wasSearchedBy(person)} ORDER BY searches.time, query_id LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** Returns the searches of a person, the latest first, as entries of the timeline. */
export async function findTimelineSearches(
  clickhouse: ClickHouse,
  projectId: string,
  person: Person,
  { limit, before }: TimelinePage,
): Promise<TimelineEntry[]> {
  const position = before
    ? sql`AND (toUnixTimestamp64Milli(searches.time), toString(query_id)) < (${Date.parse(before.at)}, ${before.key})`
    : sql``;
  const rows = await clickhouse.query<{ at: string; key: string; title: string; results: number }>(
    sql`SELECT concat(replaceOne(toString(searches.time), ' ', 'T'), 'Z') AS at, toString(query_id) AS key, query AS title, results
      FROM searches WHERE ${inProject(projectId)} AND ${wasSearchedBy(person)} ${position}
      ORDER BY searches.time DESC, key DESC LIMIT ${limit}`,
  );
  return rows.map(({ at, key, title, results }) => ({ at, key, title, text: String(results), id: null, proven: true }));
}

/** Tables without persons that can mention an address, with the columns of their ids and texts. */
export const MENTIONING = [
  { table: 'searches', id: 'query_id', text: 'query' },
  { table: 'imported_days', id: 'id', text: 'value' },
  { table: 'search_terms', id: 'id', text: "concat(query, ' ', page)" },
] as const;

/** Returns the ids of rows that mention one of the addresses. */
export async function findRowsThatMention(
  clickhouse: ClickHouse,
  { table, id, text }: (typeof MENTIONING)[number],
  { projectId, emails }: { projectId: string; emails: string[] },
): Promise<string[]> {
  const rows = await clickhouse.query<{ id: string }>(
    sql`SELECT DISTINCT toString(${raw(id)}) AS id FROM ${raw(table)} AS mentioning WHERE ${inProject(projectId)} AND ${mentions([text], emails)}`,
  );
  return rows.map((row) => row.id);
}

/** Returns a page of a person's events, in order of time. */
export async function findPersonEvents(
  clickhouse: ClickHouse,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<object[]> {
  const ids = listPersonIds(projectId, person);
  const conditions = [
    ...(ids.length ? [hasId('person', ids)] : []),
    ...(person.emails.length ? [mentions(EVENT_TEXTS, person.emails)] : []),
  ];
  return await clickhouse.query<object>(
    sql`SELECT concat(replaceOne(toString(events.time), ' ', 'T'), 'Z') AS time, toString(id) AS event_id, name, toString(person) AS visitor,
      toString(visit) AS visit, path AS page, query, title, properties, ${raw(ORIGIN_FIELDS.join(', '))}
    FROM events WHERE ${inProject(projectId)} AND (${join(conditions, ' OR ')})
    ORDER BY events.time, seq LIMIT ${limit} OFFSET ${offset}`,
  );
}
