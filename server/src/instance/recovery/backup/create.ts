import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type pg from 'pg';
import { DrainTimeoutError } from '../../../platform/async/drain-timeout-error.ts';
import { NIL_ID } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findPending } from '../../../platform/postgres/migrate.ts';
import type { ImageType } from '../../uploads/images.ts';
import type { Storage } from '../../uploads/storage.ts';
import { buildName } from '../../uploads/uploads.ts';
import type { Keep } from '../../../platform/config/config-values.ts';
import { formatBytes } from '../../../platform/files.ts';
import { type Contents, CONTENTS, FORMAT, HEADER, type Header, type Member, packArchive } from './archive.ts';
import type { AnalyticsSnapshot } from './clickhouse-store.ts';
import { encrypt, type EncryptionKeys, isEncrypting } from './encryption.ts';
import { BackupError } from './errors.ts';
import { chooseExpired } from './keep.ts';
import { nameArchive, type ArchiveStore, readTime } from './archive-store.ts';
import * as postgres from './postgres-store.ts';
import type { Target } from './target.ts';

const compress = promisify(zstdCompress);

/**
 * Calls `work` while no batch of analytics events is written, after the saved batches are written. Returns its result.
 * @throws {DrainTimeoutError} when a saved batch is not written in time
 */
export type WhileQuiet = <Result>(db: Db, work: () => Promise<Result>) => Promise<Result>;

export interface BackupDeps {
  /** For the moment without writes of analytics events. */
  db: Db;
  /** A connection of its own, without a pooler. Ends with the backup. */
  client: pg.Client;
  openAnalytics: () => Promise<AnalyticsSnapshot>;
  whileQuiet: WhileQuiet;
  storage: Pick<Storage, 'get'>;
  /** Version of Earshot. */
  version: string;
}

/** Receives the number of steps when it is known, then each step. */
export interface Progress {
  start: (steps: number) => void;
  step: () => void;
}

export interface Backup {
  /** Path or URL of the archive. */
  name: string;
  /** Size in bytes. */
  bytes: number;
  header: Header;
  contents: Contents;
  /** Paths or URLs of older archives that were removed. */
  removed: string[];
}

/** The description of an instance in an archive. */
type Description = Pick<Backup, 'header' | 'contents'>;

/**
 * Writes a backup of a running instance, and removes older backups that `keep` does not keep.
 * @throws {BackupError} for problems that the operator can solve
 */
export async function createBackup(
  deps: BackupDeps,
  {
    target: { archives, name },
    keys,
    keep,
    progress,
    signal,
  }: { target: Target; keys: EncryptionKeys; keep?: Keep; progress?: Progress; signal?: AbortSignal },
): Promise<Backup> {
  await postgres.requireInstance(deps.client);
  // A newer version can have tables that a backup by this version would lack.
  await findPending(deps.db);
  await postgres.lockBackups(deps.client);
  await archives.clean();
  const archive = name ?? nameArchive(new Date(), isEncrypting(keys));
  const reading: { result?: Description } = {};
  const members = (async function* () {
    reading.result = yield* readInstance(deps, { archives, progress, signal });
  })();
  const packed = packArchive(members);
  const bytes = await archives.write(archive, isEncrypting(keys) ? encrypt(packed, keys) : packed);
  if (!reading.result) throw new Error('The archive was written before the instance was read completely');
  const removed = keep ? await removeExpired(archives, keep) : [];
  return { name: archives.nameOf(archive), bytes, removed, ...reading.result };
}

/** Removes archives with a name of `nameArchive` that `keep` does not keep. Returns their paths or URLs. */
async function removeExpired(archives: ArchiveStore, keep: Keep): Promise<string[]> {
  const backups = (await archives.list()).flatMap((name) => {
    const time = readTime(name);
    return time ? [{ name, time }] : [];
  });
  const expired = chooseExpired(backups, keep);
  for (const { name } of expired) await archives.remove(name);
  return expired.map(({ name }) => archives.nameOf(name));
}

