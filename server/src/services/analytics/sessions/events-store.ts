import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { deletionTarget, onDays } from '../../../platform/clickhouse/schema.ts';
import { joinAnd, literal, raw, sql, type Sql, toText, typed } from '../../../platform/clickhouse/sql.ts';
import { ORIGIN_FIELDS, type Origin } from '../pipeline/event.ts';
import { MAX_VISIT_MS, type MovedEvent, serializeAttributes, type StoredEvent, type Visit, visitorKey } from './visits.ts';

// 64-bit numbers are read as text: a number in JSON would lose digits.

const ORIGIN = raw(ORIGIN_FIELDS.join(', '));

/** Ids of each kind in one statement. ClickHouse parses at most 256 KiB of a statement, and two ids have up to 62 characters. */
const MAX_IDS = 3_500;

function splitList<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / MAX_IDS) }, (_, n) => list.slice(n * MAX_IDS, (n + 1) * MAX_IDS));
}

const toTime = (ms: number) => sql`fromUnixTimestamp64Milli(${ms})`;

/** Binds distinct ids. */
const bindAll = (ids: Iterable<string>, type: 'UUID' | 'UInt64' | 'Date') =>
  typed(type === 'UInt64' ? [...new Set(ids)].map(BigInt) : [...new Set(ids)], `Array(${type})`);

/** Restricts a table to the rows of visitors. */
const ofVisitors = (table: 'events' | 'visits', visitors: { project_id: string; person: string }[]) =>
  sql`${raw(table)}.project_id IN ${bindAll(
    visitors.map(({ project_id }) => project_id),
    'UUID',
  )} AND ${raw(table)}.person IN ${bindAll(
    visitors.map(({ person }) => person),
    'UInt64',
  )}`;

type VisitRow = Omit<Visit, 'isBot' | 'attributes'> & Origin;

/** Selects visits whose rows match a condition. Conditions on single visits apply before rows are collapsed. */
const selectVisits = (condition: Sql) => sql`
  SELECT toString(project_id) AS project_id, toString(person) AS person, toString(id) AS id, version,
    toUnixTimestamp64Milli(start) AS start, toUnixTimestamp64Milli(end) AS end, events, page_views, interactions,
    entry_page, toUnixTimestamp64Milli(entry_time) AS entry_time, exit_page, toUnixTimestamp64Milli(exit_time) AS exit_time, ${ORIGIN}
  FROM visits FINAL PREWHERE ${condition} ORDER BY visits.start, visits.id`;

const toVisit = (row: VisitRow): Visit => ({
  project_id: row.project_id,
  person: row.person,
  isBot: Boolean(row.bot),
  id: row.id,
  version: row.version,
  start: row.start,
  end: row.end,
  events: row.events,
  page_views: row.page_views,
  interactions: row.interactions,
  entry_page: row.entry_page,
  entry_time: row.entry_time,
  exit_page: row.exit_page,
  exit_time: row.exit_time,
  user_id: row.user_id,
  attributes: serializeAttributes(row),
});

/** Start of the earliest visit that an event can be part of. A visit that was too long may be split, so one hour more is read. */
const earliestStart = (time: number) => time - MAX_VISIT_MS - MAX_VISIT_MS / 24;

/** Returns the visits of these visitors, bots included, that an event at `from` or later can change, as far as they start by `to`. */
export async function findVisits(
  clickhouse: Pick<ClickHouse, 'query'>,
  visitors: { project_id: string; person: string }[],
  { from, to = Infinity }: { from: number; to?: number },
): Promise<Visit[]> {
  const found: Visit[] = [];
  const distinct = [...new Map(visitors.map((visitor) => [visitorKey(visitor), visitor])).values()];
  const begin = toTime(earliestStart(from));
  const inTime = [
    sql`visits.start >= ${begin}`,
    ...(to < Infinity ? [sql`visits.start <= ${toTime(to)}`, onDays(raw('visits.start'), begin, toTime(to))] : []),
  ];
  for (const some of splitList(distinct)) {
    const rows = await clickhouse.query<VisitRow>(selectVisits(joinAnd([...inTime, ofVisitors('visits', some)])));
    for (const row of rows) found.push(toVisit(row));
  }
  return found;
}

/** Returns visits of a project that end at `from` or later, bots included; undefined if there are more than `limit`. */
export async function findRecentVisits(
  clickhouse: Pick<ClickHouse, 'query'>,
  projectId: string,
  { from, limit }: { from: number; limit: number },
): Promise<Visit[] | undefined> {
  const condition = sql`visits.project_id = ${typed(projectId, 'UUID')} AND visits.start >= ${toTime(earliestStart(from))} AND visits.end >= ${toTime(from)}`;
  const [counted] = await clickhouse.query<{ count: number }>(sql`SELECT count() AS count FROM visits WHERE ${condition}`);
  if ((counted?.count ?? 0) > limit) return undefined;
  return (await clickhouse.query<VisitRow>(selectVisits(condition))).map(toVisit);
}

