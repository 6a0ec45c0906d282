import { readFile } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type ClickHouse, openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { openClaimedClickHouse } from '../../../platform/clickhouse/single-node.ts';
import type { Config } from '../../../platform/config/config.ts';
import { parseKeep, parseRecipient } from '../../../platform/config/config-values.ts';
import { attachPostgres, openClient, openDatabase } from '../../../platform/postgres/connections.ts';
import { type Connection, createDatabase, createPool, type Db } from '../../../platform/postgres/database.ts';
import { migrate, refuseUnknown } from '../../../platform/postgres/migrate.ts';
import { refuseUnusedFolder } from '../../../platform/postgres/unused.ts';
import { createStorage } from '../../uploads/storage.ts';
import { createDataFolder, formatBytes } from '../../../platform/files.ts';
import type { Summary } from './archive.ts';
import { type AnalyticsSnapshot, openSnapshot } from './clickhouse-store.ts';
import { type Backup, createBackup, type Progress, type WhileQuiet } from './create.ts';
import { type DecryptionKeys, ENCRYPTED_SUFFIX } from './encryption.ts';
import { BackupError, explain } from './errors.ts';
import { openSource, openTarget } from './target.ts';
import { claimFolder, refuseInterruptedRestore } from './data-folder.ts';
import { loadBackup, type Source, verifyBackup } from './restore.ts';
import { isServed, requestSnapshot } from './snapshot-socket.ts';

interface Deps {
  config: Config;
  log: FastifyBaseLogger;
  /** The log of analytics events. */
  eventLog: {
    whileQuiet: WhileQuiet;
    /** Writes the batches to ClickHouse that a killed server has saved. */
    writeSaved: (databases: { db: Db; clickhouse: ClickHouse }) => Promise<void>;
  };
  /** Version of Earshot. */
  version: string;
}

export interface Running {
  progress: Progress;
  signal: AbortSignal;
}

/** Creates the commands of `earshot` for backups, which use the databases of the configuration. */
export const createBackupCommands = (deps: Deps) => ({
  createBackup: async ({ target, keep, recipient, ...running }: BackupOptions) => {
    const { header, contents, bytes, ...made } = await runBackup(deps, { target, keep, recipient, ...running });
    return { ...made, ...summarize({ header, contents }), size: formatBytes(bytes) };
  },
  verifyBackup: async (options: Reading) => summarize(await runVerification(deps, options)),
  restoreBackup: async (options: Restoring) => summarize(await runRestore(deps, options)),
});

const summarize = ({ header: { version, created_at }, contents }: Pick<Summary, 'header' | 'contents'>) => ({
  version,
  created_at,
  rows: Object.values(contents.postgres).reduce((sum, rows) => sum + rows, 0),
  events: contents.clickhouse['events'] ?? 0,
  uploads: contents.uploads,
});

interface BackupOptions extends Running {
  target: string | undefined;
  recipient: string | undefined;
  keep: string | undefined;
}

/** Writes a backup, alongside a running server or without one. @throws {BackupError} */
async function runBackup(
  { config, log, eventLog, version }: Deps,
  { target = config.EARSHOT_BACKUP_TARGET, recipient, keep, progress, signal }: BackupOptions,
): Promise<Backup> {
  const keys = {
    passphrase: config.EARSHOT_BACKUP_PASSPHRASE,
    recipient: readOption('--recipient', recipient, parseRecipient) ?? config.EARSHOT_BACKUP_RECIPIENT,
  };
  const rule = readOption('--keep', keep, parseKeep);
  if (!target) throw new BackupError('Name a target: a folder, a file that ends in .tar, or s3://bucket/prefix');
  await refuseInterruptedRestore(config.EARSHOT_DATA_DIR);
  await refuseUnusedFolder(config);
  const to = openTarget(target, config);
  const cleanups = new AsyncDisposableStack();
  try {
    const { db, connection, openAnalytics } = await openInstance({ config, log, eventLog }, cleanups);
    const client = await openClient(connection);
    cleanups.defer(() => client.end());
    return await createBackup(
      { db, client, openAnalytics, whileQuiet: eventLog.whileQuiet, storage: createStorage(config), version },
      { target: to, keys, keep: rule, progress, signal },
    );
  } finally {
    await cleanups.disposeAsync();
  }
}

/** Parses an option. @throws {BackupError} with the name of the option */
function readOption<T>(name: string, text: string | undefined, parse: (text: string) => T): T | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch (error) {
    throw new BackupError(`${name} ${(error as Error).message}`, { cause: error });
  }
}

type InstanceDeps = Omit<Deps, 'version'>;

interface Instance {
  db: Db;
  connection: Connection;
  openAnalytics: () => Promise<AnalyticsSnapshot>;
}

/** Opens the databases of an instance. The embedded ClickHouse is read through the server while one runs. */
async function openInstance({ config, log, eventLog }: InstanceDeps, cleanups: AsyncDisposableStack): Promise<Instance> {
  const { CLICKHOUSE_URL: url, EARSHOT_CLICKHOUSE_CLUSTER: cluster, EARSHOT_DATA_DIR: dataDir } = config;
  if (!url && !(await isServed(dataDir))) return await openStopped({ config, log, eventLog }, cleanups);
  const { connection, stop } = await attachPostgres(config, log);
  cleanups.defer(stop);
  const pool = createPool({ ...connection, max: 2 }, () => {});
  cleanups.defer(() => pool.end());
  const db = createDatabase(pool);
  if (!url) {
    const openAnalytics = async () => {
      const snapshot = await requestSnapshot(dataDir);
      if (!snapshot) throw new BackupError('The server stopped. Try again');
      return snapshot;
    };
    return { db, connection, openAnalytics };
  }
  const clickhouse = await openClickHouse(config);
  cleanups.defer(clickhouse.close);
  return { db, connection, openAnalytics: () => openSnapshot(clickhouse, cluster) };
}

