import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP_SCOPES } from '@earshot/contract/instance/scopes';
import { TOOLS } from '@earshot/mcp/tools';
import { sql } from 'kysely';
import { sharedTestServer } from '../../../testing/server.ts';
import { challengeOf } from '../fixtures/browser.ts';
import { sha256 } from '../secrets.ts';
import {
  authorize,
  callTool,
  connect,
  createParty,
  decide,
  obtainCode,
  REDIRECT_URI,
  refresh,
  registerApp,
  requestAccess,
  statusOf,
} from './fixtures/app.ts';

const server = await sharedTestServer();
const acme = await server.createProject('Acme');
const party = await createParty(server, acme.email);
const { clientId, browser } = party;
const session = { token: browser };

const valid = {
  response_type: 'code',
  client_id: clientId,
  redirect_uri: REDIRECT_URI,
  code_challenge: challengeOf(party.verifier),
  code_challenge_method: 'S256',
  state: 'x&y=z',
};

test('the metadata describes the MCP server and the authorization server', async () => {
  const read = async (path: string) => {
    const { status, headers, body } = await server.call('GET', `/.well-known/${path}`);
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, '*']);
    return body;
  };
  const resource = await read('oauth-protected-resource');
  assert.deepEqual(await read('oauth-protected-resource/mcp'), resource);
  assert.deepEqual([resource.resource, resource.authorization_servers], [`${server.url}/mcp`, [server.url]]);
  const metadata = await read('oauth-authorization-server');
  assert.equal(metadata.issuer, server.url);
  assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
  assert.deepEqual(metadata.token_endpoint_auth_methods_supported, ['none']);
  assert.equal(metadata.authorization_response_iss_parameter_supported, true);
  assert.deepEqual(metadata.scopes_supported, APP_SCOPES);
});

test('apps can request every scope that a tool requires, and never all rights', () => {
  const required = new Set(TOOLS.flatMap(({ scopes }) => scopes));
  assert.deepEqual([...required.difference(new Set<string>(APP_SCOPES))], []);
  assert.ok(!(APP_SCOPES as readonly string[]).includes('admin'));
});

