import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../../platform/api/errors.ts';
import type { Config } from '../../platform/config/config.ts';
import { newId } from '../../platform/ids.ts';
import { createArchiveBucket } from '../recovery/backup/archive-bucket.ts';

/** End of the names of archives that are being restored. */
const SPOOLED = '.import';
const DAY_MS = 86_400_000;

/** Names of archives, incomplete ones and those that are being restored. Other files of the folder are not of Earshot. */
const OWN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:zip|zip\.part|import)$/;

/** Returns the time of the last change of a file, and 0 for a file that does not exist. */
const findChange = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

export type SpooledFile = AsyncDisposable & { path: string };

/** Archives of exports, which all nodes reach. */
interface ExportStore {
  /** Takes the file at the path that `prepare` returned. */
  publish: (id: string, path: string) => Promise<void>;
  exists: (id: string) => Promise<boolean>;
  /** Reads the bytes between two positions, the last one included. */
  read: (id: string, start: number, end: number) => Readable;
  remove: (id: string) => Promise<void>;
  /** Deletes all archives but those of the given exports. */
  removeOthers: (kept: ReadonlySet<string>) => Promise<void>;
}

const toName = (id: string) => `${id}.zip`;
const ARCHIVE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/;

/** Stores archives in the folder in which they are written. */
const createFolderStore = (folder: string): ExportStore => ({
  publish: async () => {},
  exists: (id) =>
    stat(join(folder, toName(id))).then(
      () => true,
      () => false,
    ),
  read: (id, start, end) => createReadStream(join(folder, toName(id)), { start, end }),
  remove: (id) => rm(join(folder, toName(id)), { force: true }),
  removeOthers: async () => {},
});

/** Stores archives in the bucket of uploads. @throws {HttpError} 503 with the error of the storage as its cause */
function createBucketStore(config: Config, bucketName: string): ExportStore {
  const bucket = createArchiveBucket(config, bucketName, 'exports');
  const orUnavailable = async <T>(work: Promise<T>): Promise<T> =>
    await work.catch((error: Error) => {
      throw Object.assign(new HttpError('uploads.storage_unavailable'), { cause: error });
    });
  return {
    publish: async (id, path) => {
      // An interrupted attempt may have written it.
      await bucket.remove(toName(id));
      await bucket.write(toName(id), createReadStream(path));
      await rm(path, { force: true });
    },
    exists: async (id) => (await orUnavailable(bucket.list())).includes(toName(id)),
    read: (id, start, end) => Readable.from(bucket.readRange(toName(id), start, end + 1), { objectMode: false }),
    // A file that remains while the storage is unavailable is deleted with the expired archives.
    remove: (id) => bucket.remove(toName(id)).catch(() => {}),
    removeOthers: async (kept) => {
      for (const name of await bucket.list()) {
        // Other files are not of Earshot.
        const [, id] = ARCHIVE.exec(name) ?? [];
        if (id && !kept.has(id)) await bucket.remove(name);
      }
    },
  };
}

/** The files of exports, in the bucket of uploads, or in a folder that all nodes share. */
export function createArchiveFiles(config: Config) {
  const folder = join(config.EARSHOT_DATA_DIR, 'exports');
  const { EARSHOT_S3_BUCKET: bucket } = config;
  const exports = bucket ? createBucketStore(config, bucket) : createFolderStore(folder);
  const startedAt = Date.now();

  /**
   * Deletes the files of killed processes in the folder of this node. With a bucket, no other process writes to the folder: all files are
   * left over that are older than this process, also those of exports that another node has repeated.
   */
  async function cleanFolder(kept: ReadonlySet<string>): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const [, id] = OWN.exec(name) ?? [];
      if (!id) continue;
      const path = join(folder, name);
      const changedAt = await findChange(path);
      const isLeft = bucket !== undefined && changedAt < startedAt;
      const isUsed = name.endsWith(SPOOLED) ? Date.now() - changedAt < DAY_MS : kept.has(id);
      if (isLeft || !isUsed) await rm(path, { force: true });
    }
  }

  return {
    ...exports,
    /** Returns the path at which an archive is written, and creates its folder. */
    prepare: async (id: string): Promise<string> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return join(folder, toName(id));
    },
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
    cleanFolder,
    /** Deletes all files but those of the given exports, in the bucket and in the folder of this node. */
    removeOthers: async (kept: ReadonlySet<string>): Promise<void> => {
      await exports.removeOthers(kept);
      await cleanFolder(kept);
    },
  };
}

export type ArchiveFiles = ReturnType<typeof createArchiveFiles>;
