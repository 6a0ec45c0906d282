import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ClickHouseUnavailableError, STATEMENT_SETTINGS, openClickHouse } from '../../platform/clickhouse/clickhouse.ts';
import { literal, raw, sql } from '../../platform/clickhouse/sql.ts';
import { readConfig } from '../../platform/config/config.ts';
import { startClickHouseFront } from '../clickhouse-front.ts';
import { CLUSTER, HALF_CLUSTER } from '../clickhouse-shards.ts';
import { IS_LONG } from '../long.ts';

// `npm run check:cluster`, over a cluster of shards within chDB. `npm run test:cluster` runs the tests of analytics over
// shards as well, which compares them with handwritten values and a simple model.

const CHECK = fileURLToPath(new URL('main.ts', import.meta.url));
const run = promisify(execFile);

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
    sql`INSERT INTO ${raw(`target_${CLUSTER}`)} ${count} ${raw(`source_${CLUSTER}`)} SETTINGS ${STATEMENT_SETTINGS}`,
  );
  assert.deepEqual(await clickhouse.query(sql`SELECT n FROM target`), [{ n: 20 }]);

  await clickhouse.command(sql`SET skip_unavailable_shards = 1`);
  await assert.rejects(clickhouse.query(sql`${count} ${raw(`source_${HALF_CLUSTER}`)}`), ClickHouseUnavailableError);
});

for (const shards of [2, 3])
  test(
    `the check of a cluster finds equal answers on ${shards} shards`,
    { skip: !IS_LONG && 'takes a minute and more' },
    async () => {
      const front = await startClickHouseFront({ shards });
      after(front.stop);
      const seed = process.env.TEST_SEED ?? String(Date.now() % 1e9);
      // Each question is asked after one of the changes.
      const options = ['--quick', '--people', '40', '--seed', seed];
      const env = { PATH: process.env.PATH, CLICKHOUSE_URL: `${front.url}/earshot`, EARSHOT_CLICKHOUSE_CLUSTER: CLUSTER };
      const { stdout } = await run(process.execPath, [CHECK, ...options], { env });
      assert.match(stdout, /^all +[1-9]\d* +0$/m, `seed ${seed}`);
      assert.match(stdout, /^Dropped the database/m);
    },
  );

test('the check of a cluster that cannot be reached says so', async () => {
  const env = { PATH: process.env.PATH, CLICKHOUSE_URL: 'http://127.0.0.1:1/earshot', EARSHOT_CLICKHOUSE_CLUSTER: CLUSTER };
  await assert.rejects(run(process.execPath, [CHECK], { env }), ({ code, stderr }: { code: number; stderr: string }) => {
    assert.deepEqual([code, stderr.split('\n')[0]], [1, 'connect ECONNREFUSED 127.0.0.1:1']);
    return true;
  });
});
