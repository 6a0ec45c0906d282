import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import type { Config } from '../../platform/config/config.ts';
import { HttpError } from '../../platform/api/errors.ts';

/** Storage of the files. Names consist of an id and an extension. */
export interface Storage {
  put: (name: string, bytes: Buffer, type: string) => Promise<void>;
  get: (name: string) => Promise<Buffer | undefined>;
  remove: (name: string) => Promise<void>;
  /** Returns all files older than `ms` milliseconds, including foreign files. */
  listOlderThan: (ageMs: number) => AsyncIterable<string>;
}

/** Returns the configured bucket, or a folder in the data folder. */
export function createStorage(config: Config): Storage {
  const { EARSHOT_S3_ENDPOINT: endpoint, EARSHOT_S3_BUCKET: bucket, EARSHOT_S3_REGION: region } = config;
  const { EARSHOT_S3_ACCESS_KEY_ID: accessKeyId, EARSHOT_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? createBucketStorage({ endpoint, bucket, region, accessKeyId, secretAccessKey })
    : createFolderStorage(join(config.EARSHOT_DATA_DIR, 'uploads'));
}

/** @throws {HttpError} 503 with the storage error as its cause */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: Error) => {
    throw Object.assign(new HttpError('uploads.storage_unavailable'), {
      cause: error,
    });
  });
}

const orMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Suffix of incomplete files. */
const toTemporaryName = (name: string) => `.${name}`;
/** Final name of a file. */
export const toFinalName = (name: string) => name.replace(/^\./, '');

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Storage in a folder. Files are written atomically, also across crashes. */
function createFolderStorage(folder: string): Storage {
  async function write(name: string, bytes: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const temporary = join(folder, toTemporaryName(name));
    try {
      await writeSynced(temporary, bytes);
      await rename(temporary, join(folder, name));
    } catch (error) {
      // Removes the incomplete file, which would otherwise use up a full disk.
      await rm(temporary, { force: true });
      throw error;
    }
  }

  return {
    put: (name, bytes) => orUnavailable(write(name, bytes)),
    get: (name) => orUnavailable(orMissing(readFile(join(folder, name)))),
    remove: (name) => rm(join(folder, name), { force: true }),
    listOlderThan: async function* (ageMs) {
      for await (const { name } of (await orMissing(opendir(folder))) ?? []) {
        // An incomplete file may have been renamed meanwhile.
        const stats = await orMissing(stat(join(folder, name)));
        if (stats?.isFile() && Date.now() - stats.mtimeMs > ageMs) yield name;
      }
    },
  };
}

interface Bucket {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const PREFIX = 'uploads/';
const TIMEOUT_MS = 20_000;

/** Storage in an S3-compatible bucket. */
function createBucketStorage({ endpoint, bucket, ...credentials }: Bucket): Storage {
  const s3 = new S3mini({ ...credentials, endpoint: `${endpoint}/${bucket}`, requestAbortTimeout: TIMEOUT_MS });
  return {
    put: async (name, bytes, type) => void (await orUnavailable(s3.putObject(PREFIX + name, bytes, type))),
    get: async (name) => {
      const bytes = await orUnavailable(s3.getObjectArrayBuffer(PREFIX + name));
      return bytes ? Buffer.from(bytes) : undefined;
    },
    remove: async (name) => void (await orUnavailable(s3.deleteObject(PREFIX + name))),
    listOlderThan: async function* (ageMs) {
      let next: string | undefined;
      do {
        const page = await orUnavailable(s3.listObjectsPaged('/', PREFIX, 1000, next));
        for (const { Key, LastModified } of page?.objects ?? [])
          if (Date.now() - new Date(LastModified).getTime() > ageMs) yield Key.slice(PREFIX.length);
        next = page?.nextContinuationToken;
      } while (next);
    },
  };
}
