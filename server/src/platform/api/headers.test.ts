import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { ErrorBody, ErrorCodes } from '@earshot/contract/instance/errors';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { sharedTestServer } from '../../testing/server.ts';
import { announceDeprecations } from './headers.ts';
import { operation } from './operation.ts';

const server = await sharedTestServer();
const { key, id, token } = await server.createProject();

test('every response has a request id, including errors and unknown paths', async () => {
  for (const path of ['/health', '/v1/feedback', '/nowhere', '/openapi.json'])
    assert.match((await server.call('GET', path)).headers.get('x-request-id') ?? '', /^req_[\w-]{36}$/, path);
});

test('the API reference runs its own scripts only, and cannot be framed', async () => {
  const { status, headers, body } = await server.call('GET', '/docs/');
  assert.equal(status, 200);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; /);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(headers.get('x-frame-options'), 'DENY');
  const [, script = ''] = /<script(?![^>]*src=)[^>]*>([\s\S]*?)<\/script>/.exec(body) ?? [];
  assert.ok(policy.includes(createHash('sha256').update(script).digest('base64')), 'the script in the page is allowed');
  const source = await server.call('GET', '/docs/js/scalar.js');
  assert.match(source.headers.get('content-type') ?? '', /javascript/);
  assert.ok(source.body.length > 1_000_000);
  const { url, status: found } = await fetch(`${server.url}/docs`);
  assert.deepEqual([url, found], [`${server.url}/docs/`, 200]);
});

test('an unknown path returns 404 with method and path', async () => {
  const { status, body } = await server.call('GET', '/v1/nothing?secret=1');
  assert.deepEqual([status, body.error], [404, 'Route GET /v1/nothing not found']);
});

test('preflight requests from any origin are allowed for a day, without credentials', async () => {
  const wanted = [
    'Content-Type',
    'Authorization',
    'X-Project-Key',
    'X-User-Token',
    'X-Visitor-Id',
    'Idempotency-Key',
    'Traceparent',
  ];
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await server.call('OPTIONS', '/v1/feedback', {
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': method,
        'access-control-request-headers': wanted.join(', '),
      },
    });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-max-age'), '86400');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.ok(headers.get('access-control-allow-methods')?.includes(method));
    for (const name of wanted) assert.ok(headers.get('access-control-allow-headers')?.includes(name), name);
  }
});

test('cross-origin responses expose the headers that clients need, including errors', async () => {
  for (const options of [{ key }, {}]) {
    const { headers } = await server.call('GET', '/v1/feedback', { ...options, headers: { origin: 'https://shop.example' } });
    assert.equal(headers.get('access-control-allow-origin'), '*');
    const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
    for (const name of ['ETag', 'X-Request-Id', 'Retry-After', 'Idempotent-Replayed', 'WWW-Authenticate', 'X-As-Of'])
      assert.ok(exposed.includes(name), name);
  }
});

test('ignores a trailing slash', async () => {
  assert.equal((await server.call('GET', '/v1/feedback/', { key })).status, 200);
  assert.equal((await server.call('GET', `/v1/projects/${id}/`, { token })).status, 200);
});

/** Returns the server's response to bytes that are not a valid request. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

test('malformed HTTP gets a standard error, and the connection is closed', async () => {
  const garbage = await exchange('HELLO\r\n\r\n');
  assert.match(garbage, /^HTTP\/1\.1 400 [\s\S]*"code":"request\.malformed"\}$/);
  const large = await exchange(`GET /health?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  assert.match(large, /^HTTP\/1\.1 431 [\s\S]*"code":"request\.headers_too_large"\}$/);
});

test('trims text in queries, and rejects NUL', async () => {
  assert.equal((await server.call('GET', '/v1/feedback?q=a%00b', { key })).body.error, 'q must not contain a NUL character');
  assert.equal((await server.call('GET', '/v1/feedback/by-project/%00')).status, 404);
});

test('a deprecated operation says since when, until when, and what replaces it, in errors too', async () => {
  const app = Fastify();
  after(() => app.close());
  app.addSchema(ErrorCodes);
  app.addSchema(ErrorBody);
  announceDeprecations(app);
  const options = operation({
    id: 'listOld',
    summary: 'List',
    description: 'Returns all.',
    tag: 'Service',
    access: { by: 'none' },
    query: Type.Object({ page: Type.Optional(Type.Integer()) }),
    returns: Type.Array(Type.String()),
    deprecated: { since: '2027-03-01', sunset: '2028-03-01', successor: '/v2/new' },
  });
  assert.equal((options.schema as { deprecated?: boolean }).deprecated, true);
  app.get('/v1/old', options, () => []);
  app.get('/v1/current', () => []);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  for (const [path, status] of Object.entries({ '/v1/old': 200, '/v1/old?page=x': 400 })) {
    const response = await fetch(url + path);
    assert.equal(response.status, status);
    assert.deepEqual(
      ['deprecation', 'sunset', 'link'].map((name) => response.headers.get(name)),
      ['@1803859200', 'Wed, 01 Mar 2028 00:00:00 GMT', '</v2/new>; rel="successor-version"'],
    );
  }
  assert.equal((await fetch(`${url}/v1/current`)).headers.get('deprecation'), null);
});

test('a path that no route can read gets the standard error, and browsers get a page', async () => {
  for (const path of ['/p/%E0%A4%A/feedback', '/v1/feedback/%ZZ', '/%', '/p/acme/changelog/%C3%28', '/%FF?a=b']) {
    const { status, headers, body } = await server.call('GET', path);
    assert.deepEqual([status, body.code, Object.keys(body)], [400, 'request.malformed', ['error', 'code']], path);
    assert.match(headers.get('x-request-id') ?? '', /^req_/);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    const page = await fetch(server.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'], path);
    assert.match(await page.text(), /<h1>Invalid link<\/h1>/);
  }
  const missing = await fetch(`${server.url}/nothing`, { headers: { accept: 'text/html' } });
  assert.deepEqual([missing.status, /<h1>Page not found<\/h1>/.test(await missing.text())], [404, true]);
  assert.equal((await server.call('GET', '/nothing')).body.code, 'request.route_not_found');
  const { status, body } = await server.call('POST', `/v1/feedback/${'x'.repeat(600)}/upvote`, { key });
  assert.deepEqual([status, body.code], [400, 'request.malformed']);
});

test('writes with If-Match are refused, because ETags identify responses', async () => {
  const { body: entry } = await server.call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
  const path = `/v1/feedback/${entry.id}`;
  const etag = (await server.call('GET', path, { token })).headers.get('etag') ?? '';
  const write = (method: string, condition: string, by: object = { token }) =>
    server.call(method, path, {
      ...by,
      headers: { 'if-match': condition },
      ...(method === 'PATCH' && { body: { title: 'New' } }),
    });
  for (const condition of ['W/"stale"', '"stale"', etag, `"a", ${etag}`, 'nonsense'])
    for (const method of ['PATCH', 'DELETE']) {
      const { status, body } = await write(method, condition);
      assert.deepEqual([status, body.code], [412, 'request.if_match_unsupported'], `${method} ${condition}`);
    }
  assert.equal((await server.call('GET', path, { token, headers: { 'if-match': '"stale"' } })).body.title, 'Export');
  assert.equal((await write('PATCH', '"stale"', {})).status, 401, 'a missing credential takes precedence');
  assert.equal((await write('PATCH', ' * ')).status, 200);
});
