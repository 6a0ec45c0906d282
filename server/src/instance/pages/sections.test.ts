import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { sharedTestServer } from '../../testing/server.ts';

// Front page, help center and images of the public pages.

const { call, createProject, url } = await sharedTestServer();

const get = async (path: string) => {
  const response = await fetch(url + path, { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
};

/** Returns the paths to which the cards of a front page lead. */
const cardsOf = (html: string, slug: string) =>
  [...html.matchAll(/<section class="card([^"]*)"><h2><a href="([^"]+)"/g)].map(([, layout, path]) => [
    path?.replace(`/p/${slug}/`, ''),
    layout?.trim(),
  ]);

test('the front page has cards for sections with content, in full rows', async () => {
  const { slug, key, token, id } = await createProject();
  const front = async () => cardsOf((await get(`/p/${slug}`)).text, slug);
  assert.deepEqual(await front(), [['waitlist', 'wide banner']]);

  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'CSV export' } });
  const waitlist = ['waitlist', 'wide banner'];
  assert.deepEqual(await front(), [['feedback', 'wide'], waitlist]);
  await call('PATCH', `/v1/feedback/${entry.id}`, { token, body: { status: 'planned' } });
  assert.deepEqual(await front(), [['feedback', ''], ['roadmap', ''], waitlist]);
  for (const title of ['News 1', 'News 2', 'News 3', 'News 4', 'News 5'])
    await call('POST', '/v1/changelog', { token, query: { project_id: id }, body: { title, content: 'New.', published: true } });
  assert.deepEqual(await front(), [['feedback', ''], ['roadmap', ''], ['changelog', 'wide'], waitlist]);
  assert.deepEqual((await get(`/p/${slug}`)).text.match(/News \d/g), ['News 5', 'News 4', 'News 3', 'News 2']);

  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { pages: { sections: ['help'] } } } });
  assert.match((await get(`/p/${slug}`)).text, /Nothing has been published yet/);
});

test('the help center has one search box, and a collection per category or folder', async () => {
  const { slug, token, id } = await createProject();
  const { body: index } = await call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name: 'Guides' } });
  const add = (title: string, more: object = {}) =>
    call('POST', `/v1/indexes/${index.id}/documents`, { token, body: { title, content: 'Text.', ...more } });
  const collections = async () =>
    [
      ...(await get(`/p/${slug}/help`)).text.matchAll(
        /<h2>([^<]+?) <span>([^<]+)<\/span><\/h2><ul class="articles">(.*?)<\/ul>/g,
      ),
    ].map(([, title, count, items = '']) => [title, count, [...items.matchAll(/>([^<]+)<\/a>/g)].map(([, text]) => text)]);
  await add('Refunds');
  await add('Invoices');
  assert.deepEqual(await collections(), [['Guides', '2 articles', ['Invoices', 'Refunds']]]);
  await add('Install', { external_id: 'getting-started/install.md' });
  await add('Welcome', { external_id: 'getting-started/README.md' });
  await add('Roles', { external_id: 'roles.md', metadata: { category: 'Team' } });
  assert.deepEqual(await collections(), [
    ['Guides', '2 articles', ['Invoices', 'Refunds']],
    ['Getting started', '2 articles', ['Welcome', 'Install']],
    ['Team', '1 article', ['Roles']],
  ]);
  const { body: installed } = await add('Upgrade', { external_id: 'getting-started/upgrade.md' });
  const article = (await get(`/p/${slug}/help/${installed.id}`)).text;
  const [, collection = ''] = /aria-label="Breadcrumb">.*<a href="([^"]+)">Getting started<\/a>/.exec(article) ?? [];
  assert.match(
    (await get(collection.replaceAll('&amp;', '&'))).text,
    /<h2 dir="auto">Getting started<\/h2><ul.*Install.*Upgrade/,
  );
  for (const path of ['/help', '/help?q=invoices', `/help?index=${index.id}`]) {
    const { text } = await get(`/p/${slug}${path}`);
    assert.deepEqual([text.match(/type="search"/g)?.length, text.includes('<earshot-help')], [1, false], path);
  }
});

test('a category with many articles has a page with all of them', async () => {
  const { slug, token, id } = await createProject();
  const { body: index } = await call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name: 'Reference' } });
  const titles = Array.from({ length: 9 }, (_, number) => `Guide ${number}`);
  const documents = [
    ...titles.map((title) => ({ title, content: 'Text.', metadata: { category: 'How & why' } })),
    { title: 'Settings', content: 'Text.' },
  ];
  await call('POST', `/v1/indexes/${index.id}/documents/batch`, { token, body: { documents } });
  const { text } = await get(`/p/${slug}/help`);
  const link = /<a href="([^"]+)">All articles of How &amp; why</.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const page = await get(`/p/${slug}/help${link}`);
  assert.deepEqual(
    [...(/<ul class="articles listed">.*<\/ul>/.exec(page.text)?.[0] ?? '').matchAll(/>([^<]+)<\/a>/g)].map(([, title]) => title),
    titles,
  );
  assert.match(page.text, /<h2 dir="auto">How &amp; why<\/h2>/);
  assert.equal((await get(`/p/${slug}/help?index=${index.id}&category=Nothing`)).status, 404);
});

test('a changelog entry has an image for links, which changes with the title', async () => {
  const { slug, token, id } = await createProject('Fernhill');
  const body = { title: 'Export & import “CSV” <faster> 🎉', content: 'New.', published: true };
  const { body: entry } = await call('POST', '/v1/changelog', { token, query: { project_id: id }, body });
  const imageOf = async () =>
    /<meta property="og:image" content="([^"]+)"/.exec((await get(`/p/${slug}/changelog/${entry.slug}`)).text)?.[1] ?? '';
  const image = await imageOf();
  const response = await fetch(image);
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([response.headers.get('content-type'), info.width, info.height], ['image/png', 1200, 630]);
  const inTitle = data.subarray(1200 * 170, 1200 * 250);
  assert.ok(inTitle.filter((value) => value < 80).length > 2_000, 'the title is drawn');
  const etag = response.headers.get('etag') ?? '';
  assert.equal((await fetch(image, { headers: { 'if-none-match': etag } })).status, 304);

  await call('PATCH', `/v1/changelog/${entry.id}`, { token, body: { title: 'Export' } });
  assert.notEqual(await imageOf(), image);
  // The font has no letters for the title.
  await call('PATCH', `/v1/changelog/${entry.id}`, { token, body: { title: 'データのエクスポート' } });
  assert.equal(await imageOf(), '');
  assert.equal((await fetch(`${url}/p/${slug}/changelog/${entry.slug}/image.png`)).status, 404);
});

test('the wall has the average of all testimonials', async () => {
  const { slug, key, token } = await createProject();
  for (const rating of [5, 5, 4]) {
    const { body } = await call('POST', '/v1/testimonials', { key, body: { author_name: 'Ada', content: 'Good.', rating } });
    await call('PATCH', `/v1/testimonials/${body.id}`, { token, body: { status: 'approved' } });
  }
  for (const path of ['/testimonials', '']) {
    const { text } = await get(`/p/${slug}${path}`);
    assert.match(text, /<p class="average">.*<strong>4\.67<\/strong><span>out of 5 stars, 3 testimonials<\/span>/, path);
  }
});
