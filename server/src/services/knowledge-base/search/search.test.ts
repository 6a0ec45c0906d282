import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import { sharedTestServer } from '../../../testing/server.ts';

// Properties of all documents and queries.

const server = await sharedTestServer();
const { id: project, token, key } = await server.createProject();
const call = server.call;

async function createIndex(name: string): Promise<string> {
  const { body } = await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name } });
  return body.id;
}
const save = (index: string, documents: object[]) =>
  call('POST', `/v1/indexes/${index}/documents/batch`, { token, body: { documents } });

test('a search during a replacement finds each document once, all of the same version', async () => {
  const index = await createIndex('Replaced');
  const versions = ['first', 'second'];
  const documents = (version: number) =>
    Array.from({ length: 20 }, (_, at) => ({
      external_id: `document-${at}`,
      content: `# Number ${at}\n\n${`always ${versions[version % 2]} `.repeat(30)}\n\n## More\n\n${`always ${versions[version % 2]} `.repeat(40)}`,
    }));
  await save(index, documents(0));
  const over = new AbortController();
  const replaced = { version: 0 };
  const replacing = (async () => {
    for (; !over.signal.aborted; replaced.version++) {
      const { body } = await save(index, documents(replaced.version));
      assert.ok(body.results.every(({ ok }: { ok: boolean }) => ok));
    }
  })().finally(() => over.abort());
  const searchOften = async () => {
    for (let times = 0; !over.signal.aborted && (times < 250 || replaced.version < 3); times++) {
      const { status, body } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query: 'always', limit: 50 } });
      assert.equal(status, 200);
      assert.equal(body.total, 20);
      assert.equal(new Set(body.results.map(({ document_id }: { document_id: string }) => document_id)).size, 20);
      const found = new Set(body.results.map(({ chunk_content }: { chunk_content: string }) => chunk_content.includes('first')));
      assert.equal(found.size, 1, 'a batch is replaced at once');
    }
  };
  await Promise.all([replacing, Promise.all([1, 2, 3, 4].map(searchOften)).finally(() => over.abort())]);
});

test('an excluded word excludes documents with the word in any section', async () => {
  const index = await createIndex('Excluded');
  const section = (word: string) => `## About ${word}\n\n${`A sentence with the ${word} in it. `.repeat(10)}`;
  await save(index, [
    { title: 'Both', content: `${section('telescope')}\n\n${section('lighthouse')}` },
    { title: 'One', content: section('telescope') },
  ]);
  const find = async (query: string) => {
    const { body } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query } });
    assert.equal(body.total, body.results.length);
    return body.results.map(({ title, headings }: Record<string, unknown>) => [title, headings]).toSorted();
  };
  // Each section must be a chunk of its own for this test to be meaningful.
  assert.deepEqual(await find('lighthouse '), [['Both', ['About lighthouse']]]);
  assert.deepEqual(await find('telescope '), [
    ['Both', ['About telescope']],
    ['One', ['About telescope']],
  ]);
  assert.deepEqual(await find('telescope -lighthouse'), [['One', ['About telescope']]]);
});

test('deleting all documents leaves no index entries', async () => {
  const index = await createIndex('Deleted');
  const text = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), { numRuns: 60, seed: 7 });
  await save(
    index,
    text.map((content, at) => ({
      content: `words ${content} émigré e-mail v2.3.1`,
      title: `Title ${at % 7}`,
      external_id: `${at}`,
    })),
  );
  await save(
    index,
    text.slice(0, 30).map((content, at) => ({ content: `${content} changed words`, external_id: `${at}` })),
  );
  const { body: found } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query: 'words', limit: 50 } });
  assert.equal(found.total, 60);
  const { body: list } = await call('GET', `/v1/indexes/${index}/documents`, { key, query: { limit: 100 } });
  for (const { id } of list.data)
    assert.equal((await call('DELETE', `/v1/indexes/${index}/documents/${id}`, { token })).status, 200);
  for (const table of ['knowledge_vocabulary', 'knowledge_postings', 'knowledge_chunks', 'knowledge_documents']) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(table)} JOIN knowledge_indexes AS i ON i.id = index_id WHERE i.name = 'Deleted'`.execute(
      server.db,
    );
    assert.equal(rows[0]?.count, 0, table);
  }
  const { rows } = await sql`
    SELECT document_count, chunk_count, word_count::int FROM knowledge_indexes WHERE name = 'Deleted'`.execute(server.db);
  assert.deepEqual(rows, [{ document_count: 0, chunk_count: 0, word_count: 0 }]);
});

test('accepts any text as a document', async () => {
  const index = await createIndex('Any document');
  const bytes = (IS_LONG ? 512 : 16) * 1024;
  const long = (part: string) => part.repeat(bytes / Buffer.byteLength(part));
  const texts = [
    'a',
    'a ',
    'a-',
    '漢',
    '漢字。',
    '# a\n',
    '# a\n\n',
    '- a\n',
    '> ',
    '<p>a',
    '<h1>a',
    '|a',
    '`',
    '[',
    '\n',
    '\u0301',
    '"',
    '<',
    '&amp;',
  ].map(long);
  for (const content of [`# ${'heading '.repeat(10_000)}`, ...texts])
    for (const content_type of ['markdown', 'html', 'text']) {
      const { status } = await call('POST', `/v1/indexes/${index}/documents`, {
        token,
        body: { content, content_type, external_id: 'same' },
      });
      assert.ok(status === 201 || (status === 400 && !content.trim()), `${status} ${content_type} ${content.slice(0, 8)}`);
    }
  const { body: found } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query: 'amp', limit: 50 } });
  assert.ok(found.results.every(({ chunk_content }: { chunk_content: string }) => chunk_content.length <= 30_000));
});

test('accepts any text as a query', async () => {
  const index = await createIndex('Any text');
  await save(
    index,
    Array.from({ length: 50 }, (_, at) => ({
      content: `# Article ${at}\n\nText about ${['lions', 'tigers', 'bears', '東京'][at % 4]} "quoted" -minus.`,
    })),
  );
  const strange = [
    '',
    ' ',
    '"',
    '""',
    '-',
    '--',
    '-"',
    '"-',
    '„',
    '* ? ! %',
    "'",
    '\\',
    '%_',
    '\u00AD',
    '\u200B',
    '-lions',
    '"lions',
    'a'.repeat(9_999),
  ];
  const random = fc.sample(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ maxLength: 30 }),
    ),
    { numRuns: IS_LONG ? 10_000 : 150, seed: randomSeed(42) },
  );
  let slowest = 0;
  const ask = async (query: string) => {
    const began = performance.now();
    const { status, body } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query } });
    slowest = Math.max(slowest, performance.now() - began);
    // NUL and unpaired surrogates are not valid text.
    assert.ok(status === 200 || (status === 400 && body.error.startsWith('query must')), `${status} ${JSON.stringify(query)}`);
    if (status === 400) assert.ok(query.includes('\u0000') || !query.isWellFormed(), JSON.stringify(query));
  };
  const all = [...strange, ...random];
  for (let place = 0; place < all.length; place += 20) await Promise.all(all.slice(place, place + 20).map(ask));
  assert.ok(slowest < 30_000, `${slowest} ms`);
  const { status } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query: 'x '.repeat(500_000) } });
  assert.equal(status, 413);
  const long = Array.from({ length: 1_400 }, (_, at) => `wrod${at}xyz`.slice(0, 6)).join(' ');
  assert.equal((await call('POST', `/v1/indexes/${index}/search`, { key, body: { query: long } })).status, 200);
});
