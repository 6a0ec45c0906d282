import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import {
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  Earshot,
  EarshotError,
  NotFoundError,
  PermissionError,
  ServerError,
  TimeoutError,
} from '@earshot/sdk';
import { sharedTestServer } from '@earshot/server/testing/server';

const server = await sharedTestServer();
const acme = await server.createProject();
const open = (more: object = {}) => new Earshot({ projectKey: acme.key, baseUrl: server.url, visitorId: null, ...more });
const owner = new Earshot({ accessToken: acme.token, projectId: acme.id, baseUrl: server.url });
const earshot = open();

test('submits with an API key, and changes with an access token', async () => {
  const entry = await earshot.feedback.submit({ title: 'Export as CSV', type: 'feature' });
  assert.equal((await owner.feedback.update(entry.id, { status: 'planned' })).status, 'planned');
  assert.equal((await earshot.feedback.get(entry.id)).status, 'planned');
  const voter = open({ visitorId: crypto.randomUUID() });
  assert.equal((await voter.feedback.upvote(entry.id)).upvote_count, 1);
  assert.equal((await voter.feedback.get(entry.id)).viewer_vote, 'up');
  assert.equal((await voter.feedback.removeUpvote(entry.id)).upvote_count, 0);
  assert.deepEqual(
    (await earshot.feedback.similar('CSV export')).data.map(({ id }) => id),
    [entry.id],
  );
  assert.deepEqual(await owner.feedback.delete(entry.id), { ok: true });
});

test('a list is one page when awaited, and iterates over all pages', async () => {
  const { id } = await owner.indexes.create({ name: 'Help' });
  const documents = Array.from({ length: 45 }, (_, number) => ({ content: `Article ${number}`, external_id: String(number) }));
  await owner.indexes.documents.createMany(id, documents);
  const page = await owner.indexes.documents.list(id, { limit: 20 });
  assert.deepEqual([page.data.length, page.total, page.page, page.limit], [20, 45, 1, 20]);
  const found = new Set<string>();
  for await (const document of owner.indexes.documents.list(id, { limit: 20 })) found.add(document.id);
  assert.equal(found.size, 45);
  const few: string[] = [];
  for await (const document of owner.indexes.documents.list(id, { limit: 20, page: 2 })) {
    few.push(document.id);
    if (few.length === 3) break;
  }
  assert.equal(few.length, 3);
});

test('iteration yields each item once while items are added at the front', async () => {
  const project = await server.createProject();
  const [visitor, team] = [
    open({ projectKey: project.key }),
    new Earshot({ accessToken: project.token, projectId: project.id, baseUrl: server.url }),
  ];
  for (const number of [1, 2, 3, 4, 5]) await visitor.feedback.submit({ title: `Entry ${number}` });
  const titles: string[] = [];
  for await (const { title } of team.feedback.list({ limit: 2 })) {
    titles.push(title);
    if (titles.length === 2) await visitor.feedback.submit({ title: 'Entry 6' });
  }
  assert.deepEqual(titles, ['Entry 5', 'Entry 4', 'Entry 3', 'Entry 2', 'Entry 1']);
});

test('errors have a class per status, the message of the server and the request id', async () => {
  const failure = async (call: Promise<unknown>): Promise<EarshotError> =>
    await call.then(
      () => assert.fail('the call succeeded'),
      (error: EarshotError) => error,
    );
  const refused = await failure(earshot.feedback.submit({ title: '' }));
  assert.ok(refused instanceof BadRequestError);
  assert.equal(refused.message, 'title is required');
  assert.equal(refused.status, 400);
  assert.equal(refused.code, 'validation');
  assert.deepEqual(refused.fields, [{ path: 'title', code: 'required', message: 'title is required' }]);
  assert.match(refused.requestId ?? '', /^req_/);
  assert.equal(refused.name, 'BadRequestError');
  assert.ok((await failure(open({ projectKey: 'pk_wrong' }).feedback.list())) instanceof AuthenticationError);
  const missing = await failure(earshot.feedback.get('fb_nothing'));
  assert.ok(missing instanceof NotFoundError);
  assert.deepEqual([missing.code, missing.fields], ['feedback.not_found', []]);
  const outsider = new Earshot({ accessToken: (await server.signIn()).token, projectId: acme.id, baseUrl: server.url });
  assert.ok((await failure(outsider.waitlist.list())) instanceof PermissionError);
  await assert.rejects(async () => await earshot.feedback.get(''), /id must be a non-empty string/);
  await assert.rejects(async () => await earshot.feedback.get('..'), /id must be a non-empty string/);
  assert.throws(() => new Earshot({ projectKey: '' }), /projectKey or accessToken is required/);
});

type Trouble = (request: IncomingMessage, response: ServerResponse, pass: () => Promise<Response>) => unknown;

const answerWith: Trouble = async (_request, response, pass) => {
  const answer = await pass();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
};

