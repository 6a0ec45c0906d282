import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { FILES } from '../../../instance/imports/fixtures/files.ts';
import { createImporting } from '../../../instance/imports/fixtures/importing.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;
const { files } = FILES.umami;
const [HEAD = '', FIRST = ''] = Object.values(files).join().split('\n');
const DAY = { from: '2025-03-04', to: '2025-03-04' };

async function createProject() {
  const project = await server.createProject('Acme');
  const { id, token } = project;
  const read = async (report: string, query: object = {}): Promise<Json> =>
    (await call('GET', `/v1/analytics/${report}`, { token, query: { project_id: id, ...DAY, ...query } })).body;
  const figures = async () => {
    const { visitors, page_views, visits, events } = await read('overview');
    return [visitors, page_views, visits, events].map(({ value }) => value);
  };
  const { upload, finish, ...importing } = createImporting(server, project);
  return {
    ...project,
    ...importing,
    read,
    /** Waits until the visitors, page views, visits and events of the day are these. */
    shows: (...expected: number[]) =>
      until(async () => JSON.stringify(await figures()) === JSON.stringify(expected)).catch(async () =>
        assert.deepEqual(await figures(), expected),
      ),
    importFiles: async (given: Record<string, string> = files): Promise<Json> => {
      const uploaded = await upload('umami', given);
      assert.equal(uploaded.status, 'ready', uploaded.error);
      return await finish(uploaded.id, 'run');
    },
    undo: (importId: string) => finish(importId, 'undo'),
    upload,
    problems: async (importId: string): Promise<Json[]> =>
      (await call('GET', `/v1/imports/${importId}/problems`, { token })).body.data,
    /** Tracks an event of the project itself with the API for historical events. */
    addEvent: async (event: object) => {
      const body = { events: [{ event_id: randomUUID(), timestamp: '2025-03-04T09:33:00.000Z', url: '/own', ...event }] };
      assert.equal((await call('POST', '/v1/analytics/import', { token, query: { project_id: id }, body })).body.accepted, 1);
    },
  };
}

const counts = (created: number, unchanged: number, failed = 0) => ({ created, updated: 0, unchanged, failed });

test('events of Umami have the visitors, sources and clients that they had', async () => {
  const { importFiles, shows, read } = await createProject();
  await importFiles();
  await shows(1, 2, 1, 3);
  for (const [by, value] of [
    ['page', '/'],
    ['source', 'newsletter'],
    ['utm_campaign', 'spring'],
    ['country', 'DE'],
    ['browser', 'Safari'],
    ['os', 'macOS'],
    ['device', 'Desktop'],
    ['event', 'signed_up'],
    ['property:plan', 'pro'],
    ['property:seats', '5'],
    ['property:trial', 'true'],
    ['property:until', '2025-04-01T00:00:00.000Z'],
  ] as const) {
    const values = (await read('breakdown', { by })).data.map((row: Json) => row.value);
    assert.ok(values.includes(value), `${by}: ${values}`);
  }
});

test('a second import adds what is new, and each undo removes what its import has added', async () => {
  const { importFiles, shows, undo } = await createProject();
  const first = await importFiles();
  assert.deepEqual(first.counts.events, counts(3, 0));
  const another = FIRST.replace('5e2f3a41', 'aaaaaaaa').replace('1f0e7a52', 'bbbbbbbb');
  const second = await importFiles({ 'website_event.csv': [HEAD, FIRST, another].join('\n') });
  assert.deepEqual(second.counts.events, counts(1, 1));
  await shows(2, 3, 2, 4);
  await undo(first.id);
  await shows(1, 1, 1, 1);
  await undo(second.id);
  await shows(0, 0, 0, 0);
  assert.deepEqual((await importFiles()).counts.events, counts(3, 0), 'after an undo, the events can be imported again');
});

test('an undo keeps own events in the visits that both share', async () => {
  const { importFiles, shows, undo, addEvent, read } = await createProject();
  const { id } = await importFiles();
  await shows(1, 2, 1, 3);
  await addEvent({ user_id: 'u_42' });
  await addEvent({ user_id: 'u_43', timestamp: '2025-03-04T12:00:00.000Z' });
  await shows(2, 4, 2, 5);
  await undo(id);
  await shows(2, 2, 2, 2);
  const { data } = await read('breakdown', { by: 'entry_page' });
  assert.deepEqual(
    data.map(({ value, visits }: Json) => [value, visits]),
    [['/own', 2]],
  );
});

test('rows without a host are pages of the project, and paths without a slash have one', async () => {
  const { importFiles, read } = await createProject();
  const columns = HEAD.replaceAll('"', '').split(',');
  const write = (id: string, cells: Record<string, string>) =>
    FIRST.split(',')
      .map((cell, index) => cells[columns[index] ?? ''] ?? cell)
      .join(',')
      .replace('5e2f', id);
  const rows = [
    write('0001', { hostname: '""', url_path: '"/pricing"' }),
    write('0002', { hostname: '""', url_path: '"docs"' }),
    write('0003', { url_path: '"about"' }),
    write('0004', { hostname: '""', url_path: '""' }),
  ];
  const { counts: found } = await importFiles({ 'website_event.csv': [HEAD, ...rows].join('\n') });
  assert.deepEqual(found.events, counts(4, 0));
  const list = async (by: string) => (await read('breakdown', { by })).data.map(({ value }: Json) => value).toSorted();
  await until(async () => (await list('page')).length === 4);
  assert.deepEqual(await list('page'), ['/', '/about', '/docs', '/pricing']);
  const hosts = await list('hostname');
  assert.ok(!hosts.some((host: string) => /pricing|docs|about/.test(host)), hosts.join(' '));
});

test('rows that are no events are listed with their reason, and a wrong file is refused', async () => {
  const { importFiles, upload, problems } = await createProject();
  const wrong = [
    FIRST.replace('"1","","",', '"4","","",').replace('5e2f', '0000'),
    FIRST.replace('2025-03-04 09:30:00', 'yesterday').replace('5e2f', '0001'),
    FIRST.replace('2025-03-04 09:30:00', '1985-03-04 09:30:00').replace('5e2f', '0002'),
    FIRST.replace('5e2f3a41-9a0c-4d4f-8a53-0a1b2c3d4e5f', '7'),
  ];
  const { id, counts: found } = await importFiles({ 'website_event.csv': [HEAD, FIRST, ...wrong].join('\n') });
  assert.deepEqual(found.events, counts(1, 0, 4));
  assert.deepEqual(
    (await problems(id)).map(({ line, field }) => [line, field]),
    [
      [3, null],
      [4, 'timestamp'],
      [5, 'timestamp'],
      [6, 'event_id'],
    ],
  );
  const { status, error } = await upload('umami', { 'website_event.csv': 'a,b\n1,2\n' });
  assert.equal(status, 'failed');
  assert.match(error, /has no column event_id, created_at, session_id/);
  const alone = await upload('umami', { 'event_data.csv': files['event_data.csv'] ?? '' });
  assert.match(alone.error, /event_data\.csv has properties of events\. Choose website_event\.csv as well/);
});
