import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createDatabase, createPool, type Db } from '../../../platform/postgres/database.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { IS_LONG } from '../../../testing/long.ts';
import { freePort, type ServerProcess, startServerProcess } from '../../../testing/process.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { renewLeases } from './leases-store.ts';
import { PARTITIONS } from './partitions.ts';

const KILLS = IS_LONG ? 50 : 1;
/** Other nodes take over from a killed node within this time, if the machine runs only this test. */
const TAKEOVER_MS = IS_LONG ? 10_000 : 60_000;

/** Returns the numbers of partitions by holder, in order. */
async function countHeld(db: Db): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM analytics_partitions WHERE holder IS NOT NULL AND held_until > now() GROUP BY holder ORDER BY count`.execute(
    db,
  );
  return rows.map(({ count }) => count);
}

/** Ends all leases, so that a test need not wait for those of a killed node. Running nodes renew theirs. */
async function endLeases(db: Db): Promise<void> {
  await sql`UPDATE analytics_partitions SET held_until = now() WHERE held_until > now()`.execute(db);
}

async function openDatabase(url: string): Promise<Db> {
  const pool = createPool({ connectionString: url, max: 2 }, () => {});
  after(() => pool.end());
  return createDatabase(pool);
}

test('nodes share the partitions evenly: a node that joins gets its share, and no partition has two holders', async () => {
  const { url } = await createTestDatabase();
  const db = await openDatabase(url);
  const [ada, bob, eve] = [randomUUID(), randomUUID(), randomUUID()];
  const renew = async (holder: string) => (await renewLeases(db, { holder, isAlone: false })).map(({ partition }) => partition);
  assert.equal((await renew(ada)).length, PARTITIONS);
  assert.equal((await renew(bob)).length, 0, 'all partitions are held');
  assert.equal((await renew(ada)).length, 32);
  const ofBob = await renew(bob);
  assert.equal(ofBob.length, 32);
  const ofAda = await renew(ada);
  assert.equal(new Set([...ofAda, ...ofBob]).size, PARTITIONS);
  await renew(eve);
  for (let round = 0; round < 2; round++) for (const node of [ada, bob, eve]) await renew(node);
  assert.deepEqual(await countHeld(db), [20, 22, 22]);
});

/** Sends events with ids to a node until `isOver` returns true. Adds the ids of events with a 202 response to `accepted`. */
async function send(
  node: () => ServerProcess | undefined,
  key: string,
  accepted: Set<string>,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const server = node();
    const events = Array.from({ length: 5 }, (_, index) => ({
      url: `/${n % 3}`,
      event_id: randomUUID(),
      user_id: `u${(n * 5 + index) % 40}`,
    }));
    const response = await fetch(`${server?.url ?? 'http://127.0.0.1:9'}/v1/analytics/events`, {
      method: 'POST',
      headers: { 'x-project-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    }).catch(() => undefined);
    if (response?.status === 202) for (const { event_id } of events) accepted.add(event_id);
    // The node is being restarted.
    else await until(() => node() ?? isOver());
  }
}

/** Returns the number of events that a node has forwarded. */
async function readForwarded(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^earshot_analytics_forwarded_events_total (\d+)/m.exec(metrics)?.[1]);
}

test(
  `two nodes forward events, one of which is killed ${KILLS} times: no event is lost or duplicated, and the other node takes over`,
  {
    timeout: 120_000 + KILLS * 60_000,
  },
  async (t) => {
    const { url } = await createTestDatabase();
    const db = await openDatabase(url);
    const env = { DATABASE_URL: url, EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'silent' };
    const ports = [await freePort(), await freePort()];
    const startNode = (port: number | undefined) => startServerProcess({ ...env, EARSHOT_METRICS_PORT: String(port) });
    const nodes: (ServerProcess | undefined)[] = [await startNode(ports[0]), await startNode(ports[1])];
    const key = nodes[0]?.key as string;

    const accepted = new Set<string>();
    let isOver = false;
    const senders = [0, 1, 0, 1].map((n) =>
      send(
        () => nodes[n],
        key,
        accepted,
        () => isOver,
      ),
    );
    // A node claims partitions once events wait.
    await until(async () => (await countHeld(db)).join() === '32,32', TAKEOVER_MS);
    await until(async () => (await Promise.all(ports.map(readForwarded))).every((count) => count > 0), TAKEOVER_MS);
    const takeovers: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const size = accepted.size + 50 + Math.random() * 200;
      await until(() => accepted.size > size);
      const victim = Math.random() < 0.5 ? 0 : 1;
      const killed = Date.now();
      await nodes[victim]?.end('SIGKILL');
      nodes[victim] = undefined;
      // After every second kill, the other node takes over; otherwise the node restarts before its leases end.
      if (kill % 2 === 0) {
        if (!IS_LONG) await endLeases(db);
        await until(async () => (await countHeld(db)).join() === '64', TAKEOVER_MS + 5_000);
        takeovers.push(Date.now() - killed);
      }
      nodes[victim] = await startNode(ports[victim]);
    }
    isOver = true;
    await Promise.all(senders);
    // The leases of a killed node end first.
    await until(async () => (await countHeld(db)).join() === '32,32', TAKEOVER_MS + 5_000);
    for (const node of nodes) await node?.end('SIGTERM');
    assert.deepEqual(await countHeld(db), [], 'nodes that stop release their partitions, also when no events wait');

    const server = await startTestServer({ DATABASE_URL: url });
    const { token } = await server.signIn();
    const { rows } = await sql<{ id: string }>`SELECT id FROM projects`.execute(db);
    await sql`
    INSERT INTO project_members (project_id, user_id, role)
    SELECT ${rows[0]?.id}, id, 'owner' FROM users ON CONFLICT DO NOTHING`.execute(db);
    const { body } = await server.call('GET', '/v1/projects', { token });
    const ask = async (path: string): Promise<Json> =>
      (await server.call('GET', `/v1/analytics/${path}`, { token, query: { project_id: body.data[0].id, period: '24h' } })).body;
    // Partitions of killed nodes become free when their leases end.
    const overview = await until(async () => {
      const found = await ask('overview');
      return found.events.value >= accepted.size && found;
    });
    const ids = (await ask('export.csv'))
      .trim()
      .split('\n')
      .slice(1)
      .map((line: string) => line.split(',')[1]);
    t.diagnostic(`${accepted.size} events were accepted, ${ids.length} are reported; takeovers after ${takeovers.join(', ')} ms`);
    const counted = new Set(ids);
    assert.deepEqual(
      [...accepted].filter((id) => !counted.has(id)),
      [],
      'no event is lost',
    );
    assert.equal(ids.length, counted.size, 'no event counts twice');
    assert.ok(accepted.size > 100);
    assert.deepEqual(
      [overview.visitors.value, overview.visits.value],
      [40, 40],
      'one visit of each visitor, regardless of the node that wrote it',
    );
    for (const took of takeovers) assert.ok(took < TAKEOVER_MS, `the other node took over after ${took} ms`);
  },
);
