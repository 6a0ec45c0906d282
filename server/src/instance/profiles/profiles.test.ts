import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';
import { picture } from '../uploads/fixtures/images.ts';

const server = await sharedTestServer();
const { call } = server;

test('shows name and avatar of a member next to earlier comments and changes, also publicly', async () => {
  const { key, token, slug } = await server.createProject();
  const { id } = (await call('POST', '/v1/feedback', { key, body: { title: 'Export' } })).body;
  await call('POST', `/v1/feedback/${id}/comments`, { token, body: { body: 'We are on it' } });
  await call('PATCH', `/v1/feedback/${id}`, { token, body: { status: 'planned' } });

  const avatar = (await picture('png').toBuffer()).toString('base64');
  const { status, body } = await call('PATCH', '/v1/auth/profile', { token, body: { name: 'Ada Lovelace', avatar } });
  assert.equal(status, 200);
  assert.equal(body.name, 'Ada Lovelace');
  const image = await fetch(body.avatar_url);
  assert.deepEqual([image.status, (await image.blob()).type], [200, 'image/png']);

  const [comment] = (await call('GET', `/v1/feedback/${id}/comments`, { key })).body.data;
  assert.deepEqual([comment.author_name, comment.author_avatar_url], ['Ada Lovelace', body.avatar_url]);
  const [item] = (await call('GET', `/v1/feedback/${id}/history`, { token })).body.data;
  assert.deepEqual([item.actor.name, item.actor.avatar_url], ['Ada Lovelace', body.avatar_url]);
  const page = await (await fetch(`${server.url}/p/${slug}/feedback/${id}`)).text();
  assert.match(page, /<strong[^>]*>Ada Lovelace<\/strong><span class="badge">Team/);
  assert.ok(page.includes(body.avatar_url));

  const cleared = await call('PATCH', '/v1/auth/profile', { token, body: { avatar: null } });
  assert.deepEqual([cleared.body.name, cleared.body.avatar_url], ['Ada Lovelace', null]);
  const gone = await fetch(body.avatar_url);
  assert.match(await gone.text(), /uploads\.not_found/);
});

test('keeps the language of the dashboard for the account, and in a cookie of the browser', async () => {
  const { token } = await server.signIn();
  const set = (language: unknown, cookie = '') =>
    call('PATCH', '/v1/auth/profile', { token, body: { language }, headers: { cookie } });
  const chosen = await set('de');
  assert.deepEqual([chosen.status, chosen.body.language], [200, 'de']);
  assert.match(chosen.headers.getSetCookie().join(), /^earshot_language=de; Max-Age=31536000; Path=\/; SameSite=Lax$/);
  assert.equal((await call('GET', '/v1/auth/session', { token })).body.user.language, 'de');

  const renamed = await call('PATCH', '/v1/auth/profile', { token, body: { name: 'Ada' } });
  assert.deepEqual([renamed.body.language, renamed.headers.getSetCookie()], ['de', []]);
  const automatic = await set(null, 'earshot_language=de');
  assert.equal(automatic.body.language, null);
  assert.match(automatic.headers.getSetCookie().join(), /^earshot_language=; Max-Age=0; Path=\//);
  assert.equal((await set('tlh')).status, 400);
});

test('refuses avatars that are no images', async () => {
  const { token } = await server.signIn();
  const set = async (avatar: string) => (await call('PATCH', '/v1/auth/profile', { token, body: { avatar } })).body.error;
  assert.equal(await set('not base64!'), 'avatar must be an image in base64');
  assert.equal(await set(btoa('<svg/>')), 'avatar must be a PNG, JPEG, WebP or GIF image');
  assert.equal((await call('PATCH', '/v1/auth/profile', { token, body: { name: '' } })).status, 400);
});
