import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../testing/database.ts';
import { createDatabase, createPool } from './database.ts';

const { url, drop } = await createTestDatabase();
const pool = createPool({ connectionString: url, max: 1 }, (error) => {
  throw error;
});
const db = createDatabase(pool);
after(async () => {
  await pool.end();
  await drop();
});

test('prepared statements are prepared once per connection', async () => {
  await sql`CREATE TABLE things (name text, size int)`.execute(db);
  await sql`INSERT INTO things SELECT 'thing ' || n, n FROM generate_series(1, 100) AS n`.execute(db);
  const sizeOf = async (name: string) => {
    const { rows } = await sql<{ size: number }>`
      /* prepared */ SELECT size FROM things WHERE name = ${name}`.execute(db);
    return rows[0]?.size;
  };
  for (let n = 1; n <= 20; n++) assert.equal(await sizeOf(`thing ${n}`), n);
  for (let n = 1; n <= 20; n++) await sql`SELECT size FROM things WHERE size = ${n}`.execute(db);
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db);
  assert.deepEqual(
    rows.map(({ statement }) => statement.includes('WHERE name = $1')),
    [true],
  );
  // Simulates a newer Earshot that changes the table concurrently.
  await sql`ALTER TABLE things ADD COLUMN colour text, ALTER COLUMN name TYPE varchar(50)`.execute(db);
  await sql`CREATE INDEX ON things (name)`.execute(db);
  assert.equal(await sizeOf('thing 7'), 7);
});

test('a pool that has ended has no connections on the server', async () => {
  for (let round = 1; round <= 5; round++) {
    const name = `ending ${round}`;
    const ending = createPool({ connectionString: url, max: 10, application_name: name }, () => {});
    const clients = await Promise.all(Array.from({ length: 10 }, () => ending.connect()));
    for (const client of clients) client.release();
    await ending.end();
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE application_name = ${name}`.execute(db);
    assert.deepEqual(rows, []);
  }
});
