import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { IS_LONG } from '../../testing/long.ts';
import { type DocumentedOperation, fillPath, readOperations, requiredQuery } from '../../testing/openapi.ts';
import { sharedTestServer } from '../../testing/server.ts';
import { createProjects } from './fixtures/projects.ts';
import { until } from '../../testing/until.ts';

// Rules for all request bodies, tested on each operation of the OpenAPI document that has a body.

const BODY_LIMIT_BYTES = 64 * 1024;

/** Operations with a higher limit. */
const BODY_LIMITS: Record<string, number> = {
  trackEvents: 1024 * 1024,
  importEvents: 1024 * 1024,
  callMcp: 1024 * 1024,
  createDocument: 4 * 1024 * 1024,
  saveDocument: 4 * 1024 * 1024,
  updateDocument: 4 * 1024 * 1024,
};

const server = await sharedTestServer();
const { acme, inPath } = await createProjects(server);
const { id, slug, key, token } = acme;

const BATCH_LIMIT_BYTES = 16 * 1024 * 1024;

/** Batches of records with dates. */
const isBatch = ({ path }: DocumentedOperation) => path.endsWith('/batch');

/** Returns whether the items of a body are read one by one. */
const takesList = (operation: DocumentedOperation) => isBatch(operation) || operation.id === 'importEvents';

/** OAuth has fields that Earshot does not need and lets pass (RFC 6749, 3.2). The fields of a JSON-RPC message depend on its method. */
const TAKES_ANY_FIELD = new Set([
  'createTokens',
  'revokeToken',
  'authorizeDevice',
  'registerApp',
  'createAppTokens',
  'revokeAppToken',
  'callMcp',
]);

/** Telemetry, whose texts are repaired. */
const REPAIRS_TEXT = new Set(['trackEvents', 'importEvents']);

/** Operations whose errors are codes of the standard instead of messages. */
const IS_OAUTH = new Set(['createTokens', 'registerApp', 'createAppTokens', 'revokeAppToken']);

function send(
  operation: DocumentedOperation,
  body: string | Buffer,
  { type = 'application/json', headers, suffix = '' }: { type?: string; headers?: Record<string, string>; suffix?: string } = {},
) {
  const path = fillPath(operation, inPath, { slug });
  return server.call(operation.method, path + suffix, {
    ...(operation.credentials.includes('session') ? { token } : { key }),
    headers: { 'content-type': type, ...headers },
    query: {
      ...requiredQuery(operation),
      ...(operation.query.some(({ name }) => name === 'project_id') && { project_id: id }),
    },
    body,
  });
}

/** Links in mails name what they are about before any body counts, and an upload's body is not JSON. */
const isJson = ({ id: operationId, query: parameters, contentTypes }: DocumentedOperation) =>
  !parameters.some(({ name }) => name === 'token') &&
  !contentTypes.includes('multipart/form-data') &&
  // Requires a secret before it reads a body: services/feedback/comments/refused-mails.test.ts.
  operationId !== 'receiveMail';

const operations = (await readOperations(server)).filter(({ body }) => body);

