import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { copyTables, dropCopies } from '../../../platform/clickhouse/copies.ts';
import { COLUMNS, RENAMES, ROW_COUNTS } from '../../../platform/clickhouse/schema.ts';
import { raw, sql } from '../../../platform/clickhouse/sql.ts';
import { BackupError } from './errors.ts';

/** A range of rows of a table, small enough for memory. */
export interface Chunk {
  table: string;
  columns: string[];
  /** Part of the table that stores the rows, and the positions of the first row and after the last one. */
  part: string;
  from: number;
  to: number;
}

/** The rows of all tables at one moment. */
export interface AnalyticsSnapshot {
  chunks: Chunk[];
  /** Returns the rows of a chunk as blocks of the Native format. */
  read: (chunk: number) => Promise<Uint8Array>;
  /** Numbers of rows by table. */
  rows: Record<string, number>;
  /** Size of all rows on the disk in bytes. */
  size: number;
  close: () => Promise<void>;
}

const TABLE_NAMES = Object.keys(ROW_COUNTS);
/** Tables of a snapshot have the name of their original after this prefix. */
const PREFIX = 'earshot_snapshot_of_';
/** Maximum number of rows of a chunk, and its size before compression. */
const CHUNK_ROWS = 100_000;
const CHUNK_BYTES = 16 * 1024 * 1024;

/**
 * Copies all tables, so that later changes do not change the copies. The caller prevents writes meanwhile, and other snapshots until this one is closed.
 * @throws {BackupError} with a cluster, and when another version of Earshot created the tables
 */
export async function openSnapshot(clickhouse: ClickHouse, cluster: string | undefined): Promise<AnalyticsSnapshot> {
  if (cluster)
    throw new BackupError(
      'ClickHouse clusters are backed up with their own tools (BACKUP … ON CLUSTER), together with PostgreSQL. See docs/operations.md',
    );
  // Does not create or change tables: a server of another version may be using them.
  const tables = await listTables(clickhouse);
  await dropSnapshots(clickhouse);
  await copyTables(clickhouse, PREFIX, tables);
  const { chunks, size } = await listChunks(clickhouse);
  return {
    chunks,
    rows: await countRows(clickhouse, { tables, prefix: PREFIX }),
    size,
    read: async (index) => {
      const { table, columns, part, from, to } = chunks[index] as Chunk;
      return await clickhouse.readBlocks(
        sql`SELECT ${raw(columns.map(quote).join(', '))} FROM ${raw(PREFIX + table)} WHERE _part = ${part} AND _part_offset >= ${from} AND _part_offset < ${to}`,
      );
    },
    close: () => dropSnapshots(clickhouse),
  };
}

/**
 * Returns the names of existing tables. A server creates missing ones with its first event.
 * @throws {BackupError} when another version of Earshot created a table, so that a restore would lose data
 */
async function listTables(clickhouse: ClickHouse): Promise<string[]> {
  const former = RENAMES.map(({ from }) => from);
  const found = await clickhouse.query<{ table: string; name: string }>(
    sql`SELECT table, name FROM system.columns WHERE database = currentDatabase() AND table IN ${[...TABLE_NAMES, ...former]}`,
  );
  const unknown = found.find(({ table, name }) => !COLUMNS[table]?.includes(name));
  if (unknown)
    throw new BackupError(
      `This version of Earshot does not know the column ${unknown.name} of the ClickHouse table ${unknown.table}. Make the backup with the version of the server`,
    );
  return TABLE_NAMES.filter((name) => found.some(({ table }) => table === name));
}

const quote = (name: string) => `\`${name}\``;

/** Drops the copies of a snapshot, also of a killed process. */
export const dropSnapshots = (clickhouse: ClickHouse): Promise<void> => dropCopies(clickhouse, PREFIX, TABLE_NAMES);

async function listChunks(clickhouse: ClickHouse): Promise<{ chunks: Chunk[]; size: number }> {
  const chunks: Chunk[] = [];
  let size = 0;
  for (const table of TABLE_NAMES) {
    const columns = await clickhouse.query<{ name: string }>(
      sql`SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ${PREFIX + table}
          AND default_kind NOT IN ('MATERIALIZED', 'ALIAS', 'EPHEMERAL') ORDER BY position`,
    );
    const parts = await clickhouse.query<{ name: string; rows: number; bytes: number; stored: number }>(
      sql`SELECT name, rows, data_uncompressed_bytes AS bytes, bytes_on_disk AS stored FROM system.parts
          WHERE database = currentDatabase() AND table = ${PREFIX + table} AND active ORDER BY name`,
    );
    for (const { name: part, rows, bytes, stored } of parts) {
      size += stored;
      const step = Math.max(1, Math.min(CHUNK_ROWS, Math.floor((CHUNK_BYTES / Math.max(bytes, 1)) * rows)));
      for (let from = 0; from < rows; from += step)
        chunks.push({ table, columns: columns.map(({ name }) => name), part, from, to: Math.min(from + step, rows) });
    }
  }
  return { chunks, size };
}

/** Returns the name of a table with rows, if there is any; such a database is not restored into. */
export async function findFilledTable(clickhouse: ClickHouse): Promise<string | undefined> {
  for (const table of TABLE_NAMES) if ((await clickhouse.query(sql`SELECT 1 FROM ${raw(table)} LIMIT 1`)).length) return table;
  return undefined;
}

/** Inserts blocks of the Native format. `token` is unique in the restore. */
export async function insertBlocks(
  clickhouse: ClickHouse,
  { table, columns, blocks, token }: { table: string; columns: string[]; blocks: Uint8Array; token: string },
): Promise<void> {
  if (!TABLE_NAMES.includes(table))
    throw new BackupError(`This version has no ClickHouse table ${table}, which the backup contains`);
  const unknown = columns.find((name) => !COLUMNS[table]?.includes(name));
  if (unknown !== undefined)
    throw new BackupError(`The archive is damaged: the ClickHouse table ${table} has no column ${JSON.stringify(unknown)}`);
  const head = Buffer.from(`${JSON.stringify(columns.map(quote))}\n`);
  await clickhouse.insert(table, Buffer.concat([head, blocks]), token);
}

/** Counts the rows of all tables, or of their copies. Visits are counted by their sign, because merges remove rows that cancel each other. */
export async function countRows(
  clickhouse: ClickHouse,
  { tables = TABLE_NAMES, prefix = '' } = {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, count] of Object.entries(ROW_COUNTS)) {
    if (!tables.includes(table)) {
      counts[table] = 0;
      continue;
    }
    const [row] = await clickhouse.query<{ rows: number }>(sql`SELECT ${count} AS rows FROM ${raw(prefix + table)}`);
    counts[table] = row?.rows ?? 0;
  }
  return counts;
}

/** Deletes all rows of a restore that failed. */
export async function truncateTables(clickhouse: ClickHouse): Promise<void> {
  for (const table of TABLE_NAMES) await clickhouse.command(sql`TRUNCATE TABLE IF EXISTS ${raw(table)}`);
}
