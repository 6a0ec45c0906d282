import assert from 'node:assert/strict';
import http from 'node:http';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { issuePersonalToken } from '../../instance/identity/index.ts';
import { createDatabase, createPool, type Db } from '../postgres/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { IS_LONG, randomSeed } from '../../testing/long.ts';
import { freePort, startServerProcess } from '../../testing/process.ts';
import { sharedTestServer } from '../../testing/server.ts';

// Generates requests from the OpenAPI document with at least one invalid part.

/** Requests whose repetition must not grow the heap. */
const ROUND = IS_LONG ? 1_000 : 250;
const REPETITIONS = 6;
/** Further requests, each of which is sent once. */
const OTHERS = IS_LONG ? 10_000 : 1_000;
/** Growth of the heap by a repeated request. Compiled code takes 1 to 1.5 KiB of it, a kept `IncomingMessage` would take 2 KiB more. */
const MAX_GROWTH_BYTES = 3 * 1024;
const AT_ONCE = 16;
const HANG_MS = 60_000;

interface Operation {
  method: string;
  path: string;
  query: string[];
  body?: object;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string }[];
        requestBody?: { content: Record<string, { example?: object }> };
      }
    >
  >;
}

const document = (await (await sharedTestServer()).call('GET', '/openapi.json')).body as Document;

// A valid request for a stream does not end.
const operations: Operation[] = Object.entries(document.paths)
  .filter(([path]) => !['/v1/analytics/live', '/v1/webhooks/changes', '/v1/webhooks/events'].includes(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const content = Object.values(requestBody?.content ?? {})[0];
      return {
        method: method.toUpperCase(),
        path,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        body: content && (content.example ?? {}),
      };
    }),
  );

/** Valid values for requests. */
interface Known {
  ids: string[];
  key: string;
  token: string;
}

interface Malformed {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const garbageText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uD800',
    '%',
    '%00',
    "'; DROP TABLE users; --",
    '../../etc/passwd',
    '{{7*7}}',
    '__proto__',
  ),
  fc.constantFrom('-1', '0', '1e999', 'NaN', '99999999999999999999', '0x10', '1.5', 'true', 'null', '[]', '{}'),
  fc.constantFrom(
    'a'.repeat(300),
    '𝒳'.repeat(5000),
    '\u202E',
    'fb_',
    'prj_zzzzzzzzzzzzzzzzzzzzzzzzzz',
    'fb_00000000000000000000000000',
  ),
);

const garbageValue = fc.oneof(garbageText, fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(null, [], {}, -1, 1e308, true));

const garbageHeader = fc.constantFrom(
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-encoding': 'gzip' },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'x'.repeat(5000) },
  { 'x-visitor-id': 'not a uuid' },
  { 'x-user-token': 'a.b.c' },
  { 'x-user-token': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
  { 'if-none-match': '"'.repeat(100) },
  { 'x-forwarded-for': '::::, 1' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: '__proto__=1; earshot_sign_in=%' },
  { authorization: 'Bearer' },
  { authorization: 'Basic Og==' },
  { authorization: `Bearer earshot_at_${'x'.repeat(43)}` },
  { 'x-project-key': 'pk_' },
  { range: 'bytes=0-' },
);

const brokenBody = fc.constantFrom(
  '{',
  '{"title":',
  '[',
  '"text"',
  'null',
  '{"a":1}{"b":2}',
  '\uFEFF{}',
  '['.repeat(20_000),
  `{"title":"${'a'.repeat(70_000)}"}`,
  '{"__proto__":{"a":1}}',
  '{"title":"\\u0000"}',
  '{"title":"\\ud800"}',
);

const requestOf = (known: () => Known) =>
  fc
    .record({
      operation: fc.constantFrom(...operations),
      credential: fc.constantFrom('key', 'token', 'both', 'none'),
      idKind: fc.constantFrom('known', 'known', 'garbage'),
      pick: fc.nat(),
      id: garbageText,
      query: fc.array(fc.tuple(fc.nat(), garbageText), { maxLength: 3 }),
      rawQuery: fc.option(fc.constantFrom('?%', '?%zz=1', '?a[b]=1', '?page=1&page=2', '?limit=', `?q=${'x'.repeat(7000)}`), {
        freq: 8,
      }),
      headers: fc.option(garbageHeader, { freq: 2 }),
      body: fc.oneof(brokenBody, fc.tuple(fc.nat(), garbageValue), fc.dictionary(garbageText, garbageValue, { maxKeys: 4 })),
    })
    .map(({ operation, credential, idKind, pick, id, query, rawQuery, headers, body }): Malformed => {
      const { ids, key, token } = known();
      const path = operation.path.replaceAll(/\{\w+\}/g, () =>
        idKind === 'known' ? (ids[pick % ids.length] ?? '') : encodeURIComponent(id.toWellFormed()) || '%',
      );
      const search = query.map(
        ([n, value]) =>
          `${operation.query[n % (operation.query.length || 1)] ?? 'x'}=${encodeURIComponent(value.toWellFormed())}`,
      );
      return {
        method: operation.method,
        path: path + (rawQuery ?? (search.length ? `?${search.join('&')}` : '')),
        headers: {
          ...((credential === 'key' || credential === 'both') && { 'x-project-key': key }),
          ...((credential === 'token' || credential === 'both') && { authorization: `Bearer ${token}` }),
          ...(operation.body && { 'content-type': 'application/json' }),
          ...(headers as Record<string, string> | null),
        },
        body: operation.body && bodyOf(operation.body, body),
      };
    });

/** Returns a broken text, the example of the operation with one invalid field, or invalid fields only. */
function bodyOf(example: object, change: string | [number, unknown] | Record<string, unknown>): string {
  if (typeof change === 'string') return change;
  if (!Array.isArray(change)) return JSON.stringify(change);
  const names = Object.keys(example);
  return JSON.stringify({ ...example, [names[change[0] % (names.length || 1)] ?? 'extra']: change[1] });
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
after(() => agent.destroy());

/** Returns the status of the response. Sends the request unchanged, because fetch() would normalize the URL. */
function send(base: URL, { method, path, headers, body }: Malformed): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: base.hostname, port: base.port, method, path, headers, agent, timeout: HANG_MS },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject);
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', reject).end(body);
  });
}

