import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import type { Config } from '../config.ts';
import { openEmbedded } from './embedded.ts';
import { compile, join, literal, raw, sql, type Sql } from './sql.ts';

type Params = Record<string, number>;

/** ClickHouse, embedded or a server. Both execute the same SQL. */
export interface ClickHouse {
  /** Returns the rows of a SELECT. Also accepts text with values as `{name:Type}`. */
  query: <Row>(statement: Sql | string, params?: Params) => Promise<Row[]>;
  /** Executes a statement that returns no rows. */
  command: (statement: Sql | string) => Promise<void>;
  /**
   * Inserts rows, each a line of JSON. Repeating an insert with the same token has no effect, so that an insert whose response was lost
   * can be repeated.
   */
  insert: (table: string, lines: string, token: string) => Promise<void>;
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
}

// A dashboard requests several reports at once, and a connection to the embedded engine executes one statement at a time.
const READERS = 3;
const TIMEOUT_MS = 60_000;
const MAX_QUERY_S = 30;

/**
 * Settings of every statement, for clusters. Joins and subqueries run on each shard separately, because a person's events and visits are
 * on one shard. Inserts wait for the shards, and reads use the replica that was written to, so that written rows are visible.
 */
export const CLUSTER_SETTINGS = raw(
  "distributed_foreground_insert = 1, distributed_product_mode = 'local', load_balancing = 'in_order', prefer_localhost_replica = 0",
);
/** Settings of every query. ClickHouse before 24.12 does not know all of them. */
const QUERY_SETTINGS = sql`max_execution_time = ${literal(MAX_QUERY_S)}, ${join([
  // Large groupings continue on disk.
  sql`max_bytes_before_external_group_by = ${literal(256 * 1024 * 1024)}`,
  // Otherwise sets of visits are sorted for an index that does not contain visits.
  raw('use_index_for_in_with_subqueries = 0'),
  // The right side of a join is kept in memory. Estimates would move all visits there instead of the events that a filter selects.
  raw("query_plan_join_swap_table = 'false'"),
  // With the default of 1 MB per block, filters on wide columns are an eighth slower.
  raw('preferred_block_size_bytes = 4000000'),
  // Compilation takes 100 ms and more at the fourth execution of a query, and only made retention faster, by 5 %.
  raw('compile_expressions = 0, compile_aggregate_expressions = 0'),
  raw('output_format_json_quote_64bit_integers = 0'),
  CLUSTER_SETTINGS,
])}`;

/**
 * Settings of every request to a server: statements contain addresses and ids that must not outlive an erasure in a log. `log_queries`
 * controls system.query_log, query_thread_log and query_views_log; the length applies to the server's text log as well. The embedded
 * engine has none of these logs.
 */
const UNLOGGED: ClickHouseSettings = { log_queries: 0, log_queries_cut_to_length: '1' };
/** READONLY and SETTING_CONSTRAINT_VIOLATION: the profile of the user does not allow changes of a setting. */
const FORBIDDEN_SETTING_CODES = new Set(['164', '452']);

/** The client logs nothing: callers log errors. */
const log = { level: ClickHouseLogLevel.OFF };

/** Opens the configured ClickHouse. A server may be unavailable at this time. @throws when the data folder can't be opened */
export async function openClickHouse(config: Config): Promise<ClickHouse> {
  const { CLICKHOUSE_URL: url } = config;
  if (url) {
    const server = createClient({ url, request_timeout: TIMEOUT_MS, max_open_connections: 10, application: 'earshot', log });
    return connect({ writer: server, readers: [server], settings: UNLOGGED, close: () => server.close() });
  }
  const engine = await openEmbedded(config.EARSHOT_DATA_DIR);
  const connections = Array.from({ length: READERS + 1 }, () => createClient({ connection: engine.connect(), log }));
  const [writer, ...readers] = connections as [ClickHouseClient, ...ClickHouseClient[]];
  return connect({
    writer,
    readers,
    settings: {},
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      await engine.close();
    },
  });
}

function connect({
  writer,
  readers,
  settings,
  close,
}: {
  writer: ClickHouseClient;
  readers: ClickHouseClient[];
  settings: ClickHouseSettings;
  close: () => Promise<void>;
}): ClickHouse {
  const withReader = balance(readers);
  const request = createRequests(settings);
  const command = async (statement: Sql | string) => {
    const { query, params } = compile(toSql(statement));
    await request((clickhouse_settings) => writer.command({ query, query_params: params, clickhouse_settings }));
  };
  return {
    query: <Row>(statement: Sql | string, given: Params = {}) =>
      withReader(async (client) => {
        const { query, params } = compile(sql`${toSql(statement)}\nSETTINGS ${QUERY_SETTINGS}`);
        const result = await request((clickhouse_settings) =>
          client.query({ query, query_params: { ...params, ...given }, format: 'JSONEachRow', clickhouse_settings }),
        );
        return await classifyErrors(result.json<Row>());
      }),
    command,
    insert: async (table, lines, token) => {
      // Settings are in the statement, because the embedded engine would keep separate ones for later statements. Imported events can
      // belong to any number of months, each of which is a partition.
      const into = sql`INSERT INTO ${raw(table)} SETTINGS insert_deduplication_token = ${literal(token)}, async_insert = 0, max_partitions_per_insert_block = 0, ${CLUSTER_SETTINGS}`;
      if (lines) await command(sql`${into} FORMAT JSONEachRow\n${raw(lines)}`);
    },
    isReady: async () => (await writer.ping({ select: true })).success,
    close,
  };
}

const toSql = (statement: Sql | string): Sql => (typeof statement === 'string' ? raw(statement) : statement);

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
export class ClickHouseUnavailable extends Error {}

/** @throws {ClickHouseUnavailable} */
async function classifyErrors<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: Error & { code?: unknown }) => {
    const isUnavailable =
      (typeof error.code === 'string' && UNAVAILABLE_CODES.has(error.code)) ||
      /socket hang up|Timeout error|ECONNREFUSED|is closed/.test(error.message);
    throw isUnavailable ? new ClickHouseUnavailable(error.message, { cause: error }) : error;
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
