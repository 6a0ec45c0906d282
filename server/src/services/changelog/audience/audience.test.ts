import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

test('shows the audience before publishing, each address counted once', async () => {
  const acme = await server.createProject();
  const submit = async (title: string) =>
    (await call('POST', '/v1/feedback', { key: acme.key, body: { title } })).body.id as string;
  const [csv, same, dark] = [await submit('Export as CSV'), await submit('CSV export'), await submit('Dark mode')];
  for (const [id, email] of [
    [csv, 'ada@example.com'],
    [same, 'grace@example.com'],
    [dark, 'ada@example.com'],
  ])
    await call('POST', `/v1/feedback/${id}/subscribe`, { key: acme.key, body: { email } });
  await call('POST', `/v1/feedback/${same}/merge`, { token: acme.token, body: { into: csv } });
  for (const email of ['Ada@example.com', 'alan@example.com', 'waits@example.com'])
    await call('POST', '/v1/changelog/subscribe', { key: acme.key, body: { email } });
  await sql`UPDATE feedback_subscribers SET confirmed_at = now() WHERE project_id = ${parseId('prj', acme.id)}`.execute(
    server.db,
  );
  // Somebody who did not confirm is not counted.
  await call('POST', `/v1/feedback/${dark}/subscribe`, { key: acme.key, body: { email: 'waits@example.com' } });
  await sql`
    UPDATE changelog_subscribers SET confirmed_at = now()
    WHERE project_id = ${parseId('prj', acme.id)} AND email <> 'waits@example.com'`.execute(server.db);

  const { body: entry } = await call('POST', '/v1/changelog', {
    token: acme.token,
    query: { project_id: acme.id },
    body: { title: 'Exports', feedback_ids: [same, dark] },
  });
  const audience = await call('GET', `/v1/changelog/${entry.id}/audience`, { token: acme.token });
  assert.deepEqual(audience.body, {
    // Ada and Alan
    subscribers: 2,
    // Includes the target of the merged entry “CSV export”.
    feedback: [
      { id: csv, title: 'Export as CSV', status: 'new', subscribers: 2 },
      { id: dark, title: 'Dark mode', status: 'new', subscribers: 1 },
    ],
    // Ada, Alan, Grace
    people: 3,
  });
  const { body: empty } = await call('POST', '/v1/changelog', {
    token: acme.token,
    query: { project_id: acme.id },
    body: { title: 'Nothing shipped' },
  });
  assert.deepEqual((await call('GET', `/v1/changelog/${empty.id}/audience`, { token: acme.token })).body, {
    subscribers: 2,
    feedback: [],
    people: 2,
  });
});

test('previews Markdown as safe HTML', async () => {
  const acme = await server.createProject();
  const preview = (content: unknown) =>
    call('POST', '/v1/changelog/preview', { token: acme.token, query: { project_id: acme.id }, body: { content } });
  const content = '# Hi\n\nA **bold** <script>alert(1)</script> [link](javascript:alert(1))';
  const { body } = await preview(content);
  assert.match(body.content_html, /<strong>bold<\/strong>/);
  assert.doesNotMatch(body.content_html, /<script|href="javascript/);
  const { body: entry } = await call('POST', '/v1/changelog', {
    token: acme.token,
    query: { project_id: acme.id },
    body: { title: 'Same', content },
  });
  assert.equal(body.content_html, entry.content_html);
  assert.equal((await preview(7)).status, 400);
});

test('entries have callouts, task lists and highlighted code, and footnotes that do not collide on one page', async () => {
  const acme = await server.createProject();
  const create = async (title: string): Promise<string> =>
    (
      await call('POST', '/v1/changelog', {
        token: acme.token,
        query: { project_id: acme.id },
        body: {
          title,
          content: '> [!TIP]\n> Try it[^1].\n\n- [x] Done\n\n```js\nlet a;\n```\n\n<b>raw</b>\n\n[^1]: Now.',
          published: true,
        },
      })
    ).body.content_html;
  const html = await create('One');
  assert.match(html, /<div class="callout callout-tip"><p class="callout-title">Tip<\/p>/);
  assert.match(html, /<li class="task"><input type="checkbox" checked disabled aria-label="Done" \/> Done/);
  assert.match(html, /<span class="hljs-keyword">let<\/span>/);
  assert.match(html, /&lt;b&gt;raw/, 'raw HTML is a text');
  const [, target] = /href="#(fn-[\da-f-]+-1)"/.exec(html) ?? [];
  assert.ok(target && html.includes(`id="${target}"`));
  assert.equal((await create('Two')).includes(target), false);
});
