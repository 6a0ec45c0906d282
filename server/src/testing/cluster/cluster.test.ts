import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ClickHouseUnavailable, CLUSTER_SETTINGS, openClickHouse } from '../../clickhouse/clickhouse.ts';
import { literal, raw, sql } from '../../clickhouse/sql.ts';
import { readConfig } from '../../config.ts';
import { startClickHouseFront } from '../clickhouse-front.ts';
import { CLUSTER, HALF_CLUSTER } from '../clickhouse-shards.ts';
import { createTestDatabase } from '../database.ts';
import { IS_LONG } from '../long.ts';
import { startTestServer } from '../server.ts';
import { type Comparison, compareInstallations, type Installation } from './comparison.ts';
import { createFixture } from './fixture.ts';
import { QUESTIONS } from './questions.ts';

// Answers over a cluster of shards within chDB equal the answers of one engine. `npm run test:cluster` runs the tests of analytics over
// shards as well, which compares them with handwritten values and a simple model.

async function install(env: Record<string, string> = {}): Promise<Installation> {
  const database = await createTestDatabase();
  const clickhouseUrl = env.CLICKHOUSE_URL ?? database.clickhouseUrl;
  const server = await startTestServer({
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: clickhouseUrl,
    EARSHOT_REPORT_WAIT_MS: '250',
    ...env,
  });
  const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: clickhouseUrl }));
  after(async () => {
    await clickhouse.close();
    await database.drop();
  });
  return { url: server.url, db: server.db, clickhouse, cluster: env.EARSHOT_CLICKHOUSE_CLUSTER };
}

test('results over a cluster are those of all shards', async () => {
  const front = await startClickHouseFront({ shards: 2 });
  const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: `${front.url}/shards` }));
  after(clickhouse.close);
  after(front.stop);
  // Both shards have this table and its rows.
  for (const name of ['source', 'target'])
    await clickhouse.command(sql`CREATE TABLE ${raw(name)} (n UInt64) ENGINE = MergeTree ORDER BY n`);
  for (const [name, cluster] of [
    ['source', CLUSTER],
    ['target', CLUSTER],
    ['source', HALF_CLUSTER],
  ] as const)
    await clickhouse.command(
      sql`CREATE TABLE ${raw(`${name}_${cluster}`)} AS ${raw(name)} ENGINE = Distributed(${literal(cluster)}, currentDatabase(), ${raw(name)}, n)`,
    );
  await clickhouse.command(sql`INSERT INTO source SELECT number FROM numbers(10)`);

  const count = raw('SELECT toUInt64(count()) AS n FROM');
  await clickhouse.command(
    sql`INSERT INTO ${raw(`target_${CLUSTER}`)} ${count} ${raw(`source_${CLUSTER}`)} SETTINGS ${CLUSTER_SETTINGS}`,
  );
  assert.deepEqual(await clickhouse.query(sql`SELECT n FROM target`), [{ n: 20 }]);

  await clickhouse.command(sql`SET skip_unavailable_shards = 1`);
  await assert.rejects(clickhouse.query(sql`${count} ${raw(`source_${HALF_CLUSTER}`)}`), ClickHouseUnavailable);
});

for (const shards of [2, 3])
  test(`answers are equal on one and on ${shards} shards`, { skip: !IS_LONG && 'takes a minute and more' }, async () => {
    const reference = await install();
    // Each question is asked after one of the changes.
    const front = await startClickHouseFront({ shards });
    const cluster = await install({ CLICKHOUSE_URL: `${front.url}/cluster`, EARSHOT_CLICKHOUSE_CLUSTER: CLUSTER });
    // After the server, which hooks stop in the order of their registration.
    after(front.stop);
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 1e9);
    const fixture = createFixture({ seed, people: 40, now: Date.now() });
    const unequal: Comparison[] = [];
    for await (const comparison of compareInstallations({ reference, cluster }, { fixture, questions: QUESTIONS, spread: true }))
      if (!comparison.isEqual) unequal.push(comparison);
    assert.deepEqual(unequal, [], `seed ${seed}`);
  });
