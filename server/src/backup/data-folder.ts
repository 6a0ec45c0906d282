// cspell:ignore bavail
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { BackupError } from './errors.ts';
import { formatSize } from './size.ts';

const MARKER = 'restore-incomplete';
/** Folders that Earshot creates in its data folder, and that a restore fills. */
const FOLDERS = ['postgres', 'clickhouse', 'clickhouse-inserts', 'uploads'];

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Returns whether a data folder has an embedded PostgreSQL. */
export const hasData = (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, 'postgres')).then(
    () => true,
    () => false,
  );

/** @throws {ConfigError} when a restore into the data folder was interrupted: the folder has a part of the data */
export async function refuseInterruptedRestore(dataDir: string): Promise<void> {
  if ((await listNames(dataDir)).includes(MARKER))
    throw new ConfigError(`A restore into ${dataDir} was interrupted.\nRun it again, or remove the folder to start without data`);
}

/**
 * Prepares a data folder for a restore. Empties it after an interrupted restore. Returns functions that end the restore.
 * @throws {BackupError} when the folder has data or too little space
 */
export async function claimFolder(dataDir: string, bytes: number) {
  const marker = join(dataDir, MARKER);
  const empty = async () => {
    for (const name of FOLDERS) await rm(join(dataDir, name), { recursive: true, force: true });
  };
  const names = await listNames(dataDir);
  if (names.includes(MARKER)) await empty();
  else {
    const found = names.find((name) => FOLDERS.includes(name));
    if (found)
      throw new BackupError(
        `${join(dataDir, found)} exists, and a restore overwrites nothing. Stop Earshot and move the folder away, or set EARSHOT_DATA_DIR to another folder`,
      );
  }
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < bytes)
    throw new BackupError(
      `The restore needs up to ${formatSize(bytes)}, and only ${formatSize(bavail * bsize)} are free at ${dataDir}. Free some space and try again`,
    );
  await writeFile(marker, '', { flush: true });
  return {
    finish: () => rm(marker, { force: true }),
    /** Removes what was restored. */
    undo: async () => {
      await empty();
      await rm(marker, { force: true });
    },
  };
}
