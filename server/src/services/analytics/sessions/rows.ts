import {
  bigNumbers,
  type Column,
  createDictionary,
  dictionaryStrings,
  encodeBlock,
  numbers,
  repeatedStrings,
  stringMaps,
  strings,
  times,
  uuids,
} from '../../../platform/clickhouse/native.ts';
import { ATTRIBUTE_FIELDS } from '../pipeline/event.ts';
import type { StoredEvent, Visit } from './visits.ts';

// Rows of a batch for `ClickHouse.insert`.

/** Returns rows after a line with the names of their columns; empty without rows. */
const withColumns = (columns: string[], rows: Buffer): Buffer =>
  rows.length ? Buffer.concat([Buffer.from(`${JSON.stringify(columns)}\n`), rows]) : rows;

function block(rows: readonly unknown[], columns: Column[]): Buffer {
  if (!rows.length) return Buffer.alloc(0);
  return withColumns(
    columns.map(({ name }) => name),
    encodeBlock(rows.length, columns),
  );
}

export const eventRows = (events: StoredEvent[]): Buffer =>
  block(events, [
    uuids('project_id', events, ({ project_id }) => project_id),
    uuids('id', events, ({ id }) => id),
    times('time', events, ({ time }) => time),
    bigNumbers('seq', events, ({ seq }) => seq),
    bigNumbers('person', events, ({ person }) => person),
    bigNumbers('visit', events, ({ visit }) => visit),
    repeatedStrings('name', events, ({ name }) => name),
    numbers('interactive', 'Bool', events, ({ interactive }) => Number(interactive)),
    repeatedStrings('path', events, ({ path }) => path),
    strings('query', events, ({ query }) => query),
    strings('title', events, ({ title }) => title),
    stringMaps('properties', events, ({ properties }) => properties),
    ...originColumns(events),
  ]);

/** Returns rows that take visits back, and rows of visits. */
export function visitRows({ removed, added }: { removed: Visit[]; added: Visit[] }): Buffer {
  const visits = [...removed, ...added];
  const counts = (name: 'events' | 'page_views' | 'interactions') => numbers(name, 'UInt32', visits, (visit) => visit[name]);
  return block(visits, [
    numbers('sign', 'Int8', visits, (_, index) => (index < removed.length ? -1 : 1)),
    bigNumbers('version', visits, ({ version }) => version),
    uuids('project_id', visits, ({ project_id }) => project_id),
    bigNumbers('person', visits, ({ person }) => person),
    bigNumbers('id', visits, ({ id }) => id),
    times('start', visits, ({ start }) => start),
    times('end', visits, ({ end }) => end),
    counts('events'),
    counts('page_views'),
    counts('interactions'),
    repeatedStrings('entry_page', visits, ({ entry_page }) => entry_page),
    times('entry_time', visits, ({ entry_time }) => entry_time),
    repeatedStrings('exit_page', visits, ({ exit_page }) => exit_page),
    times('exit_time', visits, ({ exit_time }) => exit_time),
    ...originColumns(visits),
  ]);
}

/** Returns the columns of ORIGIN_FIELDS. Attributes are parsed once for all rows with the same ones. */
function originColumns(rows: readonly Pick<Visit, 'user_id' | 'attributes'>[]): Column[] {
  const { dictionary, indexes } = createDictionary(rows, ({ attributes }) => attributes);
  const origins = dictionary.map((attributes) => JSON.parse(attributes) as string[]);
  const attributeColumns = ATTRIBUTE_FIELDS.map((name, field) => {
    if (name === 'screen_width')
      return numbers(name, 'UInt16', rows, (_, row) => Number(origins[indexes[row] as number]?.[field]));
    const own = createDictionary(origins, (values) => values[field] as string);
    return dictionaryStrings(
      name,
      own.dictionary,
      indexes.map((origin) => own.indexes[origin] as number),
    );
  });
  return [strings('user_id', rows, ({ user_id }) => user_id), ...attributeColumns];
}

/** Returns rows of objects, as JSON. ClickHouse fills in the defaults of properties that an object lacks. */
export function objectRows(objects: Record<string, unknown>[]): Buffer {
  const columns = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const lines = objects.map((object) => `${JSON.stringify(columns.map((column) => object[column] ?? null))}\n`);
  return withColumns(columns, Buffer.from(lines.join('')));
}
