import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE_ACCOUNT_SCOPES } from '@earshot/contract/instance/service-accounts';
import { sql } from 'kysely';
import { callTool, connectClient } from '../mcp/fixtures/client.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { sessionOf, signedIn } from './fixtures/browser.ts';

const server = await sharedTestServer();
const { call } = server;
const acme = await server.createProject('Service accounts');
const rival = await server.createProject('Rival');
const path = `/v1/projects/${acme.id}/service-accounts`;
const DAY_MS = 86_400_000;

const create = (body: object, headers: Record<string, string> = {}, token = acme.token) =>
  call('POST', path, { token, body, headers });
/** Creates a service account that must be valid. */
async function createAccount(name: string, scopes: string[], more: object = {}): Promise<Json> {
  const { status, body } = await create({ name, scopes, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
const list = async () => (await call('GET', path, { token: acme.token, query: { limit: 100 } })).body;
const findAccount = async (id: string) => (await list()).data.find((account: Json) => account.id === id);
const statusOf = async (token: string) => (await sessionOf(server, token)).status;

test('a service account is created with a token that is shown once and works within its scopes', async () => {
  const made = await createAccount('Release pipeline', ['feedback:write', 'projects:read'], { expires_in_days: 30 });
  assert.match(made.id, /^svc_[0-9a-z]{26}$/);
  assert.match(made.token, /^earshot_sat_[0-9A-Za-z]{43}$/);
  assert.equal(made.tokens[0].name, `…${made.token.slice(-4)}`);
  assert.equal(Math.round((Date.parse(made.tokens[0].expires_at) - Date.now()) / DAY_MS), 30);

  const { body: session } = await sessionOf(server, made.token);
  assert.deepEqual(session, {
    user: { id: made.id, email: null, name: 'Release pipeline', avatar_url: null, language: null },
    kind: 'service',
    expires_at: made.tokens[0].expires_at,
    scopes: ['feedback:write', 'projects:read'],
    project_ids: [acme.id],
  });
  const { body: projects } = await call('GET', '/v1/projects', { token: made.token });
  assert.deepEqual([projects.total, projects.data[0].id, projects.data[0].role], [1, acme.id, 'admin']);
  assert.deepEqual((await call('GET', '/v1/projects', { token: made.token, query: { page: 2 } })).body.data, []);

  const onAcme = { token: made.token, query: { project_id: acme.id } };
  assert.equal((await call('GET', '/v1/feedback', onAcme)).status, 200);
  const outside = await call('GET', '/v1/waitlist', onAcme);
  assert.deepEqual(
    [outside.status, outside.body],
    [403, { error: 'This action requires a token with the scope waitlist:read', code: 'auth.scope_required' }],
  );
  const elsewhere = await call('GET', '/v1/feedback', { token: made.token, query: { project_id: rival.id } });
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'auth.not_a_member']);
  assert.equal((await call('GET', `/v1/projects/${rival.id}`, { token: made.token })).status, 403);

  const { token: _, ...account } = made;
  const listed = await findAccount(made.id);
  assert.ok(listed.tokens[0].last_used_at);
  assert.deepEqual(listed, { ...account, tokens: [{ ...account.tokens[0], last_used_at: listed.tokens[0].last_used_at }] });
  assert.equal(listed.created_by.name, acme.email);
  assert.ok(!JSON.stringify(await list()).includes(made.token));
  const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM tokens t WHERE kind = 'service'`.execute(server.db);
  assert.ok(!rows.some(({ text }) => text.includes(made.token)));
});

test('comments, votes, history and the audit log name the service account', async () => {
  const made = await createAccount('Triage bot', ['feedback:write', 'webhooks:write', 'audit_log:read']);
  const onAcme = { token: made.token, query: { project_id: acme.id } };
  const { body: entry } = await call('POST', '/v1/feedback', { key: acme.key, body: { title: 'Export' } });
  const comment = await call('POST', `/v1/feedback/${entry.id}/comments`, { token: made.token, body: { body: 'Planned' } });
  assert.deepEqual(
    [comment.status, comment.body.author_name, comment.body.author_role, comment.body.author_avatar_url],
    [201, 'Triage bot', 'team', null],
  );
  await call('POST', `/v1/feedback/${entry.id}/upvote`, { token: made.token });
  const { body: votes } = await call('GET', `/v1/feedback/${entry.id}/voters`, { token: acme.token });
  assert.deepEqual([votes.data[0].role, votes.data[0].name, votes.data[0].user_id], ['team', 'Triage bot', null]);
  await call('PATCH', `/v1/feedback/${entry.id}`, { token: made.token, body: { status: 'planned' } });
  const { body: history } = await call('GET', `/v1/feedback/${entry.id}/history`, { token: acme.token });
  assert.deepEqual(history.data[0].actor, { id: made.id, name: 'Triage bot', avatar_url: null });

  const { body: webhook } = await call('POST', '/v1/webhooks', { ...onAcme, body: { url: 'https://example.com/hook' } });
  const log = async (query: object) =>
    (await call('GET', `/v1/projects/${acme.id}/audit-log`, { token: made.token, query: { ...query } })).body;
  const { data, total } = await log({ actor_id: made.id });
  assert.equal(total, 1);
  assert.deepEqual(
    [data[0].action, data[0].target_id, data[0].actor_id, data[0].actor_name, data[0].token_name],
    ['webhook.created', webhook.id, made.id, 'Triage bot', `…${made.token.slice(-4)}`],
  );
  await call('DELETE', `${path}/${made.id}`, { token: acme.token });
  const kept = await call('GET', `/v1/projects/${acme.id}/audit-log`, { token: acme.token, query: { actor_id: made.id } });
  assert.equal(kept.body.data[0].actor_name, 'Triage bot');
  const { body: comments } = await call('GET', `/v1/feedback/${entry.id}/comments`, { token: acme.token });
  assert.equal(comments.data[0].author_name, 'Triage bot');
});

test('a service account sees personal data with its scope only', async () => {
  await call('POST', '/v1/waitlist', { key: acme.key, body: { email: 'grace@example.com' } });
  const addressesFor = async (name: string, scopes: string[]) => {
    const { token } = await createAccount(name, scopes);
    const { body } = await call('GET', '/v1/waitlist', { token, query: { project_id: acme.id } });
    return body.data.map(({ email }: Json) => email);
  };
  assert.deepEqual(await addressesFor('Impersonal', ['waitlist:read']), [null]);
  assert.deepEqual(await addressesFor('Personal', ['waitlist:read', 'personal_data:read']), ['grace@example.com']);
});

test('service accounts cannot manage members, tokens, accounts, devices and projects', async () => {
  const { token, id, tokens } = await createAccount('Powerful', SERVICE_ACCOUNT_SCOPES);
  const cases: [string, string, object?][] = [
    ['POST', path, { name: 'Child', scopes: ['feedback:read'] }],
    ['PATCH', `${path}/${id}`, { name: 'Other' }],
    ['POST', `${path}/${id}/rotate`, {}],
    ['DELETE', `${path}/${id}/tokens/${tokens[0].id}`],
    ['DELETE', `${path}/${id}`],
    ['POST', `/v1/projects/${acme.id}/members`, { email: 'lin@example.com', role: 'admin' }],
    ['POST', '/v1/projects', { name: 'Mine' }],
    ['DELETE', `/v1/projects/${acme.id}?confirm=${acme.slug}`],
    ['GET', '/v1/auth/tokens'],
    ['POST', '/v1/auth/tokens', { name: 'Mine' }],
    ['GET', '/v1/auth/device?user_code=BCDF-GHJK'],
    ['POST', '/v1/auth/device/decide', { user_code: 'BCDF-GHJK', allow: true }],
    ['GET', `/v1/projects/${acme.id}/identity-secrets`],
    ['POST', `/v1/projects/${acme.id}/people/erase`, { email: 'grace@example.com' }],
  ];
  const error = 'Service accounts can’t do this: sign in, or use a personal access token with the scope admin';
  for (const [method, url, body] of cases) {
    const answer = await call(method, url, { token, body });
    assert.deepEqual([answer.status, answer.body], [403, { error, code: 'auth.scope_required' }], `${method} ${url}`);
  }
  assert.equal((await call('GET', path, { token })).status, 200, 'it may list service accounts, without their secrets');
  const mail = await call('POST', `/v1/projects/${acme.id}/mails/test`, { token });
  assert.equal(mail.body.error, 'recipient is required because your account has no email address');
});

test('the scope admin and wrong values are rejected', async () => {
  const cases: [object, RegExp][] = [
    [{ name: 'x' }, /^scopes is required$/],
    [{ name: 'x', scopes: [] }, /^scopes must/],
    [{ name: 'x', scopes: ['admin'] }, /^scopes\[0\] must be one of/],
    [{ name: ' ', scopes: ['feedback:read'] }, /^name is required$/],
    [{ name: 'x', scopes: ['feedback:read'], expires_in_days: 0 }, /^expires_in_days must be an integer from 1 to 3,?650$/],
  ];
  for (const [body, error] of cases) {
    const answer = await create(body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, error);
  }
});

test('lists accounts in pages, by name', async () => {
  const project = await server.createProject('Pages');
  const accounts = `/v1/projects/${project.id}/service-accounts`;
  for (const name of ['b', 'C', 'a'])
    await call('POST', accounts, { token: project.token, body: { name, scopes: ['feedback:read'] } });
  const page = (query: Record<string, number>) => call('GET', accounts, { token: project.token, query });
  const { body } = await page({ limit: 2 });
  assert.deepEqual([body.data.map(({ name }: Json) => name), body.total], [['a', 'b'], 3]);
  assert.equal((await page({ limit: 2, page: 2 })).body.data[0].name, 'C');
  assert.deepEqual([(await page({ page: 0 })).status, (await page({ page: 0 })).body.code], [400, 'validation']);
});

test('names are unique in a project', async () => {
  const { id } = await createAccount('Unique', ['feedback:read']);
  await createAccount('Another', ['feedback:read']);
  const taken = await create({ name: 'unique', scopes: ['feedback:read'] });
  assert.deepEqual([taken.status, taken.body.code], [409, 'service_accounts.name_taken']);
  const renamed = await call('PATCH', `${path}/${id}`, { token: acme.token, body: { name: 'ANOTHER' } });
  assert.deepEqual([renamed.status, renamed.body.code], [409, 'service_accounts.name_taken']);
  const elsewhere = await call('POST', `/v1/projects/${rival.id}/service-accounts`, {
    token: rival.token,
    body: { name: 'Unique', scopes: ['feedback:read'] },
  });
  assert.equal(elsewhere.status, 201);
});

test('changes of scopes and name apply to existing tokens at once', async () => {
  const { id, token } = await createAccount('Before', ['feedback:read']);
  const read = (area: string) => call('GET', `/v1/${area}`, { token, query: { project_id: acme.id } });
  assert.deepEqual([(await read('feedback')).status, (await read('changelog')).status], [200, 403]);
  const { body } = await call('PATCH', `${path}/${id}`, {
    token: acme.token,
    body: { name: 'After', scopes: ['changelog:read'] },
  });
  assert.deepEqual([body.name, body.scopes], ['After', ['changelog:read']]);
  assert.deepEqual([(await read('feedback')).status, (await read('changelog')).status], [403, 200]);
  assert.equal((await sessionOf(server, token)).body.user.name, 'After');
});

test('a rotated token works for a day, or ends at once', async () => {
  const first = await createAccount('Rotated', ['feedback:read']);
  const rotate = async (body: object): Promise<Json> =>
    (await call('POST', `${path}/${first.id}/rotate`, { token: acme.token, body })).body;
  const second = await rotate({ expires_in_days: 7 });
  assert.equal(second.tokens.length, 2);
  assert.deepEqual([await statusOf(first.token), await statusOf(second.token)], [200, 200]);
  const hours = (Date.parse(second.tokens[1].expires_at) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24);
  const third = await rotate({ revoke_now: true });
  assert.deepEqual([third.tokens.length, third.tokens[0].expires_at], [1, null]);
  assert.deepEqual(await Promise.all([first, second, third].map(({ token }) => statusOf(token))), [401, 401, 200]);
});

test('single tokens are revoked, by the owner or by the token itself', async () => {
  const { id, token, tokens } = await createAccount('Revoked', ['feedback:read']);
  const remove = (tokenId: string) => call('DELETE', `${path}/${id}/tokens/${tokenId}`, { token: acme.token });
  assert.equal((await remove(tokens[0].id)).status, 200);
  assert.equal(await statusOf(token), 401);
  for (const unknown of [tokens[0].id, 'tok_x'])
    assert.deepEqual((await remove(unknown)).body.code, 'service_accounts.token_not_found');
  assert.deepEqual((await findAccount(id)).tokens, []);

  const next = async () => (await call('POST', `${path}/${id}/rotate`, { token: acme.token, body: {} })).body.token as string;
  const [signedOut, leaked] = [await next(), await next()];
  assert.equal((await call('DELETE', '/v1/auth/session', { token: signedOut })).status, 200);
  await call('POST', '/v1/auth/revoke', { body: { token: leaked } });
  assert.deepEqual([await statusOf(signedOut), await statusOf(leaked)], [401, 401]);
  const { body } = await call('GET', `/v1/projects/${acme.id}/audit-log`, {
    token: acme.token,
    query: { action: 'service_account.token_revoked' },
  });
  assert.deepEqual(
    body.data.slice(0, 3).map(({ actor_name, before }: Json) => [actor_name, before.token]),
    [
      ['Revoked', `…${leaked.slice(-4)}`],
      ['Revoked', `…${signedOut.slice(-4)}`],
      [acme.email, `…${token.slice(-4)}`],
    ],
  );
});

test('all tokens end when the service account is deleted, and unknown accounts are not found', async () => {
  const first = await createAccount('Deleted', ['feedback:read']);
  const second = (await call('POST', `${path}/${first.id}/rotate`, { token: acme.token, body: {} })).body;
  assert.equal((await call('DELETE', `${path}/${first.id}`, { token: acme.token })).status, 200);
  assert.deepEqual([await statusOf(first.token), await statusOf(second.token)], [401, 401]);
  assert.equal(await findAccount(first.id), undefined);

  const foreign = await call('POST', `/v1/projects/${rival.id}/service-accounts`, {
    token: rival.token,
    body: { name: 'Foreign', scopes: ['feedback:read'] },
  });
  for (const id of [first.id, foreign.body.id, 'svc_x'])
    for (const [method, rest, body] of [
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', '/rotate', {}],
      ['DELETE', `/tokens/${foreign.body.tokens[0].id}`],
    ] as const) {
      const answer = await call(method, `${path}/${id}${rest}`, { token: acme.token, body });
      assert.deepEqual([answer.status, answer.body.code], [404, 'service_accounts.not_found'], `${method} ${rest}`);
    }
  assert.equal(await statusOf(foreign.body.token), 200);
});

test('expired tokens end and are removed from the list', async () => {
  const { id, token } = await createAccount('Expired', ['feedback:read'], { expires_in_days: 1 });
  await sql`UPDATE tokens SET expires_at = now() WHERE name = ${`…${token.slice(-4)}`}`.execute(server.db);
  assert.equal(await statusOf(token), 401);
  assert.deepEqual((await findAccount(id)).tokens, []);
});

test('a repeated request creates one account, and shows its token the first time only', async () => {
  const headers = { 'idempotency-key': 'service-account' };
  const first = await create({ name: 'Once', scopes: ['feedback:read'] }, headers);
  const second = await create({ name: 'Once', scopes: ['feedback:read'] }, headers);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(second.body, { ...first.body, token: null });
});

test('only owners manage service accounts, admins see them, and other members do not', async () => {
  const people: Record<string, string> = {};
  for (const role of ['admin', 'member']) {
    const { token, email } = await server.signIn();
    await call('POST', `/v1/projects/${acme.id}/members`, { token: acme.token, body: { email, role } });
    people[role] = token;
  }
  assert.equal((await call('GET', path, { token: people.admin })).status, 200);
  assert.equal((await call('GET', path, { token: people.member })).body.code, 'auth.role_required');
  const refused = await create({ name: 'No', scopes: ['feedback:read'] }, {}, people.admin);
  assert.deepEqual([refused.status, refused.body.code], [403, 'auth.role_required']);
});

test('a service account remains when its creator leaves the project and is deleted', async () => {
  const project = await server.createProject('Handed over');
  const { access_token: heir } = await signedIn(server, 'heir@example.com');
  const accounts = `/v1/projects/${project.id}/service-accounts`;
  const made = await call('POST', accounts, { token: project.token, body: { name: 'CI', scopes: ['feedback:read'] } });
  const members = `/v1/projects/${project.id}/members`;
  const { body: member } = await call('POST', members, {
    token: project.token,
    body: { email: 'heir@example.com', role: 'admin' },
  });
  await call('PATCH', `${members}/${member.user_id}`, { token: project.token, body: { role: 'owner' } });
  const creator = made.body.created_by.id;
  assert.equal((await call('DELETE', `${members}/${creator}`, { token: heir })).status, 200);
  assert.equal((await call('GET', accounts, { token: project.token })).status, 403);
  const read = () => call('GET', '/v1/feedback', { token: made.body.token, query: { project_id: project.id } });
  assert.equal((await read()).status, 200);
  const createdBy = async () => (await call('GET', accounts, { token: heir })).body.data[0].created_by;
  assert.equal((await createdBy()).name, project.email);

  await sql`DELETE FROM users WHERE email = ${project.email}`.execute(server.db);
  assert.equal((await read()).status, 200);
  assert.equal(await createdBy(), null);

  const { slug } = (await call('GET', `/v1/projects/${project.id}`, { token: heir })).body;
  await call('DELETE', `/v1/projects/${project.id}`, { token: heir, query: { confirm: slug } });
  assert.equal(await statusOf(made.body.token), 401, 'it ends with its project');
});

test('assistants work with the token of a service account', async () => {
  const { token } = await createAccount('Assistant', ['projects:read', 'feedback:read']);
  const client = await connectClient(server, token);
  assert.match((await callTool(client, 'list_projects', {})).text, new RegExp(acme.id));
  assert.match((await callTool(client, 'get_waitlist_statistics', { project_id: acme.id })).text, /auth\.scope_required/);
  await client.close();
});
