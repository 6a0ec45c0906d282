import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClickHouseUrl } from '../../testing/database.ts';
import { PGBOUNCER, startPgBouncer } from '../../testing/pgbouncer.ts';
import { freePort, readEarshot, startServerProcess } from '../../testing/process.ts';
import { createReplication } from '../../testing/replication.ts';
import type { Json } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { isTransactionPooled } from './pooler.ts';

const skip = PGBOUNCER ? false : 'PgBouncer is not installed (apt-get install pgbouncer)';

test('transaction poolers', { skip, timeout: 300_000 }, async (t) => {
  const { primary, stop, folder, runAs } = await createReplication();
  t.after(stop);
  const start = (mode: 'session' | 'transaction') =>
    startPgBouncer(PGBOUNCER as string, { server: primary, folder, runAs, mode });
  const pooled = await start('transaction');
  const CLICKHOUSE_URL = createClickHouseUrl('pooler');
  const env = { CLICKHOUSE_URL, EARSHOT_DATA_DIR: join(folder, 'data'), EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'warn' };

  await t.test('are told from session poolers and from PostgreSQL', async () => {
    assert.equal(await isTransactionPooled({ connectionString: pooled }), true);
    assert.equal(await isTransactionPooled({ connectionString: await start('session') }), false);
    assert.equal(await isTransactionPooled({ connectionString: primary.url }), false);
  });

  await t.test('are rejected without DATABASE_DIRECT_URL, and as DATABASE_DIRECT_URL', async () => {
    await assert.rejects(
      startServerProcess({ ...env, DATABASE_URL: pooled }),
      /^Error: Earshot can’t start\.\nDATABASE_URL points to a pooler in transaction mode\.\n.*set DATABASE_DIRECT_URL to PostgreSQL itself\n$/,
    );
    await assert.rejects(
      startServerProcess({ ...env, DATABASE_URL: primary.url, DATABASE_DIRECT_URL: pooled }),
      /DATABASE_DIRECT_URL points to a pooler in transaction mode/,
    );
  });

  await t.test('two nodes serve requests, jobs, notifications, searches and events through one', async (subtest) => {
    const metricsPort = String(await freePort());
    const shared = { ...env, DATABASE_URL: pooled, DATABASE_DIRECT_URL: primary.url };
    const [first, second] = await Promise.all([
      startServerProcess({ ...shared, EARSHOT_METRICS_PORT: metricsPort }),
      startServerProcess(shared),
    ]);
    subtest.after(() => Promise.all([first, second].map((node) => node.end('SIGKILL'))));
    const call = async (node: { url: string }, method: string, path: string, body?: object, headers = {}): Promise<Json> => {
      const response = await fetch(`${node.url}${path}`, {
        method,
        headers: { 'x-project-key': first.key, ...(body && { 'content-type': 'application/json' }), ...headers },
        body: body && JSON.stringify(body),
      });
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
      return await response.json();
    };
    // More requests at a time than the pooler has connections.
    const titles = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, n) => (await call(n % 2 ? first : second, 'POST', '/v1/feedback', { title: `${n}` })).title,
      ),
    );
    assert.equal(titles.length, 60);
    const events = Array.from({ length: 50 }, (_, n) => ({ url: `/${n}`, user_id: `u${n}` }));
    await Promise.all([first, second].map((node) => call(node, 'POST', '/v1/analytics/events', { events })));
    await until(async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return /^earshot_analytics_waiting_events 0$/m.test(text);
    });

    // Statements of searches are prepared without a pooler, and project settings reach the other node by NOTIFY.
    // Migrates the database first.
    const token = readEarshot(shared, 'token', 'create', '--email', 'ada@example.com');
    const as = { authorization: `Bearer ${token}` };
    const { data } = await call(first, 'GET', '/v1/projects', undefined, as);
    const projectId = data[0].id;
    const index = await call(first, 'POST', `/v1/indexes?project_id=${projectId}`, { name: 'Help' }, as);
    await call(first, 'POST', `/v1/indexes/${index.id}/documents`, { title: 'Export', content: 'Export your data as CSV' }, as);
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call(n % 2 ? first : second, 'POST', `/v1/indexes/${index.id}/search`, { query: 'export csv' }),
      ),
    );
    assert.deepEqual(new Set(found.map(({ total }) => total)), new Set([1]));
    const readName = async () => (await call(second, 'GET', `/v1/projects/${projectId}`, undefined, as)).name;
    await readName();
    await call(
      first,
      'PATCH',
      `/v1/projects/${projectId}`,
      { name: 'Renamed', settings: { waitlist: { double_opt_in: true } } },
      as,
    );
    assert.equal(await readName(), 'Renamed');

    // A mail is a job that waits for a notification or is polled.
    await call(first, 'POST', '/v1/waitlist', { email: 'ada@example.com' });
    await until(async () => {
      const { data: mails } = await call(second, 'GET', `/v1/projects/${projectId}/mails`, undefined, as);
      return mails.some(({ recipient }: Json) => recipient === 'ada@example.com');
    });
    const text = `${first.output()}${second.output()}`;
    for (const node of [first, second]) assert.deepEqual(await node.end('SIGTERM'), { code: 0, signal: null });
    assert.doesNotMatch(text, /"level":[3-9]\d.*(prepared statement|unexpected error|job queue error|job failed)/);
    const backends = await primary.query<{ application_name: string; count: number }>(
      "SELECT application_name, count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'earshot direct' GROUP BY 1",
    );
    assert.deepEqual(backends, []);
  });
});
