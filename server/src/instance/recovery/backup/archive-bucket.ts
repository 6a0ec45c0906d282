import { S3mini } from 's3mini';
import type { Config } from '../../../platform/config/config.ts';
import { BackupError } from './errors.ts';
import type { ArchiveStore } from './archive-store.ts';

/** Maximum duration of a request with its body. Therefore archives are written and read in parts. */
const TIMEOUT_MS = 5 * 60_000;
/** Size of a part. A bucket accepts 10,000 parts of an upload. */
const PART_BYTES = 32 * 1024 * 1024;
const TYPE = 'application/octet-stream';

export interface ArchiveBucket extends ArchiveStore {
  /** Reads the bytes from one position up to another, which is left out. */
  readRange: (name: string, from: number, to: number) => AsyncGenerator<Uint8Array>;
}

/** Archives in an S3-compatible bucket, with the endpoint and the credentials of `EARSHOT_S3_*`. @throws {BackupError} without these */
export function createArchiveBucket(config: Config, bucket: string, prefix: string): ArchiveBucket {
  const { EARSHOT_S3_ENDPOINT: endpoint, EARSHOT_S3_REGION: region } = config;
  const { EARSHOT_S3_ACCESS_KEY_ID: accessKeyId, EARSHOT_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new BackupError(
      `s3://${bucket} requires EARSHOT_S3_ENDPOINT, EARSHOT_S3_BUCKET, EARSHOT_S3_ACCESS_KEY_ID and EARSHOT_S3_SECRET_ACCESS_KEY`,
    );
  const s3 = new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: `${endpoint}/${bucket}`,
    requestAbortTimeout: TIMEOUT_MS,
  });
  const folder = prefix.replaceAll(/^\/+|\/+$/g, '');
  const buildKey = (name: string) => (folder ? `${folder}/${name}` : name);
  const buildName = (name: string) => `s3://${bucket}/${buildKey(name)}`;
  const explained = async <T>(work: Promise<T>): Promise<T> =>
    await work.catch((error: Error) => {
      throw error instanceof BackupError
        ? error
        : new BackupError(`The storage at ${endpoint} failed: ${error.message}`, { cause: error });
    });

  /** An upload of several parts becomes visible when it is completed. */
  async function write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    const key = buildKey(name);
    if (await explained(s3.objectExists(key)))
      throw new BackupError(`${buildName(name)} exists. Choose another name, or a prefix`);
    const upload = await explained(s3.getMultipartUploadId(key, TYPE));
    try {
      const parts = [];
      let size = 0;
      for await (const part of divide(bytes, PART_BYTES)) {
        parts.push(await explained(s3.uploadPart(key, upload, part, parts.length + 1)));
        size += part.length;
      }
      await explained(s3.completeMultipartUpload(key, upload, parts));
      return size;
    } catch (error) {
      await s3.abortMultipartUpload(key, upload).catch(() => {});
      throw error;
    }
  }

  async function findSize(name: string): Promise<number> {
    if (!(await explained(s3.objectExists(buildKey(name))))) throw new BackupError(`Not found: ${buildName(name)}`);
    return await explained(s3.getContentLength(buildKey(name)));
  }

  /** Reads the bytes between two positions. */
  async function readPart(name: string, from: number, to: number): Promise<Uint8Array> {
    const response = await s3.getObjectRaw(buildKey(name), false, from, to);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Some storages ignore ranges and return the whole object.
    if (bytes.byteLength !== to - from) throw new Error(`${bytes.byteLength} bytes of ${name} instead of ${to - from}`);
    return bytes;
  }

  async function* readRange(name: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let from = start; from < end; from += PART_BYTES)
      yield await explained(readPart(name, from, Math.min(from + PART_BYTES, end)));
  }

  return {
    nameOf: buildName,
    write,
    readRange,
    read: async function* (name) {
      yield* readRange(name, 0, await findSize(name));
    },
    findSize,
    list: async () => {
      const names: string[] = [];
      let next: string | undefined;
      do {
        const page = await explained(s3.listObjectsPaged('/', folder ? `${folder}/` : '', 1000, next));
        for (const { Key } of page?.objects ?? []) names.push(Key.slice(folder ? folder.length + 1 : 0));
        next = page?.nextContinuationToken;
      } while (next);
      return names.filter((name) => !name.includes('/'));
    },
    remove: async (name) => void (await explained(s3.deleteObject(buildKey(name)))),
    // Parts of an interrupted upload are no objects. Buckets delete them by a lifecycle rule.
    clean: async () => {},
    findSpace: () => Promise.resolve(undefined),
  };
}

/** Divides bytes into parts of equal size; the last one can be shorter. Yields an empty part for no bytes only. */
export async function* divide(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    pending.push(chunk);
    length += chunk.byteLength;
    while (length > size) {
      const all = Buffer.concat(pending);
      yield all.subarray(0, size);
      pending = [all.subarray(size)];
      length -= size;
    }
  }
  yield Buffer.concat(pending);
}
