import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const acme = await server.createProject();
const send = (kind: '' | '/comments' | '/votes', records: object[], project = acme, notify = false) =>
  call('POST', `/v1/feedback${kind}/batch`, {
    token: project.token,
    query: { project_id: project.id },
    body: { records, notify },
  });
const list = async (query: object = {}, project = acme) =>
  (await call('GET', '/v1/feedback', { token: project.token, query: { project_id: project.id, ...query } as never })).body
    .data as Json[];
const outcomes = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.results.map(({ outcome, fields }: Json) => (fields ? `${fields[0].path} ${fields[0].code}` : outcome));

test('stores entries with dates, authors and status', async () => {
  const project = await server.createProject();
  const record = {
    external_id: 'canny:1',
    title: 'Export as CSV',
    type: 'feature',
    description: 'Monthly',
    status: 'done',
    status_changed_at: '2024-06-01T10:00:00.000Z',
    tags: ['reports', 'CSV'],
    submitter_name: 'Ada',
    submitter_email: 'ada@customer.example',
    submitter_user_id: 'u_1',
    metadata: { plan: 'pro', seats: 3 },
    pinned: false,
    created_at: '2024-05-01T10:00:00.000Z',
  };
  const first = await send(
    '',
    [record, { external_id: 'canny:2', title: 'Dark mode', created_at: '1990-01-01T00:00:00.000Z' }],
    project,
  );
  assert.equal(first.status, 200, JSON.stringify(first.body));
  assert.deepEqual(outcomes(first), ['created', 'created'], JSON.stringify(first.body));
  assert.deepEqual(outcomes(await send('', [record], project)), ['unchanged']);
  assert.deepEqual(outcomes(await send('', [{ ...record, title: 'Export CSV' }], project)), ['updated']);
  assert.deepEqual(
    (await list({ sort: 'oldest' }, project)).map(({ title }) => title),
    ['Dark mode', 'Export CSV'],
  );
  const votes = [
    { feedback_external_id: 'canny:1', email: 'ada@customer.example', created_at: '2024-05-02T10:00:00.000Z' },
    { feedback_external_id: 'canny:1', external_id: 'x1', value: -1 },
    { feedback_external_id: 'canny:1', user_id: 'u_1' },
    { feedback_external_id: 'canny:9', user_id: 'u_1' },
    { feedback_external_id: 'canny:1' },
  ];
  const voted = await send('/votes', votes, project);
  assert.deepEqual(
    outcomes(voted),
    ['created', 'created', 'unchanged', 'feedback_external_id not_found', 'email required'],
    JSON.stringify(voted.body),
  );
  const comments = [
    {
      external_id: 'c1',
      feedback_external_id: 'canny:1',
      body: 'Please',
      author_name: 'Ada',
      created_at: '2024-05-03T10:00:00.000Z',
    },
    { external_id: 'c2', feedback_external_id: 'canny:1', body: 'Soon', by_team: true },
    { feedback_external_id: 'canny:1', body: 'Note', internal: true },
  ];
  const commented = await send('/comments', comments, project);
  assert.deepEqual(outcomes(commented), ['created', 'created', 'created'], JSON.stringify(commented.body));
  assert.deepEqual(outcomes(await send('/comments', comments.slice(0, 2), project)), ['unchanged', 'unchanged']);
  console.log((await list({}, project))[0]);
});
