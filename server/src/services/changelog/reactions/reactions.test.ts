import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { withinPeriod } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

async function createPublished(fields: object = {}) {
  const project = await server.createProject();
  const inProject = { token: project.token, query: { project_id: project.id } };
  const body = { title: 'Dark mode', content: 'All of it', published: true, ...fields };
  const { body: entry } = await call('POST', '/v1/changelog', { ...inProject, body });
  const react = (reaction: string, by: object) =>
    call('PUT', `/v1/changelog/${entry.id}/reaction`, { key: project.key, ...by, body: { reaction } });
  const remove = (by: object) => call('DELETE', `/v1/changelog/${entry.id}/reaction`, { key: project.key, ...by });
  const read = async (): Promise<Json> => (await call('GET', `/v1/changelog/${entry.id}`, inProject)).body;
  return { ...project, inProject, entry, react, remove, read };
}

test('each reader has one reaction, which can be changed and removed', async () => {
  const { id, token, key, react, remove, read } = await createPublished();
  const [ada, bob] = [randomUUID(), randomUUID()];
  const user = { headers: { 'x-user-token': await server.signUser({ id, token }, { id: 'u_1' }) } };
  assert.deepEqual((await read()).reactions, { like: 0, love: 0, celebrate: 0 });
  await react('like', { visitor: ada });
  await react('like', { visitor: ada });
  await react('like', { visitor: bob });
  const { status, body } = await react('love', user);
  assert.deepEqual([status, body], [200, { reactions: { like: 2, love: 1, celebrate: 0 }, viewer_reaction: 'love' }]);
  assert.deepEqual((await react('celebrate', { visitor: ada })).body.reactions, { like: 1, love: 1, celebrate: 1 });
  assert.deepEqual((await remove({ visitor: bob })).body, {
    reactions: { like: 0, love: 1, celebrate: 1 },
    viewer_reaction: null,
  });
  assert.equal((await remove({ visitor: bob })).status, 200);
  assert.deepEqual((await read()).reactions, { like: 0, love: 1, celebrate: 1 });
  const { body: list } = await call('GET', '/v1/changelog', { key });
  assert.deepEqual([list.data[0].reactions, list.data[0].view_count], [{ like: 0, love: 1, celebrate: 1 }, undefined]);
});

test('reactions are refused without a reader, for other entries, and when they are off', async () => {
  const { id, token, key, inProject, entry, react } = await createPublished();
  const visitor = randomUUID();
  assert.equal((await react('like', {})).body.code, 'validation');
  assert.equal((await react('like', { visitor: 'me' })).body.code, 'validation');
  assert.equal((await react('angry', { visitor })).body.code, 'validation');
  const { body: draft } = await call('POST', '/v1/changelog', { ...inProject, body: { title: 'Secret' } });
  const path = `/v1/changelog/${draft.id}/reaction`;
  assert.equal((await call('PUT', path, { key, visitor, body: { reaction: 'like' } })).body.code, 'changelog.not_found');
  await react('like', { visitor });
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { changelog: { reactions: false } } } });
  assert.equal((await react('like', { visitor })).body.code, 'changelog.reactions_off');
  assert.equal((await call('GET', `/v1/changelog/${entry.id}`, { key })).body.reactions, undefined);
});

test('visitors of one network share five new reactions to an entry and day', () =>
  withinPeriod(async () => {
    const { id, token, react, remove, inProject, key } = await createPublished();
    const visitors = Array.from({ length: 6 }, () => randomUUID());
    for (const visitor of visitors.slice(0, 5)) assert.equal((await react('like', { visitor })).status, 200);
    const last = { visitor: visitors[5] };
    assert.equal((await react('like', last)).body.code, 'changelog.too_many_reactions');
    assert.equal((await react('love', { visitor: visitors[0] })).status, 200, 'a change is no new reaction');
    assert.equal(
      (await react('like', { headers: { 'x-user-token': await server.signUser({ id, token }, { id: 'u_1' }) } })).status,
      200,
    );
    const { body: other } = await call('POST', '/v1/changelog', { ...inProject, body: { title: 'Other', published: true } });
    const path = `/v1/changelog/${other.id}/reaction`;
    assert.equal((await call('PUT', path, { key, ...last, body: { reaction: 'like' } })).status, 200);
    await remove({ visitor: visitors[1] });
    assert.equal((await react('like', last)).status, 200);
    // The day is over.
    const projectId = parseId('prj', id);
    await sql`UPDATE changelog_reactions SET created_at = created_at - interval '1 day' WHERE project_id = ${projectId}`.execute(
      db,
    );
    await runScheduled(db, 'changelog.forget-days');
    const { rows } = await sql`SELECT FROM changelog_reactions WHERE project_id = ${projectId} AND network IS NOT NULL`.execute(
      db,
    );
    assert.equal(rows.length, 0);
    assert.equal((await react('like', { visitor: randomUUID() })).status, 200);
  }));

