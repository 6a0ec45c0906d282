import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

test('the last change of the status decides about the period', async () => {
  const project = await server.createProject('Shipped');
  const { body: created } = await call('POST', '/v1/feedback', { key: project.key, body: { title: 'Reopened' } });
  const id = created.id as string;
  const set = (status: string) => call('PATCH', `/v1/feedback/${id}`, { token: project.token, body: { status } });
  await set('done');
  const entry = parseId('fb', id);
  await sql`UPDATE feedback_history SET created_at = now() - interval '10 days' WHERE entry_id = ${entry}`.execute(server.db);
  const week = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const found = async (query: Record<string, string>) =>
    (await call('GET', '/v1/feedback', { key: project.key, query })).body.data.length as number;
  assert.equal(await found({ status_changed_since: week }), 0);
  assert.equal(await found({ status_changed_since: '2100-01-01' }), 0);
  assert.equal(await found({ status_changed_until: '2020-01-01' }), 0);
  assert.equal(await found({ status_changed_until: week, status: 'done' }), 1);
  await set('planned');
  await set('done');
  assert.equal(await found({ status_changed_since: week, status: 'done' }), 1);
  assert.equal(await found({ status_changed_until: week }), 0, 'an earlier change does not count');
});
