import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const { id, token, slug } = await server.createProject('R & D <Lab>');

const TRICKY = 'Fish & <b>chips</b> ]]> "quoted" \u0001\u000B 🐟';
for (const body of [
  { title: 'Older', content: 'First **words**', tags: ['a & b', '<script> "x"'], published: true },
  { title: TRICKY, content: `Text ]]> & \`<script>\` \u0001`, type: 'fix', published: true },
  { title: 'Secret draft' },
  { title: 'Secret plan', scheduled_at: '2099-01-01T00:00:00Z' },
])
  assert.equal((await call('POST', '/v1/changelog', { token, query: { project_id: id }, body })).status, 201);

const feed = (format: string, headers = {}) => call('GET', `/v1/changelog/by-project/${slug}/feed.${format}`, { headers });
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

test('the sitemap is well-formed, with the address of each page', async () => {
  const { status, body } = await call('GET', `/p/${slug}/sitemap.xml`);
  assert.deepEqual([status, XMLValidator.validate(body)], [200, true]);
  const { urlset } = new XMLParser({ isArray: (name) => name === 'url' }).parse(body);
  const addresses = urlset.url.map(({ loc }: Json) => loc);
  for (const address of addresses) assert.ok(URL.canParse(address) && !/[<>&"\s]/.test(address), address);
  assert.ok(addresses.includes(`${server.url}/p/${slug}/changelog/older`), addresses.join(' '));
});

test('feeds refuse a language of more than 100 characters', async () => {
  for (const format of ['atom', 'json']) {
    const { status, body } = await call('GET', `/v1/changelog/by-project/${slug}/feed.${format}`, {
      query: { language: 'x'.repeat(101) },
    });
    assert.deepEqual([status, body.code], [400, 'validation']);
  }
});

test('Atom 1.0: meets RFC 4287', async () => {
  const { status, headers, body } = await feed('atom');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  assert.equal(XMLValidator.validate(body), true);
  // XML 1.0, 3.1: the validator does not check it.
  assert.doesNotMatch(body, /="[^"]*<[^"]*"/);
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => ['entry', 'link', 'category'].includes(name) });
  const { feed: atom } = parser.parse(body);
  assert.equal(atom['@_xmlns'], 'http://www.w3.org/2005/Atom');
  // 4.1.1: exactly one id, title and updated; an author, since the entries have none; one link to itself.
  assert.match(atom.id, /^urn:uuid:[0-9a-f-]{36}$/);
  assert.equal(atom.title, 'R & D <Lab> changelog');
  assert.match(atom.updated, RFC_3339);
  assert.equal(atom.author.name, 'R & D <Lab>');
  const links = Object.fromEntries(atom.link.map((link: Json) => [link['@_rel'], link['@_href']]));
  assert.deepEqual(links, {
    alternate: `${server.url}/p/${slug}/changelog`,
    self: `${server.url}/v1/changelog/by-project/${slug}/feed.atom`,
  });
  // 4.1.2, newest first, and nothing that is not published.
  assert.equal(atom.entry.length, 2);
  const [tricky, older] = atom.entry;
  for (const entry of atom.entry) {
    assert.match(entry.id, /^urn:uuid:[0-9a-f-]{36}$/);
    assert.match(entry.updated, RFC_3339);
    assert.match(entry.published, RFC_3339);
    assert.equal(entry.title['@_type'], 'html');
    assert.equal(entry.content['@_type'], 'html');
    assert.ok(URL.canParse(entry.link[0]['@_href']));
  }
  assert.notEqual(tricky.id, older.id);
  // The title's type is HTML: markup that someone typed shows as they typed it.
  assert.equal(tricky.title['#text'], 'Fish &amp; &lt;b&gt;chips&lt;/b&gt; ]]&gt; &quot;quoted&quot;  🐟');
  assert.equal(tricky.content['#text'].trim(), '<p>Text ]]&gt; &amp; <code>&lt;script&gt;</code> </p>');
  assert.equal(older.content['#text'].trim(), '<p>First <strong>words</strong></p>');
  assert.deepEqual(
    older.category.map((category: Json) => category['@_term']),
    ['feature', 'a & b', '<script> "x"'],
  );
});

