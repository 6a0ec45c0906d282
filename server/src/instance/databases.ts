import type { FastifyBaseLogger } from 'fastify';
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts';
import { withTables } from '../platform/clickhouse/schema.ts';
import { openClaimedClickHouse } from '../platform/clickhouse/single-node.ts';
import type { Config } from '../platform/config/config.ts';
import { VERSION } from '../platform/observe/version.ts';
import { openClient, openDatabase } from '../platform/postgres/connections.ts';
import { createDatabase } from '../platform/postgres/database.ts';
import { ensureInstanceSecret } from '../platform/postgres/instance-secret.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { createReplica } from '../platform/postgres/replica.ts';
import { refuseInterruptedRestore } from './recovery/backup/data-folder.ts';
import { createProtection, recordSchema, warnWithoutSnapshot } from './recovery/upgrade/protection.ts';
import { refuseInterruptedRollback } from './recovery/upgrade/snapshots.ts';

export type Databases = Awaited<ReturnType<typeof openDatabases>>;

/** Opens and migrates the databases. Returns them with the secrets of the instance, which PostgreSQL keeps. */
export async function openDatabases(config: Config, log: FastifyBaseLogger, cleanups: AsyncDisposableStack) {
  await refuseInterruptedRestore(config.EARSHOT_DATA_DIR);
  await refuseInterruptedRollback(config.EARSHOT_DATA_DIR);
  const postgres = await openDatabase(config, log, cleanups, createProtection({ config, version: VERSION, log }));
  const { db, direct, directConnection, pools } = postgres;
  /** Opens a session. */
  const connect = () => openClient(directConnection, (error) => log.warn({ reason: error.message }, 'database connection lost'));
  await warnWithoutSnapshot(db, { config, log });
  const migrating = migrate(createDatabase(direct), ({ name, durationMs }) =>
    log.debug({ migration: name, duration_ms: Math.round(durationMs) }, 'migrated'),
  );
  const opened = await openDuring(migrating, () => openClaimedClickHouse(config, direct, cleanups));
  const clickhouse = withTables(opened, config.EARSHOT_CLICKHOUSE_CLUSTER);
  const replica =
    pools.replica && createReplica(db, createDatabase(pools.replica), { maxLagMs: config.EARSHOT_REPLICA_MAX_LAG_MS, log });
  // After the migration, so that a replica that is in use has the same schema.
  await replica?.start();
  cleanups.defer(() => replica?.stop());
  await recordSchema({ config, version: VERSION });
  const secrets = { links: await ensureInstanceSecret(db, 'links'), domains: await ensureInstanceSecret(db, 'domains') };
  return { ...postgres, connect, replica, clickhouse, secrets };
}

/** Opens ClickHouse while PostgreSQL migrates: both take time on a first start, and neither needs the other. Rejects when both have ended. */
async function openDuring(migrating: Promise<void>, open: () => Promise<ClickHouse>): Promise<ClickHouse> {
  const [, opened] = await Promise.allSettled([migrating, open()]);
  await migrating;
  if (opened.status === 'rejected') throw opened.reason;
  return opened.value;
}
