import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ignore from 'ignore';
import { sharedTestServer } from '@earshot/server/testing/server';
import { until } from '@earshot/server/testing/until';
import { createEnvironment, runSuccessfully } from './processes.ts';

// Publishes the documentation of Earshot in the help center of a project, as the documentation site does.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCS = join(ROOT, 'docs');
const REPOSITORY = 'https://git.example/earshot/blob/main';
/** Number of concurrent requests for pages. */
const PAGES_AT_ONCE = 4;

const configuration = mkdtempSync(join(tmpdir(), 'earshot-documentation-'));
after(() => rmSync(configuration, { recursive: true, force: true }));
const server = await sharedTestServer();
const { id, slug, token, key } = await server.createProject('Documentation');
const { body: index } = await server.call('POST', '/v1/indexes', {
  token,
  query: { project_id: id },
  body: { name: 'Reference', language: 'en' },
});
const help = `${server.url}/p/${slug}/help`;
const environment = { ...createEnvironment(configuration), EARSHOT_URL: server.url, EARSHOT_TOKEN: token, EARSHOT_PROJECT: slug };
const push = (...args: string[]) =>
  runSuccessfully(environment, 'articles', 'push', DOCS, '--source-url', `${REPOSITORY}/docs`, ...args);

const rules = ignore().add(readFileSync(join(DOCS, '.earshotignore'), 'utf8'));
const files = globSync('**/*.md', { cwd: DOCS }).filter((path) => !rules.ignores(path));
await push();

/** The article of each file. */
const articles = new Map<string, { id: string; title: string }>();
for (let page = 1; articles.size % 100 === 0; page++) {
  const { body } = await server.call('GET', `/v1/indexes/${index.id}/documents`, { token, query: { limit: 100, page } });
  if (!body.data.length) break;
  for (const article of body.data) articles.set(article.external_id, article);
}

/** The text of an article on its public page, as HTML. */
async function readPage(articleId: string): Promise<string> {
  const response = await fetch(`${help}/${articleId}`);
  assert.equal(response.status, 200);
  const [article = ''] = /<article[\s\S]*<\/article>/.exec(await response.text()) ?? [];
  return article.replace(/<nav class="related"[\s\S]*?<\/nav>/, '');
}

const pages = new Map<string, string>();
const pending = [...articles.values()];
await Promise.all(
  Array.from({ length: PAGES_AT_ONCE }, async () => {
    for (let next = pending.pop(); next; next = pending.pop()) pages.set(next.id, await readPage(next.id));
  }),
);

const unescape = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
const attributesOf = (html: string, name: string) =>
  Array.from(html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))).map(([, value = '']) => unescape(value));
const hasAnchor = (html: string, anchor: string) => attributesOf(html, 'id').includes(decodeURIComponent(anchor));

test('every document that is not ignored has a page with its title', async () => {
  assert.deepEqual([...articles.keys()].toSorted(), files.toSorted());
  assert.ok(files.length > 30, String(files.length));
  const overview = await (await fetch(help)).text();
  for (const category of ['Guides', 'Services', 'Migration', 'Reference']) assert.match(overview, new RegExp(`<h2>${category} `));
  const link = /<a href="([^"]+)">All articles of Guides</.exec(overview)?.[1] ?? '';
  const guides = await (await fetch(help + unescape(link))).text();
  for (const [path, { title }] of articles)
    if (path.startsWith('guides/')) assert.ok(guides.includes(`>${title.replaceAll('&', '&amp;')}</a>`), title);
});

test('every link leads to a page and a section, and every image loads', async () => {
  const images = new Set<string>();
  for (const [path, { id: articleId }] of articles) {
    const html = pages.get(articleId) ?? '';
    for (const href of attributesOf(html, 'href')) {
      const at = `${path}: ${href}`;
      if (href.startsWith('#')) assert.ok(hasAnchor(html, href.slice(1)), at);
      else if (href.startsWith(help)) {
        const [target = '', anchor] = href.slice(help.length + 1).split('#');
        const linked = pages.get(target.split('/')[0] ?? '');
        assert.ok(linked !== undefined, at);
        if (anchor !== undefined) assert.ok(hasAnchor(linked, anchor), at);
      } else if (href.startsWith(REPOSITORY)) {
        const file = decodeURIComponent(new URL(href).pathname.slice(new URL(REPOSITORY).pathname.length));
        assert.ok(existsSync(join(ROOT, file)), at);
      } else assert.match(href, /^(?:https?|mailto):/, at);
    }
    // A link without a destination becomes text; Markdown that is not a link stays as it is.
    assert.ok(!/<a\b(?![^>]* href=)|\]\([^)]*\.md/.test(html.replaceAll(/<(pre|code)[\s\S]*?<\/\1>/g, '')), path);
    for (const source of attributesOf(html, 'src')) images.add(source);
  }
  assert.ok(images.size >= 3, 'some documents have screenshots');
  for (const source of images) {
    const response = await fetch(source);
    assert.deepEqual([response.status, response.headers.get('content-type')?.split('/')[0]], [200, 'image'], source);
    await response.arrayBuffer();
  }
});

test('the search finds answers in the documentation', async () => {
  const search = async (query: string) => {
    const { body } = await server.call('POST', `/v1/indexes/${index.id}/search`, { key, body: { query } });
    return (body.results as { title: string }[]).map(({ title }) => title);
  };
  // Searches use the index as soon as it is built.
  await until(async () => (await search('lost events'))[0] === 'Operations');
  for (const [query, title] of [
    ['import from Plausible', 'Migrate from Plausible'],
    ['verify webhook signature', 'Receive webhooks'],
    ['EARSHOT_TRUST_PROXY', 'Reverse proxy'],
    ['move subscribers from GetWaitlist', 'Migrate from GetWaitlist'],
  ] as const)
    assert.ok((await search(query)).slice(0, 5).includes(title), `${query}: ${(await search(query)).join(', ')}`);
  const results = await (await fetch(`${help}?q=${encodeURIComponent('custom domain')}`)).text();
  assert.match(results, /<h2[^>]*><a [^>]*href="[^"]+#custom-domains"[^>]*>Operations</);
});

test('a second push changes nothing', async () => {
  assert.equal(await push('--prune', '--yes'), '');
});
