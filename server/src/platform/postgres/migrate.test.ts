import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { createTestDatabase } from '../../testing/database.ts';
import { createDatabase, createPool, type Db } from './database.ts';
import { findPending, listMigrations, migrate, migrateTo, refuseUnknown } from './migrate.ts';

/** Migrations of 0.1.0. */
const FIRST = ['0001_schema', '0002_backup_status'];

/** Opens a database of 0.1.0, and replaces the names of its migrations and constraints by those of a checkout from before. */
async function openEarly(names: string[]): Promise<Db> {
  const database = await createTestDatabase({ isEmpty: true });
  const connection = createPool({ connectionString: database.url, max: 1 }, () => {});
  await migrateTo(createDatabase(connection), FIRST);
  await connection.end();
  const pool = createPool({ connectionString: database.url }, () => {});
  after(async () => {
    await pool.end();
    await database.drop();
  });
  const db = createDatabase(pool);
  await sql`DELETE FROM kysely_migration`.execute(db);
  for (const name of names) await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, '')`.execute(db);
  await sql`ALTER TABLE analytics_event_log RENAME CONSTRAINT analytics_event_log_pkey TO analytics_flusher_pkey`.execute(db);
  await sql`ALTER TABLE analytics_event_log
    RENAME CONSTRAINT analytics_event_log_is_only_check TO analytics_flusher_is_only_check`.execute(db);
  await sql`ALTER TABLE waitlist_rank_buckets
    RENAME CONSTRAINT waitlist_rank_buckets_project_id_fkey TO waitlist_stretches_project_id_fkey`.execute(db);
  return db;
}

const findNames = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM kysely_migration UNION ALL SELECT conname FROM pg_constraint WHERE conname ~ 'flusher|stretches' ORDER BY 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

test('the data of a checkout from before 0.1.0 is adopted, also by two nodes at once', async () => {
  const db = await openEarly(['0001_identity', '0084_backup_status']);
  assert.deepEqual(await findPending(db), { last: '0002_backup_status', pending: (await listMigrations()).slice(FIRST.length) });
  await Promise.all([migrate(db), migrate(db)]);
  assert.deepEqual(await findNames(db), await listMigrations());
  await refuseUnknown(['0001_identity', '0084_backup_status']);
});

test('the data of an earlier checkout is refused with the commit that completes its schema', async () => {
  const names = ['0001_identity', '0083_other'];
  const db = await openEarly(names);
  const message = /^This data is from before Earshot 0\.1\.0.*0083_other\. Start Earshot of the commit [0-9a-f]{8} with it once/;
  await assert.rejects(migrate(db), { message });
  await assert.rejects(findPending(db), { message });
  await assert.rejects(refuseUnknown(names), { message });
});

test('a start without pending migrations reads no catalog of all tables, and locks nothing', async () => {
  const database = await createTestDatabase();
  const pool = createPool({ connectionString: database.url }, () => {});
  after(async () => {
    await pool.end();
    await database.drop();
  });
  const statements: string[] = [];
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void statements.push(query.sql) });
  await migrate(db);
  assert.deepEqual(
    statements.filter((statement) => !/^SELECT .* FROM "?(?:pg_tables|kysely_migration)"?\b/.test(statement)),
    [],
  );
});
