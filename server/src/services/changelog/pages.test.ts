import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const { id, slug, token } = await server.createProject('R & D');
const url = `${server.url}/p/${slug}/changelog`;
const create = (body: object) => call('POST', '/v1/changelog', { token, query: { project_id: id }, body });

const get = async (address: string) => {
  const response = await fetch(address);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('published entries are readable without scripts, with links to feeds', async () => {
  assert.match((await get(url)).text, /No updates yet/);
  for (let index = 1; index <= 21; index++)
    await create({ title: `News ${index} <b>`, content: '**Bold**', version: '1 & 2', published: true });
  await create({ title: 'Secret draft' });
  const { status, headers, text } = await get(url);
  assert.equal(status, 200);
  const policy = headers.get('content-security-policy') ?? '';
  assert.ok(policy.includes("default-src 'none'; script-src 'self';") && !policy.includes('unsafe'));
  assert.ok(text.includes('News 21 &lt;b&gt;') && text.includes('<strong>Bold</strong>') && text.includes('1 &amp; 2'));
  assert.ok(!text.includes('Secret draft') && !text.includes('News 1 &lt;'));
  assert.ok(text.includes(`href="${server.url}/v1/changelog/by-project/${slug}/feed.atom?language=en"`));
  assert.match((await get(`${url}?page=2`)).text, /News 1 &lt;b&gt;/);

  const entry = await get(`${url}/news-3-b`);
  assert.deepEqual([entry.status, entry.text.includes('<h1 dir="auto">News 3 &lt;b&gt;</h1>')], [200, true]);
  for (const path of ['/nothing', '/secret-draft', '/%00']) assert.equal((await get(url + path)).status, 404);
  assert.equal((await get(`${server.url}/p/nobody-has-this/changelog`)).status, 404);
});

test('visitors subscribe on the page of an entry and confirm by email', async () => {
  await create({ title: 'Subscribe here', content: 'New.', published: true });
  const [, form = ''] = /<form method="post" action="([^"]+)">/.exec((await get(`${url}/subscribe-here`)).text) ?? [];
  const send = (email: string) => fetch(server.url + form, { method: 'POST', body: new URLSearchParams({ email }) });
  const answer = await send('ada@example.com');
  assert.deepEqual([answer.status, /Confirm your email address/.test(await answer.text())], [200, true]);
  assert.equal((await send('ada')).status, 400);
  const { body } = await call('GET', '/v1/changelog/subscribers', { token, query: { project_id: id } });
  assert.deepEqual([body.total, body.data[0].email, body.data[0].confirmed_at], [1, 'ada@example.com', null]);
});