type EventRow = Omit<StoredEvent, 'isBot' | 'attributes'> & Origin;

/** Returns stored events of visitors, bots included, at least those of their periods, which include both ends, in order. */
export async function findEventsInPeriods(
  clickhouse: Pick<ClickHouse, 'query'>,
  needed: { project_id: string; person: string; from: number; to: number }[],
): Promise<StoredEvent[]> {
  if (!needed.length) return [];
  const from = needed.reduce((first, period) => Math.min(first, period.from), Infinity);
  const to = needed.reduce((last, period) => Math.max(last, period.to), -Infinity);
  return await findPeopleEvents(clickhouse, needed, { from, to });
}

/** Returns stored events of these visitors, bots included, in a period that includes both ends, in order. */
async function findPeopleEvents(
  clickhouse: Pick<ClickHouse, 'query'>,
  visitors: { project_id: string; person: string }[],
  { from, to }: { from: number; to: number },
): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  for (const some of splitList(visitors)) {
    const rows = await clickhouse.query<EventRow>(
      sql`SELECT toString(project_id) AS project_id, toString(id) AS id, toUnixTimestamp64Milli(time) AS time, seq,
        toString(person) AS person, toString(visit) AS visit, name, interactive, path, query, title, properties, ${ORIGIN}
      FROM events
      WHERE ${ofVisitors('events', some)}
        AND events.time BETWEEN ${toTime(from)} AND ${toTime(to)} AND ${onDays(raw('events.time'), toTime(from), toTime(to))}
      ORDER BY events.time, events.seq`,
    );
    for (const row of rows) found.push(toStoredEvent(row));
  }
  return found;
}

const toStoredEvent = (row: EventRow): StoredEvent => ({
  project_id: row.project_id,
  id: row.id,
  time: row.time,
  seq: row.seq,
  person: row.person,
  isBot: Boolean(row.bot),
  name: row.name,
  interactive: row.interactive,
  path: row.path,
  query: row.query,
  title: row.title,
  properties: row.properties,
  user_id: row.user_id,
  attributes: serializeAttributes(row),
  visit: row.visit,
});

const DAY_MS = 86_400_000;
type IdentifiedEvent = Pick<StoredEvent, 'project_id' | 'id' | 'time'>;

const toDate = (time: number) => new Date(time).toISOString().slice(0, 10);
const daysAround = (time: number) => [time - DAY_MS, time, time + DAY_MS];

/** Returns the key of an event: its project, its id and its day (UTC). */
export const buildDayKey = ({ project_id, id, time }: IdentifiedEvent) => `${project_id} ${id} ${toDate(time)}`;
/** Returns the keys of an event on its day, the day before and the day after. */
export const dayKeysAround = (event: IdentifiedEvent) => daysAround(event.time).map((time) => buildDayKey({ ...event, time }));

/** Returns the keys (`buildDayKey`) of stored events with the ids of these events, on their days and the adjacent days. */
export async function findStoredKeys(clickhouse: Pick<ClickHouse, 'query'>, events: IdentifiedEvent[]): Promise<Set<string>> {
  const found = new Set<string>();
  // In order of time, so that a statement reads few days.
  for (const some of splitList(events.toSorted((a, b) => a.time - b.time))) {
    const days = some.flatMap(({ time }) => daysAround(time).map(toDate));
    const rows = await clickhouse.query<IdentifiedEvent>(
      sql`SELECT toString(events.project_id) AS project_id, toString(events.id) AS id, toUnixTimestamp64Milli(events.time) AS time
      FROM events
      WHERE events.project_id IN ${bindAll(
        some.map(({ project_id }) => project_id),
        'UUID',
      )} AND toDate(events.time) IN ${bindAll(days, 'Date')} AND events.id IN ${bindAll(
        some.map(({ id }) => id),
        'UUID',
      )}`,
    );
    for (const row of rows) found.add(buildDayKey(row));
  }
  return found;
}

/**
 * Returns statements that delete events which are written again with another visit. Repeated, they keep the events written again. Each
 * statement concerns one month, because ClickHouse otherwise changes every part of the table.
 */
export function deleteMoved(moved: MovedEvent[], cluster: string | undefined): string[] {
  const byMonth = Map.groupBy(moved, ({ time }) => new Date(time).toISOString().slice(0, 7).replace('-', ''));
  return [...byMonth].flatMap(([month, ofMonth]) =>
    splitList(ofMonth).map((some) => {
      const times = some.map(({ time }) => time);
      const projects = some.map(({ project_id }) => project_id);
      const ids = some.map(({ id }) => id);
      const visits = some.map(({ from }) => from);
      return toText(sql`DELETE FROM ${deletionTarget('events', cluster)} IN PARTITION ${literal(Number(month))}
      WHERE project_id IN ${bindAll(projects, 'UUID')}
      AND time BETWEEN ${toTime(Math.min(...times))} AND ${toTime(Math.max(...times))}
      AND id IN ${bindAll(ids, 'UUID')} AND visit IN ${bindAll(visits, 'UInt64')}`);
    }),
  );
}
