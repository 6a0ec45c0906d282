import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { parseLanguages } from '../../../platform/i18n/accept-language.ts';

const server = await sharedTestServer();
const { call } = server;
const project = await server.createProject();
const { id: projectId, key, token, slug } = project;
const query = { project_id: projectId };

const must = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await call(method, path, { token, query, ...(body && { body }) });
  assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const english = await must('POST', '/v1/indexes', { name: 'Help', language: 'en' });
const german = await must('POST', '/v1/indexes', { name: 'Hilfe', language: 'de' });
const pathOf = (index: Json, document?: Json) => `/v1/indexes/${index.id}/documents${document ? `/${document.id}` : ''}`;
const source = await must('POST', pathOf(english), { title: 'Zebra export', content: 'Export your zebra.' });
const translation = await must('POST', pathOf(german), {
  title: 'Zebra exportieren',
  content: 'So geht der Export.',
  translation_of: source.id,
});
const french = await must('POST', pathOf(english), {
  title: 'Exporter le zebra',
  content: 'Exportez.',
  language: 'fr',
  translation_of: source.id,
  audience: 'signed_in',
});
await must('POST', pathOf(english), { title: 'Other', content: 'Other.' });

const visit = async (page: string, language: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/p/${slug}${page}`, { headers: { 'accept-language': language, ...headers } });
  return await response.text();
};
const TITLES = ['Zebra export', 'Zebra exportieren', 'Exporter le zebra'];
const listIn = (text: string) => TITLES.filter((title) => text.includes(`>${title}</a>`));

test('pages of translations link to each other, for the languages that the reader may read', async () => {
  const page = await visit(`/help/${source.slug}`, 'en');
  const links = [...page.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="[^"]*\/help\/([\w-]+)">/g)];
  assert.deepEqual(
    links.map(([, language, to]) => [language, to]),
    [
      ['en', source.slug],
      ['x-default', source.slug],
      ['de', translation.slug],
    ],
  );
  assert.match(page, /<nav class="meta languages"[^>]*>.*English.*<a [^>]*hreflang="de"[^>]*>Deutsch<\/a><\/nav>/);
  assert.match(await visit(`/help/${translation.slug}`, 'en'), /<article class="measure" lang="de">/);
  const headers = { 'x-user-token': await server.signUser(project, { id: 'u_1' }) };
  assert.match(await visit(`/help/${source.slug}`, 'en', headers), /hreflang="fr"/);
  assert.doesNotMatch(await visit('/help/other', 'en'), /hreflang/);
});

test('lists and searches show one of the languages', async () => {
  for (const [language, expected] of [
    ['en-US,en;q=0.9', 'Zebra export'],
    ['de-AT,de;q=0.9,en;q=0.5', 'Zebra exportieren'],
    ['pl', 'Zebra export'],
    ['pl,de;q=0.5', 'Zebra exportieren'],
    ['en;q=0.2,de;q=0.7', 'Zebra exportieren'],
    ['fr', 'Zebra export'],
  ] as const) {
    assert.deepEqual(listIn(await visit('/help', language)), [expected], `list: ${language}`);
    assert.deepEqual(listIn(await visit('/help?q=zebra', language)), [expected], `search page: ${language}`);
    const { body } = await call('POST', '/v1/indexes/search', {
      key,
      headers: { 'accept-language': language },
      body: { query: 'zebra', track: false },
    });
    assert.deepEqual([body.results.map(({ title }: Json) => title), body.total], [[expected], 1], `search: ${language}`);
  }
  // A list of one collection has all languages that only this collection has.
  assert.deepEqual(listIn(await visit(`/help?index=${german.id}`, 'en')), ['Zebra exportieren']);
  const { body } = await call('POST', '/v1/indexes/search', { token, query, body: { query: 'zebra' } });
  assert.equal(body.total, 3, 'members find all');
});

test('a translation is outdated from the publication of its source until its own', async () => {
  const outdated = async () => (await must('GET', `${pathOf(german)}?outdated=true`)).data.map(({ id }: Json) => id);
  const read = () => must('GET', pathOf(german, translation));
  assert.deepEqual([(await read()).is_outdated, await outdated()], [false, []]);
  await must('PATCH', pathOf(english, source), {
    pending_changes: { title: 'Zebra export', content: 'Export your zebra again.' },
  });
  await must('PATCH', pathOf(english, source), { metadata: { a: 1 } });
  assert.equal((await read()).is_outdated, false, 'pending changes and metadata are no publication');
  await must('PATCH', pathOf(english, source), { status: 'published' });
  const { is_outdated: isOutdated, translation_of: of, language, translations } = await read();
  assert.deepEqual([isOutdated, of, language, await outdated()], [true, source.id, 'de', [translation.id]]);
  assert.deepEqual(
    translations.map((one: Json) => [one.language, one.is_source, one.is_outdated, one.status]),
    [
      ['en', true, false, 'published'],
      ['de', false, true, 'published'],
      ['fr', false, true, 'published'],
    ],
  );
  assert.equal((await must('PATCH', pathOf(german, translation), { status: 'published' })).is_outdated, false);
  assert.deepEqual(await outdated(), []);
  for (const change of [{ content: 'Export your zebra soon.' }, { title: 'Zebra exports' }]) {
    await must('PATCH', pathOf(english, source), change);
    assert.equal((await read()).is_outdated, true, JSON.stringify(change));
    await must('PATCH', pathOf(german, translation), { status: 'published' });
  }
  assert.equal((await call('GET', `${pathOf(german)}?outdated=true`, { key })).status, 400);
});

test('refuses translations of translations, of themselves, and of a language twice', async () => {
  const other = (await must('GET', pathOf(english))).data.find(({ title }: Json) => title === 'Other');
  for (const [method, path, body, status, code] of [
    ['POST', pathOf(german), { content: 'x', translation_of: translation.id }, 400, 'not_found'],
    ['POST', pathOf(german), { content: 'x', translation_of: 'doc_01kaga0zrefb8tqs3yh4kx9m2d' }, 400, 'not_found'],
    ['POST', pathOf(german), { content: 'x', translation_of: source.id }, 409, 'taken'],
    ['PUT', `${pathOf(german)}/by-external-id/again`, { content: 'x', translation_of: source.id }, 409, 'taken'],
    ['PATCH', pathOf(english, other), { translation_of: other.id }, 400, 'not_found'],
    ['PATCH', pathOf(english, source), { translation_of: other.id, language: 'es' }, 400, 'conflict'],
    ['PATCH', pathOf(english, french), { language: 'de' }, 409, 'taken'],
    ['PATCH', pathOf(english, other), { language: 'Deutsch' }, 400, 'format'],
  ] as const) {
    const answer = await call(method, path, { token, body });
    assert.deepEqual([answer.status, answer.body.fields?.[0]?.code], [status, code], `${method} ${JSON.stringify(body)}`);
  }
  // Translations of a deleted source are articles of their own.
  await must('DELETE', pathOf(english, source));
  const { translation_of: of, translations } = await must('GET', pathOf(german, translation));
  assert.deepEqual([of, translations], [null, []]);
});

test('parses languages of browsers', () => {
  for (const [header, expected] of [
    [undefined, []],
    ['de-AT, de;q=0.9, en;q=0.8', ['de', 'en']],
    ['en;q=0, fr', ['fr']],
    ['*, zh-Hant-TW;q=0.5', ['zh']],
    ['en-US;q=1.000,§§,x', ['en']],
  ] as const)
    assert.deepEqual(parseLanguages(header), expected, header);
});
