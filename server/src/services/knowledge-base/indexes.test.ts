import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { id: project, token, key } = await server.createProject();
const onProject = { token, query: { project_id: project } };
const call = server.call;

async function createIndex(body: object) {
  const { status, body: index } = await call('POST', '/v1/indexes', { ...onProject, body });
  assert.equal(status, 201);
  return index;
}
const search = async (index: string, body: object) => {
  const answer = await call('POST', `/v1/indexes/${index}/search`, { key, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const titlesIn = ({ results }: { results: { title: string }[] }) => results.map(({ title }) => title);

test('creates, lists, renames and deletes an index with its documents', async () => {
  const index = await createIndex({ name: 'Help', external_id: 'help' });
  assert.deepEqual([index.language, index.document_count, index.chunk_count], ['en', 0, 0]);
  for (const body of [{ name: 'Help' }, { name: 'Other', external_id: 'help' }])
    assert.equal((await call('POST', '/v1/indexes', { ...onProject, body })).status, 409);
  const other = await createIndex({ name: 'Zoo', language: 'pt-BR' });
  assert.equal((await call('PATCH', `/v1/indexes/${other.id}`, { token, body: { name: 'Help' } })).status, 409);
  const { body: renamed } = await call('PATCH', `/v1/indexes/${other.id}`, { token, body: { name: 'About' } });
  assert.equal(renamed.name, 'About');

  const { body: list } = await call('GET', '/v1/indexes', { key });
  assert.deepEqual([list.total, list.data.map(({ name }: { name: string }) => name)], [2, ['About', 'Help']]);
  assert.equal((await call('GET', `/v1/indexes/${index.id}`, { key })).body.name, 'Help');

  await call('POST', `/v1/indexes/${other.id}/documents`, { token, body: { content: '# Lions\n\nThey roar.' } });
  assert.deepEqual((await call('DELETE', `/v1/indexes/${other.id}`, { token })).body, { ok: true });
  assert.equal((await call('GET', `/v1/indexes/${other.id}`, { key })).status, 404);
  assert.equal((await call('POST', `/v1/indexes/${other.id}/search`, { key, body: { query: 'lions' } })).status, 404);
});

test('a deleted index or project leaves no entries', async () => {
  const other = await server.createProject();
  const create = async (owner: string, query: object) => {
    const { body } = await call('POST', '/v1/indexes', { token: owner, ...query, body: { name: 'Deleted' } });
    await call('POST', `/v1/indexes/${body.id}/documents`, { token: owner, body: { content: 'Lions roar' } });
    return body.id as string;
  };
  const indexes = [await create(token, onProject), await create(other.token, { query: { project_id: other.id } })];
  const countEntries = async () => {
    const ids = indexes.map((id) => parseId('idx', id));
    const { rows } = await sql<{ postings: number; words: number }>`
      SELECT (SELECT count(*)::int FROM knowledge_postings WHERE index_id = ANY(${ids}::uuid[])) AS postings,
        (SELECT count(*)::int FROM knowledge_vocabulary WHERE index_id = ANY(${ids}::uuid[])) AS words`.execute(server.db);
    return rows[0];
  };
  assert.deepEqual(await countEntries(), { postings: 4, words: 4 });
  assert.equal((await call('DELETE', `/v1/indexes/${indexes[0]}`, { token })).status, 200);
  assert.deepEqual(await countEntries(), { postings: 2, words: 2 });
  assert.equal(
    (await call('DELETE', `/v1/projects/${other.id}`, { token: other.token, query: { confirm: other.slug } })).status,
    200,
  );
  assert.deepEqual(await countEntries(), { postings: 0, words: 0 });
});

test('reports invalid fields', async () => {
  const index = await createIndex({ name: 'Errors' });
  const wrong: [path: string, body: object, error: string][] = [
    ['', { name: '' }, 'name is required'],
    ['', { name: 'X', language: 'English' }, 'language must'],
    ['', { name: 'X', synonyms: [['one']] }, 'synonyms[0] must'],
    [`/${index.id}/documents`, {}, 'content is required'],
    [`/${index.id}/documents`, { content: ' ' }, 'content is required'],
    [`/${index.id}/documents`, { content: 'x', content_type: 'pdf' }, 'content_type must be one of'],
    [`/${index.id}/documents`, { content: 'x', url: 'javascript:alert(1)' }, 'url must'],
    [`/${index.id}/documents`, { content: 'x', metadata: { long: 'x'.repeat(5000) } }, 'metadata must'],
    [`/${index.id}/search`, {}, 'query is required'],
    [`/${index.id}/search`, { query: 'x', limit: 51 }, 'limit must'],
    [`/${index.id}/search`, { query: 'x', filter: { a: { near: 1 } } }, 'filter'],
    [`/${index.id}/search`, { query: 'x'.repeat(10_001) }, 'query must be a string of at most 10,000 characters'],
  ];
  for (const [path, body, error] of wrong) {
    const answer = await call('POST', `/v1/indexes${path}`, { ...(path ? { token } : onProject), body });
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.ok(answer.body.error.startsWith(error), `${answer.body.error} ≠ ${error}`);
  }
  const tooLong = await call('POST', `/v1/indexes/${index.id}/documents`, {
    token,
    body: { content: 'x'.repeat(1024 * 1024 + 1) },
  });
  assert.deepEqual([tooLong.status, tooLong.body.error], [413, 'content must be at most 1 MiB']);
});

test('a document is searchable when it is saved, replaced by external id, and not found after deletion', async () => {
  const index = await createIndex({ name: 'Documents' });
  const save = (body: object) => call('POST', `/v1/indexes/${index.id}/documents`, { token, body });
  const { status, body: first } = await save({
    content: `# Lions\n\nThey roar at night.\n\n## Food\n\n${'They eat zebras and antelopes. '.repeat(10)}`,
    url: 'https://zoo.example/lions',
    external_id: 'lions',
    metadata: { legs: 4 },
  });
  assert.deepEqual([status, first.title, first.chunks_created, first.metadata], [201, 'Lions', 1, { legs: 4 }]);
  const found = await search(index.id, { query: 'zebra' });
  assert.deepEqual([found.total, found.results[0].document_id], [1, first.id]);

  const { chunk_start, chunk_end } = found.results[0];
  assert.deepEqual([chunk_start, chunk_end > 300], ['# Lions\n\n'.length, true]);

  const { body: second } = await save({ content: '# Lions\n\nNow they sleep.', external_id: 'lions' });
  assert.deepEqual([second.id, second.created_at], [first.id, first.created_at]);
  assert.equal((await search(index.id, { query: 'zebra' })).total, 0);
  assert.equal((await search(index.id, { query: 'sleep' })).total, 1);
  const { body: read } = await call('GET', `/v1/indexes/${index.id}/documents/${first.id}`, { key });
  assert.equal(read.content, '# Lions\n\nNow they sleep.');
  const { body: listed } = await call('GET', `/v1/indexes/${index.id}/documents`, { key, query: { external_id: 'lions' } });
  assert.equal(listed.total, 1);
  const hash = createHash('sha256').update(read.content).digest('hex');
  assert.deepEqual([second.content_sha256, read.content_sha256, listed.data[0].content_sha256], [hash, hash, hash]);

  assert.deepEqual((await call('DELETE', `/v1/indexes/${index.id}/documents/${first.id}`, { token })).body, { ok: true });
  assert.equal((await search(index.id, { query: 'lions' })).total, 0);
  assert.equal((await call('GET', `/v1/indexes/${index.id}/documents/${first.id}`, { key })).status, 404);
  assert.equal((await call('DELETE', `/v1/indexes/${index.id}/documents/${first.id}`, { token })).status, 404);
  assert.equal((await call('GET', `/v1/indexes/${index.id}/documents`, { key, query: { page: 0 } })).status, 400);
  const { body: empty } = await call('GET', `/v1/indexes/${index.id}`, { key });
  assert.deepEqual([empty.document_count, empty.chunk_count], [0, 0]);
});

test('a batch returns a result for each document, and saves the valid documents', async () => {
  const index = await createIndex({ name: 'Batch' });
  const { status, body } = await call('POST', `/v1/indexes/${index.id}/documents/batch`, {
    token,
    body: {
      documents: [
        { content: '  # One\n\nFirst. ', external_id: 'one' },
        { title: 'Two' },
        'three',
        { content: '# Four', external_id: 'one' },
        { content: 'zero\u0000' },
        { content: '<h1>Six</h1><p>Sixth.', content_type: 'html' },
        { content: 'x', colour: 'red' },
      ],
    },
  });
  assert.equal(status, 200);
  assert.deepEqual(
    body.results.map(({ ok, error, document }: { ok: boolean; error?: string; document?: { title: string } }) => [
      ok,
      error ?? document?.title,
    ]),
    [
      [true, 'One'],
      [false, 'content is required'],
      [false, 'The document must be a JSON object'],
      [false, 'external_id is already used by documents[0]'],
      [false, 'content must not contain a NUL character'],
      [true, 'Six'],
      [false, 'colour is not a known field'],
    ],
  );
  assert.deepEqual(titlesIn(await search(index.id, { query: 'sixth' })), ['Six']);
});

test('results contain the headings and the link of the section', async () => {
  const index = await createIndex({ name: 'Sections' });
  const paragraph = (word: string) => `${word} `.repeat(60);
  await call('POST', `/v1/indexes/${index.id}/documents`, {
    token,
    body: {
      content: `# Guide\n\n${paragraph('intro')}\n\n## Set up\n\n${paragraph('setup')}\n\n### On Linux\n\n${paragraph('penguin')}\n\n## Set up\n\n${paragraph('again')}`,
      url: 'https://docs.example/guide',
    },
  });
  const of = async (query: string) => (await search(index.id, { query })).results[0];
  assert.deepEqual([(await of('intro')).url, (await of('intro')).headings], ['https://docs.example/guide', []]);
  const linux = await of('penguin');
  assert.deepEqual([linux.url, linux.headings], ['https://docs.example/guide#on-linux', ['Set up', 'On Linux']]);
  assert.equal((await of('again')).url, 'https://docs.example/guide#set-up-1');
  const html = `<h2 id="billing">Billing</h2><p>${paragraph('invoice')}`;
  await call('POST', `/v1/indexes/${index.id}/documents`, {
    token,
    body: { content: html, content_type: 'html', url: 'https://docs.example/x' },
  });
  assert.equal((await of('invoice')).url, 'https://docs.example/x#billing');
});

test('highlights are safe HTML', async () => {
  const index = await createIndex({ name: 'Highlights' });
  await call('POST', `/v1/indexes/${index.id}/documents`, {
    token,
    body: { content: 'Write <script>alert("x")</script> & export it. Exports <b>are</b> exported.', content_type: 'text' },
  });
  const { results } = await search(index.id, { query: 'export' });
  assert.deepEqual(results[0].highlights, [
    'Write &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; <mark>export</mark> it. <mark>Exports</mark> &lt;b&gt;are&lt;/b&gt; <mark>exported</mark>.',
  ]);
  assert.deepEqual((await search(index.id, { query: 'export', highlight: false })).results[0].highlights, []);
  assert.equal(results[0].chunk_content.includes('<script>'), true, 'the content of a chunk is not escaped');
});

test('highlights separate headings, list items and paragraphs', async () => {
  const index = await createIndex({ name: 'Blocks' });
  const content = '# Invoices\n\nSend an invoice.\n\n## Steps\n\n- Open invoices\n- Choose a client';
  await call('POST', `/v1/indexes/${index.id}/documents`, { token, body: { content } });
  const { results } = await search(index.id, { query: 'client' });
  assert.deepEqual(results[0].highlights, ['Send an invoice. Steps · Open invoices · Choose a <mark>client</mark>']);
});

test('filters results by metadata', async () => {
  const index = await createIndex({ name: 'Filters' });
  const documents = [
    { title: 'a', content: 'word', metadata: { section: 'billing', version: 1, tags: ['x', 'y'], from: '2026-01-01' } },
    { title: 'b', content: 'word', metadata: { section: 'api', version: 2, tags: ['y'], from: '2026-06-01' } },
    { title: 'c', content: 'word', metadata: { section: 'api', version: '2', beta: true, note: null } },
    { title: 'd', content: 'word' },
  ];
  await call('POST', `/v1/indexes/${index.id}/documents/batch`, { token, body: { documents } });
  const cases: [filter: object, titles: string][] = [
    [{}, 'abcd'],
    [{ section: 'api' }, 'bc'],
    [{ section: { eq: 'billing' } }, 'a'],
    [{ section: { in: ['billing', 'api'] }, version: 2 }, 'b'],
    [{ section: { in: [] } }, ''],
    [{ version: { gte: 1 } }, 'ab'],
    [{ version: { gte: 1, lte: 1.5 } }, 'a'],
    [{ tags: 'y' }, 'ab'],
    [{ tags: { in: ['x', 'z'] } }, 'a'],
    [{ from: { gte: '2026-02' } }, 'b'],
    [{ beta: true }, 'c'],
    [{ beta: { exists: false } }, 'abd'],
    [{ note: { exists: true } }, 'c'],
    [{ note: null }, 'c'],
    [{ 'it\'s "odd"': 1 }, ''],
  ];
  for (const [filter, titles] of cases) {
    const answer = await search(index.id, { query: 'word', filter });
    assert.equal(titlesIn(answer).toSorted().join(''), titles, JSON.stringify(filter));
    assert.equal(answer.total, titles.length);
  }
});

test('returns pages of results, and searches all indexes of a project', async () => {
  const { id, token: other, key: otherKey } = await server.createProject('Pages');
  const create = async (name: string) =>
    (await call('POST', '/v1/indexes', { token: other, query: { project_id: id }, body: { name } })).body.id;
  const [one, two] = [await create('One'), await create('Two')];
  for (const index of [one, two]) {
    const documents = Array.from({ length: 15 }, (_, at) => ({
      title: `${index} ${at}`,
      content: `fish ${'water '.repeat(at)}`,
    }));
    await call('POST', `/v1/indexes/${index}/documents/batch`, { token: other, body: { documents } });
  }
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => call('POST', '/v1/indexes/search', { key: otherKey, body: { query: 'fish', limit: 10, page } })),
  );
  assert.deepEqual(
    pages.map(({ body }) => [body.total, body.results.length]),
    [
      [30, 10],
      [30, 10],
      [30, 10],
      [30, 0],
    ],
  );
  assert.equal(new Set(pages.flatMap(({ body }) => titlesIn(body))).size, 30);
  const byUrl = await call('GET', `/v1/indexes/${one}/search`, { key: otherKey, query: { q: 'fish', limit: 5 } });
  assert.deepEqual([byUrl.body.total, byUrl.body.results.length], [15, 5]);
  assert.equal((await call('GET', `/v1/indexes/${one}/search`, { key: otherKey, query: { q: 'fish', limit: 51 } })).status, 400);
});

test('returns the corrected query', async () => {
  const index = await createIndex({ name: 'Spelling' });
  await call('POST', `/v1/indexes/${index.id}/documents`, {
    token,
    body: { content: 'Die Übersicht zeigt invoices and receipts.' },
  });
  const suggest = async (query: string) => (await search(index.id, { query })).did_you_mean;
  assert.equal(await suggest('the invioces, please'), 'the invoices, please');
  assert.equal(await suggest('ubersciht'), 'übersicht');
  assert.equal(await suggest('invoicesreceipts'), 'invoices receipts');
  assert.equal(await suggest('invoices'), undefined);
  assert.equal(await suggest('ERR_4021'), undefined);
});

test('corrects an incomplete word, and does not correct very long words', async () => {
  const index = await createIndex({ name: 'Beginnings' });
  const long = `Ü${'berschriften'.repeat(5)}`.slice(0, 60);
  await call('POST', `/v1/indexes/${index.id}/documents`, {
    token,
    body: { content: `About authentication. ${long} ${long}en` },
  });
  const suggest = async (query: string) => (await search(index.id, { query })).did_you_mean;
  assert.equal(await suggest('authnetic'), 'authentication');
  assert.equal(await suggest('authnetic now'), undefined);
  assert.equal(await suggest('auhtnetic'), undefined, 'two errors are too many');
  const misspelled = (word: string) => word.replace('schrift', 'shcrift');
  assert.equal(await suggest(`${misspelled(long)} `), long.toLowerCase());
  assert.equal(await suggest(`${misspelled(long)}en `), undefined);
});

test('codes with digits are not stemmed', async () => {
  const index = await createIndex({ name: 'Codes', language: 'en' });
  for (const content of ['The Arc700 charges.', 'The Arc700s charge.'])
    await call('POST', `/v1/indexes/${index.id}/documents`, { token, body: { content } });
  assert.equal((await search(index.id, { query: 'charging' })).total, 2);
  const find = async (query: string) =>
    (await search(index.id, { query })).results.map(({ chunk_content }: { chunk_content: string }) => chunk_content);
  assert.deepEqual(await find('"Arc700s"'), ['The Arc700s charge.']);
  // The other code shares a part.
  assert.deepEqual(await find('Arc700s'), ['The Arc700s charge.', 'The Arc700 charges.']);
});

test('lists documents as llms.txt', async () => {
  const index = await createIndex({ name: 'For agents' });
  await call('POST', `/v1/indexes/${index.id}/documents`, {
    token,
    body: { content: '# Export [all]\n\nEvery list has a button.', url: 'https://docs.example/export' },
  });
  const { headers, body } = await call('GET', `/v1/indexes/${index.id}/llms.txt`, { key });
  assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8');
  const again = await call('GET', `/v1/indexes/${index.id}/llms.txt`, {
    key,
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
  assert.equal(
    body,
    String.raw`# For agents

## Documents

- [Export \[all\]](https://docs.example/export): Every list has a button.
`,
  );
});

test('saves a document by its external id, which names the document wherever its id does', async () => {
  const { id: index } = await createIndex({ name: 'Folder' });
  const path = (externalId: string) => `/v1/indexes/${index}/documents/by-external-id/${encodeURIComponent(externalId)}`;
  const save = (externalId: string, body: object) => call('PUT', path(externalId), { token, body });
  const first = await save('guides/export ü', { content: '# Export', url: 'https://acme.example/export' });
  assert.deepEqual([first.status, first.body.external_id], [200, 'guides/export ü']);
  const again = await save('guides/export ü', { content: '# Import' });
  assert.deepEqual([again.body.id, again.body.title, again.body.url], [first.body.id, 'Import', null], 'replaces all fields');
  assert.deepEqual(titlesIn(await search(index, { query: 'import' })), ['Import']);
  assert.equal((await search(index, { query: 'export' })).total, 0);

  const document = `/v1/indexes/${index}/documents/${encodeURIComponent('guides/export ü')}`;
  assert.equal((await call('GET', document, { token })).body.id, first.body.id);
  assert.equal((await call('GET', document, { key })).body.content, '# Import');
  const { id: other } = await createIndex({ name: 'Other folder' });
  for (const missing of [document.replace(index, other), `/v1/indexes/${index}/documents/%00`])
    assert.deepEqual((await call('GET', missing, { token })).body.code, 'documents.not_found');
  assert.deepEqual((await call('DELETE', document, { token })).body, { ok: true });
  assert.equal((await call('DELETE', document, { token })).status, 404);

  for (const [externalId, body, field] of [
    ['x'.repeat(201), { content: 'x' }, 'external_id'],
    ['a\0', { content: 'x' }, 'external_id'],
    ['a', { content: 'x', external_id: 'b' }, 'external_id'],
    ['a', { content: '' }, 'content'],
  ] as const) {
    const refused = await save(externalId, body);
    assert.deepEqual([refused.status, refused.body.fields[0].path], [400, field]);
  }
  assert.equal((await save('large', { content: 'x'.repeat(1_048_577) })).status, 413);
});
