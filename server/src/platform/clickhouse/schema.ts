import { loadOnce } from '../async/memoize.ts';
import type { ClickHouse } from './clickhouse.ts';
import { literal, raw, sql, type Sql } from './sql.ts';

/** Origin and device. `is_bot` repeats whether `bot` has a reason, because nearly every query filters by it, and a byte is read faster than a dictionary. */
const ATTRIBUTES = `
  bot LowCardinality(String),
  is_bot UInt8 DEFAULT bot != '',
  hostname LowCardinality(String),
  referrer String CODEC(ZSTD),
  source LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term LowCardinality(String),
  utm_content LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  language LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  screen_width UInt16`;

/** Columns that events and visits share. A visit has the values of its first event. */
const ORIGIN = `
  user_id String CODEC(ZSTD),${ATTRIBUTES}`;

// Times are not ordered, because rows are sorted by person. T64 stores the bits in which the values of a block differ: the same size as
// Delta with ZSTD, and two to three times faster to read.
const PACKED = 'CODEC(T64, LZ4)';
/** Milliseconds, UTC. */
const TIMESTAMP = `DateTime64(3, 'UTC') ${PACKED}`;
const SEQ = `UInt64 ${PACKED}`;

/**
 * Merges of parts with many columns write one column after another. By default, parts of less than 131,072 rows write all columns together,
 * with buffers of 2 MB each: 166 MB for events.
 */
const MERGE_BY_COLUMN = 'vertical_merge_algorithm_min_rows_to_activate = 1';

interface Table {
  name: string;
  columns: string;
  engine: { family: string; arguments: string };
  partition: string;
  order: string;
  settings: string;
  /** Rows with equal values of these columns are on the same shard of a cluster. */
  shard: string;
  /** Name in the ZooKeeper path of replicas, if a rename changed the name of the table: all replicas need the same path. */
  replicaName?: string;
}

// All rows of a person are on one shard, so that visits collapse and events are joined to visits within the shard.
const PERSON_COLUMNS = 'project_id, person';

/**
 * Precision of distinct counts (HyperLogLog), as the power of two of registers: exact up to some 16,000, and with a standard error of
 * 0.14 % above. One more takes 4 % longer at 100 million events; one less is inexact at 9,000.
 */
export const DISTINCT_PRECISION = 19;

// Lists of ids instead of states of a distinct count, which took up to twice as long to merge at 10 and at 100 million events.
const PEOPLE_SET = 'people_set Array(UInt64)';
const VISITS_SET = 'visits_set Array(UInt64)';

/** Beginnings of `searcher`: a user id or the key of a mailbox follows. */
export const USER_SEARCHER = 'user:';
export const EMAIL_SEARCHER = 'email:';
/** Searches with a session token, which report no clicks. */
export const MEMBER_SEARCHER = 'member';
/** The person who proved an identity with a search. Empty for visitors. */
const SEARCHER = 'searcher String CODEC(ZSTD)';

/** A hash of each property with its value: filters on hashes take half the time of filters on the map. */
const PROPERTY_HASHES =
  'property_hashes Array(UInt64) DEFAULT arrayMap((property, value) -> cityHash64(property, value), mapKeys(properties), mapValues(properties)) CODEC(LZ4)';

/**
 * Revenue of an event, computed from its properties, so that nothing else on the way of an event knows about revenue. Decimal, because
 * sums of floating-point numbers are not exact. Events whose properties are no valid revenue have no currency.
 */
const REVENUE_AMOUNT = `revenue_amount Decimal(18, 4) DEFAULT toDecimal64OrZero(properties['revenue.amount'], 4) CODEC(ZSTD)`;
const REVENUE_CURRENCY = `revenue_currency LowCardinality(String) DEFAULT if(match(properties['revenue.currency'], '^[A-Z]{3}$') AND isNotNull(toDecimal64OrNull(properties['revenue.amount'], 4)), properties['revenue.currency'], '')`;

/** Page views and events of each value, as arrays of equal length. */
const countColumns = (name: string, values = 'LowCardinality(String)') => `\`${name}.value\` Array(${values}) CODEC(ZSTD),
  \`${name}.page_views\` Array(UInt32) ${PACKED},
  \`${name}.events\` Array(UInt32) ${PACKED}`;

// Number of recent inserts by which a table recognizes repetitions. A batch is retried immediately, so that fewer would suffice.
const DEDUPLICATION_WINDOW = 1_000;

