import { mkdir, open, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ConfigError } from './config/config.ts';

/** Subfolders of the data folder that contain the data of an instance. */
export const DATA_FOLDERS = ['clickhouse', 'uploads', 'postgres'] as const;
export type DataFolder = (typeof DATA_FOLDERS)[number];

/** Returns whether a file or folder exists and can be reached. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Creates a folder unless it exists. */
const addFolder = (path: string, mode: number): Promise<void> =>
  mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });

/** Creates a folder, and the folders around it. The option `recursive` of `mkdir` would try forever in `/proc`. */
async function addFolders(path: string, mode: number): Promise<void> {
  await addFolder(path, mode).catch(async (error: NodeJS.ErrnoException) => {
    const around = dirname(path);
    if (error.code !== 'ENOENT' || around === path) throw error;
    await addFolders(around, mode);
    await addFolder(path, mode);
  });
}

/** Creates the data folder, unless it exists. @throws {ConfigError} when that is not possible */
export async function createDataFolder(dataDir: string, mode: number): Promise<void> {
  await addFolders(resolve(dataDir), mode).catch((error: unknown) => {
    throw new ConfigError(
      `The folder EARSHOT_DATA_DIR can’t be created: ${(error as Error).message}\nSet EARSHOT_DATA_DIR to a folder in which this user may write`,
      { cause: error },
    );
  });
}

/** Makes renames in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the free space in bytes for a process that is not root. @throws when the folder does not exist */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns a size in the largest decimal unit, such as `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power && bytes / 1000 ** power < 10 ? 1 : 0)} ${units[power]}`;
}