for (const [index, operation] of operations.filter(isJson).entries()) {
  /** Returns all cases in the long version. The short one tries each case on some of the operations, because one parser reads all bodies. */
  const pick = <Case>(cases: readonly Case[]): readonly Case[] =>
    IS_LONG ? cases : cases.filter((_, number) => number === index % cases.length);

  describe(`${operation.method} ${operation.path}`, () => {
    const isOAuth = IS_OAUTH.has(operation.id);
    // Events alone come as beacons, and by the hundred.
    const isTracking = operation.id === 'trackEvents';

    test('rejects a body that is not a JSON object', async () => {
      const empty = operation.isBodyRequired ? [''] : [];
      const invalid = pick(['{"title": "Export",}', 'title=Export', '"text"', '7', 'null']);
      for (const body of ['{', '[]', ...invalid, ...empty]) {
        const { status, body: answer } = await send(operation, body);
        assert.equal(status, 400, body);
        if (!isOAuth) assert.ok(['request.invalid_json', 'validation'].includes(answer.code), answer.code);
      }
    });

    test('rejects a body that is not UTF-8', async () => {
      for (const encoding of pick(['latin1', 'utf16le'] as const)) {
        const { status, body } = await send(operation, Buffer.from('{"title": "Größe"}', encoding));
        assert.equal(status, 400, encoding);
        if (!isOAuth) assert.equal(body.code, 'request.invalid_encoding');
      }
    });

    test('rejects more than 64 levels of nesting', async () => {
      const [field = 'filler'] = Object.keys(operation.body ?? {});
      for (const [open, close] of pick([
        ['[', ']'],
        ['{"a":', '}'],
      ] as const)) {
        for (const levels of pick([64, 5_000])) {
          const { status, body } = await send(operation, `{"${field}":${open.repeat(levels)}1${close.repeat(levels)}}`);
          assert.equal(status, 400, `${levels} levels`);
          if (!isOAuth) assert.equal(body.error, 'The request body must not be nested deeper than 64 levels');
        }
        const { body } = await send(operation, `{"${field}":${open.repeat(63)}1${close.repeat(63)}}`);
        assert.ok(
          !JSON.stringify(body).includes('nested deeper'),
          'with just 64 levels it is refused for other reasons, if at all',
        );
      }
    });

    test('rejects other content types', async () => {
      const types = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonp'];
      for (const type of pick(types.filter((one) => !(isTracking && one === 'text/plain')))) {
        const { status, body } = await send(operation, JSON.stringify(operation.body), { type });
        assert.deepEqual([status, body.error], [415, 'Content-Type must be application/json']);
      }
    });

    const limit = isBatch(operation) ? BATCH_LIMIT_BYTES : (BODY_LIMITS[operation.id] ?? BODY_LIMIT_BYTES);
    test(`refuses a body over ${limit / 1024} KiB`, async () => {
      const filler = 'x'.repeat(limit);
      const { status, body } = await send(operation, JSON.stringify({ ...operation.body, filler }));
      assert.deepEqual([status, body.error], [413, 'The request body is too large']);
    });

    if (!TAKES_ANY_FIELD.has(operation.id))
      test('rejects unknown fields by name', async () => {
        const { status, body } = await send(operation, JSON.stringify({ ...operation.body, tittle: 'Export' }));
        assert.deepEqual([status, body.error], [400, 'tittle is not a known field']);
      });

    test('rejects text that cannot be stored, and prototype pollution', { skip: REPAIRS_TEXT.has(operation.id) }, async () => {
      const [field = 'filler'] = Object.keys(operation.body ?? {});
      const rest = JSON.stringify({ ...operation.body, [field]: undefined }).slice(1, -1);
      const others = rest && `, ${rest}`;
      for (const text of pick(['"a\\u0000b"', '"a\\ud800b"'])) {
        const { status, body } = await send(operation, `{ "${field}": ${text}${others} }`);
        assert.equal(status, 400);
        if (!isOAuth)
          assert.match(body.error, new RegExp(`^${field} must ${takesList(operation) ? 'be an array' : 'not contain'}`));
      }
      assert.equal((await send(operation, `{ "__proto__": { "a": 1 }${others} }`)).status, 400);
    });
  });
}

test('rejects a reused Idempotency-Key with a different request, for all operations', async () => {
  const creating = operations.filter(({ errorCodes }) => errorCodes.includes('request.idempotency_key_reused'));
  assert.ok(creating.length >= 20);
  // A passkey requires the answer of an authenticator (accounts.test.ts), an answer a request (requests.test.ts).
  const others = new Set(['createPasskey', 'answerOwnTestimonialRequest']);
  for (const operation of creating.filter((one) => isJson(one) && !others.has(one.id))) {
    const again = { 'idempotency-key': operation.id };
    // Ada and the key of the examples exist already.
    const body = JSON.stringify(operation.body).replaceAll('ada@example.com', 'new@example.com').replace('"Website"', '"App"');
    const first = await send(operation, body, { headers: again });
    assert.ok(first.status < 300, `${operation.id}: ${JSON.stringify(first.body)}`);
    const second = await send(operation, body, { headers: again, suffix: '/' });
    assert.deepEqual([second.status, second.body.code], [409, 'request.idempotency_key_reused'], operation.id);
  }
});

