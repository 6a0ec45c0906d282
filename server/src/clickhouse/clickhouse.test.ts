import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { readConfig } from '../config.ts';
import { createTestDatabase } from '../testing/database.ts';
import { openClickHouse } from './clickhouse.ts';
import { createStatements, createTables, onDays } from './schema.ts';

const database = await createTestDatabase();
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: database.clickhouseUrl }));

const folder = await mkdtemp(join(tmpdir(), 'earshot-embedded-'));
const embedded = await openClickHouse(readConfig({ EARSHOT_DATA_DIR: folder }));
after(async () => {
  await embedded.close();
  await rm(folder, { recursive: true });
});

test('tables are made once, and those of a cluster are such as ClickHouse reads', async () => {
  await createTables(clickhouse, undefined);
  await createTables(clickhouse, undefined);
  const tables = await clickhouse.query<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['events', 'rollups', 'searches', 'settled_visits', 'visits'],
  );
  const statements = createStatements('acme');
  assert.equal(statements.length, 16);
  // There is no cluster here to make them on: what can be seen is that they are sound.
  for (const statement of statements) await clickhouse.command(`EXPLAIN AST ${statement}`);
  await assert.rejects(clickhouse.command(`EXPLAIN AST ${statements[0]} nonsense`));
});

test('tables of an earlier Earshot get what they lack', async () => {
  const old = (name: string) => `MODIFY COLUMN ${name} DateTime64(3, 'UTC') CODEC(Delta, ZSTD)`;
  await clickhouse.command(`ALTER TABLE events DROP COLUMN property_hashes, ${old('time')}`);
  await clickhouse.command(`ALTER TABLE visits ${old('start')}, ${old('end')}`);
  await clickhouse.command(
    'ALTER TABLE rollups DROP COLUMN people_set, DROP COLUMN visits_set, ADD COLUMN people_state AggregateFunction(uniqCombined64(20), UInt64), ADD COLUMN visits_state AggregateFunction(uniqCombined64(20), UInt64)',
  );
  await clickhouse.insert('events', JSON.stringify({ properties: { plan: 'pro' } }), 'earlier');
  await createTables(clickhouse, undefined);
  assert.deepEqual(
    await clickhouse.query(`SELECT count() AS n FROM events WHERE has(property_hashes, cityHash64('plan', 'pro'))`),
    [{ n: 1 }],
  );
  const packed = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.columns
    WHERE database = currentDatabase() AND table IN ('events', 'visits') AND compression_codec = 'CODEC(T64, LZ4)' ORDER BY name`,
  );
  assert.deepEqual(
    packed.map(({ name }) => name),
    ['end', 'entry_time', 'exit_time', 'seq', 'start', 'time'],
  );
  const columns = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'rollups'`,
  );
  assert.deepEqual(
    columns.map(({ name }) => name).filter((name) => /^(people|visits)/.test(name)),
    ['people', 'people_set', 'visits', 'visits_set'],
  );
});

test('of a month, the days that are asked for are read', async () => {
  const project = 'aaaaaaaa-0000-7000-8000-000000000000';
  await clickhouse.command(
    `INSERT INTO events (project_id, time, person)
    SELECT '${project}', toDateTime64('2026-03-01 12:00:00', 3, 'UTC') + toIntervalDay(number % 10), sipHash64(number) FROM numbers(300000)`,
  );
  await clickhouse.command('OPTIMIZE TABLE events FINAL');
  const [from, to] = [`toDateTime64('2026-03-04 00:00:00', 3, 'UTC')`, `toDateTime64('2026-03-05 00:00:00', 3, 'UTC')`];
  const rowsRead = async (condition: string) => {
    const where = `project_id = '${project}' AND time >= ${from} AND time < ${to} AND ${condition}`;
    const [read] = await clickhouse.query<{ rows: number }>(`EXPLAIN ESTIMATE SELECT sum(person) FROM events WHERE ${where}`);
    return read?.rows ?? 0;
  };
  assert.ok((await rowsRead('1')) > 250_000, 'as long as ClickHouse needs to be told');
  assert.ok((await rowsRead(onDays('time', from, to))) < 100_000);
});