/** Starts a proxy in front of the server that fails the first requests as listed in `troubles`. */
async function startFront(troubles: Trouble[]) {
  let requests = 0;
  const front = createServer((request, response) => {
    requests++;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const pass = () =>
        fetch(server.url + request.url, {
          method: request.method,
          headers: Object.entries(request.headers).flatMap(([name, value]) =>
            ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)] as [string, string]],
          ),
          ...(chunks.length && { body: Buffer.concat(chunks) }),
        });
      const trouble = troubles.shift();
      void (trouble ?? answerWith)(request, response, pass);
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  after(() => front.close());
  const { port } = front.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}

test('a write whose response was lost runs once', async () => {
  const front = await startFront([
    (request, _response, pass) => void pass().then(() => request.socket.destroy()),
    (_request, response, pass) => void pass().then(() => response.writeHead(503, { 'retry-after': '0' }).end()),
    // The response begins, and is cut off.
    async (request, response, pass) => {
      await pass();
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': 5000 });
      response.write('{"id":', () => request.socket.end());
    },
  ]);
  const entry = await open({ baseUrl: front.url, retries: 3 }).feedback.submit({ title: 'Only once' });
  assert.equal(front.requests(), 4);
  const { data } = await owner.feedback.list({ q: 'Only once' });
  assert.deepEqual(
    data.map(({ id }) => id),
    [entry.id],
  );
});

test('a throttled call waits for Retry-After', async () => {
  const front = await startFront([(_request, response) => response.writeHead(429, { 'retry-after': '1' }).end()]);
  const began = Date.now();
  await open({ baseUrl: front.url }).waitlist.count();
  assert.ok(Date.now() - began >= 990);
});

test('a call fails instead of waiting longer than it may', async () => {
  const full = (_: unknown, response: ServerResponse) => response.writeHead(429, { 'retry-after': '2' }).end('{"error":"Oh"}');
  const front = await startFront([full, full, full]);
  const { waitlist } = open({ baseUrl: front.url, maxRetryDelayMs: 1_999 });
  await assert.rejects(waitlist.count(), { status: 429, message: 'Oh' });
  await assert.rejects(waitlist.count({ maxRetryDelayMs: 2_000, retries: 1 }), { status: 429 });
  assert.equal(front.requests(), 3);
});

test('a question is asked once', async () => {
  const full = (_: unknown, response: ServerResponse) => response.writeHead(429, { 'retry-after': '60' }).end('{"error":"Oh"}');
  const front = await startFront([full, full]);
  const { indexes } = open({ baseUrl: front.url });
  await assert.rejects(indexes.answerAll({ query: 'export' }), { status: 429 });
  await assert.rejects(indexes.ask({ query: 'export' }).next(), { status: 429 });
  assert.equal(front.requests(), 2);
});

test('permanent errors are not retried, and retries are limited', async () => {
  const front = await startFront([]);
  await assert.rejects(open({ baseUrl: front.url }).feedback.submit({ title: '' }), BadRequestError);
  assert.equal(front.requests(), 1);
  const broken = await startFront(
    Array(3).fill((_: unknown, response: ServerResponse) => response.writeHead(500).end('{"error":"Oh"}')),
  );
  await assert.rejects(open({ baseUrl: broken.url }).waitlist.count(), { name: 'ServerError', status: 500, message: 'Oh' });
  assert.equal(broken.requests(), 3);
  await assert.rejects(
    open({ baseUrl: broken.url, retries: 0 })
      .waitlist.count()
      .then(() => open({ baseUrl: 'http://127.0.0.1:9', retries: 0 }).waitlist.count()),
    ConnectionError,
  );
  assert.ok(new ServerError('') instanceof EarshotError);
});

test('a call ends after its timeout, or when the caller aborts it', async () => {
  const reason = new Error('left the page');
  const controller = new AbortController();
  const silent = await startFront([() => {}, () => controller.abort(reason)]);
  await assert.rejects(open({ baseUrl: silent.url, timeoutMs: 1_000, retries: 0 }).waitlist.count(), TimeoutError);
  await assert.rejects(open({ baseUrl: silent.url }).waitlist.count({ signal: controller.signal }), reason);
  await assert.rejects(open({ baseUrl: silent.url }).waitlist.count({ signal: AbortSignal.abort(reason) }), reason);
  assert.equal(silent.requests(), 2);
});

test('streams may take longer than the timeout of calls', async () => {
  const slow = await startFront([
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('id\r\n');
      setTimeout(() => response.end('wl_1\r\n'), 700);
    },
  ]);
  const exported = await open({ baseUrl: slow.url, timeoutMs: 500, retries: 0 }).waitlist.exportCsv();
  assert.equal(await exported.text(), 'id\r\nwl_1\r\n');
});

test('accepts a custom fetch', async () => {
  const seen: string[] = [];
  const spy: typeof fetch = (input, init) => {
    seen.push(`${init?.method} ${new URL(input instanceof Request ? input.url : input).pathname}`);
    return fetch(input, init);
  };
  await open({ fetch: spy }).changelog.list();
  assert.deepEqual(seen, ['GET /v1/changelog']);
});
