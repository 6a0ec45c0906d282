import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { hashNetwork } from '../../../platform/client/network-hash.ts';
import { withinPeriod } from '../../../testing/until.ts';

// Servers of their own: two nodes behind a proxy, whose header names the network of a visitor.
const { url: DATABASE_URL } = await createTestDatabase();
const env = { DATABASE_URL, EARSHOT_TRUST_PROXY: '1' };
const nodes = [await startTestServer(env), await startTestServer(env)] as const;
const [server] = nodes;
const { db } = server;

const LIMIT = 5;

const testInOneDay = (name: string, check: () => Promise<void>) => void test(name, () => withinPeriod(check));

async function setUp() {
  const project = await server.createProject();
  const { key, token, id } = project;
  const setLimit = (max: number) =>
    server.call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { feedback: { anonymous_votes_per_network: max } } } });
  await setLimit(LIMIT);
  const submit = async (): Promise<string> =>
    (await server.call('POST', '/v1/feedback', { key, body: { title: 'Export as CSV' } })).body.id;
  const entry = await submit();
  const vote = async (
    address: string,
    {
      visitor = randomUUID(),
      method = 'POST',
      path = 'upvote',
      to = entry,
      node = server,
    }: { visitor?: string; method?: string; path?: string; to?: string; node?: TestServer } = {},
  ) => await node.call(method, `/v1/feedback/${to}/${path}`, { key, visitor, headers: { 'x-forwarded-for': address } });
  const count = async (of = entry): Promise<number> => {
    const { body } = await server.call('GET', `/v1/feedback/${of}`, { key });
    return body.upvote_count + body.downvote_count;
  };
  return { ...project, entry, submit, setLimit, vote, count };
}

/** Addresses, each with another address of its network, and an address of the next network. */
const NETWORKS: [address: string, same: string, next: string][] = [
  ['203.0.113.7', '203.0.113.250', '203.0.114.7'],
  ['198.51.100.1:4711', '::ffff:198.51.100.2', '198.51.101.1'],
  ['2001:db8:1:2:3::4', '[2001:db8:1:2:ffff::1]:443', '2001:db8:1:3::4'],
];

for (const [address, same, next] of NETWORKS)
  testInOneDay(`visitors of the network of ${address} share the limit of an entry`, async () => {
    const { vote, count, submit } = await setUp();
    const statuses = [];
    for (const from of [address, same, address, same, address, same, address]) statuses.push((await vote(from)).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
    assert.equal((await vote(next)).status, 200);
    assert.equal((await vote(address, { to: await submit() })).status, 200);
    assert.equal(await count(), LIMIT + 1);
  });

testInOneDay('a thousand visitors of one network have the votes of the limit, on all nodes together', async () => {
  const { vote, count } = await setUp();
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => vote('192.0.2.9', { node: nodes[n % 2] })));
  assert.deepEqual(
    [200, 429].map((expected) => answers.filter(({ status }) => status === expected).length),
    [LIMIT, 1000 - LIMIT],
  );
  assert.equal(await count(), LIMIT);
  const refused = answers.find(({ status }) => status === 429);
  assert.equal(refused?.body.code, 'feedback.too_many_votes');
  assert.match(refused?.body.error, /^Too many anonymous votes .* try again tomorrow$/);
  const wait = Number(refused?.headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= 86_400, `${wait} s`);
});

test('visitors of a thousand networks all have a vote', async () => {
  const { vote, count } = await setUp();
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, n) => vote(`10.${n >> 8}.${n & 255}.7`, { node: nodes[n % 2] })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(await count(), 1000);
});

testInOneDay(
  'above the limit, votes can be repeated, changed and removed, and a removed vote makes room for another one',
  async () => {
    const { vote, count } = await setUp();
    const visitors = Array.from({ length: LIMIT }, () => randomUUID() as string);
    for (const visitor of visitors) await vote('192.0.2.1', { visitor });
    const [first, second] = visitors;
    assert.equal((await vote('192.0.2.1', { visitor: first })).status, 200);
    assert.equal((await vote('192.0.2.1', { visitor: first, path: 'downvote' })).status, 200);
    assert.equal((await vote('192.0.2.1')).status, 429);
    assert.equal((await vote('192.0.2.1', { visitor: second, method: 'DELETE' })).status, 200);
    // Removing the vote once more, or the vote of somebody who has none, makes no room.
    for (const visitor of [second, randomUUID()])
      assert.equal((await vote('192.0.2.1', { visitor, method: 'DELETE' })).status, 200);
    assert.deepEqual([(await vote('192.0.2.1')).status, (await vote('192.0.2.1')).status], [200, 429]);
    assert.equal(await count(), LIMIT);
  },
);

