import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmbeddingsServer } from '../../../testing/models/embeddings-server.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const model = await startEmbeddingsServer([['refund', 'money', 'reimbursement'], ['password']]);
const server = await startTestServer({ EARSHOT_EMBEDDINGS_URL: model.url, EARSHOT_EMBEDDINGS_MODEL: 'ideas' });
const { id: project, key, token } = await server.createProject();
const { call } = server;

const ARTICLES = [
  { title: 'Exports', content: '## As a file\n\nEvery list has a button for CSV files. Exporting takes a minute.' },
  { title: 'Invoices', content: 'Each month by mail, to be exported by e-mail.' },
  { title: 'Refunds', content: 'We give the money back.' },
];

let made = 0;

async function indexOf(body: object = {}): Promise<string> {
  const { body: index } = await call('POST', '/v1/indexes', {
    token,
    query: { project_id: project },
    body: { name: `Help ${++made}`, synonyms: [['bill', 'invoice']], ...body },
  });
  await call('POST', `/v1/indexes/${index.id}/documents/batch`, { token, body: { documents: ARTICLES } });
  return index.id;
}
const ask = async (index: string, query: string, options: object = {}) => {
  const { status, body } = await call('POST', `/v1/indexes/${index}/search`, {
    token,
    body: { query, explain: true, ...options },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.results as Json[];
};
const saidOf = ({ explanation }: Json) =>
  explanation.words.map(({ asked, found, by, within, passages }: Json) => [asked, found, by, within.join('+'), passages]);

test('explains matching words, match types and fields of a result', async () => {
  const index = await indexOf();
  const [first, second] = await ask(index, 'export files ');
  assert.equal(first.title, 'Exports');
  assert.deepEqual(saidOf(first).toSorted(), [
    ['export', 'exports', 'word', 'title+content', 2],
    ['files', 'file', 'word', 'headings+content', 1],
  ]);
  assert.deepEqual(saidOf(second), [['export', 'exported', 'word', 'content', 2]]);

  assert.deepEqual(saidOf((await ask(index, 'buton '))[0]), [['buton', 'button', 'spelling', 'content', 1]]);
  assert.deepEqual(saidOf((await ask(index, 'butt'))[0]), [['butt', 'button', 'beginning', 'content', 1]]);
  assert.deepEqual(saidOf((await ask(index, 'bill '))[0]), [['bill', 'invoices', 'synonym', 'title', 1]]);
  assert.ok(saidOf((await ask(index, 'e-mail '))[0]).some(([, found, by]: string[]) => by === 'joined' && found === 'email'));
});

test('word scores are sorted and add up to the score of the result', async () => {
  const index = await indexOf();
  for (const query of ['export files ', 'buton csv e-mail', 'bill bill month', 'export "csv files"'])
    for (const { score, explanation } of await ask(index, query)) {
      const scores = explanation.words.map((word: Json) => word.score) as number[];
      assert.ok(
        Math.abs(scores.reduce((sum, one) => sum + one, 0) - score) < 0.001,
        `${query}: ${scores.join(' + ')} = ${score}`,
      );
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      assert.deepEqual([explanation.rank_by_words, explanation.rank_by_meaning], [null, null]);
    }
});

test('synonyms, corrections and other replacements score lower than the word', async () => {
  const index = await indexOf();
  const scoreOf = async (query: string, by: string) => {
    const { explanation } = (await ask(index, query))[0];
    return explanation.words.find((word: Json) => word.by === by).score as number;
  };
  for (const [word, query, by, share] of [
    ['button ', 'butto', 'beginning', 0.6],
    ['button ', 'buton ', 'spelling', 0.9],
    ['invoice ', 'bill ', 'synonym', 0.8],
  ] as const) {
    const ratio = (await scoreOf(query, by)) / (await scoreOf(word, 'word'));
    assert.ok(Math.abs(ratio - share) < 0.01, `${by}: ${ratio}`);
  }
});

test('explains compounds, parts and words of unspaced scripts', async () => {
  const explain = async (language: string, content: string, query: string) => {
    const { body: index } = await call('POST', '/v1/indexes', {
      token,
      query: { project_id: project },
      body: { name: `Help ${++made}`, language },
    });
    await call('POST', `/v1/indexes/${index.id}/documents`, { token, body: { title: 'A', content } });
    const [first] = await ask(index.id, query);
    const sum = first.explanation.words.reduce((total: number, { score }: Json) => total + score, 0);
    assert.ok(Math.abs(sum - first.score) < 0.001, `${query}: ${sum} = ${first.score}`);
    return saidOf(first);
  };
  assert.deepEqual(await explain('de', 'Unsere Rückerstattungen.', 'Erstattung '), [
    ['Erstattung', 'ruckerstattungen', 'compound', 'content', 1],
  ]);
  assert.deepEqual((await explain('de', 'Rechnung und Versand', 'Rechnungsversand ')).toSorted(), [
    ['Rechnungsversand', 'rechnung', 'part', 'content', 1],
    ['Rechnungsversand', 'versand', 'part', 'content', 1],
  ]);
  assert.deepEqual(await explain('ar', 'دعوة وفريق', 'فريق '), [['فريق', 'وفريق', 'compound', 'content', 1]]);
  assert.deepEqual(await explain('zh', '發票', '发票'), [
    ['发票', '发票', 'word', 'content', 1],
    ['发票', '发票', 'word', 'content', 1],
  ]);
});

test('terms shared by the best results of a long query change their order', async () => {
  const documents = [
    'apple pear fig',
    // Stop words are not used for feedback.
    'apple pear cherry ourselves',
    'apple pear cherry ourselves',
    'apple',
    'quince',
    'medlar',
    'rowan',
    'sloe',
  ].map((fruit, place) => ({
    title: `${place}`,
    content: `Notes about fruit: ${fruit}. Gardens grow them in well-kept rows behind walls. 发票下载方法`,
  }));
  const { body: index } = await call('POST', '/v1/indexes', {
    token,
    query: { project_id: project },
    body: { name: `Help ${++made}` },
  });
  await call('POST', `/v1/indexes/${index.id}/documents/batch`, { token, body: { documents } });
  const long = await ask(index.id, 'apple pear gardens rows walls ');
  const listRelated = (results: Json[]) =>
    results.flatMap(({ explanation }) => explanation.words).filter(({ by }: Json) => by === 'related');
  const related = listRelated(long);
  // A result that is far better than all others has nothing in common with them.
  assert.deepEqual(listRelated(await ask(index.id, 'quince gardens rows walls notes ')), []);
  assert.deepEqual(new Set(related.map(({ found }: Json) => found)), new Set(['cherry', 'pear']));
  // Without feedback, the first three have equal scores.
  assert.deepEqual(
    long.slice(0, 3).map(({ title }) => title),
    ['1', '2', '0'],
  );
  const [best, ...more] = await ask(index.id, 'apple pear gardens rows walls ', { limit: 1 });
  assert.deepEqual([best.title, more], ['1', []], 'a short list has the same order');
  for (const { asked, found } of related) assert.equal(asked, found);
  for (const { score, explanation } of long) {
    const sum = explanation.words.reduce((total: number, word: Json) => total + word.score, 0);
    assert.ok(Math.abs(sum - score) < 0.001, `${sum} = ${score}`);
  }
  // Joined words and pairs of characters do not make a query long.
  for (const query of ['apple pear ', 'apple pear well-kept ', '发票下载方法']) {
    const short = await ask(index.id, query);
    assert.deepEqual(
      [short.length > 1, short.flatMap(({ explanation }) => explanation.words).some(({ by }: Json) => by === 'related')],
      [true, false],
      query,
    );
  }
  // “cherry” is not in the query and therefore not highlighted.
  assert.ok(long.every(({ highlights }) => !highlights.join('').includes('<mark>cherry')));
});

test('returns the lexical and the semantic rank in hybrid searches', async () => {
  const index = await indexOf({ mode: 'hybrid' });
  const [first] = await until(async () => {
    const results = await ask(index, 'money');
    return results[0]?.explanation.rank_by_meaning ? results : undefined;
  });
  assert.equal(first.title, 'Refunds');
  assert.deepEqual([first.explanation.rank_by_words, first.explanation.rank_by_meaning], [1, 1]);
  const [byMeaning] = await ask(index, 'reimbursement');
  assert.deepEqual(byMeaning.explanation.words, []);
  assert.deepEqual([byMeaning.explanation.rank_by_words, byMeaning.explanation.rank_by_meaning], [null, 1]);
});

test('explanations require a session token and the option', async () => {
  const index = await indexOf();
  const byKey = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query: 'export', explain: true } });
  assert.deepEqual([byKey.status, byKey.body.error], [400, 'explain requires a session token']);
  assert.equal((await ask(index, 'export', { explain: false }))[0].explanation, undefined);
  const { body } = await call('POST', '/v1/indexes/search', {
    token,
    query: { project_id: project },
    body: { query: 'month ', explain: true, limit: 50 },
  });
  const passages = body.results.flatMap(saidOf).map((said: unknown[]) => said.at(-1));
  assert.ok(passages.length > 1);
  assert.deepEqual(new Set(passages), new Set([passages.length]), 'a result of one index says how many passages all have');
});

test('corrects errors at the beginning, in the middle and at the end of a word', async () => {
  const index = await indexOf();
  for (const misspelled of ['xinute', 'mixute', 'minutx', 'inute', 'miunte'])
    assert.deepEqual(saidOf((await ask(index, `${misspelled} `))[0]), [[misspelled, 'minute', 'spelling', 'content', 1]]);
});
