import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { sql as clickhouseSql } from '../../../platform/clickhouse/sql.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { parseId } from '../../../platform/ids.ts';
import { clickhouseUrlFor, createTestDatabase } from '../../../testing/database.ts';
import { freePort } from '../../../testing/process.ts';
import { endOf, openEventStream } from '../../../platform/api/fixtures/event-stream.ts';
import { startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

// A server without other tests, so that its metrics count the streams and polls of these tests.

const metricsPort = await freePort();
const database = await createTestDatabase();
const server = await startTestServer({ DATABASE_URL: database.url, EARSHOT_METRICS_PORT: String(metricsPort) });
const { call } = server;

const track = ({ key }: { key: string }, path: string) =>
  call('POST', '/v1/analytics/events', { key, body: { url: path, user_id: path } });

function listen(
  projectId: string,
  token: string,
  { filter, nonInteractive, on = server.url }: { filter?: string; nonInteractive?: string; on?: string } = {},
) {
  const url = new URL('/v1/analytics/live', on);
  url.searchParams.set('project_id', projectId);
  if (filter) url.searchParams.set('filter', filter);
  if (nonInteractive) url.searchParams.set('non_interactive', nonInteractive);
  return openEventStream(url, { authorization: `Bearer ${token}`, origin: 'https://dash.example' });
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

const hasStarted = (stream: { text: string }) => until(() => stream.text.includes('event: visitors'));

test('a stream has the number of present visitors and each new event', async () => {
  const project = await server.createProject();
  await track(project, '/before');
  const stream = await listen(project.id, project.token);
  const { status, headers } = stream.response;
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/event-stream']);
  assert.equal(headers.get('access-control-allow-origin'), '*');
  await until(() => stream.text.includes('event: visitors\ndata: {"visitors":1,'));
  await track(project, '/now');
  await until(() => stream.text.includes('"page":"/now"') && stream.text.includes('data: {"visitors":2,'));
  assert.ok(!stream.text.includes('/before'));
  stream.leave();
});

test('a stream has events that are not interactive on request only', async () => {
  const project = await server.createProject();
  const [some, all, measured] = await Promise.all([
    listen(project.id, project.token),
    listen(project.id, project.token, { nonInteractive: 'include' }),
    listen(project.id, project.token, { filter: 'event:is:web_vital' }),
  ]);
  for (const stream of [some, all, measured]) await hasStarted(stream);
  const body = { name: 'web_vital', url: '/', user_id: 'ada', interactive: false };
  await call('POST', '/v1/analytics/events', { key: project.key, body });
  for (const stream of [all, measured]) await until(() => stream.text.includes('web_vital'));
  await track(project, '/last');
  for (const stream of [some, all]) await until(() => stream.text.includes('"page":"/last"'));
  assert.ok(!some.text.includes('web_vital'));
  for (const stream of [some, all, measured]) stream.leave();
});

test('a stream has events that another node wrote late, with a lower number, and each event once', async () => {
  const project = await server.createProject();
  await track(project, '/before');
  const stream = await listen(project.id, project.token);
  await hasStarted(stream);
  await track(project, '/now');
  await until(() => stream.text.includes('"page":"/now"'));
  const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: clickhouseUrlFor(database.url) }));
  await clickhouse.command(clickhouseSql`
    INSERT INTO events SELECT * REPLACE(seq - 1 AS seq, '/late' AS path, generateUUIDv4() AS id)
    FROM (SELECT * FROM events WHERE project_id = ${parseId('prj', project.id) as string} AND path = '/now')`);
  await clickhouse.close();
  await until(() => stream.text.includes('"page":"/late"'));
  await track(project, '/last');
  await until(() => stream.text.includes('"page":"/last"'));
  assert.deepEqual(
    [...stream.text.matchAll(/"page":"([^"]+)"/g)].map(([, page]) => page),
    ['/now', '/late', '/last'],
  );
  stream.leave();
});

test('a stream ends with the reason when its token is revoked or expires', async () => {
  const project = await server.createProject();
  const { body: revoked } = await call('POST', '/v1/auth/tokens', { token: project.token, body: { name: 'revoked' } });
  const { body: expiring } = await call('POST', '/v1/auth/tokens', { token: project.token, body: { name: 'expiring' } });
  const [kept, first, second] = await Promise.all(
    [project.token, revoked.token, expiring.token].map((token) => listen(project.id, token)),
  );
  assert.ok(kept && first && second);
  await Promise.all([kept, first, second].map(hasStarted));
  assert.equal((await call('DELETE', `/v1/auth/tokens/${revoked.id}`, { token: project.token })).status, 200);
  await sql`UPDATE tokens SET expires_at = now() - interval '1 second' WHERE name = 'expiring'`.execute(server.db);
  const end = { status: 401, error: 'The access token is unknown, revoked or expired', code: 'auth.token_invalid' };
  assert.deepEqual(await endOf(first), end);
  assert.deepEqual(await endOf(second), end);

  await track(project, '/secret');
  await until(() => kept.text.includes('/secret'));
  assert.ok(!first.text.includes('/secret') && !second.text.includes('/secret'));
  kept.leave();
});

