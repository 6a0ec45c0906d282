import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../../platform/config/config.ts';
import { DATA_FOLDERS, type DataFolder, findFreeBytes, formatBytes, syncFolder } from '../../../platform/files.ts';
import { copyEntries, type Entry, listEntries, type Method, sharesBlocks } from './copying.ts';
import type { SchemaRecord } from './schema-record.ts';

/** Methods for the folders that a snapshot contains. */
const METHODS: Record<DataFolder, Method> = { clickhouse: 'parts', uploads: 'link', postgres: 'copy' };

/** A copy of the databases of a data folder, in its subfolder `snapshots`. */
export interface Snapshot {
  /** Name of its folder. */
  name: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** Version that used the data before. Null when it is unknown. */
  version: string | null;
  /** Schema that the upgrade leads to. */
  target: SchemaRecord;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_AGE_MS = 7 * DAY_MS;
/** Age at which an incomplete folder belongs to no running process. */
const MAX_INCOMPLETE_AGE_MS = DAY_MS;
/** Space that must remain free: migrations need some as well. */
const RESERVED_BYTES = 256 * 1024 * 1024;
const INFO = 'snapshot.json';

/** Begin of the names of snapshots with data that a rollback has replaced. */
export const REPLACED = 'replaced-by-';

/** Returns whether a snapshot is from before an upgrade, not from before a rollback. */
export const isBeforeUpgrade = ({ name }: Pick<Snapshot, 'name'>): boolean => !name.startsWith(REPLACED);

/** Returns the folder with the snapshots of a data folder. */
export const snapshotsFolder = (dataDir: string) => join(dataDir, 'snapshots');

/** Returns the complete snapshots, newest first. */
export async function listSnapshots(dataDir: string): Promise<Snapshot[]> {
  const names = await readdir(snapshotsFolder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names
      .filter((name) => !name.startsWith('.'))
      .map(async (name) => {
        const text = await readFile(join(snapshotsFolder(dataDir), name, INFO), 'utf8').catch(() => undefined);
        return text === undefined ? [] : [{ ...(JSON.parse(text) as Omit<Snapshot, 'name'>), name }];
      }),
  );
  return found.flat().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

/** Returns the name of the snapshot of an interrupted rollback, which has begun to move data away but has not described them. */
export async function findInterruptedRollback(dataDir: string): Promise<string | undefined> {
  const names = await readdir(snapshotsFolder(dataDir)).catch(() => []);
  const described = new Set((await listSnapshots(dataDir)).map(({ name }) => name));
  return names.find((name) => name.startsWith(REPLACED) && !described.has(name))?.slice(REPLACED.length);
}

/** @throws {ConfigError} when a rollback was interrupted: the databases in the folder do not belong together */
export async function refuseInterruptedRollback(dataDir: string): Promise<void> {
  const name = await findInterruptedRollback(dataDir);
  if (name !== undefined)
    throw new ConfigError(`A rollback of ${dataDir} to the snapshot ${name} was interrupted.\nRepeat it: earshot rollback`);
}

/** Writes the description of a snapshot into its folder. */
export async function describeSnapshot(folder: string, info: Omit<Snapshot, 'name'>): Promise<void> {
  await writeFile(join(folder, INFO), `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600, flush: true });
}

/**
 * Copies the databases of a data folder whose PostgreSQL is shut down. An earlier snapshot of the same upgrade, which was not completed,
 * is replaced.
 * @throws {ConfigError} when the space does not suffice, or a process uses the folder
 */
export async function createSnapshot(
  dataDir: string,
  { version, target }: Pick<Snapshot, 'version' | 'target'>,
): Promise<{ snapshot: Snapshot; copiedBytes: number; linkedFiles: number }> {
  const created_at = new Date().toISOString();
  const info = { created_at, version, target };
  const name = created_at.replaceAll(/[:.]/g, '-');
  const earlier = (await listSnapshots(dataDir)).filter((each) => isBeforeUpgrade(each) && isSameSchema(each.target, target));
  const copy = await copyData(dataDir, '.new-', DATA_FOLDERS);
  try {
    await describeSnapshot(copy.folder, info);
    const final = join(snapshotsFolder(dataDir), name);
    await rename(copy.folder, final);
    await syncFolder(snapshotsFolder(dataDir));
  } catch (error) {
    await rm(copy.folder, { recursive: true, force: true });
    throw error;
  }
  for (const each of earlier) await removeSnapshot(dataDir, each.name);
  return { snapshot: { name, ...info }, copiedBytes: copy.copiedBytes, linkedFiles: copy.linkedFiles };
}

export const isSameSchema = (a: SchemaRecord, b: SchemaRecord): boolean =>
  a.version === b.version && a.migration === b.migration && a.clickhouse === b.clickhouse;

/**
 * Copies folders of a data folder into a new folder of `snapshots`.
 * @throws {ConfigError} when the space does not suffice, or a process uses the folder
 */
export async function copyData(
  dataDir: string,
  prefix: string,
  names: readonly DataFolder[],
): Promise<{ folder: string; copiedBytes: number; linkedFiles: number }> {
  const before = await requireShutDown(dataDir);
  const snapshots = snapshotsFolder(dataDir);
  // PostgreSQL may run as a user who may traverse the data folder only.
  const mode = (await stat(dataDir)).mode & 0o777;
  await mkdir(snapshots, { recursive: true, mode });
  await removeIncomplete(dataDir);
  const trees = await listTrees(dataDir, names);
  const { needed } = await requireSpace(dataDir, trees);
  const folder = await mkdtemp(join(snapshots, prefix));
  try {
    await chmod(folder, mode);
    for (const { name, entries } of trees) await copyEntries(join(dataDir, name), join(folder, name), entries);
    if (!before.equals(await requireShutDown(dataDir))) throw inUse(dataDir);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const linkedFiles = trees.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'link').length;
  return { folder, copiedBytes: needed, linkedFiles };
}

interface Tree {
  name: DataFolder;
  entries: Entry[];
}

async function listTrees(dataDir: string, names: readonly DataFolder[]): Promise<Tree[]> {
  const trees: Tree[] = [];
  const { dev } = await stat(dataDir);
  for (const name of names) {
    const stats = await stat(join(dataDir, name)).catch(() => undefined);
    // Links do not lead to another file system.
    const method = stats?.dev === dev ? METHODS[name] : 'copy';
    if (stats) trees.push({ name, entries: await listEntries(join(dataDir, name), method) });
  }
  return trees;
}

/** Returns the space that a snapshot needs, and the free space, in bytes. */
export async function measureSnapshot(dataDir: string): Promise<{ needed: number; free: number }> {
  return await measure(dataDir, await listTrees(dataDir, DATA_FOLDERS));
}

async function measure(dataDir: string, trees: Tree[]): Promise<{ needed: number; free: number }> {
  const copied = trees.flatMap(({ entries }) => entries).reduce((sum, { bytes }) => sum + bytes, 0);
  const isShared = await sharesBlocks(join(dataDir, 'postgres', 'PG_VERSION'), dataDir);
  return { needed: isShared ? 0 : copied, free: await findFreeBytes(dataDir) };
}

async function requireSpace(dataDir: string, trees: Tree[]): Promise<{ needed: number }> {
  const { needed, free } = await measure(dataDir, trees);
  if (needed + RESERVED_BYTES > free)
    throw new ConfigError(
      `Not enough disk space for the snapshot before the upgrade: ${formatBytes(needed + RESERVED_BYTES)} required, ${formatBytes(free)} free in ${dataDir}.\nFree some space, or set EARSHOT_UPGRADE_SNAPSHOT=off after you have made a backup`,
    );
  return { needed };
}

/** Offset of `state` in the control file of PostgreSQL (`ControlFileData` in src/include/catalog/pg_control.h). */
const STATE_OFFSET = 16;
/** `DB_SHUTDOWNED`: all changes are in the files, and no process has used them since. */
const SHUT_DOWN = 1;

/**
 * Returns the control file of PostgreSQL, which changes with each start.
 * @throws {ConfigError} unless PostgreSQL was shut down in order
 */
async function requireShutDown(dataDir: string): Promise<Buffer> {
  const control = await readFile(join(dataDir, 'postgres', 'global', 'pg_control'));
  if (control.readInt32LE(STATE_OFFSET) !== SHUT_DOWN) throw inUse(dataDir);
  return control;
}

/** Returns the error of a command that requires that nobody uses the folder. */
export const inUse = (dataDir: string) =>
  new ConfigError(`The data folder ${dataDir} is in use by another process. Stop Earshot, then try again.`);

/** Deletes snapshots that are older than seven days. Returns their names. */
export async function removeExpiredSnapshots(dataDir: string, now = Date.now()): Promise<string[]> {
  await removeIncomplete(dataDir);
  const expired = (await listSnapshots(dataDir)).filter(({ created_at }) => now - Date.parse(created_at) > MAX_AGE_MS);
  for (const { name } of expired) await removeSnapshot(dataDir, name);
  return expired.map(({ name }) => name);
}

/** Renames the folder first, so that an interrupted deletion leaves no snapshot that looks complete. */
export async function removeSnapshot(dataDir: string, name: string): Promise<void> {
  const hidden = join(snapshotsFolder(dataDir), `.removed-${name}`);
  await rename(join(snapshotsFolder(dataDir), name), hidden);
  await rm(hidden, { recursive: true });
}

async function removeIncomplete(dataDir: string): Promise<void> {
  const folder = snapshotsFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = name.startsWith('.') && (await stat(path).catch(() => undefined));
    if (stats && Date.now() - stats.mtimeMs > MAX_INCOMPLETE_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}
