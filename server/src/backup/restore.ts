import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type pg from 'pg';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { createTables } from '../clickhouse/schema.ts';
import { typeOf } from '../uploads/images.ts';
import type { Storage } from '../uploads/storage.ts';
import { idIn } from '../uploads/uploads.ts';
import { type Member, type Summary, unpackArchive, verifyArchive } from './archive.ts';
import { countRows, findFilledTable, insertBlocks, truncateTables } from './clickhouse-store.ts';
import { decrypt, type DecryptionKeys } from './encryption.ts';
import { BackupError, explain } from './errors.ts';
import type { Place } from './place.ts';
import { findAnyTable, type Loading, startLoading } from './postgres-store.ts';

const decompress = promisify(zstdDecompress);

/** An archive that can be read several times. */
export interface Source {
  place: Place;
  name: string;
  /** Returns the keys of an encrypted archive. Called once. */
  getKeys: () => Promise<DecryptionKeys>;
}

/** Reads a whole archive and checks it. @throws {BackupError} when the archive is damaged or incomplete, or the key is wrong */
export const verifyBackup = (source: Source, reading: Reading): Promise<Summary> => verifyArchive(readBytes(source, reading));

interface Reading {
  /** Receives the number of bytes of each read. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}

async function* readBytes({ place, name, getKeys }: Source, { onBytes, signal }: Reading): AsyncGenerator<Uint8Array> {
  const counted = (async function* () {
    for await (const chunk of place.read(name)) {
      signal.throwIfAborted();
      onBytes(chunk.byteLength);
      yield chunk;
    }
  })();
  yield* decrypt(counted, getKeys);
}

export interface RestoreDeps {
  client: pg.Client;
  clickhouse: ClickHouse;
  cluster: string | undefined;
  storage: Pick<Storage, 'put' | 'remove'>;
}

/**
 * Loads a verified archive into empty databases. PostgreSQL is committed last, so that an interruption leaves no instance with a part of
 * the data.
 * @throws {BackupError} when a database is not empty, or differs from the archive afterwards
 */
export async function loadBackup(
  { client, clickhouse, cluster, storage }: RestoreDeps,
  source: Source,
  { summary, ...reading }: { summary: Summary } & Reading,
): Promise<void> {
  const { header, contents } = summary;
  const table = await findAnyTable(client);
  if (table)
    throw new BackupError(
      `The database has the table ${table}, and a restore overwrites nothing. Restore into an empty database: set DATABASE_URL to another one`,
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
      await loadMember({ loading, clickhouse, storage, stored }, member, { id, columns: header.clickhouse });
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

async function loadMember(
  {
    loading,
    clickhouse,
    storage,
    stored,
  }: { loading: Loading; clickhouse: ClickHouse; storage: Pick<Storage, 'put'>; stored: string[] },
  { name, bytes }: Member,
  { id, columns }: { id: string; columns: Record<string, string[]> },
): Promise<void> {
  if (await loading.load(name, bytes)) return;
  const [folder, table = ''] = name.split('/');
  if (folder === 'clickhouse') {
    const blocks = await decompress(bytes);
    await insertBlocks(clickhouse, { table, columns: columns[table] ?? [], blocks, token: `${id} ${name}` });
  } else if (folder === 'uploads') {
    // Names of other forms would lead out of the folder.
    const type = idIn(table) && typeOf(table);
    if (!type) throw new BackupError(`The archive is damaged: ${name} is not the name of an upload`);
    await storage.put(table, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type);
    stored.push(table);
  }
}
