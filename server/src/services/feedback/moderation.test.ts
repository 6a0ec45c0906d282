import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { type Call, type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

/** A project with this moderation, and the three kinds of people who write to it. */
async function moderated(moderation: string) {
  const { id, key, token } = await server.createProject();
  const { body } = await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { feedback: { moderation } } } });
  assert.equal(body.settings.feedback.moderation, moderation);
  const { data } = (await call('GET', `/v1/projects/${id}/identity-secrets`, { token })).body;
  const jwt = await new SignJWT({ sub: 'ada' })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(id)
    .setExpirationTime('5 minutes')
    .sign(new TextEncoder().encode(data[0].secret));
  const visitor: Call = { key, visitor: randomUUID() };
  const user: Call = { key, headers: { 'x-user-token': jwt } };
  return {
    key,
    token,
    visitor,
    user,
    submit: async (by: Call, title = 'Export') =>
      (await call('POST', '/v1/feedback', { ...by, body: { title } })).body.id as string,
    titles: async (query = {}) =>
      (await call('GET', '/v1/feedback', { key, query })).body.data.map(({ title }: Json) => title).toSorted(),
    waiting: async () =>
      (await call('GET', '/v1/feedback', { token, query: { project_id: id, visibility: 'pending' } })).body.data.map(
        ({ title }: Json) => title,
      ),
    comment: (by: Call, entry: string, text: string) =>
      call('POST', `/v1/feedback/${entry}/comments`, { ...by, body: { body: text } }),
    comments: async (entry: string) =>
      (await call('GET', `/v1/feedback/${entry}/comments`, { key })).body.data.map(({ body: text }: Json) => text),
  };
}

describe('entries and comments that require approval', () => {
  for (const [moderation, waits] of [
    ['off', { visitor: false, user: false }],
    ['anonymous', { visitor: true, user: false }],
    ['all', { visitor: true, user: true }],
  ] as const)
    test(`${moderation}: ${
      Object.entries(waits)
        .flatMap(([who, isWaiting]) => (isWaiting ? `${who}s’` : []))
        .join(' and ') || 'nobody’s'
    }`, async () => {
      const project = await moderated(moderation);
      await project.submit(project.visitor, 'visitor');
      await project.submit(project.user, 'user');
      const [shown, hidden] = [false, true].map((isWaiting) =>
        (['user', 'visitor'] as const).filter((who) => waits[who] === isWaiting),
      );
      assert.deepEqual(await project.titles(), shown);
      assert.deepEqual((await project.waiting()).toSorted(), hidden);

      const entry = (await call('GET', '/v1/feedback', { token: project.token, key: project.key })).body.data[0].id;
      await call('PATCH', `/v1/feedback/${entry}`, { token: project.token, body: { visibility: 'public' } });
      for (const who of ['user', 'visitor'] as const) await project.comment(project[who], entry, who);
      await project.comment({ token: project.token }, entry, 'team');
      assert.deepEqual(await project.comments(entry), [...(shown ?? []), 'team'], 'the team never waits');
      const { body } = await call('GET', `/v1/feedback/${entry}`, { key: project.key });
      assert.equal(body.comment_count, (shown ?? []).length + 1);
    });
});

test('pending entries are hidden from API keys, lists, search and board until approval', async () => {
  const project = await moderated('all');
  const id = await project.submit(project.visitor, 'Waiting wombat');
  const byKey = (path: string) => call('GET', path, { key: project.key });
  const hidden = async () => {
    assert.equal((await byKey(`/v1/feedback/${id}`)).status, 404);
    assert.equal((await byKey('/v1/feedback?q=wombat')).body.total, 0);
    assert.equal((await byKey('/v1/feedback/similar?title=waiting wombat')).body.total, 0);
    assert.equal((await call('POST', `/v1/feedback/${id}/upvote`, project.visitor)).status, 404);
  };
  await hidden();
  const approved = await call('PATCH', `/v1/feedback/${id}`, { token: project.token, body: { visibility: 'public' } });
  assert.equal(approved.body.visibility, 'public');
  assert.equal((await byKey(`/v1/feedback/${id}`)).status, 200);
  assert.equal((await byKey('/v1/feedback?q=wombat')).body.total, 1);
  assert.equal((await byKey('/v1/feedback/similar?title=waiting wombat')).body.total, 1);
  assert.deepEqual(await project.waiting(), []);
  await call('PATCH', `/v1/feedback/${id}`, { token: project.token, body: { visibility: 'private' } });
  await hidden();
});

test('pending comments are shown and counted after approval', async () => {
  const project = await moderated('anonymous');
  const id = await project.submit(project.user);
  const { status, body: comment } = await project.comment(project.visitor, id, 'Me too');
  assert.equal(status, 201);
  assert.ok(!('visibility' in comment));
  assert.deepEqual(await project.comments(id), []);
  const { data } = (await call('GET', `/v1/feedback/${id}/comments`, { token: project.token })).body;
  assert.deepEqual([data[0].visibility, data[0].body], ['pending', 'Me too']);
  await call('PATCH', `/v1/feedback/${id}/comments/${comment.id}`, { token: project.token, body: { visibility: 'public' } });
  assert.deepEqual(await project.comments(id), ['Me too']);
  assert.equal((await call('GET', `/v1/feedback/${id}`, { key: project.key })).body.comment_count, 1);
});

test('a changed setting applies to later submissions immediately', async () => {
  const { id, key, token } = await server.createProject();
  const set = (moderation: string) =>
    call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { feedback: { moderation } } } });
  const titles = async () => (await call('GET', '/v1/feedback', { key })).body.data.map(({ title }: Json) => title);
  const submit = (title: string) => call('POST', '/v1/feedback', { key, body: { title } });
  await submit('Before');
  await set('all');
  await submit('While');
  assert.deepEqual(await titles(), ['Before']);
  await set('off');
  await submit('After');
  assert.deepEqual(await titles(), ['After', 'Before']);
});
