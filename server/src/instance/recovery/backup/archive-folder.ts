import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists, findFreeBytes, syncFolder } from '../../../platform/files.ts';
import { BackupError, explain } from './errors.ts';
import { ARCHIVE, type ArchiveStore } from './archive-store.ts';

const PARTIAL = '.partial';

/** Archives in a folder, which is created with the first one. */
export function createArchiveFolder(folder: string): ArchiveStore {
  const buildPath = (name: string) => join(folder, name);

  async function writeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    // A killed backup can have left a file. A new one has no readers and no other mode, and is no link to another file.
    await rm(path, { force: true });
    const file = await open(path, 'wx', 0o600);
    let size = 0;
    try {
      for await (const chunk of bytes) {
        await file.writeFile(chunk);
        size += chunk.byteLength;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return size;
  }

  return {
    nameOf: buildPath,
    write: async (name, bytes) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (await exists(buildPath(name))) throw new BackupError(`${buildPath(name)} exists. Choose another name, or a folder`);
        const partial = buildPath(`.${name}${PARTIAL}`);
        try {
          const size = await writeFile(partial, bytes);
          await rename(partial, buildPath(name));
          await syncFolder(folder);
          return size;
        } finally {
          await rm(partial, { force: true });
        }
      } catch (error) {
        throw explain(error);
      }
    },
    read: async function* (name) {
      try {
        yield* createReadStream(buildPath(name)) as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw explain(error);
      }
    },
    findSize: async (name) => {
      try {
        return (await stat(buildPath(name))).size;
      } catch (error) {
        throw explain(error);
      }
    },
    list: async () => (await readdir(folder).catch(() => [])).filter((name) => ARCHIVE.test(name)),
    remove: (name) => rm(buildPath(name), { force: true }),
    clean: async () => {
      const partial = (await readdir(folder).catch(() => [])).filter(
        (name) => name.startsWith('.earshot-') && name.endsWith(PARTIAL),
      );
      for (const name of partial) await rm(buildPath(name), { force: true });
    },
    findSpace: async () => {
      // The folder may not exist yet.
      for (let existing = folder; ; existing = dirname(existing)) {
        const free = await findFreeBytes(existing).catch(() => undefined);
        if (free !== undefined) return free;
        if (existing === dirname(existing)) return undefined;
      }
    },
  };
}
