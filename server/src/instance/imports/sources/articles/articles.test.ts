import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll, recordsOf, toFile } from '../fixtures/reading.ts';

type Files = Record<string, string | Buffer>;
const read = async (files: Files) =>
  (
    await readAll(
      'articles',
      Object.entries(files).map(([name, content]) => toFile(name, content, 512)),
    )
  ).items;
const contentOf = async (text: string, others: Files = {}, name = 'guides/a.md') =>
  (await read({ [name]: text, ...others })).find(({ file }) => file === name)?.record.content;

test('reads a site of Docusaurus', async () => {
  const items = await read({
    'intro.md': '---\nid: start\ntitle: Start here\nsidebar_position: 1\n---\n\nHello\n',
    '01-guides/_category_.json': '{"label": "How to", "position": 2}',
    '01-guides/02-export.md': '---\nslug: /export\ntags:\n  - csv\n  - label: API\n    permalink: /api\n---\n\n# Export data\n',
    '01-guides/index.md': '# Guides\n',
    '01-guides/_partial.md': 'A part\n',
    '01-guides/03-new.mdx': "import Tabs from '@theme/Tabs';\n\n# New\n\n:::tip Good\nUse it\n:::\n",
    '01-guides/2024-01-05-news.md': '# News\n',
    'soon.md': '---\ndraft: true\n---\n\n# Soon\n',
  });
  assert.deepEqual(
    items.map(({ record, from }) => [record.external_id, from, record.title, record.metadata, record.status]),
    [
      ['01-guides/02-export.md', '/docs/export', undefined, { tags: ['csv', 'API'], category: 'How to' }, undefined],
      ['01-guides/03-new.mdx', '/docs/guides/new', undefined, { category: 'How to' }, undefined],
      ['01-guides/2024-01-05-news.md', '/docs/guides/2024-01-05-news', undefined, { category: 'How to' }, undefined],
      ['01-guides/index.md', '/docs/guides', undefined, { category: 'How to' }, undefined],
      ['intro.md', '/docs/start', 'Start here', {}, undefined],
      ['soon.md', '/docs/soon', undefined, {}, 'draft'],
    ],
  );
  assert.equal(items[1]?.record.content, '# New\n\n> [!TIP]\n> **Good**\n>\n> Use it');
});

test('reads a space of GitBook', async () => {
  const items = await read({
    'README.md': '# Welcome\n',
    'SUMMARY.md':
      '# Table of contents\n\n* [Welcome](README.md)\n\n## Basics\n\n* [Set up](basics/setup.md)\n  * [On a Mac](basics/mac%20os.md)\n',
    'basics/setup.md': '---\ndescription: First steps\n---\n\n{% hint style="danger" %}\nCareful\n{% endhint %}\n',
    'basics/mac os.md': 'Text\n',
  });
  assert.deepEqual(
    items.map(({ record, from }) => [record.external_id, from, record.title, record.metadata]),
    [
      ['README.md', '/', undefined, {}],
      ['basics/mac os.md', '/basics/mac os', 'On a Mac', { category: 'Basics' }],
      ['basics/setup.md', '/basics/setup', 'Set up', { description: 'First steps', category: 'Basics' }],
    ],
  );
  assert.equal(items[2]?.record.content, '> [!CAUTION]\n> Careful');
});

test('reads pages of HTML without their navigation', async () => {
  const page = (body: string) =>
    `<!doctype html><html><head><title>My  page</title><style>a{}</style></head><body>${body}</body></html>`;
  for (const [html, title, content] of [
    [page('<nav>Menu</nav><main><h1>Export</h1><p>Text</p></main><footer>End</footer>'), undefined, '<h1>Export</h1><p>Text</p>'],
    [
      page('<header><nav><nav>x</nav>y</nav></header><article><p>Text</p><aside>More</aside></article>'),
      'My page',
      '<p>Text</p>',
    ],
    [page('<article>1</article><article>2</article>'), 'My page', '<article>1</article><article>2</article>'],
    ['<p>No frame', undefined, '<p>No frame'],
    [page('<p>1</p><script>evil()</script><p>2</p>'), 'My page', '<p>1</p><p>2</p>'],
  ] as const) {
    const [item] = await read({ 'a.html': html });
    assert.deepEqual(
      [item?.record.title ?? undefined, item?.record.content, item?.record.content_type],
      [title ?? (/<h1/.test(content) ? undefined : (title ?? 'A')), content, 'html'],
    );
  }
  const [deep] = await read({ 'deep.html': '<div>'.repeat(100_000) });
  assert.equal(deep?.refusal, undefined);
});

