import { IMPORTED_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import { join, literal, raw, sql, type Sql } from '../../../platform/clickhouse/sql.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { copyTables, dropCopies } from '../../../platform/clickhouse/copies.ts';
import { countLines, type EventArchive, type EventWriter } from '../../../instance/archives/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { COUNTS } from '../query/imported-days-store.ts';
import { identifyUser } from '../ingest/visitors.ts';
import { eraseAll } from '../maintenance/erasure.ts';
import { arrivedBy, countRows, findHours, inProject } from '../maintenance/erasure-store.ts';
import { aroundMonth, insertVisits } from '../maintenance/repair-store.ts';
import { lockRollups, nextBatchId, skipBatch, whileQuiet } from '../pipeline/batches-store.ts';
import { ATTRIBUTE_FIELDS } from '../pipeline/event.ts';
import { addEventCounts } from '../pipeline/event-counts-store.ts';
import { touchHours } from '../pipeline/finalized-days-store.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { findFirstSeq, SEQS_PER_BATCH } from '../sessions/arrivals.ts';

interface Deps {
  db: Db;
  clickhouse: ClickHouse;
  cluster: string | undefined;
  forwarder: Pick<Forwarder, 'drain'>;
}

type Table = 'events' | 'searches' | 'imported_days';

const TEXT = { type: 'string' };
const UUID = { type: 'string', format: 'uuid' };
const NUMBER = { type: 'string', pattern: '^[0-9]{1,20}$', description: 'An integer of 64 bits' };
const TIME = {
  type: 'string',
  pattern: '^(19[7-9]|20[0-9])[0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$',
};
const COLUMNS: Record<Table, Record<string, object>> = {
  events: {
    id: UUID,
    time: TIME,
    person: NUMBER,
    visit: NUMBER,
    name: TEXT,
    interactive: { type: 'boolean' },
    path: TEXT,
    query: TEXT,
    title: TEXT,
    properties: { type: 'object', additionalProperties: TEXT },
    user_id: TEXT,
    ...Object.fromEntries(ATTRIBUTE_FIELDS.map((name) => [name, TEXT])),
    screen_width: { type: 'integer', minimum: 0, maximum: 2 ** 16 - 1 },
  },
  searches: {
    index_id: UUID,
    time: TIME,
    kind: { type: 'string', enum: ['search', 'shared', 'click', 'judgement', 'rating', 'view', 'answer'] },
    query_id: UUID,
    query: TEXT,
    words: TEXT,
    results: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
    document_id: UUID,
    is_helpful: { type: 'boolean' },
    searcher: TEXT,
  },
  imported_days: {
    id: UUID,
    day: TIME,
    dimension: { type: 'string', enum: IMPORTED_DIMENSIONS },
    value: TEXT,
    ...Object.fromEntries(COUNTS.map((name) => [name, NUMBER])),
  },
};
/** Column of the time of a row, and the order of the rows of a day. That of events is the key of their table, so that they are not sorted. */
const ORDERS: Record<Table, { time: 'time' | 'day'; rows: string }> = {
  events: { time: 'time', rows: 't.project_id, toDate(t.time), t.person, t.time, t.seq' },
  searches: { time: 'time', rows: 't.index_id, t.time, t.query_id, t.kind' },
  imported_days: { time: 'day', rows: 't.dimension, t.value, t.id' },
};
const NAMES = Object.keys(COLUMNS) as Table[];
const describe = (name: Table) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: name,
  type: 'object',
  properties: COLUMNS[name],
  // Archives of earlier versions have searches without a person.
  required: Object.keys(COLUMNS[name]).filter((column) => column !== 'searcher'),
  additionalProperties: false,
});

/** Copies have the name of their original after this prefix. One export runs at a time. */
const PREFIX = 'earshot_archive_of_';
/** Rows that are read together: results of 20,000 rows waited for a garbage collection with 150 MB. */
const PAGE_ROWS = 5_000;
const PERSONS = 2n ** 64n;

