import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { id, key, token } = await server.createProject();
const index = await server.call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name: 'Help' } });
const path = `/v1/indexes/${index.body.id}`;

async function read(document: object): Promise<string> {
  const { body } = await server.call('POST', `${path}/documents`, { token, body: document });
  return (await server.call('GET', `${path}/documents/${body.id}`, { key })).body.content_html;
}

test('renders Markdown without front matter and title', async () => {
  const content =
    '---\ntitle: Export\n---\n# Export\n\nEvery **list** has a <kbd>button</kbd>.\n\n## As CSV & more\n\n- One\n\n## As CSV & more\n\nTwo';
  assert.equal(
    await read({ content }),
    '<p>Every <strong>list</strong> has a <kbd>button</kbd>.</p>\n<h2 id="as-csv--more">As CSV &amp; more</h2>\n<ul>\n<li>One</li>\n</ul>\n<h2 id="as-csv--more-1">As CSV &amp; more</h2>\n<p>Two</p>',
  );
});

test('renders the readable content and the anchors of HTML', async () => {
  const content =
    '<html><head><title>Refunds</title><style>p{}</style></head><body><h1>Refunds</h1><p onclick="alert(1)">Within <b>14</b> days.</p><script>alert(1)</script><h2 id="how">How <a href="javascript:alert(1)">so</a></h2><iframe src="https://example.com"></iframe><img src="x" onerror="alert(1)"></body></html>';
  assert.equal(
    (await read({ content, content_type: 'html' })).replaceAll('\n', ''),
    '<p>Within <b>14</b> days.</p><h2 id="how">How <a rel="noopener noreferrer">so</a></h2><img src="x" alt="" loading="lazy" />',
  );
});

test('uses the title element of HTML as title, not as content', async () => {
  const make = async (content: string) => {
    const { body } = await server.call('POST', `${path}/documents`, { token, body: { content, content_type: 'html' } });
    return body;
  };
  const page = '<h1>Quokka food</h1><p>Leaves.</p>';
  const { id: document, title } = await make(`<title>\n  Quokka\n  policy </title>${page}`);
  assert.equal(title, 'Quokka policy');
  const { body } = await server.call('POST', `${path}/search`, { key, body: { query: 'quokka' } });
  assert.deepEqual(
    body.results.map(({ document_id, chunk_content }: Record<string, string>) => [document_id, chunk_content]),
    [[document, 'Leaves.']],
  );
  assert.equal((await make(`<title> </title>${page}`)).title, 'Quokka food');
  assert.equal((await make(`<title> </title><title>Later</title>${page}`)).title, 'Later');
});

test('renders plain text as paragraphs', async () => {
  assert.equal(
    await read({ content: 'One <b>\ntwo\n\n\nThree & four', content_type: 'text', title: 'T' }),
    '<p>One &lt;b&gt;<br>two</p>\n<p>Three &amp; four</p>',
  );
});

test('links search results to their sections', async () => {
  const words = 'This is what one has to know of it. '.repeat(12);
  const content = `# Billing\n\n${words}\n\n## Zahlung per Überweisung\n\n${words} Zanzibar\n\n## Other\n\n${words}`;
  const html = await read({ content, url: 'https://acme.example/help/billing' });
  const found = await server.call('POST', `${path}/search`, { key, body: { query: 'zanzibar' } });
  const anchor = decodeURIComponent(new URL(found.body.results[0].url).hash.slice(1));
  assert.ok(html.includes(`<h2 id="${anchor}">Zahlung per Überweisung</h2>`));
});
