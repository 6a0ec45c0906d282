import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import type { Config } from '../config.ts';
import { openEmbedded } from './embedded.ts';

type Param = string | number | boolean | bigint | readonly string[] | readonly number[] | readonly bigint[];
export type Params = Record<string, Param>;

/** ClickHouse: in the process, or a server. The same SQL goes to both. */
export interface ClickHouse {
  /** Rows of a SELECT. Values go in as `{name:Type}`. */
  query: <Row>(sql: string, params?: Params) => Promise<Row[]>;
  /** A statement without rows. Values go in as `{name:Type}`. */
  command: (sql: string, params?: Params) => Promise<void>;
  /**
   * Inserts rows, each a line of JSON. The same token does nothing the second time, so that an insert whose answer was lost can be
   * made again.
   */
  insert: (table: string, lines: string, token: string) => Promise<void>;
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
}

// A dashboard asks several questions at once. Each connection of the engine in the process takes one at a time.
const READERS = 3;
const TIMEOUT_MS = 60_000;
const LONGEST_QUERY_S = 30;

/**
 * Settings of every statement, for clusters. Each shard answers for itself: events and visits of a person are on one. What was written
 * is there to be read: inserts wait for the shards, and of each shard's replicas the same is written to and read.
 */
export const ON_SHARDS =
  "distributed_foreground_insert = 1, distributed_product_mode = 'local', load_balancing = 'in_order', prefer_localhost_replica = 0";
/** Settings of every question. Servers before 24.12 don't know all of them. */
const OF_QUESTIONS = [
  `max_execution_time = ${LONGEST_QUERY_S}`,
  // Where one groups by more than memory should hold, it goes on in files.
  `max_bytes_before_external_group_by = ${256 * 1024 * 1024}`,
  // A set of visits would be sorted for an index that has none of it.
  'use_index_for_in_with_subqueries = 0',
  // What a join keeps in memory stands on its right. By estimates, all visits are kept, and not those of the events that a filter chose.
  "query_plan_join_swap_table = 'false'",
  // Rows that are read at once: with its default of a megabyte, an eighth slower where filters read wide columns.
  'preferred_block_size_bytes = 4000000',
  // Compiling a statement at its fourth asking takes 100 ms and more; only retention was faster by it, by a twentieth.
  'compile_expressions = 0, compile_aggregate_expressions = 0',
  'output_format_json_quote_64bit_integers = 0',
  ON_SHARDS,
].join(', ');

/**
 * Settings of every request to a server: statements name addresses and ids that must not outlive an erasure in a log. `log_queries`
 * is for system.query_log, and with it query_thread_log and query_views_log; the length is for the server's own log, too. The engine
 * in the process has none of these logs.
 */
const UNLOGGED: ClickHouseSettings = { log_queries: 0, log_queries_cut_to_length: '1' };
/** READONLY and SETTING_CONSTRAINT_VIOLATION: the profile of the user does not let a setting be changed. */
const REFUSED_SETTING = new Set(['164', '452']);

/** Whoever asks is told of an error, and says it in our own log. */
const log = { level: ClickHouseLogLevel.OFF };

/** Opens what the configuration names. A server need not be there yet. @throws when the data folder can't be opened */
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
  const reader = takeTurns(readers);
  const request = createRequests(settings);
  const command = async (query: string, params?: Params) =>
    void (await request((clickhouse_settings) => writer.command({ query, query_params: params, clickhouse_settings })));
  return {
    query: <Row>(sql: string, params: Params = {}) =>
      reader(async (client) => {
        const query = `${sql}\nSETTINGS ${OF_QUESTIONS}`;
        const result = await request((clickhouse_settings) =>
          client.query({ query, query_params: params, format: 'JSONEachRow', clickhouse_settings }),
        );
        return await orAway(result.json<Row>());
      }),
    command,
    insert: async (table, lines, token) => {
      // The setting stands in the statement: in the process, one that is set apart would stay for the statements after it. Imported events
      // may be of any number of months, each of which is a partition.
      const query = `INSERT INTO ${table} SETTINGS insert_deduplication_token = '${token}', async_insert = 0, max_partitions_per_insert_block = 0, ${ON_SHARDS} FORMAT JSONEachRow\n${lines}`;
      if (lines) await command(query);
    },
    isReady: async () => (await writer.ping({ select: true })).success,
    close,
  };
}

/**
 * Returns a function that makes requests with these settings. One that the profile of the user fixes is left out from then on: the
 * administrator of the server has decided about it.
 */
function createRequests(settings: ClickHouseSettings) {
  let allowed = settings;
  return async <T>(work: (settings: ClickHouseSettings) => Promise<T>): Promise<T> => {
    for (;;) {
      const tried = allowed;
      try {
        return await orAway(work(tried));
      } catch (error) {
        const { code, message } = error as Error & { code?: string };
        const refused = REFUSED_SETTING.has(code ?? '') && Object.keys(tried).find((name) => namesSetting(message, name));
        if (!refused) throw error;
        allowed = Object.fromEntries(Object.entries(allowed).filter(([name]) => name !== refused));
      }
    }
  };
}

const namesSetting = (message: string, name: string) => new RegExp(String.raw`\b${name}\b`).test(message);

/** Gives work to whoever has the least. */
function takeTurns(clients: ClickHouseClient[]) {
  const busy = clients.map((client) => ({ client, works: 0 }));
  return async <T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> => {
    const free = busy.reduce((best, next) => (next.works < best.works ? next : best));
    free.works++;
    try {
      return await work(free.client);
    } finally {
      free.works--;
    }
  };
}

/** ClickHouse can't be reached or can't take anything now; the statement is not wrong. */
export class ClickHouseAway extends Error {}

/** @throws {ClickHouseAway} */
async function orAway<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: Error & { code?: unknown }) => {
    const isAway =
      (typeof error.code === 'string' && AWAY.has(error.code)) ||
      /socket hang up|Timeout error|ECONNREFUSED|is closed/.test(error.message);
    throw isAway ? new ClickHouseAway(error.message, { cause: error }) : error;
  });
}

const AWAY = new Set([
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
