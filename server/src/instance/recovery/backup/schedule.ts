import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type ClickHouse, ClickHouseUnavailableError } from '../../../platform/clickhouse/clickhouse.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Metrics } from '../../../platform/observe/metrics.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Storage } from '../../uploads/storage.ts';
import { dropSnapshots, openSnapshot } from './clickhouse-store.ts';
import { createBackup, type WhileQuiet } from './create.ts';
import { BackupError } from './errors.ts';
import { openTarget } from './target.ts';
import { BackupRunningError, lockBackups } from './postgres-store.ts';
import { serveSnapshots } from './snapshot-socket.ts';
import { type BackupStatus, findStatus, recordFailure, recordSuccess } from './status-store.ts';

interface Deps {
  config: Config;
  db: Db;
  /** Opens a session of PostgreSQL. */
  connect: () => Promise<pg.Client>;
  clickhouse: ClickHouse;
  storage: Storage;
  jobs: JobQueue;
  whileQuiet: WhileQuiet;
  log: FastifyBaseLogger;
  /** Version of Earshot. */
  version: string;
}

/** Backups of a running instance. */
export interface Backups {
  /** Serves `earshot backup` on this machine, and removes what killed backups left. */
  start: () => Promise<void>;
  /** Cancels a running backup. */
  stop: () => Promise<void>;
  /** Returns the target of scheduled backups and the last one; null without a schedule. */
  describe: () => Promise<{ target: string; schedule: string; status: BackupStatus | undefined } | null>;
  metrics: Metrics;
}

/** Longest duration of a scheduled backup. pg-boss allows less than a day. */
const MAX_SECONDS = 23 * 3_600;

/** Schedules backups if a target is configured. Must be called before the queue starts. @throws {BackupError} when the target is invalid */
export function createBackups({ config, db, connect, clickhouse, storage, jobs, whileQuiet, log, version }: Deps): Backups {
  const { EARSHOT_BACKUP_TARGET: target, EARSHOT_BACKUP_SCHEDULE: schedule, EARSHOT_CLICKHOUSE_CLUSTER: cluster } = config;
  const openAnalytics = () => openSnapshot(clickhouse, cluster);
  const stopping = new AbortController();
  let served: { stop: () => Promise<void> } | undefined;
  /** The last scheduled backup that this node knows. */
  let last: BackupStatus | undefined;
  let failures = 0;
  let cleaning: Promise<void> = Promise.resolve();

  async function run(to: ReturnType<typeof openTarget>): Promise<void> {
    // The removal of leftovers holds the lock of backups, and this one would be skipped.
    await cleaning;
    const attempted_at = new Date();
    const client = await connect();
    try {
      const backup = await createBackup(
        { db, client, openAnalytics, whileQuiet, storage, version },
        {
          target: to,
          keys: { passphrase: config.EARSHOT_BACKUP_PASSPHRASE, recipient: config.EARSHOT_BACKUP_RECIPIENT },
          keep: config.EARSHOT_BACKUP_KEEP,
          signal: stopping.signal,
        },
      );
      const { name, bytes, contents, removed } = backup;
      const duration_ms = Date.now() - attempted_at.getTime();
      await recordSuccess(db, { attempted_at, name, bytes, duration_ms });
      log.info({ name, bytes, duration_ms, removed }, 'backup completed');
      if (contents.missing_uploads)
        log.warn({ uploads: contents.missing_uploads }, 'the backup lacks uploads whose files are missing');
    } catch (error) {
      if (error instanceof BackupRunningError) return log.info('scheduled backup skipped, because another backup is running');
      failures++;
      if (!stopping.signal.aborted) await recordFailure(db, { attempted_at, error: (error as Error).message });
      log.error({ err: error }, 'backup failed');
      throw error;
    } finally {
      last = (await findStatus(db).catch(() => undefined)) ?? last;
      await client.end();
    }
  }

  if (target) {
    const to = openTarget(target, config);
    if (to.name) throw new BackupError('EARSHOT_BACKUP_TARGET must be a folder or an S3 prefix, not the name of an archive');
    jobs.schedule('backup', schedule, () => run(to), { maxSeconds: MAX_SECONDS });
  }

  /** Another node or command may be making a backup. */
  async function removeLeftovers(): Promise<void> {
    let client: pg.Client | undefined;
    try {
      client = await connect();
      await lockBackups(client);
      await dropSnapshots(clickhouse);
    } catch (error) {
      // The next backup removes them as well.
      if (!(error instanceof BackupRunningError || error instanceof ClickHouseUnavailableError))
        log.warn({ reason: (error as Error).message }, 'could not remove interrupted backups');
    } finally {
      await client?.end();
    }
  }

  const seconds = (ms: number | undefined) => (ms ?? 0) / 1000;
  return {
    start: async () => {
      last = await findStatus(db);
      // In the background, because a ClickHouse server can be unavailable for now.
      cleaning = removeLeftovers();
      // With a ClickHouse server, commands use the server.
      if (!config.CLICKHOUSE_URL) served = await serveSnapshots(config.EARSHOT_DATA_DIR, openAnalytics);
    },
    stop: async () => {
      stopping.abort(new BackupError('The server was stopped'));
      await cleaning;
      await served?.stop();
    },
    describe: async () => (target ? { target, schedule, status: await findStatus(db) } : null),
    metrics: target
      ? [
          {
            name: 'earshot_backup_last_success_timestamp_seconds',
            help: 'Time of the last scheduled backup that this node knows; 0 before the first one',
            type: 'gauge',
            read: () => seconds(last?.succeeded_at?.getTime()),
          },
          {
            name: 'earshot_backup_duration_seconds',
            help: 'Duration of the last scheduled backup',
            type: 'gauge',
            read: () => seconds(last?.duration_ms ?? undefined),
          },
          {
            name: 'earshot_backup_size_bytes',
            help: 'Size of the last scheduled backup',
            type: 'gauge',
            read: () => last?.bytes ?? 0,
          },
          { name: 'earshot_backup_failures_total', help: 'Failed backups of this node', type: 'counter', read: () => failures },
        ]
      : [],
  };
}
