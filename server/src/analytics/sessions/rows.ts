import { ORIGIN_FIELDS } from '../event.ts';
import type { StoredEvent, Visit } from './visits.ts';

// Rows for ClickHouse as JSON arrays (JSONCompactEachRow). 64-bit numbers are text, because numbers of JSON would lose digits. Times are
// numbers of milliseconds. Texts are joined by hand where JSON would not change them.

const EVENT_COLUMNS = [
  'project_id',
  'id',
  'time',
  'seq',
  'person',
  'visit',
  'name',
  'interactive',
  'path',
  'query',
  'title',
  'properties',
  ...ORIGIN_FIELDS,
];

const VISIT_COLUMNS = [
  'sign',
  'version',
  'project_id',
  'person',
  'id',
  'start',
  'end',
  'events',
  'page_views',
  'interactions',
  'entry_page',
  'entry_time',
  'exit_page',
  'exit_time',
  ...ORIGIN_FIELDS,
];

/** Returns rows after a line with the names of their columns; empty without rows. */
const withColumns = (columns: string[], lines: string[]): Buffer =>
  lines.length ? Buffer.from(`${JSON.stringify(columns)}\n${lines.join('\n')}\n`) : Buffer.alloc(0);

export const eventRows = (events: StoredEvent[]): Buffer => withColumns(EVENT_COLUMNS, events.map(eventRow));

const eventRow = (event: StoredEvent): string =>
  `["${event.project_id}","${event.id}",${event.time},${event.seq},"${event.person}","${event.visit}",${JSON.stringify(event.name)},${event.interactive},${JSON.stringify(event.path)},${JSON.stringify(event.query)},${JSON.stringify(event.title)},${JSON.stringify(event.properties)},${event.origin}]`;

/** Returns rows that take visits back, and rows of visits. */
export const visitRows = ({ removed, added }: { removed: Visit[]; added: Visit[] }): Buffer =>
  withColumns(VISIT_COLUMNS, [...removed.map((visit) => visitRow(visit, -1)), ...added.map((visit) => visitRow(visit, 1))]);

const visitRow = (visit: Visit, sign: 1 | -1): string =>
  `[${sign},${visit.version},"${visit.project_id}","${visit.person}","${visit.id}",${visit.start},${visit.end},${visit.events},${visit.page_views},${visit.interactions},${JSON.stringify(visit.entry_page)},${visit.entry_time},${JSON.stringify(visit.exit_page)},${visit.exit_time},${visit.origin}]`;

/** Returns rows of objects. ClickHouse fills in the defaults of properties that an object lacks. */
export function objectRows(objects: Record<string, unknown>[]): Buffer {
  const columns = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return withColumns(
    columns,
    objects.map((object) => JSON.stringify(columns.map((column) => object[column] ?? null))),
  );
}
