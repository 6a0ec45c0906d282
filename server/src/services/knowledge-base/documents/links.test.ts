import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedTestServer } from '../../../testing/server.ts';
import { resolveLinks } from './links.ts';

const DOCUMENTS = ['start.md', 'guides/export.md', 'guides/index.md', 'guides/a b.md', 'README.md', 'plain'];
const OWN_URL = 'https://acme.example/help/start';

const findTargets = async (externalIds: string[]) =>
  DOCUMENTS.filter((name) => externalIds.includes(name)).map((name) => ({
    slug: name,
    external_id: name,
    url: name === 'start.md' ? OWN_URL : null,
  }));

const resolve = async (html: string, source: { external_id?: string; url?: string } = {}, keepsUnresolved = false) =>
  await resolveLinks(
    html,
    { external_id: source.external_id ?? null, url: source.url ?? null },
    { findTargets, urlOf: ({ slug }) => `/page/${encodeURI(slug)}`, keepsUnresolved },
  );

describe('links between documents', () => {
  const cases: [from: string, link: string, to: string | undefined][] = [
    ['guides/import.md', 'export.md', '/page/guides/export.md'],
    ['guides/import.md', './export.md#as-csv', '/page/guides/export.md#as-csv'],
    ['guides/import.md', 'export', '/page/guides/export.md'],
    ['guides/import.md', 'export.html?a=1', '/page/guides/export.md'],
    ['guides/import.md', 'a%20b.md', '/page/guides/a%20b.md'],
    ['guides/import.md', '../start.md#first', `${OWN_URL}#first`],
    ['guides/import.md', '/start.md', OWN_URL],
    ['guides/import.md', './', '/page/guides/index.md'],
    ['guides/import.md', '..', '/page/README.md'],
    ['a.md', 'guides/', '/page/guides/index.md'],
    ['a.md', 'plain', '/page/plain'],
    ['a.md', '../start.md', undefined],
    ['a.md', 'missing.md', undefined],
    ['a.md', '%E0%A4%A', undefined],
    ['a.md', '#anchor', '#anchor'],
    ['a.md', 'https://acme.example/start.md', 'https://acme.example/start.md'],
    ['a.md', 'mailto:start.md', 'mailto:start.md'],
  ];
  for (const [from, link, to] of cases)
    test(`${link} in ${from}`, async () => {
      const html = (href: string | undefined) => `<p><a${href === undefined ? '' : ` href="${href}"`} rel="noopener">x</a></p>`;
      assert.equal(await resolve(html(link), { external_id: from }), html(to));
    });
});

test('other links and images are relative to the URL of the document', async () => {
  assert.equal(
    await resolve('<a href="prices?a=1&amp;b=2#c">x</a><img src="../a.png" alt="y" />', { url: OWN_URL }),
    '<a href="https://acme.example/help/prices?a=1&amp;b=2#c">x</a><img src="https://acme.example/a.png" alt="y" />',
  );
});

test('links and images that lead nowhere become text, or stay', async () => {
  const html = '<a href="missing.md" title="t">x</a> <img src="a.png" alt="a &amp; b" loading="lazy" />';
  assert.equal(await resolve(html), '<a title="t">x</a> a &amp; b');
  assert.equal(await resolve(html, {}, true), html);
});

test('the API returns links to pages of documents, as long as the project has a help center', async () => {
  const { call, createProject, url } = await sharedTestServer();
  const { id, token, key, slug } = await createProject();
  const index = await call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name: 'Help' } });
  const save = async (body: object) => (await call('POST', `/v1/indexes/${index.body.id}/documents`, { token, body })).body.id;
  await save({ external_id: 'guides/export.md', content: '# Export data' });
  const source = await save({ external_id: 'start.md', content: '# Start\n\n[x](guides/export.md#csv) [y](missing.md)' });
  const read = async () => (await call('GET', `/v1/indexes/${index.body.id}/documents/${source}`, { key })).body.content_html;
  assert.equal(
    await read(),
    `<p><a href="${url}/p/${slug}/help/export-data#csv" rel="noopener noreferrer">x</a> <a href="missing.md" rel="noopener noreferrer">y</a></p>`,
  );
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { pages: { sections: ['feedback'] } } } });
  assert.match(await read(), /href="guides\/export.md#csv"/);
});