const TABLES: Table[] = [
  {
    // A person's events of a day are adjacent: they compress well, and funnels and visits read them together.
    name: 'events',
    columns: `
  project_id UUID,
  time ${TIMESTAMP},
  seq ${SEQ},
  id UUID,
  person UInt64,
  visit UInt64,
  name LowCardinality(String),
  interactive Bool,
  path LowCardinality(String),
  query String CODEC(ZSTD),
  title String CODEC(ZSTD),
  properties Map(LowCardinality(String), String) CODEC(ZSTD),
  ${PROPERTY_HASHES},
  ${REVENUE_AMOUNT},
  ${REVENUE_CURRENCY},${ORIGIN}`,
    engine: { family: 'MergeTree', arguments: '' },
    partition: 'toYYYYMM(time)',
    order: 'project_id, toDate(time), person, time, seq',
    settings: MERGE_BY_COLUMN,
    shard: PERSON_COLUMNS,
  },
  {
    // A changed visit is written twice: the old row with sign -1 cancels the stored row, and the new row has sign 1. Sums with signs are
    // correct at any time.
    name: 'visits',
    columns: `
  project_id UUID,
  person UInt64,
  id UInt64,
  sign Int8,
  version UInt64,
  start ${TIMESTAMP},
  end ${TIMESTAMP},
  events UInt32,
  page_views UInt32,
  interactions UInt32,
  entry_page LowCardinality(String),
  entry_time ${TIMESTAMP},
  exit_page LowCardinality(String),
  exit_time ${TIMESTAMP},${ORIGIN}`,
    engine: { family: 'VersionedCollapsingMergeTree', arguments: 'sign, version' },
    partition: 'toYYYYMM(start)',
    order: 'project_id, toDate(start), person, id',
    settings: `index_granularity = 1024, ${MERGE_BY_COLUMN}`,
    shard: PERSON_COLUMNS,
  },
  {
    // Totals of finalized days, by minute, and by value of each dimension. PostgreSQL knows the valid build of each day. People and visits
    // of a single day are counted; the ids of the others are stored, so that days can be combined.
    name: 'rollups',
    columns: `
  project_id UUID,
  dimension LowCardinality(String),
  day ${TIMESTAMP},
  build UInt64,
  value String,
  people UInt64,
  ${PEOPLE_SET},
  visits UInt64,
  ${VISITS_SET},
  page_views UInt64,
  events UInt64,
  bounces UInt64,
  duration_ms Int64,
  exits UInt64`,
    engine: { family: 'MergeTree', arguments: '' },
    // Totals are few and read most often, so that they have partitions of their own.
    partition: `(toYYYYMM(day), dimension = 'total')`,
    order: 'project_id, dimension, day, value',
    settings: 'index_granularity = 256',
    shard: 'project_id, dimension, value',
  },
  {
    // Facts of each visit on a finalized day: columns for filters, and counts of events. Visits within the day (`is_whole`) have no id.
    // Metrics of a whole visit are stored on the day of its start. A build is a number, but found faster in a dictionary.
    name: 'visit_facts',
    columns: `
  project_id UUID,
  day ${TIMESTAMP},
  build LowCardinality(String),
  person UInt64,
  has_user_id Bool,
  is_whole Bool,
  id UInt64,
  began Bool,
  bounces UInt8,
  duration_ms Int64 ${PACKED},
  page_views UInt32 ${PACKED},
  events UInt32 ${PACKED},
  page_views_of_day UInt32 ${PACKED},
  events_of_day UInt32 ${PACKED},
  ${countColumns('pages')},
  \`pages.exits\` Array(UInt8) ${PACKED},
  ${countColumns('names')},
  ${countColumns('hostnames')},
  ${countColumns('properties', 'UInt64')},
  entry_page LowCardinality(String),
  exit_page LowCardinality(String),${ATTRIBUTES}`,
    engine: { family: 'MergeTree', arguments: '' },
    partition: 'toYYYYMM(day)',
    // Similar visits are adjacent, so that they compress well, and frequent filters read few granules.
    order: 'project_id, day, is_whole, channel, source, country, device, person',
    settings: '',
    shard: PERSON_COLUMNS,
    replicaName: 'settled_visits_local',
  },
  {
    // Searches of knowledge bases. Clicks and ratings are separate rows with the id of their search.
    name: 'searches',
    columns: `
  project_id UUID,
  index_id UUID,
  time ${TIMESTAMP},
  kind LowCardinality(String),
  query_id UUID,
  query String CODEC(ZSTD),
  words String CODEC(ZSTD),
  results UInt32,
  document_id UUID,
  is_helpful Bool,
  ${SEARCHER}`,
    engine: { family: 'MergeTree', arguments: '' },
    partition: 'toYYYYMM(time)',
    order: 'project_id, index_id, time',
    settings: '',
    shard: 'project_id, index_id',
  },
  {
    // Totals of days that were imported from another product, by dimension and value. A value of a day can have several rows, which are
    // added up. A day is midnight in UTC, regardless of the time zone of the site.
    name: 'imported_days',
    columns: `
  project_id UUID,
  dimension LowCardinality(String),
  day ${TIMESTAMP},
  value String,
  id UUID,
  import_id UUID,
  people UInt64,
  visits UInt64,
  page_views UInt64,
  events UInt64,
  bounces UInt64,
  duration_ms Int64,
  exits UInt64`,
    engine: { family: 'MergeTree', arguments: '' },
    partition: 'toYYYYMM(day)',
    order: 'project_id, dimension, day, value',
    settings: '',
    shard: 'project_id, dimension, value',
  },
  {
    // Search terms of a day by page, as Search Console reports them. The rows of a day are written together, and the last build of a day is
    // valid. A day is midnight in UTC, regardless of the time zone of Google.
    name: 'search_terms',
    columns: `
  project_id UUID,
  day ${TIMESTAMP},
  build UInt64,
  query String CODEC(ZSTD),
  page String CODEC(ZSTD),
  id UUID DEFAULT generateUUIDv4(),
  clicks UInt64,
  impressions UInt64,
  position Float64`,
    engine: { family: 'MergeTree', arguments: '' },
    partition: 'toYYYYMM(day)',
    order: 'project_id, day, query, page',
    settings: '',
    shard: 'project_id',
  },
];