test(
  `${ROUND + OTHERS} malformed requests cause no failure and no hang, and repeated ones leave the process as large as before`,
  { timeout: 300_000 },
  async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase();
    const metricsPort = await freePort();
    const server = await startServerProcess(
      {
        DATABASE_URL: databaseUrl,
        EARSHOT_THROTTLE: 'off',
        EARSHOT_LOG_LEVEL: 'error',
        EARSHOT_METRICS_PORT: String(metricsPort),
      },
      ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2", () => gc())'],
    );
    const pool = createPool({ connectionString: databaseUrl }, () => {});
    const db = createDatabase(pool);
    after(async () => {
      await server.end('SIGTERM');
      await pool.end();
      await drop();
    });
    const base = new URL(server.url);
    const heapBytes = async () => {
      server.child.kill('SIGUSR2');
      await new Promise((resolve) => setTimeout(resolve, 300));
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]);
    };

    const statuses = new Map<number, number>();
    const failures: string[] = [];
    const run = async (count: number, seed: number) => {
      // Uses a new project each time, because a request that is valid by chance may rotate its key or delete it.
      const known = await prepare(server.url, db);
      const requests = fc.sample(
        requestOf(() => known),
        { numRuns: count, seed },
      );
      const worker = async () => {
        for (let request = requests.pop(); request; request = requests.pop()) {
          const { status, text } = await send(base, request).catch((error: Error) => ({ status: 0, text: error.message }));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const isReset = status === 0 && /ECONNRESET|EPIPE|socket hang up/.test(text) && (request.body?.length ?? 0) > 65_536;
          if (status >= 500 || (status === 0 && !isReset))
            failures.push(`${status} ${text} ${JSON.stringify(request).slice(0, 300)}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    };

    const seed = randomSeed(1);
    t.diagnostic(`TEST_SEED=${seed}`);
    // Requests of a new kind load and compile their parts and fill caches. Requests that are repeated have nothing left to load.
    const sizes: number[] = [];
    for (let done = 0; done < REPETITIONS; done++) {
      await run(ROUND, seed);
      sizes.push(await heapBytes());
    }
    for (let done = ROUND; done <= OTHERS; done += ROUND) await run(ROUND, seed + done);
    const growth = (sizes.at(-1) ?? NaN) - (sizes[1] ?? NaN);
    const toMebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
    t.diagnostic(`heap in MiB: ${sizes.map(toMebibytes).join(', ')}; answers ${JSON.stringify(Object.fromEntries(statuses))}`);

    assert.deepEqual(failures.slice(0, 10), []);
    assert.ok(growth < (REPETITIONS - 2) * ROUND * MAX_GROWTH_BYTES, `the heap grows by ${toMebibytes(growth)} MiB`);
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  },
);

async function prepare(url: string, db: Db): Promise<Known> {
  const token = await issuePersonalToken(db, { email: 'ada@example.com', name: 'test', days: 1, withLocal: true });
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: string; api_key: string };
  };
  const project = await post('/v1/projects', { authorization: `Bearer ${token}` }, { name: 'Malformed' });
  const entries = await Promise.all(
    ['One', 'Two', 'Three'].map((title) => post('/v1/feedback', { 'x-project-key': project.api_key }, { title })),
  );
  return { ids: [project.id, ...entries.map(({ id }) => id)], key: project.api_key, token };
}
