import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { isProbableDuplicate } from './similar.ts';

const server = await sharedTestServer();
const { call } = server;

describe('titles that say the same', () => {
  for (const [a, b] of [
    ['Export as CSV', 'CSV export'],
    ['Exporting reports', 'Export a report'],
    ['Dark mode', 'Please add dark mode'],
    ['Dark mode', 'Dark mode for the editor'],
    ['Notifications by email', 'Email notification'],
    ['Calendar integration', 'Calender integration'],
    ['Two-factor authentication', 'Two factor authentication for everyone'],
    ['Экспорт отчётов', 'Экспорт отчета'],
    ['보고서 내보내기', '보고서 내보내기 기능'],
  ] as const)
    test(`${a} · ${b}`, () => assert.ok(isProbableDuplicate(a, b) && isProbableDuplicate(b, a)));
});

describe('titles that say something else', () => {
  for (const [a, b] of [
    ['Export as CSV', 'Export as PDF'],
    ['Slack integration', 'Teams integration'],
    ['Slack integration', 'Integrations'],
    ['Import contacts from CSV', 'Export contacts as CSV'],
    ['Support Node.js 18', 'Support Node.js 20'],
    ['Export', 'Export of invoices'],
    ['Export', 'Exports'],
    ['Dark mode', 'The dark mode of the calendar has the wrong colors on phones'],
    ['Login with Google', 'Login with Apple'],
    ['Weekly report by mail', 'Monthly report by mail'],
    ['Entry 1', 'Entry 2'],
    ['Duplicate an invoice', 'Delete an invoice'],
  ] as const)
    test(`${a} · ${b}`, () => assert.ok(!isProbableDuplicate(a, b) && !isProbableDuplicate(b, a)));
});

test('a list names open duplicates, until they are merged, closed or dismissed', async () => {
  const { id: projectId, key, token } = await server.createProject();
  const add = async (title: string): Promise<string> => (await call('POST', '/v1/feedback', { key, body: { title } })).body.id;
  const [long, short, done, other] = [
    await add('Please add a dark mode to the editor'),
    await add('Dark mode editor'),
    await add('A dark mode for the editor'),
    await add('Sort invoices by customer'),
  ] as [string, string, string, string];
  const act = async (id: string, action: string, body: object) =>
    assert.equal((await call('POST', `/v1/feedback/${id}/${action}`, { token, body })).status, 200);
  const setStatus = (id: string, status: string) => call('PATCH', `/v1/feedback/${id}`, { token, body: { status } });
  const names = new Map([
    [long, 'long'],
    [short, 'short'],
    [done, 'done'],
    [other, 'other'],
  ]);
  const list = async () => {
    const { status, body } = await call('GET', '/v1/feedback', { token, query: { project_id: projectId, similar: 'true' } });
    assert.equal(status, 200);
    const named = body.data.map(({ id, similar }: Json) => [
      names.get(id),
      similar.map((one: Json) => names.get(one.id)).toSorted(),
    ]);
    return Object.fromEntries(named.filter(([, similar]: [string, string[]]) => similar.length));
  };
  assert.deepEqual(await list(), { long: ['done', 'short'], short: ['done', 'long'], done: ['long', 'short'] });

  await setStatus(done, 'done');
  const pair = { long: ['short'], short: ['long'] };
  assert.deepEqual(await list(), pair);

  await act(short, 'merge', { into: long });
  assert.deepEqual(await list(), {});
  await call('POST', `/v1/feedback/${short}/unmerge`, { token });
  assert.deepEqual(await list(), pair);

  const similar = async () =>
    (
      await call('GET', '/v1/feedback/similar', {
        token,
        query: { project_id: projectId, title: 'Dark mode editor', feedback_id: short },
      })
    ).body.data
      .map(({ id }: Json) => names.get(id))
      .toSorted();
  assert.deepEqual(await similar(), ['done', 'long']);
  await act(short, 'dismiss-similar', { feedback_id: long });
  await act(long, 'dismiss-similar', { feedback_id: short });
  assert.deepEqual(await list(), {});
  assert.deepEqual(await similar(), ['done']);
  await act(long, 'restore-similar', { feedback_id: short });
  assert.deepEqual(await list(), pair);

  await call('PATCH', `/v1/feedback/${long}`, { token, body: { title: 'Light mode' } });
  assert.deepEqual(await list(), {});
});

test('duplicates are for members, and pairs consist of two entries of the project', async () => {
  const { key, token } = await server.createProject();
  const outsider = await server.createProject();
  const submit = async (by: string): Promise<string> =>
    (await call('POST', '/v1/feedback', { key: by, body: { title: 'Dark mode' } })).body.id;
  const [own, foreign] = [await submit(key), await submit(outsider.key)];
  for (const [path, query, field] of [
    ['/v1/feedback', 'similar=true', 'similar'],
    ['/v1/feedback/similar', `title=Dark&feedback_id=${own}`, 'feedback_id'],
  ] as const) {
    const { status, body } = await call('GET', `${path}?${query}`, { key });
    assert.deepEqual([status, body.error], [400, `${field} requires a session token`]);
  }
  for (const [other, status] of [
    [foreign, 404],
    [`fb_${'0'.repeat(26)}`, 404],
    ['nothing', 404],
    [own, 400],
  ] as const) {
    const answer = await call('POST', `/v1/feedback/${own}/dismiss-similar`, { token, body: { feedback_id: other } });
    assert.equal(answer.status, status, other);
  }
});