/** Opens an instance whose server does not run, and keeps a server from starting meanwhile. */
async function openStopped({ config, log, eventLog }: InstanceDeps, cleanups: AsyncDisposableStack): Promise<Instance> {
  const { db, direct, directConnection } = await openDatabase(config, log, cleanups);
  const clickhouse = await openClaimedClickHouse(config, direct, cleanups);
  await eventLog.writeSaved({ db, clickhouse });
  return { db, connection: directConnection, openAnalytics: () => openSnapshot(clickhouse, undefined) };
}

export interface Reading extends Running {
  /** Path or URL of the archive. */
  archive: string;
  /** File with the age private key. */
  identityFile: string | undefined;
  /** Asks for the passphrase of an encrypted archive; undefined when nobody can answer. */
  askPassphrase: () => Promise<string | undefined>;
}

interface Restoring extends Reading {
  /** Restores although the bucket for uploads contains uploads. */
  isBucketShared: boolean;
}

async function openArchive(
  { archive, identityFile, askPassphrase }: Reading,
  config: Config,
): Promise<Source & { size: number }> {
  const { archives, name } = openSource(archive, config);
  let keys: Promise<DecryptionKeys> | undefined;
  const findKeys = async (): Promise<DecryptionKeys> => {
    if (identityFile) return { identity: await readIdentity(identityFile) };
    return { passphrase: config.EARSHOT_BACKUP_PASSPHRASE ?? (await askPassphrase()) };
  };
  const signOfEncryption = findSign(name, identityFile, config.EARSHOT_BACKUP_PASSPHRASE);
  return { archives, name, size: await archives.findSize(name), getKeys: () => (keys ??= findKeys()), signOfEncryption };
}

/** Returns why an archive must be encrypted, and what to do if the archive is genuine. */
function findSign(name: string, identityFile: string | undefined, passphrase: string | undefined): string | undefined {
  if (name.endsWith(ENCRYPTED_SUFFIX)) return `its name ends in ${ENCRYPTED_SUFFIX}`;
  if (identityFile) return '--identity is given. Omit --identity if the archive was made without encryption';
  if (passphrase) return 'EARSHOT_BACKUP_PASSPHRASE is set. Unset it if the archive was made without encryption';
  return undefined;
}

/** Reads the private key from a file of `age-keygen`, which contains comments. */
async function readIdentity(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw explain(error);
  });
  const identity = /^AGE-SECRET-KEY-\S+$/m.exec(text)?.[0];
  if (!identity) throw new BackupError(`${file} contains no age private key, which starts with "AGE-SECRET-KEY-"`);
  return identity;
}

const MEGABYTE = 1_000_000;

/** Reports the reading of bytes in megabytes. */
function countMegabytes(progress: Progress, bytes: number): (read: number) => void {
  let pending = 0;
  progress.start(Math.floor(bytes / MEGABYTE));
  return (read) => {
    for (pending += read; pending >= MEGABYTE; pending -= MEGABYTE) progress.step();
  };
}

/** Checks an archive. @throws {BackupError} when the archive is damaged or incomplete, or the key is wrong */
async function runVerification({ config }: Deps, reading: Reading): Promise<Summary> {
  const source = await openArchive(reading, config);
  return await verifyBackup(source, { onBytes: countMegabytes(reading.progress, source.size), signal: reading.signal });
}

/** Restores an archive into an empty instance. A failure leaves the instance empty. @throws {BackupError} */
async function runRestore({ config, log }: Deps, reading: Restoring): Promise<Summary> {
  const { progress, signal } = reading;
  const source = await openArchive(reading, config);
  // The archive is read twice.
  const onBytes = countMegabytes(progress, 2 * source.size);
  const summary = await verifyBackup(source, { onBytes, signal });
  await refuseUnknown(summary.header.migrations);
  const { EARSHOT_DATA_DIR: dataDir } = config;
  const usesFolder = !config.DATABASE_URL || !config.CLICKHOUSE_URL || !config.EARSHOT_S3_BUCKET;
  // Others may enter the folder until the user of the embedded PostgreSQL is known, which then restricts it.
  await createDataFolder(dataDir, 0o711);
  const folder = usesFolder ? await claimFolder(dataDir, GROWTH * summary.bytes) : undefined;
  const cleanups = new AsyncDisposableStack();
  try {
    const { direct, directConnection } = await openDatabase(config, log, cleanups);
    const clickhouse = await openClaimedClickHouse(config, direct, cleanups);
    const { EARSHOT_CLICKHOUSE_CLUSTER: cluster, EARSHOT_S3_BUCKET: bucket } = config;
    const client = await openClient(directConnection);
    cleanups.defer(() => client.end());
    const deps = { client, clickhouse, cluster, storage: createStorage(config), bucket, isBucketShared: reading.isBucketShared };
    await loadBackup(deps, source, { summary, onBytes, signal });
    await migrate(createDatabase(direct));
    await cleanups.disposeAsync();
    await folder?.finish();
    return summary;
  } catch (error) {
    await cleanups.disposeAsync().catch((err: unknown) => log.error({ err }, 'could not stop all components'));
    await folder?.undo();
    throw error;
  }
}

/** Databases contain indexes, and rows that are compressed in the archive. */
const GROWTH = 2;
