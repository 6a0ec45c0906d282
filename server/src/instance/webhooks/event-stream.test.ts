import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { endOf, openEventStream } from '../../platform/api/fixtures/event-stream.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const { url, db, call, createProject, signIn } = await sharedTestServer();

interface Project {
  id: string;
  key: string;
  token: string;
}

function listen(
  { id, token }: Project,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
  path = '/v1/webhooks/events',
) {
  const target = new URL(path, url);
  for (const [name, value] of Object.entries({ project_id: id, ...query })) target.searchParams.set(name, value);
  return openEventStream(target, { authorization: `Bearer ${token}`, ...headers });
}

const submit = async ({ key }: Project, title: string) =>
  (await call('POST', '/v1/feedback', { key, body: { title, submitter_name: 'Ada' } })).body;

/** Returns the payloads that a stream has sent. */
const payloadsOf = ({ text }: { text: string }): Json[] =>
  [...text.matchAll(/^data: (\{"id":"evt_.*)$/gm)].map(([, data]) => JSON.parse(data as string));

const titlesOf = (stream: { text: string }) => payloadsOf(stream).map(({ data }) => data.title);

test('sends the payloads of webhooks, without personal data unless requested', async () => {
  const [acme, other] = [await createProject(), await createProject('Other')];
  const streams = await Promise.all([
    listen(acme),
    listen(acme, { include_personal_data: 'true' }),
    listen(acme, { type: 'waitlist.joined' }),
  ]);
  assert.deepEqual(
    streams.map(({ response }) => [response.status, response.headers.get('content-type')]),
    streams.map(() => [200, 'text/event-stream']),
  );
  const [plain, personal, joined] = streams;
  await submit(other, 'Elsewhere');
  const entry = await submit(acme, 'Export');
  await call('POST', '/v1/waitlist', { key: acme.key, body: { email: 'ada@example.com' } });
  await until(() => payloadsOf(personal).length === 2 && payloadsOf(plain).length === 2 && payloadsOf(joined).length === 1);

  const [event] = payloadsOf(plain);
  assert.match(plain.text, /^event: feedback.created\ndata: /m);
  assert.deepEqual([event.type, event.version, event.project_id, event.data.id], ['feedback.created', 1, acme.id, entry.id]);
  assert.deepEqual([event.data.submitter_name, payloadsOf(personal)[0].data.submitter_name], [undefined, 'Ada']);
  assert.deepEqual(
    payloadsOf(joined).map(({ type }) => type),
    ['waitlist.joined'],
  );
  for (const stream of streams) stream.leave();
});

test('replays past events, and continues after the last one that a client received', async () => {
  const project = await createProject();
  for (const title of ['One', 'Two', 'Three']) await submit(project, title);
  const first = await listen(project, { replay: '2' });
  await until(() => titlesOf(first).length === 2);
  assert.deepEqual(titlesOf(first), ['Two', 'Three']);
  first.leave();
  await submit(project, 'Four');
  const lastId = /^id: (.*)$/m.exec(first.text)?.[1] ?? '';
  const again = await listen(project, {}, { 'last-event-id': lastId });
  await until(() => titlesOf(again).includes('Four'));
  // Transactions of other tests can hold the position back, so that events are sent again.
  assert.deepEqual(titlesOf(again).slice(titlesOf(again).indexOf('Three') + 1), ['Four']);
  again.leave();
});

test('sends an event that is committed after a later one', async () => {
  const project = await createProject();
  const stream = await listen(project);
  const first = await submit(project, 'First');
  await until(() => titlesOf(stream).length === 1);
  await db.transaction().execute(async (tx) => {
    await sql`
      INSERT INTO webhook_events (project_id, id, type, content, created_at)
      SELECT project_id, gen_random_uuid(), type, replace(content, 'First', 'Slow'), now() FROM webhook_events
      WHERE project_id = ${parseId('prj', project.id)} AND content LIKE ${`%${first.id}%`}`.execute(tx);
    await submit(project, 'Fast');
    await until(() => titlesOf(stream).includes('Fast'));
  });
  await until(() => titlesOf(stream).length > 2);
  assert.deepEqual(titlesOf(stream), ['First', 'Fast', 'Slow']);
  stream.leave();
});

test('ends when the token is revoked or the member is removed', async () => {
  const project = await createProject();
  const admin = await signIn();
  await call('POST', `/v1/projects/${project.id}/members`, { token: project.token, body: { email: admin.email, role: 'admin' } });
  const { body: created } = await call('POST', '/v1/auth/tokens', { token: project.token, body: { name: 'listener' } });
  const [revoked, removed] = [
    await listen({ ...project, token: created.token }),
    await listen({ ...project, token: admin.token }),
  ];
  await call('DELETE', `/v1/auth/tokens/${created.id}`, { token: project.token });
  const { body: members } = await call('GET', `/v1/projects/${project.id}/members`, { token: project.token });
  const { user_id: userId } = members.data.find(({ email }: Json) => email === admin.email);
  await call('DELETE', `/v1/projects/${project.id}/members/${userId}`, { token: project.token });
  assert.deepEqual([(await endOf(revoked)).status, (await endOf(removed)).status], [401, 403]);
});

test('rejects members, unknown types and too many streams', async () => {
  const project = await createProject();
  const member = await signIn();
  await call('POST', `/v1/projects/${project.id}/members`, {
    token: project.token,
    body: { email: member.email, role: 'member' },
  });
  assert.equal((await listen({ ...project, token: member.token })).response.status, 403);
  const unknown = await listen(project, { type: 'feedback.loved' });
  await until(() => unknown.isOver);
  assert.match(unknown.text, /type must be one of feedback\.created, /);
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(project)));
  const refused = await listen(project);
  assert.deepEqual([refused.response.status, refused.response.headers.get('retry-after')], [429, '60']);
  for (const stream of streams) stream.leave();
});

test('streams the changes of a project to viewers, without content', async () => {
  const [project, other] = [await createProject(), await createProject('Other')];
  const viewer = await signIn();
  await call('POST', `/v1/projects/${project.id}/members`, {
    token: project.token,
    body: { email: viewer.email, role: 'viewer' },
  });
  const changes = (token: string) => listen({ ...project, token }, {}, {}, '/v1/webhooks/changes');
  const [first, second] = [await changes(viewer.token), await changes(project.token)];
  await until(() => [first, second].every(({ text }) => text.includes('event: ready')));
  await submit(other, 'Elsewhere');
  const { id } = await submit(project, 'Secret title');
  const change = `event: feedback.created\ndata: {"type":"feedback.created","id":"${id}"}\n`;
  await until(() => [first, second].every(({ text }) => text.includes(change) && text.includes('event: notifications.updated')));
  assert.doesNotMatch(first.text + second.text, /Secret title|Elsewhere/);
  first.leave();
  second.leave();
});

test('streams of changes are limited, and refused to others', async () => {
  const [project, stranger] = [await createProject(), await createProject('Stranger')];
  const changes = (token: string) => listen({ ...project, token }, {}, {}, '/v1/webhooks/changes');
  assert.equal((await changes(stranger.token)).response.status, 403);
  const streams = await Promise.all(Array.from({ length: 30 }, () => changes(project.token)));
  const refused = await changes(project.token);
  assert.deepEqual([refused.response.status, refused.response.headers.get('retry-after')], [429, '60']);
  for (const stream of streams) stream.leave();
});
