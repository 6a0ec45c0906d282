import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { createTables } from '../../../platform/clickhouse/schema.ts';
import { findType } from '../../uploads/images.ts';
import type { Storage } from '../../uploads/storage.ts';
import { idIn } from '../../uploads/uploads.ts';
import { decompressMember, type Member, type Summary, unpackArchive, verifyArchive } from './archive.ts';
import { countRows, findFilledTable, insertBlocks, truncateTables } from './clickhouse-store.ts';
import { decrypt, type DecryptionKeys } from './encryption.ts';
import { BackupError, explain } from './errors.ts';
import type { ArchiveStore } from './archive-store.ts';
import { findAnyTable, type Loading, startLoading } from './postgres-store.ts';

/** An archive that can be read several times. */
export interface Source {
  archives: ArchiveStore;
  name: string;
  /** Returns the keys of an encrypted archive. Called once. */
  getKeys: () => Promise<DecryptionKeys>;
  /** Reason to expect an encrypted archive, as the end of a sentence; undefined without one. */
  signOfEncryption: string | undefined;
}

/** Reads a whole archive and checks it. @throws {BackupError} when the archive is damaged or incomplete, or the key is wrong */
export const verifyBackup = (source: Source, reading: Reading): Promise<Summary> => verifyArchive(readBytes(source, reading));

interface Reading {
  /** Receives the number of bytes of each read. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}

async function* readBytes(
  { archives, name, getKeys, signOfEncryption }: Source,
  { onBytes, signal }: Reading,
): AsyncGenerator<Uint8Array> {
  const counted = (async function* () {
    for await (const chunk of archives.read(name)) {
      signal.throwIfAborted();
      onBytes(chunk.byteLength);
      yield chunk;
    }
  })();
  yield* decrypt(counted, getKeys, signOfEncryption);
}

export interface RestoreDeps {
  client: pg.Client;
  clickhouse: ClickHouse;
  cluster: string | undefined;
  storage: Pick<Storage, 'put' | 'remove' | 'listOlderThan'>;
  /** The bucket for uploads; undefined for a folder. */
  bucket: string | undefined;
  /** Restores although the storage contains uploads, which another instance may use. */
  isBucketShared: boolean;
}

/**
 * Loads a verified archive into empty databases. PostgreSQL is committed last, so that an interruption leaves no instance with a part of
 * the data.
 * @throws {BackupError} when a database is not empty, or differs from the archive afterwards
 */
export async function loadBackup(
  { client, clickhouse, cluster, storage, bucket, isBucketShared }: RestoreDeps,
  source: Source,
  { summary, ...reading }: { summary: Summary } & Reading,
): Promise<void> {
  const { header, contents } = summary;
  const table = await findAnyTable(client);
  if (table)
    throw new BackupError(
      `The database has the table ${table}, and a restore overwrites nothing. Restore into an empty database: set DATABASE_URL to another one`,
    );
  const existing = await listUploads(storage);
  if (existing.size && !isBucketShared)
    throw new BackupError(
      `The ${bucket === undefined ? 'storage' : `bucket ${bucket}`} contains uploads. An instance deletes unknown uploads, including uploads of another instance. Set EARSHOT_S3_BUCKET to an empty bucket. If no other instance uses the bucket anymore, pass --shared-bucket`,
    );
  await createTables(clickhouse, cluster);
  const filled = await findFilledTable(clickhouse);
  if (filled)
    throw new BackupError(
      `The ClickHouse table ${filled} has rows, and a restore overwrites nothing. Restore into an empty database: set CLICKHOUSE_URL to another one`,
    );
  const stored: string[] = [];
  try {
    const loading = await startLoading(client, header);
    // Repeated restores must not look like repeated inserts.
    const id = randomUUID();
    for await (const member of unpackArchive(readBytes(source, reading))) {
      await loadMember({ loading, clickhouse, storage, existing, stored }, member, { id, columns: header.clickhouse });
    }
    const rows = await countRows(clickhouse);
    for (const [name, expected] of Object.entries(contents.clickhouse))
      if (rows[name] !== expected)
        throw new BackupError(`The ClickHouse table ${name} has ${rows[name]} rows after the restore instead of ${expected}`);
    await loading.commit(contents);
  } catch (error) {
    // Ends the transaction. A rollback would wait for rows of an unfinished COPY.
    await client.end().catch(() => {});
    await truncateTables(clickhouse).catch(() => {});
    for (const name of stored) await storage.remove(name).catch(() => {});
    throw explain(error);
  }
}

/** Returns the names of all uploads. */
async function listUploads(storage: Pick<Storage, 'listOlderThan'>): Promise<Set<string>> {
  const names = new Set<string>();
  // The clock of a storage can be ahead.
  for await (const name of storage.listOlderThan(-Infinity)) if (idIn(name)) names.add(name);
  return names;
}

interface Destination {
  loading: Loading;
  clickhouse: ClickHouse;
  storage: Pick<Storage, 'put'>;
  /** Names of uploads from before the restore, which a failed restore must not delete. */
  existing: Set<string>;
  /** Receives the names of uploads that the restore writes. */
  stored: string[];
}

async function loadMember(
  { loading, clickhouse, storage, existing, stored }: Destination,
  member: Member,
  { id, columns }: { id: string; columns: Record<string, string[]> },
): Promise<void> {
  const { name, bytes } = member;
  if (await loading.load(member)) return;
  const [folder, part = ''] = name.split('/');
  if (folder === 'clickhouse') {
    const blocks = await decompressMember(member);
    await insertBlocks(clickhouse, { table: part, columns: columns[part] ?? [], blocks, token: `${id} ${name}` });
  } else if (folder === 'uploads') {
    // Names of other forms would lead out of the folder.
    const type = idIn(part) && findType(part);
    if (!type) throw new BackupError(`The archive is damaged: ${name} is not the name of an upload`);
    // The content of an upload never changes.
    if (existing.has(part)) return;
    // Before the write, because a failed write can leave an object.
    stored.push(part);
    await storage.put(part, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type);
  }
}