/** Creates the part of analytics in the archives of projects: events, searches of knowledge bases, and imported days. */
export function createEventArchive(deps: Deps): EventArchive {
  const { db, clickhouse, forwarder, cluster } = deps;
  return {
    files: {
      events: { schema: describe('events'), ids: {} },
      searches: { schema: describe('searches'), ids: { index_id: 'idx', query_id: 'qry', document_id: 'doc' } },
      // The id of a row is a hash of what it counts.
      imported_days: { schema: describe('imported_days'), ids: {} },
    },
    open: async (projectId, { atCut, ...options }) => {
      await forwarder.drain(projectId);
      await dropCopies(clickhouse, PREFIX, NAMES);
      const { result, lastBatch } = await whileQuiet(db, async (tx) => {
        // Batches that are being made from older data are made again, after the cut.
        const skipped = await skipBatch(tx);
        // Identified visitors move to their person, and erased ones disappear, while the archive is written. A cluster has no copies:
        // its archive has the events up to the cut, as they are when they are read.
        if (!cluster) await copyTables(clickhouse, PREFIX, NAMES);
        return { result: await atCut(), lastBatch: skipped };
      });
      const source = { clickhouse, prefix: cluster ? '' : PREFIX, projectId, lastBatch, ...options };
      return {
        result,
        files: NAMES.map((name) => ({ name, read: () => readTable(name, source) })),
        close: () => dropCopies(clickhouse, PREFIX, NAMES),
      };
    },
    drain: (projectId) => forwarder.drain(projectId),
    clear: async (projectId) => {
      const counts = await Promise.all(NAMES.map((table) => countRows(clickhouse, table, inProject(projectId))));
      if (counts.some(Boolean)) await eraseAll(deps, projectId);
    },
    write: (projectId) => createWriter(deps, projectId),
  };
}

interface Source {
  clickhouse: ClickHouse;
  prefix: string;
  projectId: string;
  lastBatch: number;
  salt: string;
  hasPersonalData: boolean;
}

/** Yields the rows of a table by day, in the order of the table, page by page. */
async function* readTable(
  name: Table,
  { clickhouse, prefix, projectId, lastBatch, salt, hasPersonalData }: Source,
): AsyncGenerator<Uint8Array> {
  const table = raw(`${prefix}${name} AS t`);
  const { time, rows } = ORDERS[name];
  const where = name === 'events' ? sql`${inProject(projectId)} AND ${arrivedBy(lastBatch)}` : inProject(projectId);
  // A number without its project's name: who knows a user id could compute the number of the person.
  const person = hasPersonalData ? raw('t.person') : sql`sipHash64(concat(${salt}, toString(t.person)))`;
  const replaced: Record<string, Sql> = {
    [time]: raw(`concat(replaceOne(toString(t.${time}), ' ', 'T'), 'Z') AS ${time}`),
    ...(name === 'imported_days' && Object.fromEntries(COUNTS.map((count) => [count, raw(`toString(t.${count}) AS ${count}`)]))),
    ...(name === 'events' && { person: sql`toString(${person}) AS person`, visit: raw('toString(t.visit) AS visit') }),
    ...(!hasPersonalData && name === 'searches' && { searcher: raw(`'' AS searcher`) }),
    ...(!hasPersonalData && name === 'events' && { user_id: raw(`'' AS user_id`), query: raw(`'' AS query`) }),
  };
  const columns = Object.keys(COLUMNS[name]).map((column) => replaced[column] ?? raw(`t.${column} AS ${column}`));
  const days = await clickhouse.query<{ date: string; count: number }>(
    sql`SELECT toString(toDate(t.${raw(time)})) AS date, count() AS count FROM ${table} WHERE ${where} GROUP BY date ORDER BY date`,
  );
  for (const { date, count } of days)
    for (const part of name === 'events' ? splitPersons(raw('t.person'), count, 0.9 * PAGE_ROWS) : [sql`1`])
      for (let [offset, hasMore] = [0, true]; hasMore; offset += PAGE_ROWS) {
        const lines = await clickhouse.readLines(
          sql`SELECT ${join(columns)} FROM ${table} WHERE ${where} AND toDate(t.${raw(time)}) = toDate(${date}) AND ${part}
          ORDER BY ${raw(rows)} LIMIT ${PAGE_ROWS} OFFSET ${offset}`,
        );
        yield lines;
        hasMore = countLines(lines) === PAGE_ROWS;
      }
}