test('reads articles of Zendesk Guide, whose links lead to each other', async () => {
  const article = (id: number, more: object = {}) => ({
    id,
    title: `Article ${id}`,
    body: `<p><a href="https://acme.zendesk.com/hc/en-us/articles/2-Other#part">2</a> <a href="/hc/articles/9">9</a></p>`,
    draft: false,
    section_id: 7,
    created_at: '2025-01-01T00:00:00Z',
    updated_at: '2025-03-01T00:00:00Z',
    edited_at: '2025-02-01T00:00:00Z',
    ...more,
  });
  const items = await read({
    'articles.json': JSON.stringify({
      articles: [article(1), article(2, { draft: true }), article(3, { body: '<a href="/hc/de/articles/1">1</a>' })],
    }),
    'more.json': JSON.stringify({ articles: [article(4)], sections: [{ id: 7, name: 'Billing' }] }),
  });
  assert.deepEqual(
    items.map(({ file, line, record }) => [file, line, record.external_id, record.metadata, record.status]),
    [
      ['articles.json', 1, 'zendesk:1', { category: 'Billing' }, undefined],
      ['articles.json', 2, 'zendesk:2', { category: 'Billing' }, 'draft'],
      ['articles.json', 3, 'zendesk:3', { category: 'Billing' }, undefined],
      ['more.json', 1, 'zendesk:4', { category: 'Billing' }, undefined],
    ],
  );
  assert.equal(items[2]?.record.content, '<a href="/zendesk%3A1">1</a>');
  assert.match(String(items[0]?.record.content), /href="\/zendesk%3A2#part"/);
  assert.deepEqual([items[0]?.record.created_at, items[0]?.record.updated_at], ['2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z']);
});

test('links to routes become links to files; others stay', async () => {
  const others = { 'guides/02-b.md': '---\nslug: bee\n---\n\n# B\n', 'c (1).md': '# C\n' };
  for (const [link, expected] of [
    ['02-b.md', '02-b.md'],
    ['./02-b.md#part', './02-b.md#part'],
    ['/docs/guides/bee', '/guides/02-b.md'],
    ['/docs/guides/bee/#part', '/guides/02-b.md#part'],
    ['bee', '/guides/02-b.md'],
    ['/docs/c%20(1)', '/c%20%281%29.md'],
    ['/docs/nowhere', '/docs/nowhere'],
    ['https://example.org/docs/bee', 'https://example.org/docs/bee'],
    ['#part', '#part'],
    ['../../../etc/passwd', '../../../etc/passwd'],
    ['a.md', 'a.md'],
  ])
    assert.equal(await contentOf(`[x](${link})`, others), `[x](${expected})`);
});

test('explains files that cannot be articles, and reads the others', async () => {
  const items = await read({
    'broken.md': '---\ntitle: [unclosed\ndraft: true\n---\n\nText\n',
    'bomb.md': `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefg'.replaceAll(
      /./g,
      (name) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${String.fromCharCode(name.charCodeAt(0) - 1)}`)
          .join(',')}]\n`,
    )}---\n\nText\n`,
    'latin.md': Buffer.from('# Größe\n', 'latin1'),
    'utf16.md': Buffer.from('\uFEFF# Größe\n', 'utf16le'),
    'large.md': 'x'.repeat(3 * 1024 * 1024),
    'rule.md': '---\n\nText below a rule\n',
    'ring1.md': '[2](ring2.md)',
    'ring2.md': '[1](ring1.md)',
  });
  assert.deepEqual(
    items.map(({ file, record, refusal }) => [file, refusal?.message.replace(/: .*/, '') ?? record.content]),
    [
      ['bomb.md', 'The front matter is not valid YAML'],
      ['broken.md', 'The front matter is not valid YAML'],
      ['large.md', 'large.md is too large for its format (maximum 2 MiB). Divide it.'],
      ['latin.md', '# Größe'],
      ['ring1.md', '[2](ring2.md)'],
      ['ring2.md', '[1](ring1.md)'],
      ['rule.md', '---\n\nText below a rule'],
      ['utf16.md', '# Größe'],
    ],
  );
});

test('refuses files outside of the folder, and folders without articles', async () => {
  const refused: Files[] = [{ '../../etc/a.md': '# A' }, { 'a.txt': 'A' }, { 'a.json': '{"b": 1}' }, { '_partial.md': 'A' }];
  for (const files of refused) await assert.rejects(read(files), /outside of the folder|There is no/);
  assert.deepEqual(
    recordsOf(await read({ '/a/./b.md': '# B' }), 'articles').map((record) => record.external_id),
    ['a/b.md'],
  );
});

test('reads dates, tags and drafts of other generators', async () => {
  for (const [front, expected] of [
    ['date: 2024-02-29\nlastmod: 2024-03-01', ['2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z', undefined, undefined]],
    [
      'date: 5 March 2024\nlast_update:\n  date: 2024-04-01\n  author: Ada',
      ['2024-03-05T00:00:00.000Z', '2024-04-01T00:00:00.000Z', undefined, undefined],
    ],
    ['tags: a, b', [undefined, undefined, ['a', 'b'], undefined]],
    ['published: false', [undefined, undefined, undefined, 'draft']],
    ['unlisted: true', [undefined, undefined, undefined, 'draft']],
    ['status: draft', [undefined, undefined, undefined, 'draft']],
    ['draft: false\nhidden: false', [undefined, undefined, undefined, undefined]],
    ['date: yesterday', ['yesterday', undefined, undefined, undefined]],
  ] as const) {
    const [item] = await read({ 'a.md': `---\n${front}\n---\n\nText\n` });
    const metadata = item?.record.metadata as { tags?: string[] };
    assert.deepEqual([item?.record.created_at, item?.record.updated_at, metadata.tags, item?.record.status], expected, front);
  }
});

test('reads a folder of 10,000 files with links to each other', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n) => [`part-${n % 50}/page-${n}.md`, `# Page ${n}\n\n[Next](page-${n + 50}.md)\n`]),
  );
  const items = await read(files);
  assert.equal(items.length, 10_000);
  assert.ok(items.every(({ refusal }) => !refusal));
});
