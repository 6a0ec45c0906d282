import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const { id: projectId, key, token, slug } = await server.createProject('Custom statuses');
const asOwner = { token, query: { project_id: projectId } };

const STATUSES = [
  { key: 'in_review', status: 'planned', name: 'In design' },
  { status: 'planned', name: 'Accepted' },
  { key: 'next_quarter', status: 'planned', name: 'Planned for Q3', color: 'pink' },
];
const setStatuses = (statuses: object[]) =>
  call('PATCH', `/v1/projects/${projectId}`, { token, body: { settings: { feedback: { statuses } } } });
assert.equal((await setStatuses(STATUSES)).status, 200);

const submit = async (title: string, body?: object): Promise<string> => {
  const { id } = (await call('POST', '/v1/feedback', { key, body: { title } })).body;
  if (body) assert.equal((await update(id, body)).status, 200);
  return id as string;
};
const update = (id: string, body: object) => call('PATCH', `/v1/feedback/${id}`, { token, body });
const read = async (id: string) => {
  const { status, custom_status, status_name } = (await call('GET', `/v1/feedback/${id}`, { key })).body;
  return [status, custom_status, status_name];
};
const list = async (query: object): Promise<string[]> =>
  (await call('GET', '/v1/feedback', { key, query: { sort: 'oldest', ...query } })).body.data.map(
    ({ title }: { title: string }) => title,
  );

const quarter = await submit('Quarter', { custom_status: 'next_quarter' });
const design = await submit('Design', { status: 'planned', custom_status: 'in_review' });
await submit('Accepted', { status: 'planned' });
await submit('New');

test('a custom status sets its state, and leaves with another state', async () => {
  assert.deepEqual(await read(quarter), ['planned', 'next_quarter', 'Planned for Q3']);
  const id = await submit('Changing', { custom_status: 'in_review' });
  const steps: [body: object, expected: unknown[]][] = [
    // Programs that repeat the state keep the custom status.
    [{ status: 'planned' }, ['planned', 'in_review', 'In design']],
    [{ custom_status: 'next_quarter' }, ['planned', 'next_quarter', 'Planned for Q3']],
    [{ custom_status: null }, ['planned', null, 'Accepted']],
    [{ custom_status: 'in_review' }, ['planned', 'in_review', 'In design']],
    [{ status: 'done' }, ['done', null, 'Done']],
  ];
  for (const [body, expected] of steps) {
    await update(id, body);
    assert.deepEqual(await read(id), expected);
  }
  const { data } = (await call('GET', `/v1/feedback/${id}/history`, { token })).body;
  assert.deepEqual(
    data.filter(({ field }: { field: string }) => field === 'custom_status').map((item: { new: unknown }) => item.new),
    [null, 'in_review', null, 'next_quarter', 'in_review'],
  );
  await call('DELETE', `/v1/feedback/${id}`, { token });
});

test('lists are filtered by custom status, also without one', async () => {
  assert.deepEqual(await list({ custom_status: 'next_quarter' }), ['Quarter']);
  assert.deepEqual(await list({ custom_status: ['next_quarter', 'in_review'] }), ['Quarter', 'Design']);
  assert.deepEqual(await list({ status: 'planned', custom_status: 'none' }), ['Accepted']);
  assert.deepEqual(await list({ custom_status: ['none', 'in_review'] }), ['Design', 'Accepted', 'New']);
  assert.deepEqual(await list({ status: 'planned', custom_status_not: 'next_quarter' }), ['Design', 'Accepted']);
  assert.deepEqual(await list({ status: 'planned', custom_status_not: 'none' }), ['Quarter', 'Design']);
});

test('requests with an unknown custom status, or one of another state, are refused', async () => {
  for (const body of [{ custom_status: 'someday' }, { status: 'done', custom_status: 'next_quarter' }])
    assert.equal((await update(quarter, body)).body.fields?.[0]?.path, 'custom_status', JSON.stringify(body));
  assert.equal((await call('GET', '/v1/feedback', { key, query: { custom_status: 'someday' } })).status, 400);
  const by = (statuses: object[]) => setStatuses(statuses).then(({ body }) => body.fields?.[0]?.path);
  const path = 'settings.feedback.statuses[0]';
  const custom = { key: 'soon', status: 'planned', name: 'Soon' };
  assert.equal(await by([{ ...custom, name: null }]), `${path}.name`);
  assert.equal(await by([{ ...custom, key: 'none' }]), `${path}.key`);
  assert.equal(await by([{ ...custom, key: 'done' }]), `${path}.key`);
  assert.equal(await by([{ ...custom, status: 'duplicate' }]), `${path}.status`);
  assert.equal(await by([{ ...custom, name: 'Done' }]), `${path}.name`);
  assert.equal(await by([custom, { ...custom, name: 'Sooner' }]), 'settings.feedback.statuses[1].key');
});

test('pages show, filter and color a custom status, and roadmaps keep the columns of states', async () => {
  const page = async (path: string) => (await call('GET', `/p/${slug}${path}`)).body as string;
  const badge = '<span class="badge status planned is-pink" dir="auto">Planned for Q3</span>';
  for (const path of ['/feedback', `/feedback/${quarter}`, '/roadmap']) assert.ok((await page(path)).includes(badge), path);
  const filtered = await page('/feedback?status=next_quarter');
  assert.match(filtered, /<option value="next_quarter" selected>Planned for Q3/);
  assert.ok(filtered.includes('Quarter</a>') && !filtered.includes('Design</a>'));
  assert.equal((await call('GET', `/p/${slug}/feedback?status=someday`)).status, 400);
});

test('the CSV export has the key, an import sets it, and a merge keeps it for its undoing', async () => {
  const csv = (await call('GET', '/v1/feedback/export.csv', asOwner)).body as string;
  const [head = '', ...rows] = csv.replace('\uFEFF', '').split(/\r?\n/);
  const at = head.split(',').indexOf('custom_status');
  assert.deepEqual(
    rows
      .filter(Boolean)
      .map((row) => row.split(',')[at])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
    ['', '', 'in_review', 'next_quarter'],
  );
  const records = [
    { external_id: 'a', title: 'Imported', custom_status: 'next_quarter' },
    { external_id: 'b', title: 'Refused', status: 'done', custom_status: 'next_quarter' },
  ];
  const { results } = (await call('POST', '/v1/feedback/batch', { ...asOwner, body: { records } })).body;
  assert.deepEqual(
    results.map(({ outcome, status }: Record<string, unknown>) => outcome ?? status),
    ['created', 'failed'],
  );
  const { id } = results[0];
  assert.deepEqual(await read(id), ['planned', 'next_quarter', 'Planned for Q3']);
  await call('POST', `/v1/feedback/${id}/merge`, { token, body: { into: design } });
  assert.deepEqual(await read(id), ['duplicate', null, 'Duplicate']);
  await call('POST', `/v1/feedback/${id}/unmerge`, { token });
  assert.deepEqual(await read(id), ['planned', 'next_quarter', 'Planned for Q3']);
});

test('a removed custom status is hidden until it returns', async () => {
  await setStatuses([]);
  assert.deepEqual(await read(quarter), ['planned', null, 'Planned']);
  await setStatuses(STATUSES);
  assert.deepEqual(await read(quarter), ['planned', 'next_quarter', 'Planned for Q3']);
});
