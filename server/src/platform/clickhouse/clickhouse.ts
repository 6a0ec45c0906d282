import { Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import type { Config } from '../config/config.ts';
import { openEmbedded } from './embedded.ts';
import { compile, join, literal, raw, sql, type Sql, toText } from './sql.ts';

/** ClickHouse, embedded or a server. Both execute the same SQL. */
export interface ClickHouse {
  /** Returns the rows of a SELECT. */
  query: <Row>(statement: Sql) => Promise<Row[]>;
  /** Executes a statement that returns no rows. */
  command: (statement: Sql) => Promise<void>;
  /**
   * Inserts rows: JSON objects, a line each; or, after a line with a JSON array of the names of the columns, JSON arrays or a block of the
   * Native format (native.ts). An insert with the token of an earlier one does nothing, so that an insert whose response was lost can be
   * repeated.
   */
  insert: (table: string, rows: Uint8Array | string, token: string) => Promise<void>;
  /** Returns the rows of a SELECT as blocks of the Native format, which `insert` accepts. For results that fit into memory. */
  readBlocks: (statement: Sql) => Promise<Buffer>;
  /** Returns the rows of a SELECT as JSON objects, a line each. For results that fit into memory. */
  readLines: (statement: Sql) => Promise<Buffer>;
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
}

// A dashboard requests several reports at the same time, and a connection to the embedded engine executes one statement at a time.
const READERS = 3;
const TIMEOUT_MS = 60_000;
const MAX_QUERY_S = 30;

/**
 * Settings of every statement. On clusters, joins and subqueries run on each shard separately, because all rows that they combine are on
 * one shard: those of a person (events, visits, visit facts) or of a knowledge base (searches). Therefore, no statement needs GLOBAL.
 * Inserts wait for the shards, and reads use the replica that was written to, so that written rows are visible.
 */
const STATEMENT_SETTING_VALUES = {
  // Compilation takes 100 ms and more at the fourth execution of a statement, and only made retention faster, by 5 %.
  compile_aggregate_expressions: 0,
  compile_expressions: 0,
  distributed_foreground_insert: 1,
  distributed_product_mode: 'local',
  load_balancing: 'in_order',
  // With the default of new versions, each shard can insert its own result of an INSERT SELECT, without the rows of other shards.
  parallel_distributed_insert_select: 0,
  prefer_localhost_replica: 0,
  // A profile can allow results without the rows of unavailable shards, and an erasure would find nothing to erase.
  skip_unavailable_shards: 0,
} as const;
const formatSettings = (settings: Record<string, string | number>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? `'${value}'` : value}`)
    .join(', ');
export const STATEMENT_SETTINGS = raw(formatSettings(STATEMENT_SETTING_VALUES));
/** Memory for a grouping on a server. */
const GROUP_BY_BYTES = 256 * 1024 * 1024;
/** Returns the settings of every query. ClickHouse before 24.12 does not know all of them. */
const createQuerySettings = (groupByBytes: number) =>
  sql`max_execution_time = ${literal(MAX_QUERY_S)}, ${join([
    // Large groupings continue on disk.
    sql`max_bytes_before_external_group_by = ${literal(groupByBytes)}`,
    // Otherwise sets of visits are sorted for an index that does not contain visits.
    raw('use_index_for_in_with_subqueries = 0'),
    // The right side of a join is kept in memory. Estimates would move all visits there instead of the events that a filter selects.
    raw("query_plan_join_swap_table = 'false'"),
    // With the default of 1 MB per block, filters on wide columns are an eighth slower.
    raw('preferred_block_size_bytes = 4000000'),
    raw('output_format_json_quote_64bit_integers = 0'),
    STATEMENT_SETTINGS,
  ])}`;

/** Settings of exports of blocks: they must not delay reports. */
const BLOCK_SETTINGS = sql`max_execution_time = ${literal(MAX_QUERY_S)}, max_threads = 1, ${STATEMENT_SETTINGS}`;
/** Exports of lines read all columns, whose blocks of 65,409 rows (the default) take hundreds of megabytes. */
const LINE_SETTINGS = sql`${BLOCK_SETTINGS}, max_block_size = 4096, preferred_block_size_bytes = 1000000, max_read_buffer_size = 131072`;

/**
 * Settings of every request to a server: statements contain addresses and ids that must not outlive an erasure in a log. `log_queries`
 * controls system.query_log, query_thread_log and query_views_log; the length applies to the server's text log as well. The embedded
 * engine has none of these logs.
 */
const UNLOGGED: ClickHouseSettings = { log_queries: 0, log_queries_cut_to_length: '1' };
/** Statements that are limited to the people of a segment contain their ids, several times. The default is 256 KiB. */
const LONG_STATEMENTS: ClickHouseSettings = { max_query_size: String(32 * 1024 * 1024) };
/** READONLY and SETTING_CONSTRAINT_VIOLATION: the profile of the user does not allow changes of a setting. */
const FORBIDDEN_SETTING_CODES = new Set(['164', '452']);

/** The client logs nothing: callers log errors. */
const log = { level: ClickHouseLogLevel.OFF };

/** Opens the configured ClickHouse. A server may be unavailable at this time. @throws when the data folder can't be opened */
export async function openClickHouse(config: Config): Promise<ClickHouse> {
  const { CLICKHOUSE_URL: url } = config;
  if (url) {
    const server = createClient({ url, request_timeout: TIMEOUT_MS, max_open_connections: 10, application: 'earshot', log });
    return connect({
      writer: server,
      readers: [server],
      insert: async ({ statement, rows }, clickhouse_settings) => {
        const { stream } = await server.exec({ query: statement, values: Readable.from([rows]), clickhouse_settings });
        stream.resume();
      },
      settings: { ...UNLOGGED, ...LONG_STATEMENTS },
      querySettings: createQuerySettings(GROUP_BY_BYTES),
      close: () => server.close(),
    });
  }
  const limits = config.memory.clickhouse;
  const engine = await openEmbedded(config.EARSHOT_DATA_DIR, limits);
  const open = () => {
    const connection = engine.connect();
    return { connection, client: createClient({ connection: connection as never, log }) };
  };
  const { connection, client: writer } = open();
  const readers = Array.from({ length: READERS }, () => open().client);
  const connections = [writer, ...readers];
  return connect({
    writer,
    readers,
    insert: async ({ table, columns, format, rows, settings }) => {
      if (format === 'Native') {
        const names = (columns ?? []).join(', ');
        await engine.withFile(rows, async (path) => {
          const statement = sql`INSERT INTO ${raw(table)} (${raw(names)}) SETTINGS ${raw(formatSettings(settings))} SELECT ${raw(names)} FROM file(${literal(path)}, Native)`;
          await writer.command({ query: toText(statement) });
        });
        return;
      }
      // As bytes: a statement would be a string of the size of the rows.
      await connection.chdb.rawInsert({ table, columns, format, values: rows, settings }).catch((error: ChdbError) => {
        throw Object.assign(new Error(error.message, { cause: error }), { code: String(error.clickhouseCode ?? error.code) });
      });
    },
    settings: LONG_STATEMENTS,
    querySettings: createQuerySettings(limits.groupByBytes),
    close: async () => {
      await Promise.all(connections.map((client) => client.close()));
      await engine.close();
    },
  });
}

type ChdbError = Error & { clickhouseCode?: number; code?: string };

/** Rows to insert, and the statement without them. */
interface Insert {
  table: string;
  columns: string[] | undefined;
  format: 'JSONEachRow' | 'JSONCompactEachRow' | 'Native';
  rows: Uint8Array;
  settings: Record<string, string | number>;
  statement: string;
}

function connect({
  writer,
  readers,
  insert,
  settings,
  querySettings,
  close,
}: {
  writer: ClickHouseClient;
  readers: ClickHouseClient[];
  insert: (rows: Insert, settings: ClickHouseSettings) => Promise<void>;
  settings: ClickHouseSettings;
  /** Settings of every query, in its text. */
  querySettings: Sql;
  close: () => Promise<void>;
}): ClickHouse {
  const withReader = balance(readers);
  const request = createRequests(settings);
  const read = (format: 'Native' | 'JSONEachRow', ofFormat: Sql) => (statement: Sql) =>
    withReader(async (client) => {
      const { query, params } = compile(sql`${statement}\nSETTINGS ${ofFormat} FORMAT ${raw(format)}`);
      const { stream } = await request((clickhouse_settings) =>
        client.exec({ query, query_params: params, clickhouse_settings }),
      );
      return await classifyErrors(readAll(stream));
    });
  const command = async (statement: Sql) => {
    const { query, params } = compile(statement);
    await request((clickhouse_settings) => writer.command({ query, query_params: params, clickhouse_settings }));
  };
  return {
    query: <Row>(statement: Sql) =>
      withReader(async (client) => {
        const { query, params } = compile(sql`${statement}\nSETTINGS ${querySettings}`);
        const result = await request((clickhouse_settings) =>
          client.query({ query, query_params: params, format: 'JSONEachRow', clickhouse_settings }),
        );
        return await classifyErrors(result.json<Row>());
      }),
    command,
    insert: async (table, rows, token) => {
      if (!rows.length) return;
      const parsed = parseRows(typeof rows === 'string' ? Buffer.from(rows) : rows);
      const { columns, format } = parsed;
      // Settings are in the statement, because the embedded engine would keep separate ones for later statements. Imported events can
      // belong to any number of months, each of which is a partition.
      const insertSettings = {
        insert_deduplication_token: token,
        async_insert: 0,
        max_partitions_per_insert_block: 0,
        // Rows of a batch do not cancel each other, so that merging them would change nothing.
        optimize_on_insert: 0,
        // More threads take more processor time in total, and other work waits for the processors.
        max_threads: 1,
        max_insert_threads: 1,
        ...STATEMENT_SETTING_VALUES,
      };
      const statement = `INSERT INTO ${table} ${columns ? `(${columns.join(', ')})` : ''} SETTINGS ${formatSettings(insertSettings)} FORMAT ${format}`;
      await request((of) => insert({ table, ...parsed, settings: insertSettings, statement }, of));
    },
    readBlocks: read('Native', BLOCK_SETTINGS),
    readLines: read('JSONEachRow', LINE_SETTINGS),
    isReady: async () => (await writer.ping({ select: true })).success,
    close,
  };
}

const [ARRAY, LINE_END] = ['[', '\n'].map((text) => text.charCodeAt(0));

/** Takes the names of columns off rows of arrays, and blocks. */
function parseRows(rows: Uint8Array): Pick<Insert, 'columns' | 'format' | 'rows'> {
  if (rows[0] !== ARRAY) return { columns: undefined, format: 'JSONEachRow', rows };
  const end = rows.indexOf(LINE_END as number);
  const columns = JSON.parse(new TextDecoder().decode(rows.subarray(0, end))) as string[];
  // A block begins with the number of columns.
  const format = rows[end + 1] === ARRAY ? 'JSONCompactEachRow' : 'Native';
  return { columns, format, rows: rows.subarray(end + 1) };
}

/** Returns a function that makes requests with these settings. A setting that the profile of the user fixes is omitted from then on. */
function createRequests(settings: ClickHouseSettings) {
  let allowed = settings;
  return async <T>(work: (settings: ClickHouseSettings) => Promise<T>): Promise<T> => {
    for (;;) {
      const current = allowed;
      try {
        return await classifyErrors(work(current));
      } catch (error) {
        const { code, message } = error as Error & { code?: string };
        const forbidden =
          FORBIDDEN_SETTING_CODES.has(code ?? '') && Object.keys(current).find((name) => namesSetting(message, name));
        if (!forbidden) throw error;
        allowed = Object.fromEntries(Object.entries(allowed).filter(([name]) => name !== forbidden));
      }
    }
  };
}

const namesSetting = (message: string, name: string) => new RegExp(String.raw`\b${name}\b`).test(message);

/** Returns a function that passes work to the client with the fewest running statements. */
function balance(clients: ClickHouseClient[]) {
  const loads = clients.map((client) => ({ client, running: 0 }));
  return async <T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> => {
    const chosen = loads.reduce((best, next) => (next.running < best.running ? next : best));
    chosen.running++;
    try {
      return await work(chosen.client);
    } finally {
      chosen.running--;
    }
  };
}

/** ClickHouse can't be reached or can't execute statements for now; the statement itself is valid. */
export class ClickHouseUnavailableError extends Error {}

/** @throws {ClickHouseUnavailableError} */
async function classifyErrors<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: Error & { code?: unknown }) => {
    const isUnavailable =
      (typeof error.code === 'string' && UNAVAILABLE_CODES.has(error.code)) ||
      /socket hang up|Timeout error|ECONNREFUSED|is closed/.test(error.message);
    throw isUnavailable ? new ClickHouseUnavailableError(error.message, { cause: error }) : error;
  });
}

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '159', // TIMEOUT_EXCEEDED
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '241', // MEMORY_LIMIT_EXCEEDED
  '242', // TABLE_IS_READ_ONLY
  '243', // NOT_ENOUGH_SPACE
  '252', // TOO_MANY_PARTS
  '279', // ALL_CONNECTION_TRIES_FAILED
  '319', // UNKNOWN_STATUS_OF_INSERT
  '999', // KEEPER_EXCEPTION
]);