test('a stream ends when its reader is removed from the project, or the project is deleted', async () => {
  const project = await server.createProject();
  const colleague = await server.signIn();
  const { body: member } = await call('POST', `/v1/projects/${project.id}/members`, {
    token: project.token,
    body: { email: colleague.email, role: 'viewer' },
  });
  const [theirs, owners] = [await listen(project.id, colleague.token), await listen(project.id, project.token)];
  await Promise.all([theirs, owners].map(hasStarted));
  assert.equal(
    (await call('DELETE', `/v1/projects/${project.id}/members/${member.user_id}`, { token: project.token })).status,
    200,
  );
  assert.deepEqual(await endOf(theirs), {
    status: 403,
    error: 'You are not a member of this project',
    code: 'auth.not_a_member',
  });
  assert.ok(!owners.isOver);
  const { status } = await call('DELETE', `/v1/projects/${project.id}`, {
    token: project.token,
    query: { confirm: project.slug },
  });
  assert.equal(status, 200);
  assert.deepEqual(await endOf(owners), { status: 404, error: 'Project not found', code: 'projects.not_found' });
});

test('readers of the same report query share a poll', async () => {
  const project = await server.createProject();
  await until(async () => (await metric('earshot_live_streams')) === 0);
  const countPolls = () => metric('earshot_live_polls_total');
  const same = await Promise.all(Array.from({ length: 10 }, () => listen(project.id, project.token)));
  await Promise.all(same.map(hasStarted));
  assert.equal(await metric('earshot_live_streams'), 10);
  const begin = Date.now();
  const before = await countPolls();
  const polls = await until(async () => {
    const now = await countPolls();
    return now >= before + 2 && now - before;
  });
  const seconds = (Date.now() - begin) / 1_000;
  assert.ok(
    polls <= 1.1 + seconds / 2,
    `${polls} polls for ten readers in ${seconds} s; each by itself would poll every two seconds`,
  );
  await track(project, '/seen-by-all');
  await until(() => same.every(({ text }) => text.includes('/seen-by-all')));

  const filtered = await listen(project.id, project.token, { filter: 'page:is:/pricing' });
  await hasStarted(filtered);
  await track(project, '/elsewhere');
  await track(project, '/pricing');
  await until(() => filtered.text.includes('"page":"/pricing"'));
  assert.ok(!filtered.text.includes('/elsewhere') && !filtered.text.includes('/seen-by-all'));
  for (const stream of [...same, filtered]) stream.leave();
});

test('a user has at most 20 streams, without effect on other users', async () => {
  const project = await server.createProject();
  const colleague = await server.signIn();
  await call('POST', `/v1/projects/${project.id}/members`, {
    token: project.token,
    body: { email: colleague.email, role: 'viewer' },
  });
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(project.id, project.token)));
  const refused = await call('GET', '/v1/analytics/live', { token: project.token, query: { project_id: project.id } });
  assert.deepEqual(
    [refused.status, refused.headers.get('retry-after'), refused.body],
    [
      429,
      '60',
      { error: 'You have too many live streams open (maximum 20); close one first', code: 'analytics.too_many_streams' },
    ],
  );
  const theirs = await listen(project.id, colleague.token);
  await hasStarted(theirs);
  streams[0]?.leave();
  await until(async () => (await metric('earshot_live_streams')) === 20);
  const again = await listen(project.id, project.token);
  assert.equal(again.response.status, 200);
  for (const stream of [...streams, theirs, again]) stream.leave();
});

test('a project has at most 200 streams', async () => {
  const project = await server.createProject();
  const people = await Promise.all(
    Array.from({ length: 11 }, async () => {
      const person = await server.signIn();
      await call('POST', `/v1/projects/${project.id}/members`, {
        token: project.token,
        body: { email: person.email, role: 'viewer' },
      });
      return person;
    }),
  );
  const streams = (
    await Promise.all(
      people.slice(0, 10).map(({ token }) => Promise.all(Array.from({ length: 20 }, () => listen(project.id, token)))),
    )
  ).flat();
  assert.ok(streams.every(({ response }) => response.status === 200));
  const { status, body } = await call('GET', '/v1/analytics/live', {
    token: people[10]?.token,
    query: { project_id: project.id },
  });
  assert.deepEqual([status, body.error], [429, 'The project has too many live streams open (maximum 200); close one first']);
  for (const stream of streams) stream.leave();
});

test('streams end with the server', async () => {
  const own = await startTestServer();
  const project = await own.createProject();
  const stream = await listen(project.id, project.token, { on: own.url });
  await hasStarted(stream);
  const changes = await fetch(`${own.url}/v1/webhooks/changes?project_id=${project.id}`, {
    headers: { authorization: `Bearer ${project.token}` },
  });
  await own.stop();
  await changes.text();
  await until(() => stream.isOver);
  assert.ok(!stream.text.includes('event: end'), 'the reader can reconnect');
});
