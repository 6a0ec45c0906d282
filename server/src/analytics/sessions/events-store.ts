import type { ClickHouse } from '../../clickhouse/clickhouse.ts';
import { deletionTarget, onDays } from '../../clickhouse/schema.ts';
import { raw, toText } from '../../clickhouse/sql.ts';
import { ORIGIN_FIELDS } from '../event.ts';
import { LONGEST_MS, type StoredEvent, type Visit } from './visits.ts';

// 64-bit numbers go as text: a number in JSON would lose some of their digits.

const ORIGIN = ORIGIN_FIELDS.join(', ');

/** ClickHouse reads statements up to 256 KiB, and a URL with parameters is shorter still: long lists go in portions, into the text. */
const PORTION = 2_000;

function portionsOf<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / PORTION) }, (_, n) => list.slice(n * PORTION, (n + 1) * PORTION));
}

// A span whose both ends are included.
const FROM = 'fromUnixTimestamp64Milli({from:Int64})';
const TO = 'fromUnixTimestamp64Milli({to:Int64})';

const quoted = (ids: Iterable<string>) => [...new Set(ids)].map((id) => `'${id}'`).join(', ');

/**
 * Visits of these people that an event at `from` or later may touch, as far as they start by `to`. Bots' too. Rows of others need not be
 * collapsed.
 */
export async function findVisits(
  clickhouse: Pick<ClickHouse, 'query'>,
  people: { project_id: string; person: string }[],
  from: number,
  to = Infinity,
): Promise<Visit[]> {
  const found: Visit[][] = [];
  // A person's number is of one project alone.
  const distinct = [...new Map(people.map((one) => [one.person, one])).values()];
  for (const portion of portionsOf(distinct))
    found.push(
      await clickhouse.query<Visit>(
        `SELECT toString(project_id) AS project_id, toString(person) AS person, toString(id) AS id, version,
          toUnixTimestamp64Milli(start) AS start, toUnixTimestamp64Milli(end) AS end, events, page_views, interactions,
          entry_page, toUnixTimestamp64Milli(entry_time) AS entry_time, exit_page, toUnixTimestamp64Milli(exit_time) AS exit_time,
          ${ORIGIN}
        FROM visits FINAL
        PREWHERE visits.project_id IN (${quoted(portion.map(({ project_id }) => project_id))})
          AND visits.start >= ${FROM} ${to < Infinity ? `AND visits.start <= ${TO} AND ${toText(onDays(raw('visits.start'), raw(FROM), raw(TO)))}` : ''}
          AND visits.person IN (${portion.map(({ person }) => person).join(', ')})
        ORDER BY visits.start, visits.id`,
        { from: from - LONGEST_MS - LONGEST_MS / 24, ...(to < Infinity && { to }) },
      ),
    );
  return found.flat();
}

/** Stored events of these people in a time whose both ends are included, in order. Bots' too. */
export async function findEventsOf(
  clickhouse: Pick<ClickHouse, 'query'>,
  people: { project_id: string; person: string }[],
  { from, to }: { from: number; to: number },
): Promise<StoredEvent[]> {
  const found: StoredEvent[][] = [];
  for (const portion of portionsOf(people))
    found.push(
      await clickhouse.query<StoredEvent>(
        `SELECT toString(project_id) AS project_id, toString(id) AS id, toUnixTimestamp64Milli(time) AS time, seq,
          toString(person) AS person, toString(visit) AS visit, name, interactive, path, query, title, properties, ${ORIGIN}
        FROM events
        WHERE events.project_id IN (${quoted(portion.map(({ project_id }) => project_id))})
          AND events.time BETWEEN ${FROM} AND ${TO} AND ${toText(onDays(raw('events.time'), raw(FROM), raw(TO)))}
          AND events.person IN (${portion.map(({ person }) => person).join(', ')})
        ORDER BY events.time, events.seq`,
        { from, to },
      ),
    );
  return found.flat();
}

const DAY_MS = 86_400_000;
type Named = Pick<StoredEvent, 'project_id' | 'id' | 'time'>;

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const around = (time: number) => [time - DAY_MS, time, time + DAY_MS];

/** Names an event by its project, its id and its day (UTC). */
export const dayKeyOf = ({ project_id, id, time }: Named) => `${project_id} ${id} ${dateOf(time)}`;
/** The same of the day, and of those before and after. */
export const keysAround = (event: Named) => around(event.time).map((time) => dayKeyOf({ ...event, time }));

/** Returns the keys (`dayKeyOf`) of stored events with the ids of these, of their days and those around. Reads the ids of these days. */
export async function findStored(clickhouse: Pick<ClickHouse, 'query'>, events: Named[]): Promise<Set<string>> {
  const found = new Set<string>();
  // In order of time, so that a statement reads few days.
  for (const portion of portionsOf(events.toSorted((a, b) => a.time - b.time))) {
    const days = portion.flatMap(({ time }) => around(time).map(dateOf));
    const rows = await clickhouse.query<Named>(
      `SELECT toString(events.project_id) AS project_id, toString(events.id) AS id, toUnixTimestamp64Milli(events.time) AS time FROM events
      WHERE events.project_id IN (${quoted(portion.map(({ project_id }) => project_id))})
        AND toDate(events.time) IN (${quoted(days)}) AND events.id IN (${quoted(portion.map(({ id }) => id))})`,
    );
    for (const row of rows) found.add(dayKeyOf(row));
  }
  return found;
}

/** Delete events that are about to be written again with another visit. On a repetition those written again stay. */
export function deletionsOf(moved: (StoredEvent & { from: string })[], cluster: string | undefined): string[] {
  return portionsOf(moved).map((portion) => {
    const times = portion.map(({ time }) => time);
    return `DELETE FROM ${toText(deletionTarget('events', cluster))} WHERE project_id IN (${quoted(portion.map(({ project_id }) => project_id))})
      AND time BETWEEN fromUnixTimestamp64Milli(${Math.min(...times)}) AND fromUnixTimestamp64Milli(${Math.max(...times)})
      AND id IN (${quoted(portion.map(({ id }) => id))}) AND visit IN (${[...new Set(portion.map(({ from }) => from))].join(', ')})`;
  });
}

// A number is a time of ClickHouse's as it is: in milliseconds.

/** Columns that are `undefined` are left out of JSON: a moved event's former visit is none of the table's. */
export const eventLine = (event: StoredEvent & { from?: string }) => JSON.stringify({ ...event, from: undefined });

export const visitLine = (visit: Visit, sign: 1 | -1) => JSON.stringify({ ...visit, sign });
