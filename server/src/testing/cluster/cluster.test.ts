import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openClickHouse } from '../../clickhouse/clickhouse.ts';
import { readConfig } from '../../config.ts';
import { startClickHouseFront } from '../clickhouse-front.ts';
import { CLUSTER } from '../clickhouse-shards.ts';
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
  const server = await startTestServer({ DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouseUrl, ...env });
  const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: clickhouseUrl }));
  after(async () => {
    await clickhouse.close();
    await database.drop();
  });
  return { url: server.url, db: server.db, clickhouse, cluster: env.EARSHOT_CLICKHOUSE_CLUSTER };
}

const reference = await install();

for (const shards of IS_LONG ? [2, 3] : [2])
  test(`answers are equal on one and on ${shards} shards`, async () => {
    const front = await startClickHouseFront({ shards });
    const cluster = await install({ CLICKHOUSE_URL: `${front.url}/cluster`, EARSHOT_CLICKHOUSE_CLUSTER: CLUSTER });
    // After the server, which hooks stop in the order of their registration.
    after(front.stop);
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 1e9);
    const fixture = createFixture({ seed, people: IS_LONG ? 200 : 40, now: Date.now() });
    const unequal: Comparison[] = [];
    for await (const comparison of compareInstallations(
      { reference, cluster },
      { fixture, questions: QUESTIONS, spread: !IS_LONG },
    ))
      if (!comparison.isEqual) unequal.push(comparison);
    assert.deepEqual(unequal, [], `seed ${seed}`);
  });
