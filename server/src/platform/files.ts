import { open, stat, statfs } from 'node:fs/promises';

/** Subfolders of the data folder that contain the data of an instance. */
export const DATA_FOLDERS = ['clickhouse', 'uploads', 'postgres'] as const;
export type DataFolder = (typeof DATA_FOLDERS)[number];

/** Returns whether a file or folder exists and can be reached. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

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
