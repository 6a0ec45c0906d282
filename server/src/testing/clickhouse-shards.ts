// A cluster of several shards within one chDB. The engine executes distributed queries as a server does: each shard aggregates its rows,
// and the initiator merges the states. Only the following is translated, because one process has no Keeper, no network and one set of tables:
// - A replicated local table becomes a MergeTree table for each shard (`events_shard_1`), and the local table (`events_local`) a Merge
//   table over them, of which a shard reads only its own table.
// - `ON CLUSTER` statements run for the table of each shard.
// - Inserted rows are split here by the sharding key of the distributed table, because a Merge table cannot be written.

/** Name of the cluster in the configuration of the engine. */
export const CLUSTER = 'acme';

/** Name of a cluster of which one shard cannot be reached. */
export const HALF_CLUSTER = 'half';

const shardOn = (host: string) => `<shard><replica><host>${host}</host><port>9000</port></replica></shard>`;
/** An address of this process is a local shard, which the engine never connects to. */
const LOCAL = '127.0.0.1';
const UNREACHABLE = '127.0.0.2';

/** Returns the configuration of an engine with clusters. */
export const configureShards = (shards: number): string => `<clickhouse>
  <tcp_port>9000</tcp_port>
  <remote_servers>
    <${CLUSTER}>${shardOn(LOCAL).repeat(shards)}</${CLUSTER}>
    <${HALF_CLUSTER}>${shardOn(LOCAL)}${shardOn(UNREACHABLE)}</${HALF_CLUSTER}>
  </remote_servers>
</clickhouse>`;

const ON_CLUSTER = ` ON CLUSTER '${CLUSTER}'`;
const CREATE_LOCAL = /^CREATE TABLE IF NOT EXISTS (\w+)_local ON CLUSTER/;
const REPLICATED_ENGINE = /ENGINE = Replicated(\w+)\('[^']*', '\{replica\}'(?:, )?/;
const CREATE_DISTRIBUTED =
  /^CREATE TABLE IF NOT EXISTS (\w+) ON CLUSTER .*ENGINE = Distributed\('\w+', currentDatabase\(\), \w+, (.*)\)$/s;
const CHANGE_LOCAL = /^(?:ALTER TABLE|DELETE FROM) (\w+)_local ON CLUSTER/;
const RENAME_LOCAL = /^RENAME TABLE IF EXISTS (\w+)_local TO (\w+)_local ON CLUSTER/;
const INSERT = /^INSERT INTO (\w+)/;
const TOKEN = /insert_deduplication_token = ('[^']*')/;

/**
 * Creates the translation of the statements of a database. Each statement becomes the statements to execute instead, in order; without
 * a cluster, it stays as it is. Requires that one connection executes all statements of the database.
 */
export function createTranslation(database: string, shards: number): (statement: string) => string[] {
  /** Sharding keys of the distributed tables. */
  const keys = new Map<string, string>();
  const localTables = new Set<string>();
  const numbers = Array.from({ length: shards }, (_, index) => index + 1);
  const shardTable = (table: string, shard: number) => `${table}_shard_${shard}`;
  let inserts = 0;

  /** Creates a local table of which each shard reads only its own rows, also in queries with FINAL and PREWHERE. */
  function mergeShards(table: string): string[] {
    localTables.add(table);
    const filters = [...localTables].map(
      (name) => `'${database}.${name}_local': '_table = concat(\\'${name}_shard_\\', toString(shardNum()))'`,
    );
    return [
      `CREATE TABLE IF NOT EXISTS ${table}_local AS ${shardTable(table, 1)} ENGINE = Merge(currentDatabase(), '^${table}_shard_[0-9]+$')`,
      `SET additional_table_filters = {${filters.join(', ')}}`,
    ];
  }

  function createLocal(table: string, statement: string): string[] {
    const definition = statement
      .replace(ON_CLUSTER, '')
      .replace(REPLICATED_ENGINE, 'ENGINE = $1(')
      .replace('replicated_deduplication_window', 'non_replicated_deduplication_window');
    return [...numbers.map((shard) => definition.replace(`${table}_local`, shardTable(table, shard))), ...mergeShards(table)];
  }

  /** Changes the columns or the rows of each shard, and the columns of the table over them. */
  function changeLocal(table: string, statement: string): string[] {
    const change = statement.replace(ON_CLUSTER, '');
    const ofShards = numbers.map((shard) => change.replace(`${table}_local`, shardTable(table, shard)));
    return change.startsWith('ALTER') ? [...ofShards, change] : ofShards;
  }

  const renameLocal = (from: string, to: string): string[] => [
    ...numbers.map((shard) => `RENAME TABLE ${shardTable(from, shard)} TO ${shardTable(to, shard)}`),
    `DROP TABLE ${from}_local`,
    ...mergeShards(to),
  ];

  /** Inserts rows into a table in memory first, and from there into the tables of the shards: once for each token, as each shard does. */
  function insert(table: string, key: string, statement: string): string[] {
    const arrived = `${table}_arrived_${++inserts}`;
    const token = TOKEN.exec(statement.slice(0, 1_000))?.[1];
    const deduplication = token ? `insert_deduplication_token = ${token}` : 'insert_deduplicate = 0';
    return [
      `CREATE TABLE ${arrived} AS ${shardTable(table, 1)} ENGINE = Memory`,
      statement.replace(table, arrived),
      ...numbers.map(
        (shard) =>
          `INSERT INTO ${shardTable(table, shard)} SELECT * FROM ${arrived} WHERE (${key}) % ${shards} = ${shard - 1}
          SETTINGS ${deduplication}, max_partitions_per_insert_block = 0`,
      ),
      `DROP TABLE ${arrived}`,
    ];
  }

  function translate(statement: string): string[] {
    const [, created] = CREATE_LOCAL.exec(statement) ?? [];
    if (created) return createLocal(created, statement);
    const [, distributed, key] = CREATE_DISTRIBUTED.exec(statement) ?? [];
    if (distributed && key) keys.set(distributed, key);
    const [, changed] = CHANGE_LOCAL.exec(statement) ?? [];
    if (changed) return changeLocal(changed, statement);
    const [, from, to] = RENAME_LOCAL.exec(statement) ?? [];
    if (from && to) return renameLocal(from, to);
    const [, table = ''] = INSERT.exec(statement) ?? [];
    const keyOfTable = keys.get(table);
    return keyOfTable ? insert(table, keyOfTable, statement) : [statement.replace(ON_CLUSTER, '')];
  }

  // With `prefer_localhost_replica = 0`, queries would connect to the addresses of the shards.
  return (statement) =>
    translate(statement).map((one) => one.replace('prefer_localhost_replica = 0', 'prefer_localhost_replica = 1'));
}