test('requests without a credential learn where and with which scopes to ask for access', async () => {
  const { status, headers } = await server.call('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  const metadata = `resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`;
  assert.equal(status, 401);
  assert.equal(headers.get('www-authenticate'), `Bearer realm="earshot", scope="${APP_SCOPES.join(' ')}", ${metadata}`);
  const { headers: refused } = await callTool(server, `earshot_oat_${'x'.repeat(43)}`, 'list_projects');
  assert.match(refused.get('www-authenticate') ?? '', /^Bearer realm="earshot", error="invalid_token", scope=/);
  const { headers: elsewhere } = await server.call('GET', '/v1/projects');
  assert.equal(elsewhere.get('www-authenticate'), 'Bearer realm="earshot"');
});

test('unknown apps and redirect URIs are reported to the user, and never redirected to', async () => {
  for (const query of [
    { ...valid, client_id: '' },
    { ...valid, client_id: 'app_00000000000000000000000000' },
    { ...valid, redirect_uri: 'https://evil.example/callback' },
    { ...valid, redirect_uri: `${REDIRECT_URI}/other` },
    { ...valid, redirect_uri: '' },
    { ...valid, state: 'x'.repeat(4097) },
    { ...valid, state: '\0' },
  ]) {
    const { status, headers, target, body } = await authorize(server, query);
    assert.deepEqual([status, target], [400, undefined], JSON.stringify(query).slice(0, 300));
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
    assert.match(body, /The app can’t be connected/);
  }
  const twice = await server.call('GET', `/v1/oauth/authorize?${new URLSearchParams(valid).toString()}&redirect_uri=x`);
  assert.equal(twice.status, 400);
});

test('other invalid requests are reported to the app with its state and the issuer', async () => {
  const { code_challenge: _challenge, ...withoutChallenge } = valid;
  const { code_challenge_method: _method, ...withoutMethod } = valid;
  const cases: [Record<string, string>, string][] = [
    [{ ...valid, response_type: 'token' }, 'unsupported_response_type'],
    [withoutChallenge, 'invalid_request'],
    [withoutMethod, 'invalid_request'],
    [{ ...valid, code_challenge_method: 'plain', code_challenge: party.verifier }, 'invalid_request'],
    [{ ...valid, code_challenge: 'short' }, 'invalid_request'],
    [{ ...valid, resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ ...valid, resource: server.url }, 'invalid_target'],
    [{ ...valid, scope: 'admin' }, 'invalid_scope'],
    [{ ...valid, scope: 'openid profile' }, 'invalid_scope'],
  ];
  for (const [query, error] of cases) {
    const { status, target } = await authorize(server, query);
    assert.equal(status, 302);
    assert.equal(`${target?.origin}${target?.pathname}`, REDIRECT_URI);
    const { error_description: description, ...parameters } = Object.fromEntries(target?.searchParams ?? []);
    assert.deepEqual(parameters, { error, state: 'x&y=z', iss: server.url });
    assert.ok(description);
  }
  const twice = await server.call('GET', `/v1/oauth/authorize?${new URLSearchParams(valid).toString()}&scope=a&scope=b`);
  assert.match(twice.headers.get('location') ?? '', /error=invalid_request/);
});

test('invalid requests never redirect to a website or a program that a scheme starts', async () => {
  for (const redirect_uri of ['https://website.example/callback', 'com.example.app:/callback']) {
    const client_id = await registerApp(server, { redirectUris: [redirect_uri] });
    const { status, target, body } = await authorize(server, { ...valid, client_id, redirect_uri, scope: 'admin' });
    assert.deepEqual([status, target], [400, undefined]);
    assert.match(body, /\(invalid_scope\)/);
  }
});

test('a loopback port may differ, and a single redirect URI may be omitted', async () => {
  const port = await authorize(server, { ...valid, redirect_uri: 'http://127.0.0.1:51004/callback' });
  assert.equal(port.target?.pathname, '/authorize');
  const { redirect_uri: _uri, ...without } = valid;
  assert.equal((await authorize(server, without)).target?.pathname, '/authorize');
  const several = await registerApp(server, { redirectUris: [REDIRECT_URI, 'https://app.example/callback'] });
  assert.equal((await authorize(server, { ...without, client_id: several })).status, 400);
});

test('the user sees the app and the requested scopes', async () => {
  const name = 'Claude \u202Eevil\u0007 ';
  const website = await registerApp(server, { name, redirectUris: ['https://claude.example/callback'] });
  const query = { client_id: website, redirect_uri: 'https://claude.example/callback', scope: 'feedback:write admin unknown' };
  const request = await requestAccess(server, party, query);
  const { status, body } = await server.call('GET', '/v1/auth/authorization-request', { ...session, query: { request } });
  assert.equal(status, 200);
  assert.deepEqual([body.client_name, body.redirect_host], ['Claude evil', 'claude.example']);
  assert.deepEqual(body.scopes, ['feedback:read', 'feedback:write']);
  const all = await requestAccess(server, party);
  const local = await server.call('GET', '/v1/auth/authorization-request', { ...session, query: { request: all } });
  assert.deepEqual([local.body.redirect_host, local.body.scopes], [null, APP_SCOPES]);
});

test('the app receives code, state and issuer, or the refusal', async () => {
  const allowed = await decide(server, party, await requestAccess(server, party, { state: 'x&y=z' }));
  const { code, ...parameters } = Object.fromEntries(new URL(allowed.body.redirect_to).searchParams);
  assert.match(code ?? '', /^\w{43}$/);
  assert.deepEqual(parameters, { state: 'x&y=z', iss: server.url });
  const request = await requestAccess(server, party);
  const refused = await decide(server, party, request, { allow: false });
  const answer = Object.fromEntries(new URL(refused.body.redirect_to).searchParams);
  assert.deepEqual(answer, { error: 'access_denied', state: 'state of the app', iss: server.url });
  assert.equal((await decide(server, party, request)).body.code, 'auth.authorization_request_not_found');
});

test('a decision requires a browser sign-in, and is made once', async () => {
  const request = await requestAccess(server, party);
  const byToken = await decide(server, { ...party, browser: acme.token }, request);
  assert.deepEqual([byToken.status, byToken.body.code], [403, 'auth.browser_sign_in_required']);
  assert.equal((await decide(server, party, request)).status, 200);
  for (const allow of [true, false]) {
    const again = await decide(server, party, request, { allow });
    assert.deepEqual([again.status, again.body.code], [404, 'auth.authorization_request_not_found']);
  }
  const decisions = await requestAccess(server, party);
  const answers = await Promise.all(Array.from({ length: 5 }, () => decide(server, party, decisions)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test('an expired request cannot be read or decided', async () => {
  const request = await requestAccess(server, party);
  await sql`UPDATE oauth_requests SET expires_at = now() WHERE hash = ${sha256(request)}`.execute(server.db);
  assert.equal((await decide(server, party, request)).status, 404);
  const read = await server.call('GET', '/v1/auth/authorization-request', { ...session, query: { request } });
  assert.deepEqual([read.status, read.body.code], [404, 'auth.authorization_request_not_found']);
});

test('the user can reduce the scopes and not extend them', async () => {
  const request = await requestAccess(server, party, { scope: 'feedback:write projects:read' });
  const extended = await decide(server, party, request, { scopes: ['analytics:read'] });
  assert.deepEqual([extended.status, extended.body.fields[0].path], [400, 'scopes[0]']);
  assert.equal((await decide(server, party, request, { scopes: ['admin'] })).status, 400);
  assert.equal((await decide(server, party, request, { scopes: [] })).status, 400);
  const tokens = await connect(server, party, { scopes: ['feedback:read'] });
  assert.equal(tokens.scope, 'feedback:read');
  const { id: feedback } = (await server.call('POST', '/v1/feedback', { key: acme.key, body: { title: 'Dark mode' } })).body;
  assert.equal((await callTool(server, tokens.access_token, 'get_feedback', { id: feedback })).status, 200);
  const { status, headers, body } = await callTool(server, tokens.access_token, 'update_feedback', { id: feedback });
  assert.deepEqual([status, body.code], [403, 'auth.scope_required']);
  const parameters = headers.get('www-authenticate') ?? '';
  assert.match(parameters, /error="insufficient_scope", scope="feedback:read feedback:write"/);
  assert.match(parameters, /resource_metadata="http/);
});

test('a connection is limited to the selected projects of the user', async () => {
  const { body: second } = await server.call('POST', '/v1/projects', { token: acme.token, body: { name: 'Second' } });
  const foreign = await server.createProject('Foreign');
  const request = await requestAccess(server, party);
  const refused = await decide(server, party, request, { project_ids: [acme.id, foreign.id] });
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'project_ids[1]']);
  const { access_token: token } = await connect(server, party, { project_ids: [acme.id] });
  const projects = String((await callTool(server, token, 'list_projects')).body);
  assert.ok(projects.includes(acme.id) && !projects.includes(second.id));
  const list = async (id: string) => String((await callTool(server, token, 'list_feedback', { project_id: id })).body);
  assert.match(await list(acme.id), /Dark mode/);
  for (const id of [second.id, foreign.id]) assert.match(await list(id), /auth\.not_a_member/);
});

test('a connection without a limit never reaches projects of others', async () => {
  const foreign = await server.createProject('Foreign');
  const { access_token: token } = await connect(server, party);
  const { body } = await callTool(server, token, 'list_feedback', { project_id: foreign.id });
  assert.match(String(body), /auth\.not_a_member/);
});

test('connected apps are listed without secrets, and can be disconnected by their user only', async () => {
  const mine = await createParty(server, 'lists-apps@example.com');
  const outsider = await createParty(server, 'outsider@example.com');
  const list = async (token: string) => (await server.call('GET', '/v1/auth/connected-apps', { token })).body;
  await obtainCode(server, mine);
  assert.equal((await list(mine.browser)).total, 0, 'the app has not exchanged its code');
  const tokens = await connect(server, mine, { scopes: ['projects:read'] });
  await callTool(server, tokens.access_token, 'list_projects');
  const { data, total } = await list(mine.browser);
  assert.equal(total, 1);
  const [{ id, last_used_at: used, created_at: _created, updated_at: _updated, expires_at: expires, ...app }] = data;
  const expected = {
    client_name: 'Test app',
    client_host: null,
    redirect_host: null,
    scopes: ['projects:read'],
    project_ids: null,
  };
  assert.deepEqual(app, expected);
  assert.ok(used && Date.parse(expires) > Date.now() + 29 * 86_400_000);
  assert.ok(!JSON.stringify(data).includes('earshot_o'));

  const remove = (token: string, path = id) => server.call('DELETE', `/v1/auth/connected-apps/${path}`, { token });
  for (const answer of [await remove(outsider.browser), await remove(mine.browser, 'con_0')])
    assert.deepEqual([answer.status, answer.body.code], [404, 'auth.connected_app_not_found']);
  assert.equal(await statusOf(server, tokens.access_token), 200);
  assert.deepEqual((await remove(mine.browser)).body, { ok: true });
  assert.equal(await statusOf(server, tokens.access_token), 401);
  assert.equal((await refresh(server, mine, tokens.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await list(mine.browser)).total, 0);
});

test('invalid queries of the account page are refused', async () => {
  for (const path of ['authorization-request', `authorization-request?request=${'x'.repeat(101)}`, 'connected-apps?page=0']) {
    const { status, body } = await server.call('GET', `/v1/auth/${path}`, session);
    assert.deepEqual([status, body.code], [400, 'validation'], path);
  }
});

test('other sites cannot embed the consent page', async () => {
  const { status, headers } = await server.call('GET', `/authorize?request=${await requestAccess(server, party)}`);
  assert.equal(status, 200);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.deepEqual([headers.get('referrer-policy'), headers.get('cache-control')], ['no-referrer', 'no-store']);
});

test('a personal token without all rights cannot see or remove connected apps', async () => {
  const { body } = await server.call('POST', '/v1/auth/tokens', {
    token: acme.token,
    body: { name: 'Low', scopes: ['projects:read'] },
  });
  for (const path of ['/v1/auth/connected-apps', '/v1/auth/authorization-request?request=x'])
    assert.equal((await server.call('GET', path, { token: body.token })).body.code, 'auth.scope_required');
});
