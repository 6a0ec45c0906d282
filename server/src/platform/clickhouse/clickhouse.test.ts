import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { createClickHouseUrl, createTestDatabase } from '../../testing/database.ts';
import { openClickHouse } from './clickhouse.ts';
import { bigNumbers, encodeBlock, numbers, repeatedStrings, stringMaps, strings, times, uuids } from './native.ts';
import { createStatements, createTables, onDays, toDateTime, withTables } from './schema.ts';
import { raw, sql, type Sql } from './sql.ts';

const database = await createTestDatabase();
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: database.clickhouseUrl }));

const folder = await mkdtemp(join(tmpdir(), 'earshot-embedded-'));
const embedded = await openClickHouse(readConfig({ EARSHOT_DATA_DIR: folder }));
after(async () => {
  await embedded.close();
  await rm(folder, { recursive: true });
});

test('tables are created once, and ClickHouse parses the statements for a cluster', async () => {
  const definitions = () =>
    clickhouse.query(sql`SELECT create_table_query FROM system.tables WHERE database = currentDatabase() ORDER BY name`);
  await createTables(clickhouse, undefined);
  const created = await definitions();
  // The second time, tables are changed like those of earlier versions.
  await createTables(clickhouse, undefined);
  assert.deepEqual(await definitions(), created);
  const tables = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['events', 'imported_days', 'rollups', 'search_terms', 'searches', 'visit_facts', 'visits'],
  );
  const statements = createStatements('acme');
  assert.equal(statements.length, 26);
  // Without a cluster, statements can only be parsed.
  for (const statement of statements) await clickhouse.command(sql`EXPLAIN AST ${raw(statement)}`);
  await assert.rejects(clickhouse.command(sql`EXPLAIN AST ${raw(statements[0] ?? '')} nonsense`));
});

test('the first statement creates the tables', async () => {
  const empty = await openClickHouse(readConfig({ CLICKHOUSE_URL: createClickHouseUrl('empty') }));
  const [counted] = await withTables(empty, undefined).query<{ events: number }>(sql`SELECT count() AS events FROM events`);
  assert.equal(counted?.events, 0);
  await empty.close();
});

test('tables of earlier versions get missing columns and codecs', async () => {
  const old = (name: string) => raw(`MODIFY COLUMN ${name} DateTime64(3, 'UTC') CODEC(Delta, ZSTD)`);
  await clickhouse.command(
    sql`ALTER TABLE events DROP COLUMN property_hashes, DROP COLUMN revenue_amount, DROP COLUMN revenue_currency, ${old('time')}`,
  );
  await clickhouse.command(sql`ALTER TABLE visits ${old('start')}, ${old('end')}`);
  for (const name of ['events', 'visits'])
    await clickhouse.command(sql`ALTER TABLE ${raw(name)} RESET SETTING vertical_merge_algorithm_min_rows_to_activate`);
  await clickhouse.command(sql`ALTER TABLE visit_facts DROP COLUMN has_user_id`);
  await clickhouse.command(
    sql`ALTER TABLE rollups DROP COLUMN people_set, DROP COLUMN visits_set, ADD COLUMN people_state AggregateFunction(uniqCombined64(20), UInt64), ADD COLUMN visits_state AggregateFunction(uniqCombined64(20), UInt64)`,
  );
  await clickhouse.insert('events', JSON.stringify({ properties: { plan: 'pro' } }), 'earlier');
  const sold = { properties: { 'revenue.amount': '9.50', 'revenue.currency': 'EUR' } };
  const other = { properties: { 'revenue.amount': '9.50', 'revenue.currency': 'euros' } };
  await clickhouse.insert('events', [sold, other].map((event) => JSON.stringify(event)).join('\n'), 'earlier revenue');
  await createTables(clickhouse, undefined);
  assert.deepEqual(
    await clickhouse.query(
      sql`SELECT toString(revenue_currency) AS currency, toString(revenue_amount) AS amount FROM events WHERE revenue_currency != ''`,
    ),
    [{ currency: 'EUR', amount: '9.5' }],
  );
  assert.deepEqual(
    await clickhouse.query(sql`SELECT count() AS n FROM events WHERE has(property_hashes, cityHash64('plan', 'pro'))`),
    [{ n: 1 }],
  );
  const merged = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables
    WHERE database = currentDatabase() AND engine_full LIKE '%vertical_merge_algorithm_min_rows_to_activate = 1%' ORDER BY name`,
  );
  assert.deepEqual(
    merged.map(({ name }) => name),
    ['events', 'visits'],
  );
  const packed = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.columns
    WHERE database = currentDatabase() AND table IN ('events', 'visits') AND compression_codec = 'CODEC(T64, LZ4)' ORDER BY name`,
  );
  assert.deepEqual(
    packed.map(({ name }) => name),
    ['end', 'entry_time', 'exit_time', 'seq', 'start', 'time'],
  );
  const columns = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'rollups'`,
  );
  assert.deepEqual(
    columns.map(({ name }) => name).filter((name) => /^(people|visits)/.test(name)),
    ['people', 'people_set', 'visits', 'visits_set'],
  );
  assert.deepEqual(
    await clickhouse.query(
      sql`SELECT type FROM system.columns WHERE database = currentDatabase() AND table = 'visit_facts' AND name = 'has_user_id'`,
    ),
    [{ type: 'Bool' }],
  );
});

test('tables are renamed once, with their rows', async () => {
  await clickhouse.command(sql`RENAME TABLE visit_facts TO settled_visits`);
  await clickhouse.insert('settled_visits', JSON.stringify({ build: '7' }), 'renamed');
  await createTables(clickhouse, undefined);
  await createTables(clickhouse, undefined);
  assert.deepEqual(await clickhouse.query(sql`SELECT build FROM visit_facts`), [{ build: '7' }]);
  const tables = await clickhouse.query(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'settled_visits'`,
  );
  assert.deepEqual(tables, []);
});