test('operations without a body ignore one, in any form', async () => {
  const BODIES: [type: string, body: string | Buffer, encoding?: string][] = [
    ['application/json', '{'],
    ['application/json', Buffer.from('{"a": "Ü"}', 'latin1')],
    ['application/json', JSON.stringify({ filler: 'x'.repeat(2 * BODY_LIMIT_BYTES) })],
    ['application/json', '{}', 'gzip'],
    ['application/x-www-form-urlencoded', ''],
    ['text/plain', 'text'],
    ['no type', 'text'],
  ];
  for (const [type, body, encoding] of BODIES) {
    const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
    const { body: entry } = await server.call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
    const visitor = crypto.randomUUID();
    const voted = await server.call('POST', `/v1/feedback/${entry.id}/upvote`, { key, visitor, headers, body });
    const deleted = await server.call('DELETE', `/v1/feedback/${entry.id}`, { token, headers, body });
    assert.deepEqual([voted.status, deleted.status], [200, 200], `${type} ${encoding}`);
  }
});

test('accepts a body of exactly 64 KiB', async () => {
  const frame = JSON.stringify({ title: 'Export', metadata: { note: '' } });
  const note = 'x'.repeat(BODY_LIMIT_BYTES - frame.length);
  const { status, body } = await server.call('POST', '/v1/feedback', { key, body: { title: 'Export', metadata: { note } } });
  assert.deepEqual([status, body.error], [400, 'metadata must be an object of at most 4 KiB']);
});

test('accepts a charset in the JSON content type, in any case', async () => {
  const { status } = await server.call('POST', '/v1/feedback', {
    key,
    headers: { 'content-type': 'Application/JSON; charset=UTF-8' },
    body: { title: 'Export' },
  });
  assert.equal(status, 201);
});

test('returns 415 for a body without content type', async () => {
  const response = await fetch(`${server.url}/v1/feedback`, {
    method: 'POST',
    headers: { 'x-project-key': key },
    body: new Blob([JSON.stringify({ title: 'Export' })]),
  });
  assert.equal(response.status, 415);
});

describe('a client that still sends a large body receives the response', () => {
  const large = Buffer.alloc(32 * 1024 * 1024, 'x');

  /** Sends a request with a large body and another request on the same connection. Returns the statuses of both. */
  async function statusesOf(path: string, head: string[], body: Buffer): Promise<string[]> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
    socket.write([`POST ${path} HTTP/1.1`, 'Host: localhost', ...head, '\r\n'].join('\r\n'));
    socket.write(body);
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await until(() => statuses().length === 2 || socket.destroyed);
    socket.destroy();
    return statuses();
  }

  const json = [`X-Project-Key: ${key}`, 'Content-Type: application/json'];
  const length = (body: Buffer) => `Content-Length: ${body.length}`;
  const chunk = Buffer.concat([Buffer.from(`${large.length.toString(16)}\r\n`), large, Buffer.from('\r\n0\r\n\r\n')]);
  const part = 'content-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png';
  const form = Buffer.concat([Buffer.from(`--x\r\n${part}\r\n\r\n`), large, Buffer.from('\r\n--x--\r\n')]);
  const formType = [`X-Project-Key: ${key}`, 'Content-Type: multipart/form-data; boundary=x'];
  const cases: [string, string, string[], Buffer, string][] = [
    ['JSON with a Content-Length', '/v1/feedback', [...json, length(large)], large, '413'],
    ['JSON in chunks', '/v1/feedback', [...json, 'Transfer-Encoding: chunked'], chunk, '413'],
    [
      'a type that is not supported',
      '/v1/feedback',
      [`X-Project-Key: ${key}`, 'Content-Type: text/csv', length(large)],
      large,
      '415',
    ],
    [
      'an unknown key',
      '/v1/feedback',
      ['X-Project-Key: pk_unknown', 'Content-Type: application/json', length(large)],
      large,
      '401',
    ],
    ['a file', '/v1/uploads', [...formType, length(form)], form, '413'],
  ];
  for (const [name, path, head, body, status] of cases)
    test(`${name}: ${status}, and the connection can be used again`, async () =>
      assert.deepEqual(await statusesOf(path, head, body), [status, '200']));

  test('fetch() receives the response', async () => {
    const response = await fetch(`${server.url}/v1/feedback`, {
      method: 'POST',
      headers: { 'x-project-key': key, 'content-type': 'application/json' },
      body: large,
    });
    assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [413, 'request.body_too_large']);
  });
});
