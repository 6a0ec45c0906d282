import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;

test('the preview of a draft is the mail that subscribers get, and its page; nothing is published', async () => {
  const { id, slug, key, token } = await server.createProject('Acme');
  const query = { project_id: id };
  const body = { title: 'Exports', content: 'Every list has a **download** now.', version: '1.2' };
  const { body: draft } = await call('POST', '/v1/changelog', { token, query, body });
  await call('POST', '/v1/changelog/subscribe', { key, body: { email: 'grace@example.com' } });
  await sql`UPDATE changelog_subscribers SET confirmed_at = now() WHERE project_id = ${parseId('prj', id)}`.execute(server.db);
  const preview = (await call('GET', `/v1/changelog/${draft.id}/preview`, { token })).body;
  assert.equal(preview.mail.subject, 'Exports – new at Acme');
  assert.match(preview.mail.html, /Every list has a <strong[^>]*>download<\/strong> now/);
  assert.match(preview.page, /<h1 dir="auto">Exports<\/h1>[\s\S]*<span dir="auto">1\.2<\/span>[\s\S]*<strong>download<\/strong>/);
  assert.equal((await call('GET', '/v1/changelog', { key })).body.total, 0);
  const open = async () => await fetch(`${server.url}/p/${slug}/changelog/${draft.slug}`);
  assert.equal((await open()).status, 404);

  await call('PATCH', `/v1/changelog/${draft.id}`, { token, body: { published: true } });
  const sent = await until(async () => {
    const { data } = (await call('GET', `/v1/projects/${id}/mails`, { token })).body;
    return data.find(({ subject }: Json) => subject === preview.mail.subject);
  });
  const withoutLink = (text: string) => text.replaceAll(/https?:\/\/[^\s"<]+/g, '');
  assert.equal(withoutLink(sent.text), withoutLink(preview.mail.text));
  const article = (page: string) =>
    /<article class="news">[\s\S]*<\/article>/.exec(page)?.[0].replaceAll(/<(time|earshot-reactions).*?<\/\1>/g, '');
  assert.equal(article(await (await open()).text()), article(preview.page));
});
