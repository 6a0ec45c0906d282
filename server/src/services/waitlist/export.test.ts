import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { startServerProcess } from '../../testing/process.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createWaitlist } from '../../testing/waitlist.ts';

test(
  'a database that ends the connection of an export under way ends the export, and not the server',
  { timeout: 180_000 },
  async () => {
    const database = await createTestDatabase();
    const { db, call, ...server } = await startTestServer({ DATABASE_URL: database.url });
    const { id, token } = await createWaitlist({ db, call, ...server });
    // More than fits between the database and a reader that takes nothing.
    await sql`
    INSERT INTO waitlist_entries
      (project_id, id, number, email, email_key, rank, notes, referral_code, search, confirmed_at, created_at, updated_at)
    SELECT ${parseId('prj', id)}, gen_random_uuid(), n, n || '@example.com', n || '@example.com', n, repeat('x', 2000), 'code' || n, '',
      now(), now(), now()
    FROM generate_series(1, 30000) AS n`.execute(db);
    const earshot = await startServerProcess({ DATABASE_URL: database.url });
    const url = `${earshot.url}/v1/waitlist/export.csv?project_id=${id}`;
    const reading = request(url, { headers: { authorization: `Bearer ${token}` } }, (response) => response.pause()).on(
      'error',
      () => {},
    );
    reading.end();
    const { rows } = await until(async () => {
      const found = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction' AND state_change < now() - interval '500 ms'`.execute(
        db,
      );
      return found.rows.length === 1 && found;
    });
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    await until(async () => {
      const { rows: left } = await sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${rows[0]?.pid}`.execute(db);
      return !left.length;
    });
    const { status } = await fetch(`${earshot.url}/health/ready`);
    assert.deepEqual([status, earshot.child.exitCode], [200, null]);
    reading.destroy();
    await earshot.end('SIGTERM');
  },
);
