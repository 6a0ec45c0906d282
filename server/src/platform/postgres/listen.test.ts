import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../testing/database.ts';
import { until } from '../../testing/until.ts';
import { createPool } from './database.ts';
import { listen } from './listen.ts';

const { url, drop } = await createTestDatabase();
after(drop);

test('listens again after its connection ends', async () => {
  const pool = createPool({ connectionString: url }, () => {});
  const payloads: string[] = [];
  let gaps = 0;
  const stop = await listen(
    pool,
    'news',
    (payload) => payloads.push(payload),
    () => gaps++,
  );
  await endConnections();
  await until(() => gaps === 2);
  await pool.query(`SELECT pg_notify('news', 'still here')`);
  await until(() => payloads.length);
  assert.deepEqual(payloads, ['still here']);
  stop();
  await pool.end();
});

test('a stop while it connects again leaves no connection open', async () => {
  const pool = createPool({ connectionString: url }, () => {});
  const stop = await listen(
    pool,
    'news',
    () => {},
    () => {},
  );
  await endConnections();
  // The pool counts a connection as soon as it begins. The next one begins a second after the end of the last.
  while (pool.totalCount > 0) await new Promise(setImmediate);
  while (pool.totalCount === 0) await new Promise(setImmediate);
  stop();
  await pool.end(); // Waits for all connections.
});

async function endConnections(): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
}
