import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';
import { signedIn } from './fixtures/browser.ts';

// Requests that each operation of this service rejects before processing.

const server = await sharedTestServer();
const { access_token: token } = await signedIn(server, 'ada@example.com');
const { key } = await server.createProject();

test('session operations reject API keys, unknown tokens and other schemes', async () => {
  const operations = [
    ['GET', '/v1/auth/session'],
    ['GET', '/v1/auth/device?user_code=BCDF-GHJK'],
    ['POST', '/v1/auth/device/decide'],
    ['GET', '/v1/auth/tokens'],
    ['POST', '/v1/auth/tokens'],
    ['DELETE', '/v1/auth/tokens/tok_01h455vb4pex5vsknk084sn02q'],
  ] as const;
  const credentials = [
    {},
    { token: token.slice(0, -1) },
    { token: `earshot_at_${'0'.repeat(43)}` },
    { headers: { authorization: 'Basic YTpi' } },
    { headers: { authorization: token } },
  ];
  for (const [method, path] of operations) {
    for (const credential of credentials) {
      const { status, headers, body } = await server.call(method, path, credential);
      assert.equal(status, 401, `${method} ${path} ${JSON.stringify(credential)}`);
      assert.match(body.code, /^auth\.token_/);
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer /);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    const { status, headers, body } = await server.call(method, path, { key });
    assert.deepEqual([status, body.code], [403, 'auth.credential_not_accepted']);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
});

const TAKING_A_BODY = [
  '/v1/auth/token',
  '/v1/auth/revoke',
  '/v1/auth/device',
  '/v1/auth/device/decide',
  '/v1/auth/tokens',
] as const;

test('returns 415 for other content types, and 413 for large bodies', async () => {
  for (const path of TAKING_A_BODY) {
    const xml = await server.call('POST', path, { token, body: '<token/>', headers: { 'content-type': 'text/xml' } });
    assert.equal(xml.status, 415, path);
    const large = await server.call('POST', path, { token, body: { token: 'x'.repeat(64 * 1024) } });
    assert.deepEqual([large.status, large.body.error], [413, 'The request body is too large'], path);
  }
  for (const path of ['/v1/auth/device/decide', '/v1/auth/tokens']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await server.call('POST', path, { token, body: 'name=x', headers });
    assert.equal(status, 415, `${path} is no OAuth endpoint`);
  }
});

test('invalid bodies return 400 with the reason', async () => {
  const cases: [string, unknown, string][] = [
    ['/v1/auth/revoke', '{', 'The request body is not valid JSON'],
    ['/v1/auth/revoke', {}, 'token is required'],
    ['/v1/auth/revoke', { token: 7 }, 'token must be a string'],
    ['/v1/auth/revoke', { token: 'a\u0000b' }, 'token must not contain a NUL character'],
    ['/v1/auth/device', { client_id: 7 }, 'client_id must be a string of at most 100 characters'],
    ['/v1/auth/device/decide', {}, 'user_code is required'],
    ['/v1/auth/device/decide', { user_code: 'BCDF-GHJK' }, 'allow is required'],
    ['/v1/auth/device/decide', { user_code: 'BCDF-GHJK', allow: 'yes' }, 'allow must be true or false'],
    ['/v1/auth/device/decide', { user_code: 'BCDF-GHJK', allow: true, by: 'me' }, 'by is not a known field'],
    ['/v1/auth/tokens', [], 'The request body must be a JSON object'],
  ];
  for (const [path, body, error] of cases) {
    const answer = await server.call('POST', path, { token, body });
    assert.deepEqual([answer.status, answer.body.error], [400, error], JSON.stringify(body));
  }
});

test('invalid queries return 400 with the reason', async () => {
  const cases: [string, string][] = [
    ['/v1/auth/tokens?limit=0', 'limit must be an integer from 1 to 100'],
    ['/v1/auth/tokens?limit=101', 'limit must be an integer from 1 to 100'],
    ['/v1/auth/tokens?page=0', 'page must be an integer from 1 to 1,000,000'],
    ['/v1/auth/device', 'user_code is required'],
    ['/v1/auth/device?user_code=%00', 'user_code must not contain a NUL character'],
    ['/v1/auth/login', 'code_challenge is required'],
    ['/v1/auth/callback', 'state is unknown, expired, already used, or from another browser; start the sign-in again'],
    ['/v1/auth/callback?state=a&state=b', 'state must be a string'],
  ];
  for (const [path, error] of cases) {
    const answer = await server.call('GET', path, { token });
    assert.deepEqual([answer.status, answer.body.error], [400, error], path);
  }
});

test('an id of another kind returns 404', async () => {
  for (const id of ['tok_1', 'usr_01h455vb4pex5vsknk084sn02q', 'tok_01h455vb4pex5vsknk084sn02q', '1', '%00']) {
    const { status, body } = await server.call('DELETE', `/v1/auth/tokens/${id}`, { token });
    assert.deepEqual([status, body.error], [404, 'Personal access token not found'], id);
  }
});