test('views count each reader once an entry and day', () =>
  withinPeriod(async () => {
    const { key, inProject, entry, id, read } = await createPublished();
    const { body: draft } = await call('POST', '/v1/changelog', { ...inProject, body: { title: 'Secret' } });
    const see = (browser: string) =>
      call('POST', '/v1/changelog/views', {
        key,
        headers: { 'user-agent': browser },
        body: { ids: [entry.id, draft.id, `cl_${'0'.repeat(26)}`, 'nothing'] },
      });
    for (const browser of ['Firefox', 'Firefox', 'Chrome']) assert.equal((await see(browser)).status, 200);
    assert.equal((await read()).view_count, 2);
    assert.equal((await call('GET', `/v1/changelog/${draft.id}`, inProject)).body.view_count, 0);
    const projectId = parseId('prj', id);
    await sql`UPDATE changelog_viewers SET day = day - 1 WHERE project_id = ${projectId}`.execute(db);
    await runScheduled(db, 'changelog.forget-days');
    assert.equal((await sql`SELECT FROM changelog_viewers WHERE project_id = ${projectId}`.execute(db)).rows.length, 0);
    await see('Firefox');
    assert.equal((await read()).view_count, 3);
  }));

test('the data of a person contain reactions, and an erasure deletes them', async () => {
  const { id, token, react, read } = await createPublished();
  await react('love', { headers: { 'x-user-token': await server.signUser({ id, token }, { id: 'u_1' }) } });
  const person = { token, body: { user_id: 'u_1' } };
  const { body: exported } = await call('POST', `/v1/projects/${id}/people/export`, person);
  assert.deepEqual(
    exported.changelog_reactions.map(({ reaction }: Json) => reaction),
    ['love'],
  );
  const { body: erased } = await call('POST', `/v1/projects/${id}/people/erase`, person);
  assert.equal(erased.erased.changelog_reactions, 1);
  assert.equal((await read()).reactions.love, 0);
});

test('the cover of an entry is on its page, in feeds and in its email', async () => {
  const image = { image_url: 'https://acme.example/cover.png', image_alt: 'A dark "screen"' };
  const { key, slug, entry, inProject } = await createPublished(image);
  const { body } = await call('GET', `/v1/changelog/${entry.id}`, { key });
  assert.deepEqual([body.image_url, body.image_alt], [image.image_url, image.image_alt]);
  const tag = /<img[^>]*src="https:\/\/acme\.example\/cover\.png"[^>]*alt="A dark &quot;screen&quot;"/;
  for (const path of [`/p/${slug}/changelog`, `/p/${slug}/changelog/${entry.slug}`])
    assert.match(await (await fetch(server.url + path)).text(), tag);
  const feed = (await call('GET', `/v1/changelog/by-project/${slug}/feed.json`)).body;
  const item = (typeof feed === 'string' ? JSON.parse(feed) : feed).items[0];
  assert.equal(item.image, image.image_url);
  assert.match(item.content_html, /<img[^>]*cover\.png/);
  const { body: preview } = await call('GET', `/v1/changelog/${entry.id}/preview`, inProject);
  assert.match(preview.mail.html, /<img[^>]*cover\.png/);
  await call('PATCH', `/v1/changelog/${entry.id}`, { ...inProject, body: { image_url: null } });
  assert.doesNotMatch(await (await fetch(`${server.url}/p/${slug}/changelog/${entry.slug}`)).text(), /cover\.png/);
});
