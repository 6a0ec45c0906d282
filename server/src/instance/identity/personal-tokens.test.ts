import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { formatId, newId } from '../../platform/ids.ts';
import { sharedTestServer } from '../../testing/server.ts';
import { sessionOf, signedIn } from './fixtures/browser.ts';

const server = await sharedTestServer();
/** Users of other files have other addresses. */
const EMAIL = `${formatId('usr', newId())}@example.com`;
const { access_token: token } = await signedIn(server, EMAIL);
const DAY_MS = 86_400_000;

const create = (body: object, by = token, headers: Record<string, string> = {}) =>
  server.call('POST', '/v1/auth/tokens', { token: by, body, headers });
const daysUntil = (date: string) => Math.round((Date.parse(date) - Date.now()) / DAY_MS);

test('personal tokens are shown once, authenticate, are listed without secret, and can be revoked', async () => {
  const { status, body: made } = await create({ name: 'CI' });
  assert.equal(status, 201);
  assert.match(made.token, /^earshot_pat_[0-9A-Za-z]{43}$/);
  assert.equal(daysUntil(made.expires_at), 90);
  const session = await sessionOf(server, made.token);
  assert.deepEqual([session.body.user.email, session.body.kind], [EMAIL, 'personal']);

  const { body: list } = await server.call('GET', '/v1/auth/tokens', { token });
  assert.equal(list.total, 1);
  assert.deepEqual([list.data[0].id, list.data[0].name], [made.id, 'CI']);
  assert.ok(list.data[0].last_used_at);
  assert.equal(JSON.stringify(list).includes(made.token), false);

  const remove = () => server.call('DELETE', `/v1/auth/tokens/${made.id}`, { token });
  assert.deepEqual((await remove()).body, { ok: true });
  assert.equal((await sessionOf(server, made.token)).status, 401);
  assert.equal((await remove()).status, 404);
});

test('lists tokens in pages', async () => {
  const page = (query: Record<string, number>) => server.call('GET', '/v1/auth/tokens', { token, query });
  assert.deepEqual([(await page({ limit: 1 })).body.limit, (await page({ page: 99 })).body.data], [1, []]);
  assert.equal((await page({ page: 0 })).body.error, 'page must be an integer from 1 to 1,000,000');
});

test('tokens of other users are inaccessible', async () => {
  const { body: made } = await create({ name: 'Mine' });
  const { token: other } = await server.signIn();
  assert.equal((await server.call('DELETE', `/v1/auth/tokens/${made.id}`, { token: other })).status, 404);
  assert.equal((await sessionOf(server, made.token)).status, 200);
});

test('a repeated request creates one token, and shows its secret the first time only', async () => {
  const headers = { 'idempotency-key': 'a-key-of-this-test' };
  const first = await create({ name: 'Once' }, token, headers);
  const second = await create({ name: 'Once' }, token, headers);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(second.body, { ...first.body, token: null });
  assert.equal((await create({ name: 'Another' }, token, headers)).status, 409);
});

test('a token created with a token expires no later', async () => {
  const { body: parent } = await create({ name: 'Short', expires_in_days: 2 });
  const { body: child } = await create({ name: 'Child', expires_in_days: 300 }, parent.token);
  assert.equal(child.expires_at, parent.expires_at);
});

test('rejects values out of range, and expired tokens', async () => {
  const cases: [object, string][] = [
    [{}, 'name is required'],
    [{ name: ' ' }, 'name is required'],
    [{ name: 'x'.repeat(101) }, 'name must be a string of 1 to 100 characters'],
    [{ name: 'x', expires_in_days: 0 }, 'expires_in_days must be an integer from 1 to 365'],
    [{ name: 'x', expires_in_days: 366 }, 'expires_in_days must be an integer from 1 to 365'],
    [{ name: 'x', scope: 'all' }, 'scope is not a known field'],
  ];
  for (const [body, error] of cases) {
    const answer = await create(body);
    assert.deepEqual([answer.status, answer.body.error], [400, error]);
  }
  const { body: made } = await create({ name: 'Old' });
  await sql`UPDATE tokens SET expires_at = now() WHERE name = 'Old'`.execute(server.db);
  assert.equal((await sessionOf(server, made.token)).status, 401);
});