test('the same insert does nothing the second time', async () => {
  await clickhouse.command(
    'CREATE TABLE numbers (n UInt32) ENGINE = MergeTree ORDER BY n PARTITION BY n SETTINGS non_replicated_deduplication_window = 10',
  );
  const count = async () => (await clickhouse.query<{ n: number }>('SELECT count() AS n FROM numbers'))[0]?.n;
  const lines = [1, 2, 3].map((n) => JSON.stringify({ n })).join('\n');
  await clickhouse.insert('numbers', lines, 'a');
  await clickhouse.insert('numbers', lines, 'a');
  assert.equal(await count(), 3);
  await clickhouse.insert('numbers', lines, 'b');
  assert.equal(await count(), 6);
  await clickhouse.insert('numbers', '', 'c');
  assert.equal(await count(), 6);
});

for (const [where, engine] of [
  ['over HTTP', clickhouse],
  ['in the process', embedded],
] as const)
  test(`values go in as values, ${where}`, async () => {
    const values = ["it's", 'a\\b', 'tab\tnew\nline', '{x:String}', 'naïve 表 \u{1F600}', ''];
    for (const value of values) {
      assert.deepEqual(await engine.query('SELECT {v:String} AS v', { v: value }), [{ v: value }]);
      assert.deepEqual(await engine.query('SELECT {v:Array(String)} AS v', { v: [value, 'x'] }), [{ v: [value, 'x'] }]);
    }
    const big = 18_446_744_073_709_551_615n;
    assert.deepEqual(await engine.query('SELECT toString({v:UInt64}) AS v', { v: big }), [{ v: String(big) }]);
    assert.deepEqual(await engine.query('SELECT {v:Int64} AS v, {b:Bool} AS b', { v: -5, b: true }), [{ v: -5, b: true }]);
    await assert.rejects(engine.query('SELECT nonsense'), { code: '47' });
  });

test('in the process, questions are answered while others are asked', async () => {
  const slow = embedded.query('SELECT count() AS n FROM numbers(40000000) WHERE sipHash64(number) % 7 = 0');
  let isDone = false;
  void slow.then(() => (isDone = true));
  for (let n = 0; n < 5; n++) await embedded.query('SELECT 1');
  assert.equal(isDone, false);
  await slow;
});

/** An HTTP front of the engine that records the settings of each request, and refuses those that a profile fixes. */
async function startRecorder(fixed: string[]) {
  const requests: { statement: string; settings: Record<string, string | null> }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', database.clickhouseUrl);
    const body = await text(request);
    const settings = Object.fromEntries(
      ['log_queries', 'log_queries_cut_to_length'].map((name) => [name, url.searchParams.get(name)]),
    );
    const refused = fixed.find((name) => settings[name] !== null);
    if (refused) {
      response.writeHead(500, { 'x-clickhouse-exception-code': '452' });
      response.end(`Code: 452. DB::Exception: Setting ${refused} should not be changed. (SETTING_CONSTRAINT_VIOLATION)`);
      return;
    }
    requests.push({ statement: [url.searchParams.get('query'), body].filter(Boolean).join(' ').slice(0, 6), settings });
    const answered = await fetch(url, { method: 'POST', body });
    response.writeHead(answered.status).end(await answered.text());
  };
  const front = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as { port: number };
  const url = new URL(database.clickhouseUrl);
  url.port = String(port);
  const recorded = await openClickHouse(readConfig({ CLICKHOUSE_URL: url.href }));
  after(async () => {
    await recorded.close();
    front.close();
  });
  return { recorded, requests };
}

for (const [profile, fixed, settings] of [
  ['no statement to a server is logged there', [], { log_queries: '0', log_queries_cut_to_length: '1' }],
  ['where a profile fixes log_queries, statements work', ['log_queries'], { log_queries: null, log_queries_cut_to_length: '1' }],
  [
    'where a profile fixes both settings of logs, statements work',
    ['log_queries_cut_to_length', 'log_queries'],
    { log_queries: null, log_queries_cut_to_length: null },
  ],
] as const)
  test(profile, async () => {
    const { recorded, requests } = await startRecorder([...fixed]);
    await recorded.insert('searches', JSON.stringify({ query: profile }), profile);
    assert.deepEqual(await recorded.query('SELECT query FROM searches WHERE query = {query:String}', { query: profile }), [
      { query: profile },
    ]);
    await recorded.command(`DELETE FROM searches WHERE query = '${profile}'`);
    assert.deepEqual(
      requests,
      ['INSERT', 'SELECT', 'DELETE'].map((statement) => ({ statement, settings })),
    );
    await assert.rejects(recorded.command('nonsense'), /nonsense/);
  });
