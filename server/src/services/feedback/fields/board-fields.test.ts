import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createImporting } from '../../../instance/imports/fixtures/importing.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

const FIELDS = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['Pro', 'Free'], public: true, required: true },
  { key: 'seats', label: 'Seats', type: 'number', public: true },
  { key: 'renews', label: 'Renews on', type: 'date' },
];
const STATUSES = [{ key: 'soon', status: 'planned', name: 'Up next' }];

async function createProject() {
  const project = await server.createProject('Board fields');
  const { id, token } = project;
  const settings = { feedback: { fields: FIELDS, statuses: STATUSES } };
  assert.equal((await call('PATCH', `/v1/projects/${id}`, { token, body: { settings } })).status, 200);
  return { ...project, on: { token, query: { project_id: id } } };
}

test('the forms of a board ask for its fields only', async () => {
  const { key, token, slug, on } = await createProject();
  const create = (body: object) => call('POST', '/v1/feedback/boards', { ...on, body });
  const { body: bugs } = await create({ name: 'Bugs', fields: ['seats', 'renews'] });
  assert.deepEqual(bugs.fields, ['seats', 'renews']);
  assert.equal((await create({ name: 'Other', fields: ['unknown'] })).body.fields[0].path, 'fields');
  const { data } = (await call('GET', '/v1/feedback/boards', { key })).body;
  assert.deepEqual(
    data.map(({ name, fields }: Json) => [name, fields]),
    [
      ['Feedback', null],
      ['Bugs', ['seats']],
    ],
    'without internal fields',
  );

  const submit = (body: object) => call('POST', '/v1/feedback', { key, body: { title: 'Crash', ...body } });
  assert.equal((await submit({ fields: { seats: 3 } })).body.fields[0].path, 'fields.plan', 'required on the default board');
  assert.equal((await submit({ board_id: bugs.id, fields: { seats: 3 } })).status, 201);
  assert.equal((await submit({ board_id: bugs.id, fields: { plan: 'Pro' } })).body.fields[0].path, 'fields.plan');
  const page = async (path: string): Promise<string> => (await call('GET', `/p/${slug}${path}`)).body;
  const inputs = (text: string) => [...text.matchAll(/name="fields\.(\w+)"/g)].map(([, name]) => name);
  assert.deepEqual(inputs(await page('/feedback')), ['plan', 'seats']);
  assert.deepEqual(inputs(await page('/feedback/boards/bugs')), ['seats']);

  const { body: all } = await call('PATCH', `/v1/feedback/boards/${bugs.id}`, { token, body: { fields: null } });
  assert.equal(all.fields, null);
});

test('CSV files fill custom fields, and name statuses of the project', async () => {
  const project = await createProject();
  const { upload, finish } = createImporting(server, project);
  const csv =
    'Title;Status;Plan;fields.seats;Renews on\nDark mode;up NEXT;pro;12,5;03.04.2025\nExport;Planned;Basic;;31.12.2025\n';
  const uploaded = await upload('csv', { 'wishes.csv': csv });
  assert.deepEqual(uploaded.options.columns, {
    Title: 'title',
    Status: 'status',
    Plan: 'fields.plan',
    'fields.seats': 'fields.seats',
    'Renews on': 'fields.renews',
  });
  assert.ok(uploaded.fields.feedback.includes('fields.plan'));
  const { counts } = await finish(uploaded.id, 'run');
  assert.deepEqual([counts.feedback.created, counts.feedback.failed], [1, 1]);
  const { data } = (await call('GET', '/v1/feedback', project.on)).body;
  assert.deepEqual(
    data.map(({ title, custom_status, status, fields }: Json) => [title, custom_status, status, fields]),
    [['Dark mode', 'soon', 'planned', { plan: 'Pro', seats: 12.5, renews: '2025-04-03' }]],
  );
  const { body: problems } = await call('GET', `/v1/imports/${uploaded.id}/problems`, { token: project.token });
  assert.match(problems.data[0].message, /fields\.plan must be one of the options: Pro, Free/);
});