/** Names of all tables, with an aggregate of their rows that merges do not change. */
export const ROW_COUNTS: Readonly<Record<string, Sql>> = Object.fromEntries(
  TABLES.map(({ name, engine }) => [name, raw(engine.family === 'MergeTree' ? 'count()' : 'sum(sign)')]),
);

/** Names of the columns of each table. A definition has a column on each line. */
export const COLUMNS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  TABLES.map(({ name, columns }) => [name, Array.from(columns.matchAll(/^\s*`?([\w.]+)/gm), ([, column]) => column as string)]),
);

/** Renamed tables, with their names in earlier versions. A rename is instant and keeps the data. */
export const RENAMES: { from: string; to: string }[] = [{ from: 'settled_visits', to: 'visit_facts' }];

/** Changes of tables that earlier versions created; changes of parts do not concern distributed tables. Columns get their new codec as parts are merged. */
const ALTERATIONS: { table: string; change: string; isOfParts?: boolean }[] = [
  ...['events', 'visits'].map((table) => ({ table, change: `MODIFY SETTING ${MERGE_BY_COLUMN}`, isOfParts: true })),
  {
    table: 'events',
    change: `ADD COLUMN IF NOT EXISTS ${PROPERTY_HASHES} AFTER properties, ADD COLUMN IF NOT EXISTS ${REVENUE_AMOUNT} AFTER property_hashes, ADD COLUMN IF NOT EXISTS ${REVENUE_CURRENCY} AFTER revenue_amount, MODIFY COLUMN time ${TIMESTAMP}, MODIFY COLUMN seq ${SEQ}`,
  },
  {
    table: 'visits',
    change: ['start', 'end', 'entry_time', 'exit_time'].map((name) => `MODIFY COLUMN ${name} ${TIMESTAMP}`).join(', '),
  },
  {
    table: 'visit_facts',
    change: 'ADD COLUMN IF NOT EXISTS has_user_id Bool AFTER person',
  },
  {
    table: 'rollups',
    change: `ADD COLUMN IF NOT EXISTS ${PEOPLE_SET} AFTER people, DROP COLUMN IF EXISTS people_state, ADD COLUMN IF NOT EXISTS ${VISITS_SET} AFTER visits, DROP COLUMN IF EXISTS visits_state`,
  },
  { table: 'searches', change: `ADD COLUMN IF NOT EXISTS ${SEARCHER} AFTER is_helpful` },
];

/**
 * Returns a condition for the primary index: a time is on the days between two times. Tables are sorted by day, and ClickHouse does not
 * derive the day from a condition on the time, because the time is a column of the sorting key as well: without this condition, it
 * reads whole months.
 */
export const onDays = (time: Sql, from: Sql, to: Sql): Sql =>
  sql`indexHint(toDate(${time}) BETWEEN toDate(${from}, 'UTC') AND toDate(${to}, 'UTC'))`;

/** Returns a time in milliseconds since 1970 as a DateTime64. Bound as a number, which the embedded engine and servers parse in the same way. */
export const toDateTime = (ms: number): Sql => sql`fromUnixTimestamp64Milli(${ms})`;

/**
 * Returns the statements that create missing tables and change `existing` ones, all by default, in order of execution. With a cluster, each
 * table is a distributed table over replicated tables.
 */
export function createStatements(cluster: string | undefined, existing: string[] = Object.keys(COLUMNS)): string[] {
  const tables = TABLES.flatMap(({ name, columns, engine, partition, order, settings, shard, replicaName = '{table}' }) => {
    const layout = (window: string) =>
      `PARTITION BY ${partition} ORDER BY (${order})\nSETTINGS ${[window, settings].filter(Boolean).join(', ')}`;
    if (!cluster)
      return [
        `CREATE TABLE IF NOT EXISTS ${name} (${columns}\n)\nENGINE = ${engine.family}(${engine.arguments})\n${layout(`non_replicated_deduplication_window = ${DEDUPLICATION_WINDOW}`)}`,
      ];
    const replica = [`'/clickhouse/tables/{shard}/{database}/${replicaName}', '{replica}'`, engine.arguments]
      .filter(Boolean)
      .join(', ');
    return [
      `CREATE TABLE IF NOT EXISTS ${name}_local ON CLUSTER '${cluster}' (${columns}\n)\nENGINE = Replicated${engine.family}(${replica})\n${layout(`replicated_deduplication_window = ${DEDUPLICATION_WINDOW}`)}`,
      `CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER '${cluster}' AS ${name}_local\nENGINE = Distributed('${cluster}', currentDatabase(), ${name}_local, cityHash64(${shard}))`,
    ];
  });
  const alterations = ALTERATIONS.filter(({ table }) => existing.includes(table)).flatMap(({ table, change, isOfParts }) => {
    const [local, distributed] = [`${table}_local ON CLUSTER '${cluster}'`, `${table} ON CLUSTER '${cluster}'`];
    const targets = cluster ? [local, ...(isOfParts ? [] : [distributed])] : [table];
    return targets.map((target) => `ALTER TABLE ${target} ${change}`);
  });
  return [...tables, ...alterations];
}

export type TableName = 'events' | 'visits' | 'rollups' | 'visit_facts' | 'searches' | 'imported_days' | 'search_terms';

/** Returns the table from which rows are deleted: a distributed table accepts no deletions. */
export const deletionTarget = (table: TableName, cluster: string | undefined): Sql =>
  cluster ? sql`${raw(table)}_local ON CLUSTER ${literal(cluster)}` : raw(table);

/** Creates missing tables, and renames and changes tables of earlier versions. Can be repeated, also by several nodes at the same time. */
export async function createTables(clickhouse: ClickHouse, cluster: string | undefined): Promise<void> {
  await renameTables(clickhouse, cluster);
  // Created tables need no changes, which take longer than the creation. Nodes of a cluster can have different tables. If a node of an
  // earlier version starts for the first time together with this one and creates a table after this query, the table lacks the changes until
  // the next start.
  const existing = cluster ? undefined : await findTables(clickhouse, Object.keys(COLUMNS));
  for (const statement of createStatements(cluster, existing)) await clickhouse.command(raw(statement));
}

/** Returns a client that creates missing tables before its first statement, and after a failure before the next one. */
export function withTables(clickhouse: ClickHouse, cluster: string | undefined): ClickHouse {
  const prepare = loadOnce(() => createTables(clickhouse, cluster));
  // A failing query reports the reason itself. On a cluster, it may succeed while no table can be created.
  const tryToPrepare = () => prepare().catch(() => {});
  return {
    ...clickhouse,
    query: async (statement) => await tryToPrepare().then(() => clickhouse.query(statement)),
    readBlocks: async (statement) => await tryToPrepare().then(() => clickhouse.readBlocks(statement)),
    readLines: async (statement) => await tryToPrepare().then(() => clickhouse.readLines(statement)),
    command: async (statement) => await prepare().then(() => clickhouse.command(statement)),
    insert: async (...params) => await prepare().then(() => clickhouse.insert(...params)),
  };
}

/** Returns the tables of these names that exist. */
async function findTables(clickhouse: ClickHouse, names: string[]): Promise<string[]> {
  const tables = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN ${names}`,
  );
  return tables.map(({ name }) => name);
}

/** Renames tables of earlier versions. Distributed tables have no data and are created again, because they name their local table. */
async function renameTables(clickhouse: ClickHouse, cluster: string | undefined): Promise<void> {
  const local = cluster ? '_local' : '';
  const onCluster = cluster ? sql` ON CLUSTER ${literal(cluster)}` : raw('');
  for (const { from, to } of RENAMES) {
    const names = [from, to].map((name) => `${name}${local}`);
    const existing = await findTables(clickhouse, names);
    if (existing.length !== 1 || existing[0] !== names[0]) continue;
    if (cluster) await clickhouse.command(sql`DROP TABLE IF EXISTS ${raw(from)}${onCluster}`);
    // Another node may rename the table at the same time.
    await clickhouse.command(sql`RENAME TABLE IF EXISTS ${raw(`${from}${local}`)} TO ${raw(`${to}${local}`)}${onCluster}`);
  }
}