test('concurrent requests with one key create one token, and one response has the secret', async () => {
  const { body: before } = await server.call('GET', '/v1/auth/tokens', { token });
  const headers = { 'idempotency-key': 'a-race-of-this-test' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Race' }, token, headers)));
  for (const { status } of answers) assert.equal(status, 201);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal(answers.filter(({ body }) => body.token !== null).length, 1);
  assert.equal((await server.call('GET', '/v1/auth/tokens', { token })).body.total, before.total + 1);
});

test('lists active personal tokens only, newest first', async () => {
  const { access_token: other } = await signedIn(server, 'pages@example.com');
  for (const name of ['one', 'two', 'three']) await create({ name }, other);
  await create({ name: 'ended' }, other);
  await sql`UPDATE tokens SET expires_at = now() WHERE name = 'ended'`.execute(server.db);
  const pages = [];
  for (const page of [1, 2, 3])
    pages.push((await server.call('GET', '/v1/auth/tokens', { token: other, query: { page, limit: 2 } })).body);
  assert.deepEqual(
    pages.map(({ data, total }) => [data.map(({ name }: { name: string }) => name), total]),
    [
      [['three', 'two'], 3],
      [['one'], 3],
      [[], 3],
    ],
  );
});

test('access tokens cannot be deleted as personal tokens', async () => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM tokens WHERE kind = 'access'`.execute(server.db);
  assert.ok(rows.length);
  for (const { id } of rows)
    assert.equal((await server.call('DELETE', `/v1/auth/tokens/${formatId('tok', id)}`, { token })).status, 404);
});

test('tokens have the scopes and projects they were created with, and all rights by default', async () => {
  const { token: owner, id: project } = await server.createProject('Mine');
  const { id: foreign } = await server.createProject('Foreign');
  const { body: all } = await create({ name: 'All' }, owner);
  assert.deepEqual([all.scopes, all.project_ids], [['admin'], null]);

  const rights = { scopes: ['feedback:write', 'projects:read'], project_ids: [project] };
  const { body: made } = await create({ name: 'Narrow', ...rights }, owner);
  const { body: session } = await sessionOf(server, made.token);
  const { body: list } = await server.call('GET', '/v1/auth/tokens', { token: owner });
  for (const { scopes, project_ids } of [made, session, list.data[0]]) assert.deepEqual({ scopes, project_ids }, rights);

  const cases: [object, string][] = [
    [{ scopes: [] }, 'scopes must be an array of at least 1 unique item'],
    [{ project_ids: [] }, 'project_ids must be an array of 1 to 100 unique items'],
    [{ project_ids: [project, foreign] }, 'project_ids[1] must be the id of a project that you are a member of'],
    [{ project_ids: ['fb_1'] }, 'project_ids[0] must be the id of a project that you are a member of'],
  ];
  for (const [body, error] of cases) {
    const answer = await create({ name: 'Bad', ...body }, owner);
    assert.deepEqual([answer.status, answer.body.error, answer.body.code], [400, error, 'validation']);
  }
  const unknown = await create({ name: 'Bad', scopes: ['feedback:read', 'feedback:delete'] }, owner);
  assert.deepEqual([unknown.status, unknown.body.fields[0].path], [400, 'scopes[1]']);
});

test('a token with a scope for writing reads too, and lists only the projects it is limited to', async () => {
  const { token: owner, id: project, key } = await server.createProject('Mine');
  await server.call('POST', '/v1/projects', { token: owner, body: { name: 'Other' } });
  const { body: made } = await create({ name: 'x', scopes: ['feedback:write', 'projects:read'], project_ids: [project] }, owner);
  const { body: entry } = await server.call('POST', '/v1/feedback', { key, body: { title: 'x', submitter_email: 'eve@x.org' } });
  const { body: seen } = await server.call('GET', `/v1/feedback/${entry.id}`, { token: made.token });
  assert.deepEqual([seen.id, 'submitter_email' in seen], [entry.id, false]);

  const projectsOf = async (by: string) => (await server.call('GET', '/v1/projects', { token: by })).body;
  assert.deepEqual([(await projectsOf(owner)).total, (await projectsOf(made.token)).total], [2, 1]);
  assert.equal((await projectsOf(made.token)).data[0].id, project);
});

test('tokens limited to projects cannot manage the account', async () => {
  const { token: owner, id: project } = await server.createProject('Mine');
  const { body: made } = await create({ name: 'Limited', project_ids: [project] }, owner);
  for (const [method, path] of [
    ['GET', '/v1/auth/tokens'],
    ['POST', '/v1/projects'],
  ] as const) {
    const { status, body } = await server.call(method, path, {
      token: made.token,
      ...(method === 'POST' && { body: { name: 'x' } }),
    });
    assert.deepEqual(
      [status, body],
      [403, { error: 'This action requires a token that is not limited to projects', code: 'auth.scope_required' }],
    );
  }
  assert.equal((await create({ name: 'Escape' }, made.token)).status, 403);
});

test('without personal_data:read, writes answer without addresses, searches and webhooks with personal data are refused', async () => {
  const { token: owner, id: project, key } = await server.createProject('Mine');
  const scopes = ['feedback:write', 'testimonials:write', 'waitlist:write', 'webhooks:write'];
  const { body: made } = await create({ name: 'Impersonal', scopes }, owner);
  const onProject = { token: made.token, query: { project_id: project } };
  const submit = async (path: string, body: object) => (await server.call('POST', path, { key, body })).body.id;
  const email = 'eve@example.com';
  const [one, two] = [
    await submit('/v1/feedback', { title: 'One', submitter_email: email }),
    await submit('/v1/feedback', { title: 'Two', submitter_email: email }),
  ];
  const praise = await submit('/v1/testimonials', { author_name: 'Eve', content: 'x', rating: 5, author_email: email });
  const place = await submit('/v1/waitlist', { email });
  const answers = [
    await server.call('PATCH', `/v1/feedback/${one}`, { token: made.token, body: { pinned: true } }),
    await server.call('POST', `/v1/feedback/${one}/merge`, { token: made.token, body: { into: two } }),
    await server.call('POST', `/v1/feedback/${one}/unmerge`, { token: made.token }),
    await server.call('PATCH', `/v1/testimonials/${praise}`, { token: made.token, body: { status: 'approved' } }),
    await server.call('PATCH', `/v1/waitlist/${place}`, { token: made.token, body: { notes: 'x' } }),
    await server.call('POST', '/v1/waitlist/invite', { ...onProject, body: { ids: [place] } }),
  ];
  for (const { status, body } of answers) assert.deepEqual([status, JSON.stringify(body).includes(email)], [200, false]);

  const refused = { error: 'This action requires a token with the scope personal_data:read', code: 'auth.scope_required' };
  const url = 'http://127.0.0.1:9/';
  const { body: personal } = await server.call('POST', '/v1/webhooks', {
    ...onProject,
    token: owner,
    body: { url, include_personal_data: true },
  });
  const { body: impersonal } = await server.call('POST', '/v1/webhooks', { ...onProject, body: { url } });
  for (const { status, body } of [
    await server.call('GET', '/v1/waitlist', { token: made.token, query: { project_id: project, q: 'eve' } }),
    await server.call('POST', '/v1/webhooks', { ...onProject, body: { url, include_personal_data: true } }),
    await server.call('PATCH', `/v1/webhooks/${personal.id}`, { token: made.token, body: { url } }),
    await server.call('PATCH', `/v1/webhooks/${impersonal.id}`, { token: made.token, body: { include_personal_data: true } }),
  ])
    assert.deepEqual([status, body], [403, refused]);
  const disabled = await server.call('PATCH', `/v1/webhooks/${impersonal.id}`, { token: made.token, body: { enabled: false } });
  assert.equal(disabled.status, 200);
});
