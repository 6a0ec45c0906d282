import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const { id: project, token, key } = await server.createProject();

async function createIndex(language: string, titles: string[]): Promise<string> {
  const { body } = await call('POST', '/v1/indexes', {
    token,
    query: { project_id: project },
    body: { name: `Help ${language}`, language },
  });
  const documents = titles.map((title) => ({ title, content: `${title}.` }));
  assert.equal((await call('POST', `/v1/indexes/${body.id}/documents/batch`, { token, body: { documents } })).status, 200);
  return body.id;
}

// cspell:disable
const INDEXES: Record<string, [titles: string[], queries: [query: string, found: string[]][]]> = {
  tr: [
    ['KAPI AÇMA', 'Kapı kilidi', 'İSTANBUL ofisi', 'IŞIKLARI kapatma', 'INVOICE listesi', 'Kullanıcı hesabı', 'ÖDEMELER'],
    [
      ['kapı', ['KAPI AÇMA', 'Kapı kilidi']],
      ['KAPI', ['KAPI AÇMA', 'Kapı kilidi']],
      ['kapi ', ['KAPI AÇMA', 'Kapı kilidi']],
      ['istanbul', ['İSTANBUL ofisi']],
      ['İSTANBUL', ['İSTANBUL ofisi']],
      ['ışık', ['IŞIKLARI kapatma']],
      // Inflected forms have the stem of their noun, in any case.
      ['KAPILAR ', ['KAPI AÇMA', 'Kapı kilidi']],
      ['kapıları ', ['KAPI AÇMA', 'Kapı kilidi']],
      ['KAPIYI ', ['KAPI AÇMA', 'Kapı kilidi']],
      ['KULLANICILARIMIZ ', ['Kullanıcı hesabı']],
      ['kullanıcıyı ', ['Kullanıcı hesabı']],
      ['ödeme ', ['ÖDEMELER']],
      ['invoice', ['INVOICE listesi']],
    ],
  ],
  az: [
    ['QAPI AÇMAQ', 'Qapı kilidi', 'İDARƏ paneli'],
    [
      ['qapı ', ['QAPI AÇMAQ', 'Qapı kilidi']],
      ['QAPI ', ['QAPI AÇMAQ', 'Qapı kilidi']],
      ['idarə', ['İDARƏ paneli']],
      ['idare', ['İDARƏ paneli']],
    ],
  ],
  en: [
    ['INVOICE list', 'Đặng Thái Sơn', 'Łódź office', 'Release 🎉 party', 'Thumbs 👍🏽', 'Work 👩🏽‍💻 remotely', 'Office in 🇩🇪'],
    [
      ['invoice ', ['INVOICE list']],
      ['dang ', ['Đặng Thái Sơn']],
      ['lodz ', ['Łódź office']],
      ['🎉', ['Release 🎉 party']],
      ['👍', ['Thumbs 👍🏽']],
      ['👍🏿', ['Thumbs 👍🏽']],
      ['👩‍💻', ['Work 👩🏽‍💻 remotely']],
      ['💻', ['Work 👩🏽‍💻 remotely']],
      ['🇩🇪', ['Office in 🇩🇪']],
      ['🇫🇷', []],
    ],
  ],
};
// cspell:enable

for (const [language, [titles, queries]] of Object.entries(INDEXES))
  describe(`an index in ${language}`, async () => {
    const index = await createIndex(language, titles);
    const search = async (query: string): Promise<Json> =>
      (await call('POST', `/v1/indexes/${index}/search`, { key, body: { query } })).body;
    for (const [query, found] of queries)
      test(`finds ${found.join(', ') || 'nothing'} for ${query}`, async () => {
        const { results } = await search(query);
        assert.deepEqual(results.map(({ title }: Json) => title).toSorted(), found.toSorted());
      });
  });

test('highlights an emoji with its skin tone', async () => {
  const index = await createIndex('fr', ['Merci 👍🏽 à tous']);
  const { body } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query: '👍' } });
  assert.match(body.results[0].highlights.join(''), /<mark>👍🏽<\/mark>/u);
});
