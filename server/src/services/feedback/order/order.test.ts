import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../../testing/server.ts';

const { call, createProject } = await sharedTestServer();

async function setUp(titles: string[]) {
  const { id, key, token } = await createProject();
  const ids = new Map<string, string>();
  for (const title of titles) ids.set(title, (await call('POST', '/v1/feedback', { key, body: { title } })).body.id);
  const idOf = (title: string) => ids.get(title) ?? '';
  return {
    key,
    token,
    idOf,
    list: async (query: object = {}): Promise<string[]> => {
      const all = { project_id: id, sort: 'manual', ...query };
      const { data } = (await call('GET', '/v1/feedback', { token, query: all })).body;
      return data.map(({ title }: { title: string }) => title);
    },
    move: (title: string, side: 'before' | 'after', anchor: string) =>
      call('POST', `/v1/feedback/${idOf(title)}/move`, { token, body: { [side]: idOf(anchor) } }),
  };
}

test('entries keep the order that they were moved to, and new entries come first', async () => {
  const { key, list, move, token, idOf } = await setUp(['a', 'b', 'c', 'd']);
  assert.deepEqual(await list(), ['d', 'c', 'b', 'a']);
  const { body: moved } = await move('a', 'before', 'c');
  assert.deepEqual([await list(), moved.title, moved.updated_at], [['d', 'a', 'c', 'b'], 'a', moved.created_at]);
  await move('d', 'after', 'b');
  await move('c', 'before', 'a');
  assert.deepEqual(await list(), ['c', 'a', 'b', 'd']);
  await move('c', 'before', 'c');
  await call('POST', '/v1/feedback', { key, body: { title: 'e' } });
  assert.deepEqual(await list(), ['e', 'c', 'a', 'b', 'd']);
  // A column of the board has the order of the project.
  for (const title of ['d', 'c', 'b']) await call('PATCH', `/v1/feedback/${idOf(title)}`, { token, body: { status: 'planned' } });
  assert.deepEqual(await list({ status: 'planned' }), ['c', 'b', 'd']);
  assert.deepEqual((await call('GET', `/v1/feedback/${idOf('d')}/history`, { token })).body.total, 1);
});

test('an order survives many moves to the same place', async () => {
  const { list, move } = await setUp(['a', 'b', 'c', 'd']);
  for (let round = 0; round < 35; round++) {
    await move('c', 'before', 'a');
    await move('b', 'before', 'a');
  }
  assert.deepEqual(await list(), ['d', 'c', 'b', 'a']);
  await move('a', 'before', 'd');
  assert.deepEqual(await list(), ['a', 'd', 'c', 'b']);
});

test('pages of the manual order contain each entry once', async () => {
  const { list, move, token, idOf } = await setUp(['a', 'b', 'c', 'd', 'e']);
  await move('a', 'before', 'c');
  const { body: entry } = await call('GET', `/v1/feedback/${idOf('a')}`, { token });
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { project_id: entry.project_id, sort: 'manual', limit: 2, ...(cursor && { cursor }) };
    const { body } = await call('GET', '/v1/feedback', { token, query });
    titles.push(...body.data.map(({ title }: { title: string }) => title));
    cursor = body.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(titles, await list());
});

test('returns 404 for a target of another project', async () => {
  const { move, token, idOf } = await setUp(['a']);
  const other = await setUp(['x']);
  const answer = await call('POST', `/v1/feedback/${idOf('a')}/move`, { token, body: { after: other.idOf('x') } });
  assert.deepEqual([answer.status, answer.body.code], [404, 'feedback.move_target_not_found']);
  assert.equal((await move('a', 'after', 'a')).status, 200);
  for (const body of [{}, { before: idOf('a'), after: idOf('a') }])
    assert.equal((await call('POST', `/v1/feedback/${idOf('a')}/move`, { token, body })).status, 400);
});
