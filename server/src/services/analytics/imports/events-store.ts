import { createHash } from 'node:crypto';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { joinAnd, sql, type Sql, typed } from '../../../platform/clickhouse/sql.ts';
import { inProject } from '../maintenance/erasure-store.ts';

// The id of an imported event is a UUID of version 8 (RFC 9562): its first half stands for the import, which can be undone, and its second
// half for the event, which a later import recognizes. A column of the import would have to be written for every tracked event as well.

/** Characters of the first half: 8-4-4 digits, with their hyphens. */
const HALF = 18;
const DAY_MS = 86_400_000;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns the first half of the ids of the events of an import, such as `0f4c8a52-91d3-8e07`. */
const toFirstHalf = (importId: string): string => hash(importId).replace(/^(.{8})(.{4})(.{3}).*$/, '$1-$2-8$3');

/** Returns the second half of the ids of an event in all imports, such as `8b1c-52d0aa8e9f10`. */
const toSecondHalf = (eventId: string): string => hash(eventId.toLowerCase()).replace(/^(.{3})(.{12}).*$/, '8$1-$2');

/** Returns the id of an event of an import by its id in the other product. */
export const toImportedId = (importId: string, eventId: string): string => `${toFirstHalf(importId)}-${toSecondHalf(eventId)}`;

/** Returns the condition that an event was imported by an import. */
export const isOfImport = (importId: string): Sql => sql`startsWith(toString(id), ${`${toFirstHalf(importId)}-`})`;

/** Returns which events some import has stored, by their ids in the other product. The days of the events are known. */
export async function findImported(
  clickhouse: ClickHouse,
  projectId: string,
  events: { event_id: string; timestamp: string }[],
): Promise<Set<string>> {
  if (!events.length) return new Set();
  const halves = new Map(events.map(({ event_id: id }) => [toSecondHalf(id), id]));
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  // In the range of the primary key. An event may have been imported with another time of its day.
  const toDate = (time: number) => new Date(time).toISOString().slice(0, 10);
  const [from, to] = [toDate(Math.min(...times) - DAY_MS), toDate(Math.max(...times) + DAY_MS)];
  const rows = await clickhouse.query<{ half: string }>(
    sql`SELECT substring(toString(id), ${HALF + 2}) AS half FROM events WHERE ${joinAnd([
      inProject(projectId),
      sql`toDate(events.time) BETWEEN toDate(${from}) AND toDate(${to})`,
      sql`half IN ${typed([...halves.keys()], 'Array(String)')}`,
    ])}`,
  );
  return new Set(rows.map(({ half }) => halves.get(half) as string));
}
