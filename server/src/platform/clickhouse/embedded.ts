import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { createDataFolder } from '../files.ts';

type Limits = Config['memory']['clickhouse'];

const engineOptions = (limits: Limits) => [
  `--max_server_memory_usage=${limits.maxBytes}`,
  `--mark_cache_size=${limits.markCacheBytes}`,
  `--index_mark_cache_size=${limits.indexMarkCacheBytes}`,
  `--primary_index_cache_size=${limits.primaryIndexCacheBytes}`,
  `--uncompressed_cache_size=0`,
  // The defaults assume a dedicated machine.
  '--background_pool_size=2',
  '--background_schedule_pool_size=4',
  // ClickHouse would keep 1,000 idle threads, with three open files each.
  '--max_thread_pool_free_size=32',
];

/**
 * Opens ClickHouse in this process, with its data in the data folder. A process can open one folder, and a folder one process.
 * @throws {ConfigError} when chDB can't run here
 */
export async function openEmbedded(dataDir: string, limits: Limits) {
  const path = join(dataDir, 'clickhouse');
  const insertsPath = join(dataDir, 'clickhouse-inserts');
  // A killed process leaves files behind.
  await rm(insertsPath, { recursive: true, force: true });
  await createDataFolder(dataDir, 0o700);
  await mkdir(insertsPath, { recursive: true, mode: 0o700 });
  await mkdir(path, { recursive: true, mode: 0o700 });
  // Earlier versions created the folder with permissions for other users.
  await chmod(path, 0o700);
  try {
    // Loaded on demand: the library takes half a gigabyte, and nodes with CLICKHOUSE_URL do not need it.
    const [{ Session, drainPending }, { createChdbConnection }] = await Promise.all([import('chdb'), import('chdb/connection')]);
    // Connections to one path share the engine, with the options of the first connection.
    const engine = new Session(path, { connectionArgs: engineOptions(limits) });
    let files = 0;
    return {
      connect: () => createChdbConnection({ path }),
      /** Calls `work` with the path of a file with these rows: chDB accepts rows of binary formats in files only. */
      withFile: async (rows: Uint8Array, work: (path: string) => Promise<void>): Promise<void> => {
        const file = join(insertsPath, `${++files}`);
        await writeFile(file, rows, { mode: 0o600 });
        try {
          await work(file);
        } finally {
          await rm(file, { force: true });
        }
      },
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
