import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../../platform/config/config.ts';
import { isAlive } from '../../../platform/postgres/embedded-postmaster.ts';
import { DATA_FOLDERS, findFreeBytes, formatBytes } from '../../../platform/files.ts';
import { BackupError } from './errors.ts';

const MARKER = 'restore-incomplete';
/** Folders that Earshot creates in its data folder, and that a restore fills. */
const FOLDERS: string[] = [...DATA_FOLDERS, 'clickhouse-inserts'];

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** @throws {ConfigError} when the data folder, or a folder around it, is a file, or this user may not enter it */
export async function refuseFile(dataDir: string): Promise<void> {
  try {
    if ((await stat(dataDir)).isDirectory()) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code === 'EACCES')
      throw new ConfigError(`This user may not enter the folder EARSHOT_DATA_DIR, ${dataDir}`, { cause: error });
    if (code !== 'ENOTDIR') throw error;
  }
  throw new ConfigError(`EARSHOT_DATA_DIR must be a folder, and ${dataDir} is a file or is in one`);
}

/** @throws {ConfigError} when a restore into the data folder was interrupted: the folder has a part of the data */
export async function refuseInterruptedRestore(dataDir: string): Promise<void> {
  if ((await listNames(dataDir)).includes(MARKER))
    throw new ConfigError(`A restore into ${dataDir} was interrupted.\nRun it again, or remove the folder to start without data`);
}

/** Returns the id of the process that restores, while the process is alive; undefined after an interrupted restore. */
async function findRestoring(marker: string): Promise<number | undefined> {
  const pid = Number(await readFile(marker, 'utf8').catch(() => ''));
  // A killed restore in a container can have had the same id.
  return pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

/**
 * Prepares a data folder for a restore. Empties it after an interrupted restore. Returns functions that end the restore.
 * @throws {BackupError} when the folder has data or too little space, and while another process restores into it
 */
export async function claimFolder(dataDir: string, bytes: number) {
  const marker = join(dataDir, MARKER);
  const empty = async () => {
    for (const name of FOLDERS) await rm(join(dataDir, name), { recursive: true, force: true });
  };
  const names = await listNames(dataDir);
  if (names.includes(MARKER)) {
    const pid = await findRestoring(marker);
    if (pid !== undefined)
      throw new BackupError(
        `Process ${pid} restores into ${dataDir}. Wait until it ends. If this process is not a restore, empty ${dataDir} and try again`,
      );
    await empty();
  } else {
    const found = names.find((name) => FOLDERS.includes(name));
    if (found)
      throw new BackupError(
        `${join(dataDir, found)} exists, and a restore overwrites nothing. Stop Earshot and move the folder away, or set EARSHOT_DATA_DIR to another folder`,
      );
  }
  const free = await findFreeBytes(dataDir);
  if (free < bytes)
    throw new BackupError(
      `The restore needs up to ${formatBytes(bytes)}, and only ${formatBytes(free)} are free at ${dataDir}. Free some space and try again`,
    );
  await writeFile(marker, `${process.pid}\n`, { flush: true });
  return {
    finish: () => rm(marker, { force: true }),
    /** Removes what was restored. */
    undo: async () => {
      await empty();
      await rm(marker, { force: true });
    },
  };
}
