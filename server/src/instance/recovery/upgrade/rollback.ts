import { mkdir, realpath, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../../platform/config/config.ts';
import { attachEmbeddedPostgres } from '../../../platform/postgres/embedded.ts';
import type { Log } from '../../../platform/postgres/embedded-cluster.ts';
import { isPostmaster, readPidFile } from '../../../platform/postgres/embedded-postmaster.ts';
import { DATA_FOLDERS, exists, syncFolder } from '../../../platform/files.ts';
import { readSchemaRecord, SCHEMA_FILE } from './schema-record.ts';
import {
  describeSnapshot,
  findInterruptedRollback,
  inUse,
  isBeforeUpgrade,
  listSnapshots,
  removeSnapshot,
  REPLACED,
  type Snapshot,
  snapshotsFolder,
} from './snapshots.ts';

/** In this order, so that PostgreSQL refuses earlier versions until the rollback is complete. */
const PARTS = [...DATA_FOLDERS.filter((name) => name !== 'postgres'), SCHEMA_FILE, 'postgres'];

export interface RolledBack {
  snapshot: Snapshot;
  /** Name of the snapshot with the data that were replaced, which lasts for seven days as well. */
  replaced: string;
}

/**
 * Replaces the databases of the data folder with those of a snapshot, the newest by default, and keeps the replaced ones as another snapshot.
 * Completes an interrupted rollback.
 * @throws {ConfigError} when no such snapshot exists, a process uses the folder, another rollback was interrupted, or the databases are
 * external
 */
export async function rollBack({ config, log }: { config: Config; log: Log }, name?: string): Promise<RolledBack> {
  const dataDir = config.EARSHOT_DATA_DIR;
  if (config.DATABASE_URL || config.CLICKHOUSE_URL)
    throw new ConfigError(
      'Snapshots exist for the embedded databases only. Restore your backup of DATABASE_URL and CLICKHOUSE_URL instead.',
    );
  const interrupted = await findInterruptedRollback(dataDir);
  if (interrupted !== undefined && name !== undefined && name !== interrupted)
    throw new ConfigError(
      `A rollback to ${interrupted} was interrupted. Repeat it with \`earshot rollback\`, then choose another snapshot.`,
    );
  const wanted = interrupted ?? name;
  const snapshots = await listSnapshots(dataDir);
  const snapshot = wanted === undefined ? snapshots.find(isBeforeUpgrade) : snapshots.find((each) => each.name === wanted);
  if (!snapshot)
    throw new ConfigError(
      wanted === undefined
        ? `No snapshot found in ${snapshotsFolder(dataDir)}. Snapshots are created before an upgrade changes the schema, and deleted after seven days.`
        : `Snapshot ${wanted} not found. \`earshot rollback --list\` lists all snapshots.`,
    );
  await stopLeftover(dataDir, log);
  const replaced = `${REPLACED}${snapshot.name}`;
  await swap(dataDir, snapshot, replaced);
  return { snapshot, replaced };
}

/**
 * Stops a PostgreSQL that a killed Earshot left behind. Starts none: the data that are replaced may be damaged.
 * @throws {ConfigError} when a process uses the folder
 */
async function stopLeftover(dataDir: string, log: Log): Promise<void> {
  const dir = join(await realpath(dataDir), 'postgres');
  if (await isRunning(dir)) await (await attachEmbeddedPostgres({ dataDir, log })).stop();
  if (await isRunning(dir)) throw inUse(dataDir);
}

async function isRunning(dir: string): Promise<boolean> {
  const pidFile = await readPidFile({ dir });
  return pidFile !== undefined && (await isPostmaster({ dir }, pidFile.pid));
}

async function swap(dataDir: string, snapshot: Snapshot, replaced: string): Promise<void> {
  const folder = join(snapshotsFolder(dataDir), snapshot.name);
  const replacedFolder = join(snapshotsFolder(dataDir), replaced);
  const recorded = await readSchemaRecord(dataDir);
  await mkdir(replacedFolder, { mode: (await stat(folder)).mode & 0o777, recursive: true });
  for (const part of PARTS) {
    // A repeated rollback skips the steps that were completed.
    if (!(await exists(join(replacedFolder, part)))) await move(join(dataDir, part), join(replacedFolder, part));
    await move(join(folder, part), join(dataDir, part));
  }
  await syncFolder(dataDir);
  const created_at = new Date().toISOString();
  await describeSnapshot(replacedFolder, {
    created_at,
    version: recorded?.version ?? snapshot.target.version,
    target: snapshot.target,
  });
  await removeSnapshot(dataDir, snapshot.name);
}

/** Moves a file or folder, if it exists. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
