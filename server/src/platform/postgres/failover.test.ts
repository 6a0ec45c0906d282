import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouseUrl } from '../../testing/database.ts';
import { IS_LONG } from '../../testing/long.ts';
import { startServerProcess } from '../../testing/process.ts';
import { createReplication } from '../../testing/replication.ts';
import type { Json } from '../../testing/server.ts';
import { startTcpFront } from '../../testing/tcp-front.ts';
import { until } from '../../testing/until.ts';

const skip = IS_LONG ? false : 'takes a minute on a busy machine (npm run test:long)';
/** Time in which requests succeed again after the address has moved. */
const MAX_RECOVERY_MS = 5_000;
const STREAMS = 4;

test(
  'a standby takes over: requests fail for seconds, and nothing acknowledged is lost',
  { skip, timeout: 300_000 },
  async (t) => {
    const { primary, addStandby, stop, folder } = await createReplication();
    t.after(stop);
    const standby = await addStandby('standby');
    // A commit is acknowledged when the standby has it. The standby keeps its own settings.
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await primary.query('SELECT pg_reload_conf()');
    await until(async () => (await primary.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length);
    const front = await startTcpFront(primary.port);
    const server = await startServerProcess({
      DATABASE_URL: primary.url.replace(`:${primary.port}/`, `:${front.port}/`),
      CLICKHOUSE_URL: createClickHouseUrl('failover'),
      EARSHOT_DATA_DIR: join(folder, 'data'),
      EARSHOT_THROTTLE: 'off',
      EARSHOT_LOG_LEVEL: 'silent',
    });
    t.after(() => server.end('SIGKILL'));
    const headers = { 'x-project-key': server.key, 'content-type': 'application/json' };
    const entries = new Set<string>();
    const events = new Set<string>();
    /** Statuses with the time of the response. */
    const answers: { at: number; status: number }[] = [];
    const stopping = new AbortController();

    async function post(path: string, body: object): Promise<Json> {
      const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      answers.push({ at: performance.now(), status: response.status });
      if (response.ok) return await response.json();
      await response.body?.cancel();
      await sleep(50);
      return undefined;
    }
    const streams = Array.from({ length: STREAMS }, async (_, stream) => {
      for (let n = 0; !stopping.signal.aborted; n++) {
        const entry = await post('/v1/feedback', { title: `${stream} ${n}` });
        if (entry) entries.add(entry.id);
        const event_id = randomUUID();
        if (await post('/v1/analytics/events', { events: [{ url: '/', event_id, user_id: `u${stream}` }] })) events.add(event_id);
      }
    });
    await until(() => entries.size > 100);

    const stoppedAt = performance.now();
    await primary.stop('SIGQUIT');
    // Operators and tools like Patroni promote, then move the address.
    await standby.query('SELECT pg_promote(wait => true)');
    front.moveTo(standby.port);
    const movedAt = performance.now();
    const before = entries.size;
    await until(() => entries.size > before + 100);
    stopping.abort();
    await Promise.all(streams);

    const statuses = new Set(answers.map(({ status }) => status));
    assert.deepEqual(statuses, new Set([201, 202, 503]));
    const failures = answers.filter(({ status }) => status === 503);
    const firstSuccess = answers.find(({ at, status }) => at > movedAt && status !== 503)?.at ?? Infinity;
    const lastFailure = failures.at(-1)?.at ?? stoppedAt;
    t.diagnostic(
      `${failures.length} requests were answered 503; promotion took ${Math.round(movedAt - stoppedAt)} ms; first success ${Math.round(firstSuccess - movedAt)} ms and last 503 ${Math.round(lastFailure - movedAt)} ms after the address had moved`,
    );
    assert.ok(firstSuccess - movedAt < MAX_RECOVERY_MS, `${firstSuccess - movedAt} ms`);
    assert.ok(lastFailure - movedAt < MAX_RECOVERY_MS, `${lastFailure - movedAt} ms`);

    t.diagnostic(`${entries.size} entries and ${events.size} events were acknowledged`);
    const stored = await listAll(server.url, server.key);
    assert.deepEqual(
      [...entries].filter((id) => !stored.has(id)),
      [],
    );
    // Events are forwarded by the same process, with new connections, each exactly once.
    await until(async () => {
      const [row] = await standby.query<{ waiting: number }>('SELECT count(*)::int AS waiting FROM analytics_inbox');
      return row?.waiting === 0;
    });
    const [count] = await standby.query<{ events: number }>('SELECT sum(events)::int AS events FROM analytics_event_counts');
    t.diagnostic(JSON.stringify(count));
    assert.ok((count?.events ?? 0) >= events.size);
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  },
);

/** Returns the ids of all entries in the API. */
async function listAll(url: string, key: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1; ; page++) {
    const response = await fetch(`${url}/v1/feedback?limit=100&page=${page}`, { headers: { 'x-project-key': key } });
    const { data } = (await response.json()) as Json;
    for (const { id } of data) ids.add(id);
    if (data.length < 100) return ids;
  }
}