test('queries read only the days of their condition', async () => {
  const project = 'aaaaaaaa-0000-7000-8000-000000000000';
  await clickhouse.command(
    sql`INSERT INTO events (project_id, time, person)
    SELECT ${project}, toDateTime64('2026-03-01 12:00:00', 3, 'UTC') + toIntervalDay(number % 10), sipHash64(number) FROM numbers(300000)`,
  );
  await clickhouse.command(sql`OPTIMIZE TABLE events FINAL`);
  const [from, to] = [toDateTime(Date.parse('2026-03-04')), toDateTime(Date.parse('2026-03-05'))] as const;
  const rowsRead = async (condition: Sql) => {
    const where = sql`project_id = ${project} AND time >= ${from} AND time < ${to} AND ${condition}`;
    const [read] = await clickhouse.query<{ rows: number }>(sql`EXPLAIN ESTIMATE SELECT sum(person) FROM events WHERE ${where}`);
    return read?.rows ?? 0;
  };
  assert.ok((await rowsRead(sql`1`)) > 250_000, 'ClickHouse derives no day from the time');
  assert.ok((await rowsRead(onDays(raw('time'), from, to))) < 100_000);
});

test('an insert with a known token has no effect', async () => {
  await clickhouse.command(
    sql`CREATE TABLE numbers (n UInt32) ENGINE = MergeTree ORDER BY n PARTITION BY n SETTINGS non_replicated_deduplication_window = 10`,
  );
  const count = async () => (await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM numbers`))[0]?.n;
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
  ['embedded', embedded],
] as const)
  test(`values are bound, ${where}`, async () => {
    const values = ["it's", 'a\\b', 'tab\tnew\nline', '{x:String}', 'naïve 表 \u{1F600}', ''];
    for (const value of values) {
      assert.deepEqual(await engine.query(sql`SELECT ${value} AS v`), [{ v: value }]);
      assert.deepEqual(await engine.query(sql`SELECT ${[value, 'x']} AS v`), [{ v: [value, 'x'] }]);
    }
    const big = 18_446_744_073_709_551_615n;
    assert.deepEqual(await engine.query(sql`SELECT toString(${big}) AS v`), [{ v: String(big) }]);
    assert.deepEqual(await engine.query(sql`SELECT ${-5} AS v, ${true} AS b`), [{ v: -5, b: true }]);
    await assert.rejects(engine.query(sql`SELECT nonsense`), { code: '47' });
  });

for (const [where, engine] of [
  ['over HTTP', clickhouse],
  ['embedded', embedded],
] as const)
  test(`a block of columns is inserted once, ${where}`, async () => {
    // More values than dictionaries with indexes of one and two bytes.
    for (const size of [3, 300, 70_000]) {
      const rows = Array.from({ length: size }, (_, n) => ({
        id: randomUUID(),
        n: String(18_446_744_073_709_551_615n - BigInt(n)),
        time: Date.parse('2026-11-25T10:00:00.001Z') + n,
        text: ['', 'naïve 表 \u{1F600}', 'x'.repeat(300), `text ${n}`][n % 4] as string,
        kind: `kind ${n % 70_000}`,
        map: (n % 2 ? { plan: 'pro', näme: '' } : {}) as Record<string, string>,
      }));
      const table = `blocks_${size}`;
      await engine.command(sql`CREATE TABLE ${raw(table)} (id UUID, n UInt64, time DateTime64(3, 'UTC'), text String, kind LowCardinality(String),
        map Map(LowCardinality(String), String), level UInt16, with_default UInt8 DEFAULT 7)
        ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 10`);
      const columns = [
        uuids('id', rows, ({ id }) => id),
        bigNumbers('n', rows, ({ n }) => n),
        times('time', rows, ({ time }) => time),
        strings('text', rows, ({ text: value }) => value),
        repeatedStrings('kind', rows, ({ kind }) => kind),
        stringMaps('map', rows, ({ map }) => map),
        numbers('level', 'UInt16', rows, (_, n) => n % 2 ** 16),
      ];
      const names = JSON.stringify(columns.map(({ name }) => name));
      const block = Buffer.concat([Buffer.from(`${names}\n`), encodeBlock(size, columns)]);
      for (const token of ['a', 'a']) await engine.insert(table, block, token);
      const stored = await engine.query(
        sql`SELECT toString(id) AS id, toString(n) AS n, toUnixTimestamp64Milli(time) AS time, text, kind, map, level, with_default
        FROM ${raw(table)} ORDER BY ${raw(table)}.n DESC`,
      );
      assert.deepEqual(
        stored,
        rows.map((row, n) => ({ ...row, level: n % 2 ** 16, with_default: 7 })),
      );
      await engine.insert(table, block, 'b');
      const [count] = await engine.query<{ n: number }>(sql`SELECT count() AS n FROM ${raw(table)}`);
      assert.equal(count?.n, 2 * size);
    }
  });

test('the embedded engine executes several queries at the same time', async () => {
  const { promise: othersDone, resolve: finish } = Promise.withResolvers<void>();
  const source = createServer((_request, response) => void othersDone.then(() => response.end('1\n')));
  after(() => source.close());
  await once(source.listen(0, '127.0.0.1'), 'listening');
  const { port } = source.address() as { port: number };
  const slow = embedded.query(sql`SELECT n FROM url(${`http://127.0.0.1:${port}/`}, 'CSV', 'n UInt8')`);
  for (let n = 0; n < 5; n++) await embedded.query(sql`SELECT 1`);
  finish();
  assert.deepEqual(await slow, [{ n: 1 }]);
});

/** Starts a proxy of ClickHouse that records the settings of each request, and rejects settings that a profile fixes. */
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
  ['servers log no statements', [], { log_queries: '0', log_queries_cut_to_length: '1' }],
  [
    'statements work with a profile that fixes log_queries',
    ['log_queries'],
    { log_queries: null, log_queries_cut_to_length: '1' },
  ],
  [
    'statements work with a profile that fixes both settings of logs',
    ['log_queries_cut_to_length', 'log_queries'],
    { log_queries: null, log_queries_cut_to_length: null },
  ],
] as const)
  test(profile, async () => {
    const { recorded, requests } = await startRecorder([...fixed]);
    await recorded.insert('searches', JSON.stringify({ query: profile }), profile);
    assert.deepEqual(await recorded.query(sql`SELECT query FROM searches WHERE query = ${profile}`), [{ query: profile }]);
    await recorded.command(sql`DELETE FROM searches WHERE query = ${profile}`);
    assert.deepEqual(
      requests,
      ['INSERT', 'SELECT', 'DELETE'].map((statement) => ({ statement, settings })),
    );
    await assert.rejects(recorded.command(sql`nonsense`), /nonsense/);
  });