test('JSON Feed 1.1: meets its specification', async () => {
  const { status, headers, body } = await feed('json');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/feed+json; charset=utf-8');
  const json = JSON.parse(body);
  assert.deepEqual(
    { ...json, items: json.items.length },
    {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'R & D <Lab> changelog',
      home_page_url: `${server.url}/p/${slug}/changelog`,
      feed_url: `${server.url}/v1/changelog/by-project/${slug}/feed.json`,
      authors: [{ name: 'R & D <Lab>' }],
      items: 2,
    },
  );
  for (const item of json.items) {
    assert.equal(typeof item.id, 'string');
    assert.ok(URL.canParse(item.url));
    assert.match(item.date_published, RFC_3339);
    assert.match(item.date_modified, RFC_3339);
    assert.ok(item.tags.every((tag: unknown) => typeof tag === 'string'));
  }
  assert.equal(json.items[0].title, TRICKY);
  assert.equal(json.items[1].content_html, '<p>First <strong>words</strong></p>\n');
});

test('links and images are absolute in feeds and in the API, on any host', async () => {
  const project = await server.createProject();
  const content = '[a](/help) ![b](/v1/uploads/upl.png) [c](../x) [d](//cdn.example/e) f[^1]\n\n[^1]: g';
  const query = { project_id: project.id };
  const { body: entry } = await call('POST', '/v1/changelog', {
    token: project.token,
    query,
    body: { title: 'Links', content, published: true },
  });
  const read = async () => {
    const [atom, json, api] = await Promise.all([
      call('GET', `/v1/changelog/by-project/${project.slug}/feed.atom`),
      call('GET', `/v1/changelog/by-project/${project.slug}/feed.json`),
      call('GET', `/v1/changelog/${entry.id}`, { key: project.key }),
    ]);
    const item = new XMLParser().parse(atom.body).feed.entry.content;
    return [item, JSON.parse(json.body).items[0].content_html, api.body.content_html].map((html: string) =>
      Array.from(html.matchAll(/ (?:href|src)="([^"]*)"/g), ([, url = '']) => url.replace(/-[0-9a-f-]{36}/, '')),
    );
  };
  const urls = (origin: string, page: string) => [
    `${origin}/help`,
    `${origin}/v1/uploads/upl.png`,
    new URL('../x', page).href,
    'https://cdn.example/e',
  ];
  const page = `${server.url}/p/${project.slug}/changelog/links`;
  assert.deepEqual(await read(), [
    [...urls(server.url, page), `${page}#fn-1`, `${page}#fnref-1`],
    [...urls(server.url, page), `${page}#fn-1`, `${page}#fnref-1`],
    [...urls(server.url, page), '#fn-1', '#fnref-1'],
  ]);
  await call('PATCH', `/v1/projects/${project.id}`, {
    token: project.token,
    body: { settings: { changelog: { page_url: 'https://acme.example/news/' } } },
  });
  const own = 'https://acme.example/news/';
  const [atom, , api] = await read();
  assert.deepEqual(atom, [...urls('https://acme.example', own), `${own}#fn-1`, `${own}#fnref-1`]);
  assert.deepEqual(api, [...urls('https://acme.example', own), '#fn-1', '#fnref-1']);
});

test('supports If-None-Match, and returns 404 for an unknown project', async () => {
  for (const format of ['atom', 'json']) {
    const etag = (await feed(format)).headers.get('etag') ?? '';
    assert.equal((await feed(format, { 'if-none-match': etag })).status, 304);
    const { status, body } = await call('GET', `/v1/changelog/by-project/nobody/feed.${format}`);
    assert.deepEqual([status, body.code], [404, 'projects.not_found']);
  }
});
