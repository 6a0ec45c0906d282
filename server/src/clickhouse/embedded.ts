import { chmod, mkdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';

const MIB = 1024 * 1024;

/** So that it holds on a machine of 2 GB, beside PostgreSQL and Node: a query that needs more fails, and the process lives on. */
const mostMemory = () => Math.round(Math.min(totalmem() * 0.35, 4096 * MIB));

const engineOptions = () => [
  `--max_server_memory_usage=${mostMemory()}`,
  `--mark_cache_size=${64 * MIB}`,
  `--index_mark_cache_size=${32 * MIB}`,
  `--primary_index_cache_size=${64 * MIB}`,
  `--uncompressed_cache_size=0`,
  // Two threads merge parts, few others wait: its defaults are for a machine of its own.
  '--background_pool_size=2',
  '--background_schedule_pool_size=4',
];

/**
 * ClickHouse in this process, over a folder in the data directory. One process has the folder at a time, and one folder the process.
 * @throws {ConfigError} where it can't run
 */
export async function openEmbedded(dataDir: string) {
  const path = join(dataDir, 'clickhouse');
  await mkdir(path, { recursive: true, mode: 0o700 });
  // Earlier versions let others look.
  await chmod(path, 0o700);
  try {
    // Half a gigabyte of library: a node with CLICKHOUSE_URL never loads it.
    const [{ Session, drainPending }, { createChdbConnection }] = await Promise.all([import('chdb'), import('chdb/connection')]);
    // Connections on one path share the engine; the first one's options count.
    const engine = new Session(path, { connectionArgs: engineOptions() });
    return {
      // Its types are those of a copy of the client's own.
      connect: () => createChdbConnection({ path }) as never,
      close: async () => {
        engine.close();
        await drainPending();
      },
    };
  } catch (error) {
    throw new ConfigError(
      `ClickHouse can’t run in this process: ${(error as Error).message}\nSet CLICKHOUSE_URL to the address of a ClickHouse server`,
      { cause: error },
    );
  }
}
