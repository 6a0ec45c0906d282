import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const DAY_MS = 86_400_000;

test('announced entries are published, have a form, and have not ended', async () => {
  const { id: project, key, token } = await server.createProject();
  const create = async (body: object): Promise<Json> =>
    (await call('POST', '/v1/changelog', { token, query: { project_id: project }, body })).body;
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const until = at(1);
  const banner = await create({ title: 'Banner', published: true, announcement: 'banner', announcement_ends_at: until });
  assert.deepEqual([banner.announcement, banner.announcement_ends_at], ['banner', until]);
  await create({ title: 'Popup', published: true, announcement: 'popup' });
  await create({ title: 'Draft', announcement: 'popup' });
  await create({ title: 'Ended', published: true, announcement: 'banner', announcement_ends_at: at(-1) });
  const plain = await create({ title: 'Plain', published: true });
  assert.deepEqual([plain.announcement, plain.announcement_ends_at], [null, null]);

  const titles = async (announced: boolean, credential: object = { key }) => {
    const { status, body } = await call('GET', '/v1/changelog', {
      ...credential,
      query: { announced: String(announced), project_id: project },
    });
    assert.equal(status, 200);
    return body.data.map(({ title }: Json) => title);
  };
  assert.deepEqual(await titles(true), ['Popup', 'Banner']);
  assert.deepEqual(await titles(true, { token }), ['Popup', 'Banner']);
  assert.deepEqual(await titles(false), ['Plain', 'Ended']);
  assert.deepEqual((await titles(false, { token })).toSorted(), ['Draft', 'Ended', 'Plain']);

  const patch = (body: object) => call('PATCH', `/v1/changelog/${banner.id}`, { token, body });
  assert.equal((await patch({ title: 'Line' })).body.announcement_ends_at, until, 'other changes keep the announcement');
  assert.equal((await patch({ announcement_ends_at: null })).body.announcement_ends_at, null);
  assert.equal((await patch({ announcement: null })).body.announcement, null);
  assert.deepEqual(await titles(true), ['Popup']);
  for (const [field, value] of [
    ['announcement', 'toast'],
    ['announcement_ends_at', 'soon'],
  ] as const) {
    const { status, body } = await patch({ [field]: value });
    assert.deepEqual([status, body.fields[0].path], [400, field]);
  }
});
