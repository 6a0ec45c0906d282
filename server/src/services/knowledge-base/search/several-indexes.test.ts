import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startEmbeddingsServer } from '../../../testing/models/embeddings-server.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { COLLECTIONS, QUERIES } from '../fixtures/collections.ts';
import sample from '../sample.json' with { type: 'json' };

const model = await startEmbeddingsServer([
  ['refund', 'reimbursement'],
  ['password', 'login'],
]);
const server = await startTestServer({ EARSHOT_EMBEDDINGS_URL: model.url, EARSHOT_EMBEDDINGS_MODEL: 'ideas' });
const { call } = server;

interface Collection {
  name: string;
  articles: { title?: string; content: string }[];
  index?: object;
}

async function createCollections(collections: Collection[]) {
  const { id: project, key, token } = await server.createProject();
  const ids: string[] = [];
  for (const { name, articles, index = { language: 'en' } } of collections) {
    const { body } = await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name, ...index } });
    const documents = articles.map(({ title, content }) => ({ title, content }));
    const { status } = await call('POST', `/v1/indexes/${body.id}/documents/batch`, { token, body: { documents } });
    assert.equal(status, 200);
    ids.push(body.id);
  }
  const search = async (query: string, options: object = {}) => {
    const { status, body } = await call('POST', '/v1/indexes/search', {
      token,
      query: { project_id: project },
      body: { query, track: false, ...options },
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  return { project, key, token, ids, search };
}

const titlesIn = ({ results }: Json): string[] => results.map(({ title }: Json) => title);

describe('one list of four collections', async () => {
  const { search, ids, token } = await createCollections(
    Object.entries(COLLECTIONS).map(([name, articles]) => ({ name, articles })),
  );

  test('has the expected article first for nine of ten queries', async () => {
    const misses: string[] = [];
    for (const [query, first] of QUERIES) {
      const titles = titlesIn(await search(query));
      if (titles[0] !== first) misses.push(`${query}: ${titles.slice(0, 4).join(' | ')}`);
    }
    assert.ok(misses.length <= QUERIES.length / 10, misses.join('\n'));
  });

  test('gives a word of all collections the weight of its frequency in all', async () => {
    const { results } = await search('invoice ', { explain: true, limit: 50 });
    const [first] = results;
    // The number of results of each index alone.
    const alone = await Promise.all(
      ids.map(
        async (id) => (await call('POST', `/v1/indexes/${id}/search`, { token, body: { query: 'invoice ', limit: 50 } })).body,
      ),
    );
    const total = alone.reduce((sum, body) => sum + body.total, 0);
    assert.equal(results.length, total);
    assert.deepEqual(
      new Set(results.map(({ explanation }: Json) => explanation.words.find(({ by }: Json) => by === 'word').passages)),
      new Set([first.explanation.words[0].passages]),
    );
    for (const { score, explanation } of results) {
      const sum = explanation.words.reduce((scores: number, word: Json) => scores + word.score, 0);
      assert.ok(Math.abs(sum - score) < 0.001, `${sum} = ${score}`);
    }
  });

  test('has the same order on pages as in one list, each document once', async () => {
    const all = await search('appointment', { limit: 12 });
    const pages = await Promise.all([1, 2, 3].map((page) => search('appointment', { limit: 4, page })));
    assert.deepEqual(pages.flatMap(titlesIn), titlesIn(all));
    assert.equal(new Set(titlesIn(all)).size, 12);
    assert.ok(pages.every(({ total }) => total === all.total));
  });

  test('corrects only words that no collection contains', async () => {
    // `Slack` is one letter from `black`, which no article contains, and unknown in three collections.
    assert.equal((await search('slack ')).did_you_mean, undefined);
    for (const [query, suggestion, first] of [
      ['invoise ', 'invoice', 'Send an invoice'],
      ['wehbooks ', 'webhooks', 'Webhooks'],
      ['opening huors ', 'opening hours', 'Set your opening hours'],
    ] as const) {
      const body = await search(query);
      assert.equal(body.did_you_mean?.trim(), suggestion);
      assert.equal(titlesIn(body)[0], first);
    }
  });

  test('uses the same terms of feedback for all collections', async () => {
    const { results } = await search('customers receive email about appointments time link ', { explain: true, limit: 50 });
    const related = results.flatMap(({ index_id: index, explanation }: Json) =>
      explanation.words.filter(({ by }: Json) => by === 'related').map((word: Json) => ({ index, word })),
    );
    assert.ok(new Set(related.map(({ index }: Json) => index)).size > 1, 'documents of several indexes have related words');
    for (const { score, explanation } of results) {
      const sum = explanation.words.reduce((scores: number, word: Json) => scores + word.score, 0);
      assert.ok(Math.abs(sum - score) < 0.001, `${sum} = ${score}`);
    }
  });
});

test('finds the articles of the sample data', async () => {
  const collections = sample.collections as unknown as Record<string, [title: string, introduction: string, steps: string[]][]>;
  const { search } = await createCollections(
    Object.entries(collections).map(([name, articles]) => ({
      name,
      articles: articles.map(([title, introduction, steps]) => ({
        title,
        content: `${introduction}\n\n## Steps\n\n${steps.map((step) => `1. ${step}`).join('\n')}`,
      })),
      index: { language: 'en', synonyms: [['invoice', 'bill']] },
    })),
  );
  for (const [query, first] of [
    ['invoice', 'Send an invoice'],
    ['slack', 'Connect Slack'],
    ['timer', 'Track time with the timer'],
    ['import', 'Import from a spreadsheet'],
  ] as const)
    assert.equal(titlesIn(await search(query))[0], first, query);
});

test('a word is not rare because it is a stop word of other collections', async () => {
  const { search } = await createCollections([
    {
      name: 'English',
      articles: [
        { title: 'Spreadsheets', content: 'Import customers from a spreadsheet, from a file or from another tool.' },
        { title: 'Addresses', content: 'Copy an address from an email.' },
        { title: 'Backups', content: 'Restore from a backup.' },
      ],
    },
    {
      name: 'Deutsch',
      articles: [
        { title: 'E-Mail', content: 'Die Zeile „From“ nennt den Absender.' },
        { title: 'Rechnungen', content: 'Jede Rechnung ist eine PDF-Datei.' },
      ],
      index: { language: 'de' },
    },
  ]);
  assert.deepEqual(titlesIn(await search('import from'))[0], 'Spreadsheets');
  assert.deepEqual(titlesIn(await search('copy from email '))[0], 'Addresses');
  assert.deepEqual(titlesIn(await search('rechnung '))[0], 'Rechnungen');
});

test('a hybrid collection and others form one list', async () => {
  const { search } = await createCollections([
    {
      name: 'Billing',
      articles: [
        { title: 'Refunds', content: 'A refund takes five days.' },
        { title: 'Receipts', content: 'Each receipt is in the archive.' },
        { title: 'Discounts', content: 'Enter the code of a discount.' },
      ],
      index: { mode: 'hybrid' },
    },
    {
      name: 'Account',
      articles: [
        { title: 'Passkeys', content: 'Sign in with a passkey.' },
        { title: 'Devices', content: 'A passkey belongs to a device. The list has all devices.' },
      ],
    },
  ]);
  await until(async () => titlesIn(await search('reimbursement'))[0] === 'Refunds');
  const byWords = await search('passkey', { explain: true });
  assert.equal(byWords.mode, 'hybrid');
  assert.deepEqual(titlesIn(byWords).slice(0, 2), ['Passkeys', 'Devices']);
  assert.deepEqual(
    byWords.results.slice(0, 2).map(({ explanation }: Json) => [explanation.rank_by_words, explanation.rank_by_meaning]),
    [
      [1, null],
      [2, null],
    ],
  );
  assert.equal(titlesIn(await search('refund five days'))[0], 'Refunds');
});

describe('insights of a search over several collections', async () => {
  const { search, ids, key, token } = await createCollections([
    {
      name: 'A',
      articles: [
        { title: 'Invoices', content: 'Send an invoice.' },
        { title: 'Taxes', content: 'Rates of each country.' },
      ],
    },
    { name: 'B', articles: [{ title: 'Slack', content: 'Messages about each invoice.' }] },
    { name: 'C', articles: [{ title: 'Calendar', content: 'Drag an appointment.' }] },
  ]);
  const insights = async () =>
    await Promise.all(ids.map(async (id) => (await call('GET', `/v1/indexes/${id}/insights`, { token })).body));

  test('count it once, in the index of the best result, and a click on any result', async () => {
    const { results, query_id: id } = await search('invoice', { track: true });
    assert.deepEqual(titlesIn({ results }), ['Invoices', 'Slack']);
    const [, other] = results;
    const path = `/v1/indexes/${other.index_id}/search/${id}/click`;
    assert.equal((await call('POST', path, { key, body: { document_id: other.document_id } })).status, 200);
    const [a, b, c] = await insights();
    assert.deepEqual(
      [a, b, c].map((of) => [of?.searches, of?.without_results, of?.click_through]),
      [
        [1, 0, 1],
        [0, 0, null],
        [0, 0, null],
      ],
    );
    assert.deepEqual(
      a?.top_queries.map(({ query, searches, click_through: share }: Json) => [query, searches, share]),
      [['invoice', 1, 1]],
    );
    assert.deepEqual([b?.top_queries, c?.top_queries], [[], []]);
    assert.deepEqual(
      b?.documents.map(({ title, clicks }: Json) => [title, clicks]),
      [['Slack', 1]],
    );
  });

  test('count a search without results once, in the first index, until a search of all finds something', async () => {
    for (const query of ['unicorns', 'a unicorn']) await search(query, { track: true });
    const missed = async () =>
      (await insights()).map((of) => [of.without_results, of.missed_queries.map(({ searches }: Json) => searches)]);
    assert.deepEqual(await missed(), [
      [2, [2]],
      [0, []],
      [0, []],
    ]);
    await call('POST', `/v1/indexes/${ids[2]}/documents`, { token, body: { content: '# Unicorn' } });
    await search('unicorn', { track: true });
    assert.deepEqual(await missed(), [
      [2, []],
      [0, []],
      [0, []],
    ]);
    assert.deepEqual(
      (await insights()).map(({ searches }) => searches),
      [3, 0, 1],
    );
  });
});