/** Number of rows of uploads that are read at a time. */
const UPLOAD_ROWS = 500;

/**
 * Yields the members of an archive, and returns its description. All data is of one moment: a transaction of PostgreSQL and a snapshot of
 * ClickHouse, both opened while no batch of events is being written. Events that are not in ClickHouse at this moment are in the inbox in
 * PostgreSQL.
 */
async function* readInstance(
  { storage, version, client, ...deps }: BackupDeps,
  { archives, progress, signal }: { archives: ArchiveStore; progress?: Progress; signal?: AbortSignal },
): AsyncGenerator<Member, Description> {
  const analytics = await openAtOneMoment({ client, ...deps });
  try {
    const step = () => {
      signal?.throwIfAborted();
      progress?.step();
    };
    const tables = await postgres.listTables(client);
    await requireSpace(archives, (await postgres.findSize(client)) / POSTGRES_RATIO + analytics.size);
    progress?.start(tables.length + analytics.chunks.length);
    const header: Header = {
      format: FORMAT,
      version,
      created_at: new Date().toISOString(),
      migrations: await postgres.listMigrations(client),
      tables,
      clickhouse: Object.fromEntries(analytics.chunks.map(({ table, columns }) => [table, columns])),
    };
    yield { name: HEADER, bytes: encodeJson(header) };

    const contents: Contents = { postgres: {}, clickhouse: analytics.rows, sequences: {}, uploads: 0, missing_uploads: 0 };
    for (const table of tables) {
      for await (const part of postgres.readRows(client, table, (rows) => (contents.postgres[table.name] = rows))) {
        signal?.throwIfAborted();
        yield part;
      }
      step();
    }
    for (const [index, { table }] of analytics.chunks.entries()) {
      const bytes = await compress(await analytics.read(index));
      yield { name: `clickhouse/${table}/${String(index + 1).padStart(6, '0')}`, bytes };
      step();
    }
    for (let after = NIL_ID; ;) {
      const uploads = await postgres.listUploads(client, after, UPLOAD_ROWS);
      for (const { id, content_type } of uploads) {
        signal?.throwIfAborted();
        const name = buildName({ id, content_type: content_type as ImageType });
        const bytes = await storage.get(name);
        if (bytes) yield { name: `uploads/${name}`, bytes };
        contents[bytes ? 'uploads' : 'missing_uploads']++;
      }
      after = uploads.at(-1)?.id ?? after;
      if (uploads.length < UPLOAD_ROWS) break;
    }
    contents.sequences = await postgres.readSequences(client);
    yield { name: CONTENTS, bytes: encodeJson(contents) };
    return { header, contents };
  } finally {
    await analytics.close();
  }
}

const encodeJson = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/** Rows of PostgreSQL take at most a third of the size of their database, which contains indexes, when they are compressed. */
const POSTGRES_RATIO = 3;

async function requireSpace(archives: ArchiveStore, bytes: number): Promise<void> {
  const free = await archives.findSpace();
  if (free !== undefined && free < bytes)
    throw new BackupError(
      `The backup needs up to ${formatBytes(bytes)}, and only ${formatBytes(free)} are free at ${archives.nameOf('')}. Free some space and try again`,
    );
}

const ATTEMPTS = 3;

async function openAtOneMoment({
  db,
  client,
  openAnalytics,
  whileQuiet,
}: Pick<BackupDeps, 'db' | 'client' | 'openAnalytics' | 'whileQuiet'>) {
  for (let attempt = 1; ; attempt++) {
    let analytics: AnalyticsSnapshot | undefined;
    try {
      return await whileQuiet(db, async () => {
        await analytics?.close();
        analytics = await openAnalytics();
        await postgres.openSnapshot(client);
        return analytics;
      });
    } catch (error) {
      await analytics?.close();
      if (!(error instanceof DrainTimeoutError)) throw error;
      if (attempt === ATTEMPTS)
        throw new BackupError('Events are not written to ClickHouse. Check that Earshot runs and that ClickHouse is available', {
          cause: error,
        });
    }
  }
}
