import type pg from 'pg';
import { ConfigError } from '../config.ts';

const LOCK = 0x65_61_72_63;

/**
 * Makes sure that no other node of this database keeps events in a process of its own: each would know a part of them. The lock ends
 * with its connection.
 * @throws {ConfigError} when there is one
 */
export async function claimEmbedded(pool: pg.Pool): Promise<() => void> {
  const client = await pool.connect();
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
  if (rows[0]?.taken) return () => client.release(true);
  client.release();
  throw new ConfigError(
    'Another Earshot on this database keeps its events in its own process.\nSet CLICKHOUSE_URL to one ClickHouse server on all of them',
  );
}
