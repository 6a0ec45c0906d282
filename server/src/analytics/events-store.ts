import { type ClickHouse, timeText } from '../clickhouse/clickhouse.ts';
import { deletionTarget } from '../clickhouse/schema.ts';
import { ORIGIN_FIELDS } from './event.ts';
import { LONGEST_MS, type StoredEvent, type Visit } from './visits.ts';

// 64-bit numbers go as text: a number in JSON would lose some of their digits.

const ORIGIN = ORIGIN_FIELDS.join(', ');

/** Visits of these people that an event at `from` or later may touch. Bots' too. */
export async function findVisits(
  clickhouse: ClickHouse,
  people: Iterable<{ project_id: string; person: string }>,
  from: number,
): Promise<Visit[]> {
  const projects = new Map<string, Set<string>>();
  for (const { project_id, person } of people) {
    const persons = projects.get(project_id) ?? new Set();
    projects.set(project_id, persons.add(person));
  }
  const visits: Visit[] = [];
  for (const [project, persons] of projects)
    visits.push(
      ...(await clickhouse.query<Visit>(
        `SELECT toString(project_id) AS project_id, toString(person) AS person, toString(id) AS id, version,
          toUnixTimestamp64Milli(start) AS start, toUnixTimestamp64Milli(end) AS end, events, page_views, interactions,
          entry_page, toUnixTimestamp64Milli(entry_time) AS entry_time, exit_page, toUnixTimestamp64Milli(exit_time) AS exit_time,
          ${ORIGIN}
        FROM visits FINAL
        WHERE visits.project_id = {project:UUID} AND visits.start >= fromUnixTimestamp64Milli({from:Int64})
          AND visits.person IN {persons:Array(UInt64)}
        ORDER BY visits.start, visits.id`,
        { project, from: from - LONGEST_MS - LONGEST_MS / 24, persons: [...persons].map(BigInt) },
      )),
    );
  return visits;
}

export async function findEventsOf(
  clickhouse: ClickHouse,
  { project_id, person, isBot, from, to }: { project_id: string; person: string; isBot: boolean; from: number; to: number },
): Promise<StoredEvent[]> {
  return await clickhouse.query<StoredEvent>(
    `SELECT toString(project_id) AS project_id, toString(id) AS id, toUnixTimestamp64Milli(time) AS time, seq,
      toString(person) AS person, toString(visit) AS visit, name, interactive, path, query, title, properties, ${ORIGIN}
    FROM events
    WHERE events.project_id = {project:UUID} AND events.time BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})
      AND events.person = {person:UInt64} AND events.is_bot = {isBot:Bool}
    ORDER BY events.time, events.seq`,
    { project: project_id, person: BigInt(person), isBot, from, to },
  );
}

/** Deletes events that are about to be written again with another visit. On a repetition those written again stay. */
export function deletionOf(moved: (StoredEvent & { from: string })[], cluster: string | undefined): string {
  const texts = (values: string[]) => values.map((value) => `'${value}'`).join(', ');
  const times = moved.map(({ time }) => time);
  return `DELETE FROM ${deletionTarget('events', cluster)} WHERE project_id IN (${texts([...new Set(moved.map(({ project_id }) => project_id))])})
    AND time BETWEEN '${timeText(Math.min(...times))}' AND '${timeText(Math.max(...times))}'
    AND id IN (${texts(moved.map(({ id }) => id))}) AND visit IN (${[...new Set(moved.map(({ from }) => from))].join(', ')})`;
}

/** Columns that are `undefined` are left out of JSON: a moved event's former visit is none of the table's. */
export const eventLine = (event: StoredEvent & { from?: string }) =>
  JSON.stringify({ ...event, from: undefined, time: timeText(event.time) });

export const visitLine = ({ start, end, entry_time, exit_time, ...visit }: Visit, sign: 1 | -1) =>
  JSON.stringify({
    ...visit,
    sign,
    start: timeText(start),
    end: timeText(end),
    entry_time: timeText(entry_time),
    exit_time: timeText(exit_time),
  });