testInOneDay('casting and removing from several networks never exceeds the sum of their limits', async () => {
  const { vote, count } = await setUp();
  const [one, other] = ['192.0.2.1', '198.51.100.1'];
  for (let round = 0; round < 3; round++) {
    const visitors = Array.from({ length: LIMIT }, () => randomUUID() as string);
    await Promise.all(visitors.map((visitor) => vote(one, { visitor })));
    await Promise.all(visitors.map(() => vote(other)));
    await Promise.all(visitors.map((visitor) => vote(other, { visitor, method: 'DELETE' })));
    assert.ok((await count()) <= 2 * LIMIT);
  }
});

testInOneDay('signed users, members and people named by members are not limited', async () => {
  const project = await setUp();
  const { entry, token, key, id, vote } = project;
  for (let n = 0; n < LIMIT; n++) await vote('127.0.0.1');
  assert.equal((await vote('127.0.0.1')).status, 429);
  for (let n = 0; n < LIMIT + 1; n++) {
    const jwt = await server.signUser(project, { id: `user-${n}` });
    const { status } = await server.call('POST', `/v1/feedback/${entry}/upvote`, { key, headers: { 'x-user-token': jwt } });
    assert.equal(status, 200);
    const onBehalf = await server.call('POST', `/v1/feedback/${entry}/voters`, {
      token,
      query: { project_id: id },
      body: { email: `person-${n}@people.example` },
    });
    assert.equal(onBehalf.status, 201);
  }
  assert.equal((await server.call('POST', `/v1/feedback/${entry}/upvote`, { token })).status, 200);
});

testInOneDay('a project changes its limit', async () => {
  const { vote, setLimit } = await setUp();
  for (const max of [0, 100_001, 1.5]) assert.equal((await setLimit(max)).status, 400);
  assert.equal((await setLimit(1)).status, 200);
  assert.deepEqual([(await vote('192.0.2.1')).status, (await vote('192.0.2.1')).status], [200, 429]);
  await setLimit(2);
  assert.deepEqual([(await vote('192.0.2.1')).status, (await vote('192.0.2.1')).status], [200, 429]);
});

testInOneDay('counts belong to a day and are deleted after it', async () => {
  const { vote, id } = await setUp();
  for (let n = 0; n <= LIMIT; n++) await vote('192.0.2.1');
  const projectId = parseId('prj', id);
  await sql`UPDATE feedback_vote_networks SET day = day - 1 WHERE project_id = ${projectId}`.execute(db);
  assert.equal((await vote('192.0.2.1')).status, 200);
  await runScheduled(db, 'feedback.clean-networks');
  const { rows } = await sql<{ votes: number }>`
    SELECT votes FROM feedback_vote_networks WHERE project_id = ${projectId}`.execute(db);
  assert.deepEqual(rows, [{ votes: 1 }]);
});

test('hashes of a network are different for each entry, secret and day', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 4, 1, 23, 59, 59) });
  const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const hash = (key: Buffer, entry: string, address: string) => hashNetwork(key, entry, address).network.toString('hex');
  const first = hash(secret, 'a', '192.0.2.1');
  assert.equal(hash(secret, 'a', '192.0.2.255'), first);
  assert.notEqual(hash(secret, 'b', '192.0.2.1'), first);
  assert.notEqual(hash(other, 'a', '192.0.2.1'), first);
  t.mock.timers.tick(1000);
  assert.notEqual(hash(secret, 'a', '192.0.2.1'), first);
  // The clock of another node may be behind.
  t.mock.timers.setTime(Date.UTC(2026, 4, 1, 12));
  assert.equal(hash(secret, 'a', '192.0.2.1'), first);
});
