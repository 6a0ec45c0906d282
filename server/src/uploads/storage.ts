import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import type { Config } from '../config.ts';
import { unavailable } from '../http/errors.ts';

/** Where the bytes are. Names are ours: an id and an extension. */
export interface Storage {
  put: (name: string, bytes: Buffer, type: string) => Promise<void>;
  get: (name: string) => Promise<Buffer | undefined>;
  remove: (name: string) => Promise<void>;
  /** All files that are older than so many milliseconds. */
  listOlderThan: (ageMs: number) => AsyncIterable<string>;
}

/** The bucket, when one is configured, or a folder in the data folder. */
export function createStorage(config: Config): Storage {
  const { EARSHOT_S3_ENDPOINT: endpoint, EARSHOT_S3_BUCKET: bucket, EARSHOT_S3_REGION: region } = config;
  const { EARSHOT_S3_ACCESS_KEY_ID: accessKeyId, EARSHOT_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? createBucketStorage({ endpoint, bucket, region, accessKeyId, secretAccessKey })
    : createFolderStorage(join(config.EARSHOT_DATA_DIR, 'uploads'));
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A folder. A file is there whole or not at all, also after a crash. */
function createFolderStorage(folder: string): Storage {
  return {
    put: async (name, bytes) => {
      await mkdir(folder, { recursive: true });
      const temporary = join(folder, `.${randomUUID()}`);
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, join(folder, name));
    },
    get: (name) =>
      readFile(join(folder, name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    remove: (name) => rm(join(folder, name), { force: true }),
    listOlderThan: async function* (ageMs) {
      const files = await opendir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for await (const { name } of files) {
        const { mtimeMs } = await stat(join(folder, name));
        if (Date.now() - mtimeMs > ageMs) yield name;
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

/** A bucket of anything that speaks S3. */
function createBucketStorage({ endpoint, bucket, ...credentials }: Bucket): Storage {
  const s3 = new S3mini({ ...credentials, endpoint: `${endpoint}/${bucket}`, requestAbortTimeout: TIMEOUT_MS });
  const orAway = async <T>(work: Promise<T>): Promise<T> =>
    await work.catch((error: Error) => {
      throw Object.assign(unavailable('The store of uploads is not available at the moment; try again in a few seconds'), {
        cause: error,
      });
    });
  return {
    put: async (name, bytes, type) => void (await orAway(s3.putObject(PREFIX + name, bytes, type))),
    get: async (name) => {
      const bytes = await orAway(s3.getObjectArrayBuffer(PREFIX + name));
      return bytes ? Buffer.from(bytes) : undefined;
    },
    remove: async (name) => void (await orAway(s3.deleteObject(PREFIX + name))),
    listOlderThan: async function* (ageMs) {
      let next: string | undefined;
      do {
        const page = await orAway(s3.listObjectsPaged('/', PREFIX, 1000, next));
        for (const { Key, LastModified } of page?.objects ?? [])
          if (Date.now() - new Date(LastModified).getTime() > ageMs) yield Key.slice(Key.lastIndexOf('/') + 1);
        next = page?.nextContinuationToken;
      } while (next);
    },
  };
}
