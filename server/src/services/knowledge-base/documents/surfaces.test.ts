import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createPeople } from '../../../instance/directory/fixtures/people.ts';
import { callTool, connectClient } from '../../../instance/mcp/fixtures/client.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const acme = await createPeople(server);
const { id: projectId, slug, key, token, query, put } = acme;

/** A word of the article of each kind, and nothing else. */
const WORDS = {
  draft: 'zeppelin',
  archived: 'marzipan',
  everyone: 'quokka',
  signedIn: 'gazebo',
  segment: 'saffron',
  /** An article with the audience of its collection. */
  collection: 'gondola',
};
type Kind = keyof typeof WORDS;
const KINDS = Object.keys(WORDS) as Kind[];

await put('u_in', { email: 'in@example.com', attributes: { plan: 'pro' } });
const must = async (method: string, path: string, options: object): Promise<Json> => {
  const { status, body } = await call(method, path, options);
  assert.ok(status < 300, `${method} ${path} ${JSON.stringify(body)}`);
  return body;
};
const create = (path: string, body: object) => must('POST', path, { token, query, body });
const segment = await create('/v1/people/segments', {
  name: 'Pro',
  definition: { match: 'all', conditions: [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' }] },
});
const open = await create('/v1/indexes', { name: 'Help' });
const closed = await create('/v1/indexes', { name: 'Internal', audience: 'signed_in' });
const indexOf = (kind: Kind): string => (kind === 'collection' ? closed.id : open.id);
const pathOf = (kind: Kind) => `/v1/indexes/${indexOf(kind)}/documents`;

const FIELDS: Partial<Record<Kind, object>> = {
  draft: { status: 'draft' },
  signedIn: { audience: 'signed_in' },
  segment: { audience: 'segment', segment_id: segment.id },
};
const ids = {} as Record<Kind, string>;
for (const kind of KINDS) {
  const { id } = await create(pathOf(kind), {
    title: `About ${WORDS[kind]}`,
    content: `About ${WORDS[kind]}`,
    external_id: `guides/${WORDS[kind]}.md`,
    slug: `former-${WORDS[kind]}`,
    ...FIELDS[kind],
  });
  ids[kind] = id;
  await must('PATCH', `${pathOf(kind)}/${id}`, { token, body: { slug: `about-${WORDS[kind]}` } });
}
await must('PATCH', `${pathOf('archived')}/${ids.archived}`, { token, body: { status: 'archived' } });
const overviews: Record<string, string> = {};
for (const index of [open.id, closed.id])
  overviews[index] = (
    await create(`/v1/indexes/${index}/documents`, {
      title: 'Overview',
      content: KINDS.map((kind) => `[link](guides/${WORDS[kind]}.md)`).join(' '),
      external_id: 'overview.md',
      slug: `overview-${index === open.id ? 'open' : 'closed'}`,
      audience: 'everyone',
    })
  ).id;

type Headers = Record<string, string>;
const READERS: Record<string, { headers: Headers; reads: Kind[] }> = {
  nobody: { headers: {}, reads: ['everyone'] },
  'an invalid token': { headers: { 'x-user-token': 'invalid' }, reads: ['everyone'] },
  'a user': {
    headers: { 'x-user-token': await server.signUser(acme, { id: 'u_out' }) },
    reads: ['everyone', 'signedIn', 'collection'],
  },
  'a user in the segment': {
    headers: { 'x-user-token': await server.signUser(acme, { id: 'u_in' }) },
    reads: ['everyone', 'signedIn', 'segment', 'collection'],
  },
};
const TEAM = new Set<Kind>(['everyone', 'signedIn', 'segment', 'collection']);

async function visit(page: string, headers: Headers = {}) {
  const response = await fetch(`${server.url}/p/${slug}${page}`, { headers, redirect: 'manual' });
  return { status: response.status, to: response.headers.get('location') ?? '', text: await response.text() };
}
const read = async (path: string, headers: Headers, more: Record<string, string> = {}) =>
  JSON.stringify((await call('GET', path, { key, headers, query: more })).body);
const search = async (kind: Kind, text: string, by: object) =>
  (await call('POST', `/v1/indexes/${indexOf(kind)}/search`, { ...by, body: { query: text, track: false } })).body;
const searchAll = async (text: string, by: object) =>
  (await call('POST', '/v1/indexes/search', { ...by, body: { query: text, track: false } })).body;
/** Returns a page without what it repeats of the query: field, title, and links to other languages. */
const withoutQuery = (text: string) => text.replaceAll(/<input[^>]*>|“[^”]*”|<title>[^<]*|[?]q=\w+/g, '');
const misspell = (kind: Kind) => `${WORDS[kind].slice(0, -1)}x`;

/** Returns the text of each surface for a reader, which contains the word of an article only if the reader may read the article. */
const SURFACES: Record<string, (kind: Kind, headers: Headers) => Promise<string>> = {
  page: async (kind, headers) => (await visit(`/help/about-${WORDS[kind]}`, headers)).text,
  'page by id': async (kind, headers) => (await visit(`/help/${ids[kind]}`, headers)).to,
  'page by former slug': async (kind, headers) => (await visit(`/help/former-${WORDS[kind]}`, headers)).to,
  'list of pages': async (_kind, headers) => (await visit('/help', headers)).text,
  'list of pages of an index': async (kind, headers) => (await visit(`/help?index=${indexOf(kind)}`, headers)).text,
  'list of pages of a category': async (kind, headers) =>
    (await visit(`/help?index=${indexOf(kind)}&category=Guides`, headers)).text,
  'search page': async (kind, headers) => withoutQuery((await visit(`/help?q=${WORDS[kind]}`, headers)).text),
  'links of pages': async (kind, headers) =>
    (await visit(`/help/overview-${kind === 'collection' ? 'closed' : 'open'}`, headers)).text.replace(/<nav.*?<\/nav>/s, ''),
  'links of documents': async (kind, headers) =>
    (await read(`${pathOf(kind)}/${overviews[indexOf(kind)]}`, headers)).replaceAll(/guides\/\w+\.md/g, ''),
  'llms.txt': async (kind, headers) => await read(`/v1/indexes/${indexOf(kind)}/llms.txt`, headers),
  search: async (kind, headers) => JSON.stringify((await search(kind, WORDS[kind], { key, headers })).results),
  'search of beginnings': async (kind, headers) =>
    JSON.stringify((await search(kind, WORDS[kind].slice(0, 5), { key, headers })).results),
  'search by URL': async (kind, headers) => {
    const { body } = await call('GET', `/v1/indexes/${indexOf(kind)}/search`, { key, headers, query: { q: WORDS[kind] } });
    return JSON.stringify(body.results);
  },
  'search of several indexes': async (kind, headers) => JSON.stringify((await searchAll(WORDS[kind], { key, headers })).results),
  suggestion: async (kind, headers) => (await searchAll(misspell(kind), { key, headers })).did_you_mean ?? '',
  'suggestion with other words': async (kind, headers) =>
    (await searchAll(`about ${misspell(kind)}`, { key, headers })).did_you_mean ?? '',
  document: (kind, headers) => read(`${pathOf(kind)}/${ids[kind]}`, headers),
  'document by external id': (kind, headers) =>
    read(`${pathOf(kind)}/${encodeURIComponent(`guides/${WORDS[kind]}.md`)}`, headers),
  list: (kind, headers) => read(pathOf(kind), headers),
  'list by external id': (kind, headers) => read(pathOf(kind), headers, { external_id: `guides/${WORDS[kind]}.md` }),
};

for (const [surface, show] of Object.entries(SURFACES))
  test(`an article is only for its readers: ${surface}`, async () => {
    for (const [who, { headers, reads }] of Object.entries(READERS))
      for (const kind of KINDS)
        assert.equal((await show(kind, headers)).includes(WORDS[kind]), reads.includes(kind), `${who} × ${kind}`);
  });

test('surfaces without a person have articles for everyone', async () => {
  const { headers } = READERS['a user in the segment'] as { headers: Headers };
  for (const path of ['', '/sitemap.xml']) {
    const { text } = await visit(path, headers);
    assert.deepEqual(
      KINDS.filter((kind) => text.includes(WORDS[kind])),
      ['everyone'],
      path,
    );
  }
});

test('members find published articles of each audience', async () => {
  const mcp = await connectClient(server, token);
  after(() => mcp.close());
  const shown: Record<string, (kind: Kind) => Promise<string>> = {
    search: async (kind) => JSON.stringify((await search(kind, WORDS[kind], { token })).results),
    'search of several indexes': async (kind) => JSON.stringify((await searchAll(WORDS[kind], { token, query })).results),
    'MCP search_help': async (kind) => (await callTool(mcp, 'search_help', { project_id: projectId, query: WORDS[kind] })).text,
    'MCP list_articles': async (kind) => (await callTool(mcp, 'list_articles', { index_id: indexOf(kind) })).text,
  };
  for (const [surface, show] of Object.entries(shown))
    for (const kind of KINDS) assert.equal((await show(kind)).includes(WORDS[kind]), TEAM.has(kind), `${surface} × ${kind}`);
  const { total, data } = await must('GET', pathOf('everyone'), { token });
  assert.deepEqual([total, data.length], [6, 6]);
  for (const [status, kinds] of Object.entries({ draft: ['draft'], archived: ['archived'] }) as [string, Kind[]][]) {
    const csv = JSON.stringify((await call('GET', `/v1/indexes/${open.id}/export.csv`, { token, query: { status } })).body);
    assert.deepEqual(
      KINDS.filter((kind) => csv.includes(`About ${WORDS[kind]}`)),
      kinds,
    );
  }
});

test('counts and names of collections are those of the reader', async () => {
  const [nobody, user] = [{}, READERS['a user']?.headers ?? {}];
  for (const [headers, total] of [
    [nobody, 2],
    [user, 3],
  ] as const) {
    assert.equal((await must('GET', pathOf('everyone'), { key, headers })).total, total);
    assert.match((await visit('/help', headers)).text, new RegExp(`Guides <span>${total - 1} article`));
  }
  // The collection of signed-in people has an overview for everyone. Without it, nobody else knows of the collection.
  await must('PATCH', `${pathOf('collection')}/${overviews[closed.id]}`, { token, body: { audience: null } });
  const listed = async (headers: Headers) =>
    (await must('GET', '/v1/indexes', { key, headers })).data.map(({ name }: { name: string }) => name);
  assert.deepEqual([await listed(nobody), await listed(user)], [['Help'], ['Help', 'Internal']]);
  for (const path of [`/v1/indexes/${closed.id}`, pathOf('collection'), `/v1/indexes/${closed.id}/llms.txt`])
    assert.deepEqual(
      [(await call('GET', path, { key })).status, (await call('GET', path, { key, headers: user })).status],
      [404, 200],
      path,
    );
});

test('actions on an article that the reader may not read are refused', async () => {
  const actions: Record<string, (kind: Kind, headers: Headers) => Promise<Json>> = {
    rating: (kind, headers) => call('POST', `${pathOf(kind)}/${ids[kind]}/rating`, { key, headers, body: { helpful: true } }),
    click: async (kind, headers) => {
      const { query_id: id } = await must('POST', `/v1/indexes/${indexOf(kind)}/search`, { key, body: { query: 'about' } });
      const path = `/v1/indexes/${indexOf(kind)}/search/${id}/click`;
      return await call('POST', path, { key, headers, body: { document_id: ids[kind] } });
    },
  };
  for (const [who, { headers, reads }] of Object.entries(READERS))
    for (const kind of KINDS.filter((name) => name !== 'collection'))
      for (const [name, act] of Object.entries(actions))
        assert.equal(
          (await act(kind, headers)).status,
          reads.includes(kind) ? 200 : name === 'click' ? 400 : 404,
          `${name}: ${who} × ${kind}`,
        );
  assert.equal((await call('GET', pathOf('draft'), { key, query: { status: 'draft' } })).status, 400);
});

test('indexes have the numbers of documents that a reader may read', async () => {
  const count = async (by: object): Promise<number> => {
    const { data: indexes } = (await call('GET', '/v1/indexes', { ...by, query })).body;
    for (const index of indexes) {
      const path = `/v1/indexes/${index.id}`;
      const { data, total } = (await call('GET', `${path}/documents`, { ...by, query: { limit: 100 } })).body;
      const published = data.filter(({ status }: Json) => status === 'published');
      const chunks = published.reduce((sum: number, document: Json) => sum + document.chunks_created, 0);
      assert.ok(total === data.length && published.length);
      assert.deepEqual([index.document_count, index.chunk_count], [published.length, chunks]);
      const single = (await call('GET', path, by)).body;
      assert.deepEqual([single.document_count, single.chunk_count], [published.length, chunks]);
    }
    return indexes[0].document_count;
  };
  const counts = await Promise.all(Object.values(READERS).map(({ headers }) => count({ key, headers })));
  const [nobody = 0] = counts;
  assert.deepEqual(counts, [nobody, nobody, nobody + 1, nobody + 2]);
  assert.equal(await count({ token }), nobody + 2);
});

test('an audience is inherited, own, kept by a replacement, and checked', async () => {
  const article = async (document: Json) =>
    (await call('GET', `/v1/indexes/${closed.id}/documents/${document.id}`, { token })).body;
  const audienceOf = async (document: Json) => {
    const { audience, segment_id: of, inherits_audience: inherits } = await article(document);
    return [audience, of, inherits];
  };
  const path = `/v1/indexes/${closed.id}/documents`;
  const inheriting = await create(path, { content: '# One', external_id: 'one' });
  const own = await create(path, { content: '# Two', external_id: 'two', audience: 'everyone' });
  assert.deepEqual(await audienceOf(inheriting), ['signed_in', null, true]);
  assert.deepEqual(await audienceOf(own), ['everyone', null, false]);
  await must('PATCH', `/v1/indexes/${closed.id}`, { token, body: { audience: 'segment', segment_id: segment.id } });
  assert.deepEqual(await audienceOf(inheriting), ['segment', segment.id, true]);
  assert.deepEqual(await audienceOf(own), ['everyone', null, false]);
  await create(path, { content: '# Two again', external_id: 'two' });
  assert.deepEqual(await audienceOf(own), ['everyone', null, false]);
  await must('PATCH', `${path}/${own.id}`, { token, body: { audience: null } });
  assert.deepEqual(await audienceOf(own), ['segment', segment.id, true]);
  await must('PATCH', `/v1/indexes/${closed.id}`, { token, body: { audience: 'signed_in' } });
  assert.deepEqual(await audienceOf(own), ['signed_in', null, true]);

  const foreign = await server.createProject();
  const { body: other } = await call('POST', '/v1/people/segments', {
    token: foreign.token,
    query: { project_id: foreign.id },
    body: { name: 'Foreign', definition: { match: 'all', conditions: [{ kind: 'vote' }] } },
  });
  for (const [body, code] of [
    [{ audience: 'segment' }, 'required'],
    [{ audience: 'segment', segment_id: other.id }, 'not_found'],
    [{ audience: 'signed_in', segment_id: segment.id }, 'conflict'],
    [{ segment_id: segment.id }, 'conflict'],
  ] as const)
    for (const target of [`${path}/${own.id}`, `/v1/indexes/${closed.id}`]) {
      const { status, body: answer } = await call('PATCH', target, { token, body });
      assert.deepEqual([status, answer.fields?.[0]?.code], [400, code], `${target} ${JSON.stringify(body)}`);
    }
  const { status, body } = await call('DELETE', `/v1/people/segments/${segment.id}`, { token });
  assert.deepEqual([status, body.code], [409, 'people.segment_in_use']);
});
