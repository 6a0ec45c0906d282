import type { ClickHouse } from './clickhouse.ts';

/** Where somebody came from, and with what. `is_bot` stands beside the reason because nearly every question asks for it, and a byte is read faster than a dictionary. */
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

/** Columns that an event and a visit share: those of the visit are those of its first event. */
const ORIGIN = `
  user_id String CODEC(ZSTD),${ATTRIBUTES}`;

// Times of different people in no order: T64 keeps the bits in which those of a block differ. That is as little as Delta and ZSTD make
// of them, and is read in half to a third of the time.
const PACKED = 'CODEC(T64, LZ4)';
/** As `DateTime64(3)`: milliseconds, UTC. */
const MOMENT = `DateTime64(3, 'UTC') ${PACKED}`;
const SEQ = `UInt64 ${PACKED}`;

interface Table {
  name: string;
  columns: string;
  /** Family, with its arguments. */
  engine: { family: string; arguments: string };
  partition: string;
  order: string;
  settings: string;
  /** What lies together on one shard of a cluster. */
  shard: string;
}

// All of a person is on one shard: there its visits collapse, and there an event finds its visit.
const PERSON = 'project_id, person';

/**
 * Registers, as a power of two, by which distinct people and visits are counted (HyperLogLog): exactly up to some 16,000, and above with
 * a standard error of 0.14 %. Twice as many take 4 % longer at a hundred million events; with half as many the count is inexact at 9,000.
 */
export const PRECISION = 19;

// As they are, and not as states of a count: those took up to twice as long to unite, at ten and at a hundred million events.
const PEOPLE_SET = 'people_set Array(UInt64)';
const VISITS_SET = 'visits_set Array(UInt64)';

/** Each property with its value as one number: filters look for these in half the time that the map takes. */
const PROPERTY_HASHES =
  'property_hashes Array(UInt64) DEFAULT arrayMap((property, value) -> cityHash64(property, value), mapKeys(properties), mapValues(properties)) CODEC(LZ4)';

/** How often each value was there, as arrays of one length. */
const counts = (name: string, values = 'LowCardinality(String)') => `\`${name}.value\` Array(${values}) CODEC(ZSTD),
  \`${name}.page_views\` Array(UInt32) ${PACKED},
  \`${name}.events\` Array(UInt32) ${PACKED}`;

// How many of the last inserts a table knows again. A batch is tried again at once, so few would do.
const DEDUPLICATION_WINDOW = 1_000;

const TABLES: Table[] = [
  {
    // A person's events of a day lie together: that is what compresses, and what funnels and visits read.
    name: 'events',
    columns: `
  project_id UUID,
  time ${MOMENT},
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
  ${PROPERTY_HASHES},${ORIGIN}`,
    engine: { family: 'MergeTree', arguments: '' },
    partition: 'toYYYYMM(time)',
    order: 'project_id, toDate(time), person, time, seq',
    settings: '',
    shard: PERSON,
  },
  {
    // A visit that changes is written twice more: once to take the old row back, once as it is now. So sums are right at any time.
    name: 'visits',
    columns: `
  project_id UUID,
  person UInt64,
  id UInt64,
  sign Int8,
  version UInt64,
  start ${MOMENT},
  end ${MOMENT},
  events UInt32,
  page_views UInt32,
  interactions UInt32,
  entry_page LowCardinality(String),
  entry_time ${MOMENT},
  exit_page LowCardinality(String),
  exit_time ${MOMENT},${ORIGIN}`,
    engine: { family: 'VersionedCollapsingMergeTree', arguments: 'sign, version' },
    partition: 'toYYYYMM(start)',
    order: 'project_id, toDate(start), person, id',
    settings: 'index_granularity = 1024',
    shard: PERSON,
  },
  {
    // What a day adds up to, in total, by minute, and by each value of each dimension. PostgreSQL knows which builds count. People and visits that are on no other
    // day are counted; the others are in sets, which are united.
    name: 'rollups',
    columns: `
  project_id UUID,
  dimension LowCardinality(String),
  day ${MOMENT},
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
    // Totals are few and asked for most: they lie apart.
    partition: `(toYYYYMM(day), dimension = 'total')`,
    order: 'project_id, dimension, day, value',
    settings: 'index_granularity = 256',
    shard: 'project_id, dimension, value',
  },
  {
    // What is on a settled day of each visit, with what filters ask of it. Those that are on this day alone are counted, and have no id.
    // Figures of all of a visit are on the day that it began. A build is a number, but looked for faster in a dictionary.
    name: 'settled_visits',
    columns: `
  project_id UUID,
  day ${MOMENT},
  build LowCardinality(String),
  person UInt64,
  is_whole Bool,
  id UInt64,
  began Bool,
  bounces UInt8,
  duration_ms Int64 ${PACKED},
  page_views UInt32 ${PACKED},
  events UInt32 ${PACKED},
  page_views_of_day UInt32 ${PACKED},
  events_of_day UInt32 ${PACKED},
  ${counts('pages')},
  \`pages.exits\` Array(UInt8) ${PACKED},
  ${counts('names')},
  ${counts('hostnames')},
  ${counts('properties', 'UInt64')},
  entry_page LowCardinality(String),
  exit_page LowCardinality(String),${ATTRIBUTES}`,
    engine: { family: 'MergeTree', arguments: '' },
    partition: 'toYYYYMM(day)',
    // Like visits lie together: that is what compresses, and what is asked for most need not be looked for.
    order: 'project_id, day, is_whole, channel, source, country, device, person',
    settings: '',
    shard: PERSON,
  },
  {
    // Searches of knowledge bases, and what became of them: a click or a judgement is a row of its own, with the id of its search.
    name: 'searches',
    columns: `
  project_id UUID,
  index_id UUID,
  time ${MOMENT},
  kind LowCardinality(String),
  query_id UUID,
  query String CODEC(ZSTD),
  words String CODEC(ZSTD),
  results UInt32,
  document_id UUID,
  is_helpful Bool`,
    engine: { family: 'MergeTree', arguments: '' },
    partition: 'toYYYYMM(time)',
    order: 'project_id, index_id, time',
    settings: '',
    shard: 'project_id, index_id',
  },
];

