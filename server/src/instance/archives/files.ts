import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../platform/ids.ts';

/** End of the names of archives that are being restored. */
const SPOOLED = '.import';
const DAY_MS = 86_400_000;

const isRecent = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs < DAY_MS,
    () => false,
  );

export type SpooledFile = AsyncDisposable & { path: string };

/** The files of exports, in a folder that all nodes share. */
export function createArchiveFiles(dataDir: string) {
  const folder = join(dataDir, 'exports');
  const buildPath = (id: string) => join(folder, `${id}.zip`);
  return {
    /** Returns the path of a file, and creates its folder. */
    prepare: async (id: string): Promise<string> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return buildPath(id);
    },
    exists: (id: string): Promise<boolean> =>
      stat(buildPath(id)).then(
        () => true,
        () => false,
      ),
    /** Reads the bytes between two positions, the last one included. */
    read: (id: string, start: number, end: number): Readable => createReadStream(buildPath(id), { start, end }),
    remove: (id: string): Promise<void> => rm(buildPath(id), { force: true }),
    /** Writes a file that is deleted when its work is done. Several readers of one import have a file each. */
    spool: async (content: AsyncIterable<Uint8Array>): Promise<SpooledFile> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${newId()}${SPOOLED}`);
      const file = { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
      try {
        await pipeline(content, createWriteStream(path, { mode: 0o600 }));
        return file;
      } catch (error) {
        await file[Symbol.asyncDispose]();
        throw error;
      }
    },
    /** Deletes all files but those of the given exports, also incomplete ones of killed processes. */
    removeOthers: async (kept: ReadonlySet<string>): Promise<void> => {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const path = join(folder, name);
        const isKept = name.endsWith(SPOOLED) ? await isRecent(path) : kept.has(name.split('.')[0] ?? '');
        if (!isKept) await rm(path, { force: true });
      }
    },
  };
}

export type ArchiveFiles = ReturnType<typeof createArchiveFiles>;
