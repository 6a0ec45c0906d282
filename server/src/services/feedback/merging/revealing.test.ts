import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardAccess } from '@earshot/contract/services/feedback/values';
import { newId } from '../../../platform/ids.ts';
import { sharedTestServer } from '../../../testing/server.ts';
import { isReadWherever } from '../boards/access.ts';

const server = await sharedTestServer();
const { call } = server;
const { key, token } = await server.createProject();

const submit = async (): Promise<string> => (await call('POST', '/v1/feedback', { key, body: { title: 'Export' } })).body.id;
const submitAll = (count: number) => Promise.all(Array.from({ length: count }, submit));
const merge = (id: string, into: string) => call('POST', `/v1/feedback/${id}/merge`, { token, body: { into } });
const get = async (id: string) => (await call('GET', `/v1/feedback/${id}`, { key })).body;
const comment = (id: string, body: string) => call('POST', `/v1/feedback/${id}/comments`, { key, body: { body } });
const hide = async (id: string) =>
  assert.equal((await call('PATCH', `/v1/feedback/${id}`, { token, body: { visibility: 'private' } })).status, 200);
const note = (id: string) => call('POST', `/v1/feedback/${id}/comments`, { token, body: { body: 'Note', internal: true } });
const countRevealed = async (id: string, from: string[]) =>
  (await call('POST', `/v1/feedback/${id}/merge-preview`, { token, body: { from } })).body.revealed_comment_count;

test('a merge that reveals comments of a private entry is previewed, and refused until it is allowed', async () => {
  const [hidden = '', open = '', target = ''] = await submitAll(3);
  for (const id of [hidden, open]) await comment(id, 'Between us');
  await hide(hidden);
  await note(hidden);
  assert.equal(await countRevealed(target, [hidden, open]), 1);
  const refused = await merge(hidden, target);
  assert.deepEqual([refused.status, refused.body.code], [409, 'feedback.merge_reveals_comments']);
  assert.equal((await get(target)).comment_count, 0);
  const allowed = await call('POST', `/v1/feedback/${hidden}/merge`, { token, body: { into: target, reveal_comments: true } });
  assert.equal(allowed.status, 200);
  assert.equal((await get(target)).comment_count, 1);
});

test('a merge that reveals no comments needs no permission', async () => {
  const [open = '', noted = '', hidden = '', target = ''] = await submitAll(4);
  await comment(open, 'Public');
  await note(noted);
  await comment(hidden, 'Between us');
  for (const id of [noted, hidden]) await hide(id);
  for (const [from, into] of [
    [noted, target],
    [open, hidden],
  ] as const) {
    assert.equal(await countRevealed(into, [from]), 0);
    assert.equal((await merge(from, into)).status, 200);
  }
});

test('comments are revealed by a merge into a board with other readers', async () => {
  const [segment, other] = [newId(), newId()];
  const boards: [access: BoardAccess, segment?: string][] = [
    ['public'],
    ['signed_in'],
    ['segment', segment],
    ['segment', other],
    ['submit_only'],
    ['team'],
  ];
  const guard = ([board_access, segmentId]: (typeof boards)[number]) => ({
    visibility: 'public' as const,
    board_access,
    board_segment_id: segmentId ?? null,
    submitter_id: null,
    submitter_email: null,
    submitter_confirmed_at: null,
  });
  const table = boards.map((from) => boards.map((into) => (isReadWherever(guard(from), guard(into)) ? '.' : 'x')).join(''));
  assert.deepEqual(table, ['......', 'x...x.', 'xx.xx.', 'xxx.x.', 'xxxxx.', 'xxxxx.']);
});
