import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const { call, createProject } = await sharedTestServer();
const { id: project, token } = await createProject();

let made = 0;

async function createIndex(documents: object[], synonyms: string[][] = []): Promise<string> {
  const { body: index } = await call('POST', '/v1/indexes', {
    token,
    query: { project_id: project },
    body: { name: `Help ${++made}`, synonyms },
  });
  const { body } = await call('POST', `/v1/indexes/${index.id}/documents/batch`, { token, body: { documents } });
  assert.ok(body.results.every(({ ok }: Json) => ok));
  return index.id;
}

async function search(index: string, query: string, options: object = {}): Promise<Json> {
  return (await call('POST', `/v1/indexes/${index}/search`, { token, body: { query, ...options } })).body;
}

const url = (name: string) => `https://acme.example/${name}`;
const FILLER = 'Other words fill this section, so that it becomes a part of its own. '.repeat(4);
const PASSWORD = 'Reset your password: a password reset resets the password. '.repeat(6);

const help = await createIndex([
  {
    url: url('account'),
    content: `# Your account\n\n${FILLER}\n\n## Reset your password\n\n${PASSWORD}\n\n## Other\n\n${FILLER}`,
  },
  { url: url('password'), content: `# How do I reset my password?\n\n${FILLER}\n\n## Mail\n\nThe mail resets it. ${FILLER}` },
  {
    url: url('exports'),
    content: `# Export your data\n\n${FILLER}\n\n## Export as CSV\n\n${'Export data as CSV. '.repeat(12)}\n\n## Other\n\n${FILLER}`,
  },
  { url: url('names'), content: `# Styles\n\nSet \`className\` on the button.\n\n## Other\n\n${FILLER}` },
  {
    url: url('untitled'),
    content: `Rotate zebra keys. ${FILLER}\n\n## Rotate zebra keys\n\n${'Rotate zebra keys. '.repeat(12)}\n\n## Other\n\n${FILLER}`,
  },
  { url: url('names-2'), content: `# Classes\n\n${'A class has a teacher. '.repeat(20)}` },
]);

test('the article whose title is the query ranks above sections about it', async () => {
  for (const query of ['How do I reset my password?', 'reset password', 'resetting passwords'])
    assert.equal((await search(help, query)).results[0].url, url('password'), query);
  // With a spelling error.
  assert.equal((await search(help, 'reset pasword ')).results[0].url, url('password'));
});

test('explains that the title is the query', async () => {
  const [{ explanation, score }] = (await search(help, 'reset password ', { explain: true })).results;
  const title = explanation.words.find(({ by }: Json) => by === 'title');
  assert.deepEqual([title.asked, title.found, title.within], ['reset password', 'How do I reset my password?', ['title']]);
  const sum = explanation.words.reduce((total: number, word: Json) => total + word.score, 0);
  assert.ok(Math.abs(sum - score) < 0.001);
});

test('a query with words of the title leads to the beginning of the article, others to a section', async () => {
  const [first] = (await search(help, 'export data ')).results;
  assert.deepEqual([first.url, first.headings, first.chunk_content], [url('exports'), [], FILLER.trim()]);
  // A section contains the word more often, but the title contains all words of the query.
  assert.equal((await search(help, 'data ')).results[0].url, url('exports'));
  assert.equal((await search(help, 'export csv ')).results[0].url, `${url('exports')}#export-as-csv`);
  // The beginning of the text stands for a missing title.
  assert.equal((await search(help, 'zebra keys ')).results[0].url, `${url('untitled')}#rotate-zebra-keys`);
});

test('the title of a changed article is no longer found', async () => {
  const documents = [
    { external_id: 'a', content: `# Zebra stripes\n\n${FILLER}` },
    { external_id: 'b', content: `# Animals\n\nZebra stripes. ${FILLER}` },
  ];
  const index = await createIndex(documents);
  const first = async () => (await search(index, 'zebra stripes')).results.map(({ title }: Json) => title);
  assert.deepEqual(await first(), ['Zebra stripes', 'Animals']);
  await call('POST', `/v1/indexes/${index}/documents`, { token, body: { ...documents[0], content: `# Stripes\n\n${FILLER}` } });
  assert.deepEqual(await first(), ['Animals', 'Stripes']);
});

test('finds identifiers by their parts, and identifiers first', async () => {
  const [first] = (await search(help, 'class names')).results;
  assert.match(first.highlights[0], /^Set <mark>className<\/mark> on the button/);
  const { results } = await search(help, 'className', { explain: true });
  assert.deepEqual(
    results.map((result: Json) => result.url),
    [url('names'), url('names-2')],
  );
  assert.deepEqual(
    results[1].explanation.words.map(({ by, found }: Json) => [by, found]),
    [['part', 'classes']],
  );
  assert.equal((await search(help, 'classna')).results[0].url, url('names'));
  assert.equal((await search(help, '"className" ')).total, 1);
});

test('a word with a spelling error finds the synonyms of the right word', async () => {
  const documents = [{ content: '# Bills\n\nA bill is sent each month.' }, { content: '# Receipts\n\nAn invoice that is paid.' }];
  const titlesOf = async (index: string) => (await search(index, 'invoce ')).results.map(({ title }: Json) => title).toSorted();
  assert.deepEqual(await titlesOf(await createIndex(documents, [['invoice', 'bill']])), ['Bills', 'Receipts']);
  assert.deepEqual(await titlesOf(await createIndex(documents)), ['Receipts']);
  // The right word is in the synonyms only.
  const index = await createIndex(documents.slice(0, 1), [['invoice', 'bill']]);
  assert.deepEqual(await titlesOf(index), ['Bills']);
  assert.equal((await search(index, 'invoce ')).did_you_mean, 'invoice');
  // While the word is typed, in a synonym of several words, and as a part of a longer query.
  const named = await createIndex(documents.slice(0, 1), [['tax invoice', 'bill']]);
  assert.deepEqual(
    (await search(named, 'tax invoce')).results.map(({ title }: Json) => title),
    ['Bills'],
  );
  for (const query of ['invoce', 'pay an invoce '])
    assert.deepEqual(
      (await search(index, query)).results.map(({ title }: Json) => title),
      ['Bills'],
      query,
    );
});
