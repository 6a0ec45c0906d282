import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startReceiver } from '@earshot/server/testing/receiver';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment, runWith } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-imports-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const server = await sharedTestServer();
const { call } = server;

async function open() {
  const project = await server.createProject();
  const env = {
    ...createEnvironment(folder),
    EARSHOT_URL: server.url,
    EARSHOT_TOKEN: project.token,
    EARSHOT_PROJECT: project.id,
  };
  return {
    ...project,
    run: (more: Record<string, string>, ...args: string[]) => runWith({ ...env, ...more }, 'import', ...args),
  };
}

/** Starts an API of Canny with two boards, of which one has two pages, and errors before some answers. */
async function startCanny() {
  const { url, received, answer } = await startReceiver();
  const errors = [429, 500, 503];
  const post = (id: string) => ({
    id,
    title: `Post ${id}`,
    status: 'open',
    created: '2025-03-01T09:00:00.000Z',
    url: `https://acme.canny.io/p/${id}`,
  });
  answer((response, { path, body }) => {
    const { apiKey, boardID, skip = 0 } = JSON.parse(body) as { apiKey: string; boardID?: string; skip?: number };
    const send = (status: number, content: object) =>
      void response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify(content));
    if (apiKey !== 'secret') return send(401, { error: 'invalid api key' });
    const status = errors.shift();
    if (status) return send(status, {});
    const lists: Record<string, object> = {
      '/hook/boards/list': { boards: [{ id: 'b1' }, { id: 'b2' }] },
      '/hook/posts/list':
        boardID === 'b2'
          ? { posts: [post('p3')], hasMore: false }
          : skip
            ? { posts: [post('p2')], hasMore: false }
            : { posts: [post('p1')], hasMore: true },
      '/hook/votes/list':
        boardID === 'b1'
          ? { votes: [{ id: 'v1', post: { id: 'p1' }, voter: { id: 'u1', name: 'Ada' }, created: '2025-03-02T09:00:00.000Z' }] }
          : { votes: [], hasMore: true },
      '/hook/comments/list': { comments: [] },
    };
    return send(200, lists[path] ?? {});
  });
  return { url, received };
}

test('imports from the API of Canny into a new project, with redirects', async () => {
  const { token, run } = await open();
  const { url, received } = await startCanny();
  const redirects = join(folder, 'redirects.csv');
  const name = `Moved ${Date.now()}`;
  const variables = { CANNY_API_URL: url, CANNY_API_KEY: 'secret' };
  const { code, stderr, stdout } = await run(variables, 'canny', '--new-project', name, '--redirects', redirects, '--yes');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /feedback: 3 created/);
  assert.match(stdout, /votes: 1 created/);
  assert.deepEqual(
    received
      .filter(({ path }) => path.endsWith('posts/list'))
      .map(({ body }) => [JSON.parse(body).boardID, JSON.parse(body).skip]),
    [
      ['b1', 0],
      ['b1', 1],
      ['b2', 0],
    ],
  );
  assert.equal(readFileSync(redirects, 'utf8').trim().split('\n').length, 4);
  const { body } = await call('GET', '/v1/projects', { token, query: { limit: 100 } });
  assert.ok(body.data.some((project: { name: string }) => project.name === name));
});

test('explains a wrong key of Canny, and options that contradict each other', async () => {
  const { run } = await open();
  const { url } = await startCanny();
  for (const [args, expected] of [
    [['canny', '--api-key', 'wrong'], /Canny refused boards\/list: invalid api key/],
    [['canny', 'posts.json', '--api-key', 'secret'], /either files or --api-key/],
    [['fider', '--api-key', 'secret'], /for the source canny/],
    [['canny'], /Name the files to import/],
    [['canny', '--api-key', 'secret', '--new-project', 'X', '--dry-run'], /--dry-run creates no project/],
  ] as const) {
    const { code, stderr } = await run({ CANNY_API_URL: url }, ...args);
    assert.ok(code !== 0, args.join(' '));
    assert.match(stderr, expected);
  }
});

test('imports a folder of articles into a new project', async () => {
  const { run } = await open();
  const docs = join(folder, 'docs');
  mkdirSync(join(docs, '.gitbook', 'assets'), { recursive: true });
  mkdirSync(join(docs, '.git'));
  for (const [name, content] of [
    ['README.md', '# Welcome\n\n[Export](export.md)\n'],
    ['export.md', '# Export\n'],
    ['notes.txt', 'No article'],
    ['.git/secret.md', '# Hidden'],
    ['empty.md', ''],
  ] as const)
    writeFileSync(join(docs, name), content);
  const { code, stdout, stderr } = await run({}, 'articles', docs, '--new-project', 'Help', '--yes');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /articles: 2 created/);
  const { stderr: refused } = await run({}, 'articles', join(docs, '.gitbook'), '--yes');
  assert.match(refused, /contains no Markdown or HTML files/);
});