/**
 * Returns conditions for ranges of persons, in order, that divide a number of events into parts of at most `rows` on average. The key of the
 * table finds a range within a day; an offset would read all rows before it.
 */
function splitPersons(column: Sql, count: number, rows: number): Sql[] {
  const parts = BigInt(Math.ceil(count / rows));
  return Array.from({ length: Number(parts) }, (_, index) => {
    const [from, end] = [index, index + 1].map((part) => (PERSONS * BigInt(part)) / parts) as [bigint, bigint];
    return sql`${column} BETWEEN ${literal(from)} AND ${literal(end - 1n)}`;
  });
}

/** Events of a restore whose visits are made together: those of a whole month take 400 MB, on disk as well. */
const VISITED_ROWS = 100_000;
/** Rows of a restore that are inserted together. */
const INSERTED_ROWS = 5_000;

/**
 * Receives the events of a restore. They keep their visits, and get new sequence numbers: an erasure covers the numbers that exist when it
 * begins.
 */
function createWriter({ db, clickhouse }: Deps, projectId: string): EventWriter {
  // Texts, because objects of 40 fields take five times their memory.
  const waiting: Record<Table, string[]> = { events: [], searches: [], imported_days: [] };
  let batch = 0;
  let used = SEQS_PER_BATCH;
  let inserts = 0;
  const flush = async (table: Table) => {
    const lines = waiting[table].splice(0);
    if (lines.length) await clickhouse.insert(table, lines.join('\n'), `archive:${projectId}:${newId()}:${inserts++}`);
  };
  const nextSeq = async () => {
    if (used === SEQS_PER_BATCH) [batch, used] = [await nextBatchId(db), 0];
    return findFirstSeq(batch) + used++;
  };
  return {
    add: async (name, rows) => {
      const table = name as Table;
      for (const row of rows) {
        const { user_id: userId } = row as { user_id?: string };
        const { time } = ORDERS[table];
        const stored = {
          ...row,
          project_id: projectId,
          ...(table === 'events' && { seq: await nextSeq() }),
          [time]: String(row[time]).slice(0, -1).replace('T', ' '),
          // The number of a person depends on the project, so that later events of the person and an erasure find it.
          ...(userId && { person: identifyUser(projectId, userId).person }),
        };
        waiting[table].push(JSON.stringify(stored));
        if (waiting[table].length >= INSERTED_ROWS) await flush(table);
      }
    },
    finish: async (tx) => {
      for (const table of NAMES) await flush(table);
      const where = inProject(projectId);
      const months = await clickhouse.query<{ month: number; count: number }>(
        sql`SELECT toYYYYMM(time) AS month, count() AS count FROM events WHERE ${where} GROUP BY month ORDER BY month`,
      );
      const version = await nextBatchId(db);
      for (const { month, count } of months)
        for (const part of splitPersons(raw('person'), count, VISITED_ROWS))
          await insertVisits(clickhouse, { version, events: sql`${where} AND ${aroundMonth(month)} AND ${part}`, month });
      const counts = await clickhouse.query<{ day: string; events: number }>(
        sql`SELECT toString(toDate(time)) AS day, count() AS events FROM events WHERE ${where} GROUP BY day`,
      );
      const hours = (await findHours(clickhouse, where)).map((hour) => ({ project_id: projectId, hour: new Date(hour * 1_000) }));
      await lockRollups(tx);
      await addEventCounts(
        tx,
        counts.map((count) => ({ ...count, project_id: projectId })),
      );
      await touchHours(tx, hours, version);
    },
  };
}
