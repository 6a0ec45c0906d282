import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createDatabase, createPool } from '../../platform/postgres/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { buildWeight } from './trending.ts';

// The formula is PostgreSQL's to compute, so that is where it is tried.

const { url, drop } = await createTestDatabase();
const pool = createPool({ connectionString: url }, () => {});
const db = createDatabase(pool);
after(async () => {
  await pool.end();
  await drop();
});

async function weight(time: string): Promise<number> {
  const { rows } = await sql<{ weight: number }>`SELECT ${buildWeight(sql`${time}::timestamptz`)} AS weight`.execute(db);
  return rows[0]?.weight ?? NaN;
}

test('a vote weighs twice as much as one from a week before', async () => {
  for (const [time, weightThen] of [
    ['2026-01-01T00:00:00Z', 1],
    ['2026-01-08T00:00:00Z', 2],
    ['2026-01-15T00:00:00Z', 4],
    ['2026-01-04T12:00:00Z', Math.SQRT2],
    ['2025-12-25T00:00:00Z', 0.5],
  ] as const)
    assert.ok(Math.abs((await weight(time)) - weightThen) < 1e-9, time);
});

test('votes long before the first version have the least weight', async () => {
  const least = await weight('1990-01-01T00:00:00Z');
  for (const time of ['1970-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2006-01-01T00:00:00Z'])
    assert.equal(await weight(time), least);
  assert.ok(least > 0 && least < (await weight('2008-01-01T00:00:00Z')));
});

test('the order of entries does not depend on the time of computation', async () => {
  // Three votes of today outweigh five of a week ago; two do not.
  const [lastWeek, today] = [await weight('2026-11-13T09:00:00Z'), await weight('2026-11-20T09:00:00Z')];
  assert.ok(3 * today > 5 * lastWeek);
  assert.ok(2 * today < 5 * lastWeek);
});

test('adding and removing a vote leaves the trend unchanged, now and in eighteen years', async () => {
  for (const time of ['2026-11-20T09:00:00Z', '2044-11-20T09:00:00Z']) {
    const one = await weight(time);
    assert.ok(Number.isFinite(one * 1_000_000));
    assert.equal(one + one - one, one);
  }
});
