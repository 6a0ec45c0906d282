import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { sharedTestServer } from '../../../testing/server.ts';
import { newVerifier } from '../fixtures/browser.ts';
import { sha256 } from '../secrets.ts';
import {
  callTool,
  connect,
  createParty,
  exchangeCode,
  obtainCode,
  postForm,
  refresh,
  registerApp,
  statusOf,
} from './fixtures/app.ts';

const server = await sharedTestServer();
const acme = await server.createProject('Acme');
const party = await createParty(server, acme.email);
/** Another app of the same user. */
const other = { ...party, clientId: await registerApp(server, { name: 'Other' }) };

/** Returns the status and the OAuth error of a response. */
const errorOf = async (answer: Promise<{ status: number; body: { error?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
const INVALID_GRANT = [400, 'invalid_grant'];

test('a code is exchanged for tokens that work for the MCP server, and for nothing else', async () => {
  const { status, headers, body } = await exchangeCode(server, party, await obtainCode(server, party));
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
  assert.match(body.access_token, /^earshot_oat_\w{43}$/);
  assert.match(body.refresh_token, /^earshot_ort_\w{43}$/);
  assert.deepEqual([body.token_type, body.expires_in], ['Bearer', 3600]);
  const { body: result } = await callTool(server, body.access_token, 'list_projects');
  assert.match(String(result), /\\"name\\":\\"Acme\\"/);
  for (const [method, path] of [
    ['GET', '/v1/projects'],
    ['GET', '/v1/auth/session'],
    ['GET', `/v1/feedback?project_id=${acme.id}`],
    ['DELETE', '/v1/auth/session'],
  ] as const) {
    const answer = await server.call(method, path, { token: body.access_token });
    assert.deepEqual([answer.status, answer.body.code], [401, 'auth.token_invalid'], path);
  }
  assert.equal(await statusOf(server, body.refresh_token), 401, 'a refresh token is no access token');
});

test('a wrong verifier, another app and another redirect URI consume the code', async () => {
  for (const [by, form] of [
    [party, { code_verifier: newVerifier() }],
    [party, { code_verifier: 'short' }],
    [other, {}],
    [party, { redirect_uri: 'http://127.0.0.1:10/callback' }],
  ] as const) {
    const code = await obtainCode(server, party);
    assert.deepEqual(await errorOf(exchangeCode(server, by, code, form)), INVALID_GRANT);
    assert.deepEqual(await errorOf(exchangeCode(server, party, code)), INVALID_GRANT);
  }
});

test('a code works once, and its second use revokes the tokens of the first', async () => {
  const code = await obtainCode(server, party);
  const { body: tokens } = await exchangeCode(server, party, code);
  assert.equal(await statusOf(server, tokens.access_token), 200);
  assert.deepEqual(await errorOf(exchangeCode(server, party, code)), INVALID_GRANT);
  assert.equal(await statusOf(server, tokens.access_token), 401);
  assert.deepEqual(await errorOf(refresh(server, party, tokens.refresh_token)), INVALID_GRANT);
});

test('of concurrent exchanges of a code, one succeeds at most', async () => {
  const code = await obtainCode(server, party);
  const answers = await Promise.all(Array.from({ length: 6 }, () => exchangeCode(server, party, code)));
  assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
  for (const { status, body } of answers) assert.ok(status === 200 || body.error === 'invalid_grant');
});

test('an expired code is rejected', async () => {
  const code = await obtainCode(server, party);
  await sql`UPDATE oauth_requests SET expires_at = now() WHERE code_hash = ${sha256(code)}`.execute(server.db);
  assert.deepEqual(await errorOf(exchangeCode(server, party, code)), INVALID_GRANT);
});

test('tokens are stored as hashes only', async () => {
  const tokens = await connect(server, party);
  const { rows } = await sql<{ row: string }>`
    SELECT t::text AS row FROM oauth_tokens t UNION ALL SELECT r::text FROM oauth_requests r`.execute(server.db);
  for (const { row } of rows)
    for (const token of [tokens.access_token, tokens.refresh_token])
      assert.ok(!row.includes(token.slice(12)) && !row.includes(Buffer.from(token).toString('hex')));
});

/** Moves the use of a refresh token out of the time in which the request can be repeated. */
const age = (token: string) =>
  sql`UPDATE oauth_tokens SET used_at = used_at - interval '61 seconds' WHERE hash = ${sha256(token)}`.execute(server.db);

test('the reuse of a refresh token after a minute disconnects the app', async () => {
  const first = await connect(server, party);
  const { status, body: second } = await refresh(server, party, first.refresh_token);
  assert.equal(status, 200);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal(await statusOf(server, second.access_token), 200);
  await age(first.refresh_token);
  assert.deepEqual(await errorOf(refresh(server, party, first.refresh_token)), INVALID_GRANT);
  for (const token of [first.access_token, second.access_token]) assert.equal(await statusOf(server, token), 401);
  assert.deepEqual(await errorOf(refresh(server, party, second.refresh_token)), INVALID_GRANT);
});

test('a client that lost the response to a refresh can repeat the request, and the lost tokens do not refresh', async () => {
  const first = await connect(server, party);
  const { body: lost } = await refresh(server, party, first.refresh_token);
  const { status, body: second } = await refresh(server, party, first.refresh_token);
  assert.equal(status, 200);
  assert.equal(await statusOf(server, second.access_token), 200);
  const { status: next, body: third } = await refresh(server, party, second.refresh_token);
  assert.equal(next, 200);
  assert.deepEqual(await errorOf(refresh(server, party, lost.refresh_token)), INVALID_GRANT);
  assert.equal(await statusOf(server, third.access_token), 401, 'somebody read the lost response');
});

test('a refresh token cannot be reused after its successor', async () => {
  const first = await connect(server, party);
  const { body: second } = await refresh(server, party, first.refresh_token);
  const { body: third } = await refresh(server, party, second.refresh_token);
  assert.deepEqual(await errorOf(refresh(server, party, first.refresh_token)), INVALID_GRANT);
  assert.equal(await statusOf(server, third.access_token), 401);
});

test('of concurrent refreshes, one returns a refresh token that is valid', async () => {
  const { refresh_token: token } = await connect(server, party);
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(server, party, token)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const { rows } = await sql`
    SELECT FROM oauth_tokens t WHERE t.kind = 'refresh' AND t.used_at IS NULL
      AND t.grant_id = (SELECT grant_id FROM oauth_tokens WHERE hash = ${sha256(token)})`.execute(server.db);
  assert.equal(rows.length, 1);
});

test('a refresh token of another app is rejected, and stays valid for its app', async () => {
  const tokens = await connect(server, party);
  assert.deepEqual(await errorOf(refresh(server, other, tokens.refresh_token)), INVALID_GRANT);
  assert.equal((await refresh(server, party, tokens.refresh_token)).status, 200);
});

test('a refresh can reduce the scopes of the access token, and never extends them', async () => {
  const tokens = await connect(server, party, { scopes: ['feedback:write', 'projects:read'] });
  assert.equal(tokens.scope, 'feedback:write projects:read');
  const extended = refresh(server, party, tokens.refresh_token, { scope: 'feedback:write analytics:read' });
  assert.deepEqual(await errorOf(extended), [400, 'invalid_scope']);
  const { body: reduced } = await refresh(server, party, tokens.refresh_token, { scope: 'feedback:read' });
  assert.equal(reduced.scope, 'feedback:read');
  assert.equal((await callTool(server, reduced.access_token, 'list_feedback', { project_id: acme.id })).status, 200);
  assert.equal(await statusOf(server, reduced.access_token), 403);
  const { body: full } = await refresh(server, party, reduced.refresh_token);
  assert.equal(full.scope, 'feedback:write projects:read');
});

test('another resource is rejected, and does not consume the code or the refresh token', async () => {
  const code = await obtainCode(server, party);
  const elsewhere = { resource: 'https://other.example/mcp' };
  assert.deepEqual(await errorOf(exchangeCode(server, party, code, elsewhere)), [400, 'invalid_target']);
  const resource = `${server.url}/mcp`;
  const { body: tokens } = await exchangeCode(server, party, code, { resource });
  assert.deepEqual(await errorOf(refresh(server, party, tokens.refresh_token, elsewhere)), [400, 'invalid_target']);
  assert.equal((await refresh(server, party, tokens.refresh_token, { resource })).status, 200);
});

test('tokens for another resource are not accepted', async () => {
  const tokens = await connect(server, party);
  await sql`
    UPDATE oauth_grants SET resource = 'https://former.example/mcp'
    WHERE id = (SELECT grant_id FROM oauth_tokens WHERE hash = ${sha256(tokens.access_token)})`.execute(server.db);
  assert.equal(await statusOf(server, tokens.access_token), 401);
  assert.deepEqual(await errorOf(refresh(server, party, tokens.refresh_token)), INVALID_GRANT);
});

test('a new connection of an app replaces the previous one', async () => {
  const previous = await connect(server, party);
  const untouched = await connect(server, other);
  const current = await connect(server, party);
  const statuses = [previous, untouched, current].map(({ access_token }) => statusOf(server, access_token));
  assert.deepEqual(await Promise.all(statuses), [401, 200, 200]);
});

test('expired access tokens are rejected', async () => {
  const tokens = await connect(server, party);
  await sql`UPDATE oauth_tokens SET expires_at = now() WHERE hash = ${sha256(tokens.access_token)}`.execute(server.db);
  assert.equal(await statusOf(server, tokens.access_token), 401);
  assert.equal((await refresh(server, party, tokens.refresh_token)).status, 200);
});

test('an app revokes an access token, or its connection', async () => {
  const tokens = await connect(server, party);
  const revoke = async (token: string) => {
    const { status, body } = await postForm(server, '/v1/oauth/revoke', { token, token_type_hint: 'refresh_token' });
    assert.deepEqual([status, body], [200, { ok: true }]);
  };
  await revoke(tokens.access_token);
  assert.equal(await statusOf(server, tokens.access_token), 401);
  const { body: next } = await refresh(server, party, tokens.refresh_token);
  await revoke(next.refresh_token);
  assert.equal(await statusOf(server, next.access_token), 401);
  assert.deepEqual(await errorOf(refresh(server, party, next.refresh_token)), INVALID_GRANT);
  await revoke('unknown');
  await revoke(acme.token);
  assert.equal((await server.call('GET', '/v1/projects', { token: acme.token })).status, 200);
  assert.deepEqual(await errorOf(postForm(server, '/v1/oauth/revoke', {})), [400, 'invalid_request']);
});

test('invalid token requests are answered with the codes of the standard', async () => {
  const { clientId: client_id } = party;
  const cases: [Record<string, string>, string][] = [
    [{}, 'invalid_request'],
    [{ grant_type: 'password', client_id }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code', code: 'x', code_verifier: 'x' }, 'invalid_client'],
    [{ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'app_00000000000000000000000000' }, 'invalid_client'],
    [{ grant_type: 'authorization_code', client_id }, 'invalid_request'],
    [{ grant_type: 'authorization_code', client_id, code: 'x' }, 'invalid_request'],
    [{ grant_type: 'refresh_token', client_id }, 'invalid_request'],
    [{ grant_type: 'refresh_token', client_id, refresh_token: 'x' }, 'invalid_grant'],
    [{ grant_type: 'authorization_code', client_id, code: 'x', code_verifier: newVerifier() }, 'invalid_grant'],
  ];
  for (const [form, error] of cases) {
    const { status, body } = await postForm(server, '/v1/oauth/token', form);
    assert.deepEqual([status, body.error, body.code], [400, error, 'auth.oauth'], JSON.stringify(form));
    assert.equal(typeof body.error_description, 'string');
  }
  const repeated = server.call('POST', '/v1/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=refresh_token&client_id=${client_id}&refresh_token=a&refresh_token=b`,
  });
  assert.deepEqual(await errorOf(repeated), [400, 'invalid_request']);
});
