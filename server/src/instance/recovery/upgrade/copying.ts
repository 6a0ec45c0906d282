import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Method of adding the files of a folder to a snapshot: `copy` copies them; `link` creates hard links, for files that are never changed in place;
 * `parts` links the files of ClickHouse's data parts and copies all others.
 */
export type Method = 'copy' | 'link' | 'parts';

export interface Entry {
  /** Path in the folder. */
  path: string;
  kind: 'folder' | 'copy' | 'link';
  /** Size of a file that is copied. 0 for all others. */
  bytes: number;
  mode: number;
  uid: number;
  gid: number;
}

/** Describes a running server: PostgreSQL would take a copy for running as well. */
const RUNTIME_FILES = new Set(['postmaster.pid']);
/** Every data part has this file, and ClickHouse never changes a part, except for the files below. */
const PART_MARKER = 'checksums.txt';
const CHANGED_IN_PARTS = new Set(['metadata_version.txt', 'txn_version.txt']);

/** Lists folders, before their contents, and files. Follows symbolic links, so that a copy is complete. Skips sockets. */
export async function listEntries(root: string, method: Method, path = ''): Promise<Entry[]> {
  const folder = join(root, path);
  const { mode, uid, gid } = await stat(folder);
  const names = await readdir(folder);
  const isLinked = method === 'link' || (method === 'parts' && names.includes(PART_MARKER));
  const entries: Entry[] = [{ path, kind: 'folder', bytes: 0, mode, uid, gid }];
  for (const name of names) {
    if (RUNTIME_FILES.has(name)) continue;
    const child = path ? join(path, name) : name;
    const stats = await stat(join(root, child));
    if (stats.isDirectory()) entries.push(...(await listEntries(root, method, child)));
    else if (stats.isFile()) {
      const kind = isLinked && !CHANGED_IN_PARTS.has(name) ? 'link' : 'copy';
      const bytes = kind === 'copy' ? stats.size : 0;
      entries.push({ path: child, kind, bytes, mode: stats.mode, uid: stats.uid, gid: stats.gid });
    }
  }
  return entries;
}

/** Number of files that are copied at the same time: most of the time is spent waiting for the disk. */
const CONCURRENCY = 8;

/** Copies entries of `from` to the new folder `to`. Files are on the disk when the function returns. Owners and modes are kept. */
export async function copyEntries(from: string, to: string, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries.filter(({ kind }) => kind === 'folder')) {
    const path = join(to, entry.path);
    await mkdir(path, { recursive: true });
    await chmod(path, entry.mode & 0o7777);
    await keepOwner(path, entry);
  }
  const files = entries.filter(({ kind }) => kind !== 'folder').values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      // All loops take from the same iterator.
      for (const entry of files) await copyEntry(join(from, entry.path), join(to, entry.path), entry);
    }),
  );
}

async function copyEntry(from: string, to: string, entry: Entry): Promise<void> {
  if (entry.kind === 'link' && (await tryLink(from, to))) return;
  // Shares the blocks where the file system can (Btrfs, XFS, APFS).
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await keepOwner(to, entry);
  const file = await open(to, 'r');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Returns whether the link was created. A link is impossible between file systems, or where the system protects files of others. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Only root creates files for other users: PostgreSQL may run as one. */
async function keepOwner(path: string, { uid, gid }: Entry): Promise<void> {
  if (process.getuid?.() === 0 && uid !== 0) await chown(path, uid, gid);
}

/** Returns whether the file system copies files without using space, as tried with one file. */
export async function sharesBlocks(file: string, folder: string): Promise<boolean> {
  const copy = join(folder, '.shared-blocks');
  try {
    await copyFile(file, copy, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    await rm(copy, { force: true });
  }
}