/** What tables that were made by an earlier Earshot lack. Columns are packed in another way as their parts are merged. */
const CHANGES: { table: string; change: string }[] = [
  {
    table: 'events',
    change: `ADD COLUMN IF NOT EXISTS ${PROPERTY_HASHES} AFTER properties, MODIFY COLUMN time ${MOMENT}, MODIFY COLUMN seq ${SEQ}`,
  },
  {
    table: 'visits',
    change: ['start', 'end', 'entry_time', 'exit_time'].map((name) => `MODIFY COLUMN ${name} ${MOMENT}`).join(', '),
  },
  {
    table: 'rollups',
    change: `ADD COLUMN IF NOT EXISTS ${PEOPLE_SET} AFTER people, DROP COLUMN IF EXISTS people_state, ADD COLUMN IF NOT EXISTS ${VISITS_SET} AFTER visits, DROP COLUMN IF EXISTS visits_state`,
  },
];

/**
 * A condition for the index alone that a time, as SQL, is on the days from one moment to another. Events are in order of their day, but
 * what is asked of `time` is not looked up by it, since that is a column of the order itself: without this, whole months are read.
 */
export const onDays = (time: string, from: string, to: string) =>
  `indexHint(toDate(${time}) BETWEEN toDate(${from}, 'UTC') AND toDate(${to}, 'UTC'))`;

/** The statements that make what is not there yet, in order. With a cluster each table is a distributed one over replicated ones. */
export function createStatements(cluster: string | undefined): string[] {
  const tables = TABLES.flatMap(({ name, columns, engine, partition, order, settings, shard }) => {
    const layout = (window: string) =>
      `PARTITION BY ${partition} ORDER BY (${order})\nSETTINGS ${[window, settings].filter(Boolean).join(', ')}`;
    if (!cluster)
      return [
        `CREATE TABLE IF NOT EXISTS ${name} (${columns}\n)\nENGINE = ${engine.family}(${engine.arguments})\n${layout(`non_replicated_deduplication_window = ${DEDUPLICATION_WINDOW}`)}`,
      ];
    const replica = ["'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'", engine.arguments].filter(Boolean).join(', ');
    return [
      `CREATE TABLE IF NOT EXISTS ${name}_local ON CLUSTER '${cluster}' (${columns}\n)\nENGINE = Replicated${engine.family}(${replica})\n${layout(`replicated_deduplication_window = ${DEDUPLICATION_WINDOW}`)}`,
      `CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER '${cluster}' AS ${name}_local\nENGINE = Distributed('${cluster}', currentDatabase(), ${name}_local, cityHash64(${shard}))`,
    ];
  });
  const changes = CHANGES.flatMap(({ table, change }) =>
    (cluster ? [`${table}_local ON CLUSTER '${cluster}'`, `${table} ON CLUSTER '${cluster}'`] : [table]).map(
      (target) => `ALTER TABLE ${target} ${change}`,
    ),
  );
  return [...tables, ...changes];
}

/** Where rows are deleted: a distributed table takes no deletion. */
export const deletionTarget = (
  table: 'events' | 'visits' | 'rollups' | 'settled_visits' | 'searches',
  cluster: string | undefined,
) => (cluster ? `${table}_local ON CLUSTER '${cluster}'` : table);

export async function createTables(clickhouse: ClickHouse, cluster: string | undefined): Promise<void> {
  for (const statement of createStatements(cluster)) await clickhouse.command(statement);
}
