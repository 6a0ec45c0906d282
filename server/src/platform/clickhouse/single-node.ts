import type pg from 'pg';
import { type Config, ConfigError } from '../config/config.ts';
import { type ClickHouse, openClickHouse } from './clickhouse.ts';

const LOCK = 0x65_61_72_63;

/**
 * Opens the configured ClickHouse. With an external PostgreSQL, an embedded ClickHouse is locked against other nodes of the database.
 * @throws {ConfigError} when another node uses an embedded ClickHouse
 */
export async function openClaimedClickHouse(config: Config, pool: pg.Pool, cleanups: AsyncDisposableStack): Promise<ClickHouse> {
  if (config.DATABASE_URL && !config.CLICKHOUSE_URL) cleanups.defer(await claimEmbedded(pool));
  const clickhouse = await openClickHouse(config);
  cleanups.defer(clickhouse.close);
  return clickhouse;
}

/**
 * Ensures that no other node of this database uses an embedded ClickHouse: each would have a part of the events. The lock ends with its
 * connection.
 * @throws {ConfigError} when another node uses an embedded ClickHouse
 */
async function claimEmbedded(pool: pg.Pool): Promise<() => void> {
  const client = await pool.connect();
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
  if (rows[0]?.taken) return () => client.release(true);
  client.release();
  throw new ConfigError(
    'Another Earshot node with this database uses an embedded ClickHouse.\nSet CLICKHOUSE_URL to the same ClickHouse server on all nodes',
  );
}
