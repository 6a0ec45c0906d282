import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const project = await server.createProject('Search');
const { key } = project;

const add = async (title: string, fields: object = {}) => {
  const { status } = await call('POST', '/v1/feedback', { key, body: { title, ...fields } });
  assert.equal(status, 201);
};
const list = async (query: Record<string, string | number>): Promise<Json> =>
  (await call('GET', '/v1/feedback', { key, query })).body;
const titles = ({ data }: Json): string[] => data.map(({ title }: Json) => title);

// Oldest first, so that `newest` is another order than the best match.
await add('C++ client');
await add('Export');
await add('Exports as CSV');
await add('Calendar', { description: 'Export to a calendar' });
await add('Columns', { description: 'Exporting all columns, with c and c# examples' });
await add('E-mail digests');
await add('Run on Node.js 20');
await add('KAPI AÇMA');
await add('kapı kilidi');
await add('Confetti 🎉', { tags: ['node-red'] });
await add('Thumbs', { description: 'Thanks 👍🏽 from a 👩‍💻 in 🇩🇪' });

describe('a search for', () => {
  const CASES: [q: string, found: string[]][] = [
    ['export', ['Export', 'Exports as CSV', 'Calendar', 'Columns']],
    ['C++', ['C++ client']],
    ['c#', ['Columns']],
    ['email', ['E-mail digests']],
    ['e-mail', ['E-mail digests']],
    ['nodejs', ['Run on Node.js 20']],
    ['Node', ['Run on Node.js 20', 'Confetti 🎉']],
    ['kapı', ['kapı kilidi', 'KAPI AÇMA']],
    ['KAPI', ['kapı kilidi', 'KAPI AÇMA']],
    ['kapi acma', ['KAPI AÇMA']],
    ['🎉', ['Confetti 🎉']],
    ['👍', ['Thumbs']],
    ['👩🏿‍💻', ['Thumbs']],
    ['🇩🇪', ['Thumbs']],
    ['nodered', ['Confetti 🎉']],
  ];
  for (const [q, found] of CASES)
    test(`${q} returns ${found.join(', ')}, best match first`, async () => {
      const body = await list({ q });
      assert.deepEqual(titles(body), found);
      assert.equal(body.total, found.length);
    });

  test('an order other than the best match returns this order', async () => {
    assert.deepEqual(titles(await list({ q: 'export', sort: 'newest' })), ['Columns', 'Calendar', 'Exports as CSV', 'Export']);
    assert.deepEqual(titles(await list({ q: 'export', sort: 'oldest' })), ['Export', 'Exports as CSV', 'Calendar', 'Columns']);
  });

  test('pages and cursors continue the list of matches', async () => {
    const all = titles(await list({ q: 'export' }));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ q: 'export', limit: 1, page })));
    assert.deepEqual(pages.flatMap(titles), all);
    const found: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const body: Json = await list({ q: 'export', limit: 3, ...(cursor && { cursor }) });
      assert.equal(body.total, all.length);
      found.push(...titles(body));
      cursor = body.next_cursor ?? undefined;
    }
    assert.deepEqual(found, all);
  });
});

test('similar entries share words other than stop words', async () => {
  const similar = async (title: string) => titles((await call('GET', '/v1/feedback/similar', { key, query: { title } })).body);
  await add('Move entries from the list');
  await add('Copy settings from Canny');
  assert.deepEqual(await similar('Import users from the file'), []);
  assert.deepEqual(await similar('Email digest'), ['E-mail digests']);
  assert.deepEqual(await similar('nodejs 20'), ['Run on Node.js 20']);
});

test('the public board and its page have the best match first', async () => {
  const { slug } = project;
  const { body } = await call('GET', `/v1/feedback/by-project/${slug}`, { query: { q: 'export' } });
  assert.deepEqual(titles(body), ['Export', 'Exports as CSV', 'Calendar', 'Columns']);
  for (const sort of ['', '&sort=']) {
    const page = await (await fetch(`${server.url}/p/${slug}/feedback?q=export${sort}`)).text();
    const found = Array.from(page.matchAll(/<h2[^>]*><a [^>]*>([^<]*)<\/a>/g), ([, title]) => title);
    assert.deepEqual(found, ['Export', 'Exports as CSV', 'Calendar', 'Columns']);
    assert.match(page, /<option value=""(?: selected)?>Best match<\/option>/);
  }
});

test('spellings of a tag are one tag, in filters and in the list of tags', async () => {
  const other = await server.createProject('Tags');
  const submit = async (title: string, tags: string[]) =>
    (await call('POST', '/v1/feedback', { key: other.key, body: { title, tags } })).body;
  await submit('One', ['UI', 'U\u0308ni\u0308']);
  await submit('Two', ['ui', 'Ünï']);
  assert.deepEqual((await submit('Three', ['UI', 'Ui', 'docs'])).tags, ['UI', 'docs']);
  const find = async (query: Record<string, string>) => {
    const { body } = await call('GET', '/v1/feedback', { token: other.token, query: { project_id: other.id, ...query } });
    return titles(body).toSorted();
  };
  assert.deepEqual(await find({ tag: 'uI' }), ['One', 'Three', 'Two']);
  assert.deepEqual(await find({ tag: 'ünï' }), ['One', 'Two']);
  assert.deepEqual(await find({ tag_not: 'Ünï' }), ['Three']);
  const { body } = await call('GET', '/v1/feedback/tags', { token: other.token, query: { project_id: other.id } });
  assert.deepEqual(body.data, [
    { name: 'UI', feedback_count: 3 },
    { name: 'Ünï', feedback_count: 2 },
    { name: 'docs', feedback_count: 1 },
  ]);
});
