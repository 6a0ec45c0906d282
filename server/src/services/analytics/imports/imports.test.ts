import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { FILES } from '../../../instance/imports/fixtures/files.ts';
import { createImporting } from '../../../instance/imports/fixtures/importing.ts';
import { packZip } from '../../../instance/imports/fixtures/zip.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;
const { files } = FILES.plausible;
const VISITORS = 'date,visitors,pageviews,bounces,visits,visit_duration\n';
const MARCH = { from: '2025-03-01', to: '2025-03-31' };

async function createProject() {
  const project = await server.createProject('Acme');
  const { id, token, key } = project;
  const read = async (report: string, query: object = {}): Promise<Json> => {
    const { status, body } = await call('GET', `/v1/analytics/${report}`, {
      token,
      query: { project_id: id, ...(!('period' in query) && MARCH), imported: 'include', ...query },
    });
    assert.equal(status, 200, body.error);
    return body;
  };
  const importing = createImporting(server, project);
  return {
    ...project,
    ...importing,
    read,
    importAll: async (given: Record<string, string | Buffer> = files) => {
      const uploaded = await importing.upload('plausible', given);
      assert.equal(uploaded.status, 'ready', uploaded.error);
      return await importing.finish(uploaded.id, 'run');
    },
    /** Returns the values of a breakdown with some metrics. */
    list: async (by: string, metrics: string[], query: object = {}) =>
      ((await read('breakdown', { by, ...query })).data as Json[]).map((row) => [row.value, ...metrics.map((name) => row[name])]),
    /** Imports an event of the project itself. */
    addEvent: async (timestamp: string, url = 'https://acme.example/') => {
      const { body } = await call('POST', '/v1/analytics/import', {
        token,
        query: { project_id: id },
        body: { events: [{ event_id: randomUUID(), timestamp, visitor_id: 'v1', url, country: 'DE' }] },
      });
      assert.equal(body.accepted, 1, JSON.stringify(body));
      const day = { from: timestamp.slice(0, 10), to: timestamp.slice(0, 10), imported: 'exclude' };
      await until(async () => (await read('overview', day)).events.value > 0);
    },
    problems: async (importId: string): Promise<Json[]> =>
      (await call('GET', `/v1/imports/${importId}/problems`, { token })).body.data,
    key,
  };
}

const DAYS = { from: '2025-03-04', to: '2025-03-05' };

test('reports leave imported days out unless they are requested, and say so', async () => {
  const { importAll, read } = await createProject();
  await importAll();
  const without = await read('overview', { imported: 'exclude' });
  assert.deepEqual(
    [without.visitors.value, without.page_views.value, without.imported],
    [0, 0, { ...DAYS, is_included: false, omitted_because: 'not_requested' }],
  );
  const included = await read('overview');
  assert.deepEqual(included.imported, { ...DAYS, is_included: true, omitted_because: null });
  const names = ['visitors', 'visits', 'page_views', 'events', 'bounce_rate', 'visit_duration', 'views_per_visit'];
  assert.deepEqual(
    names.map((name) => included[name].value),
    [5, 5, 7, 10, 0.6, 48, 1.4],
  );
  const later = await read('overview', { from: '2025-03-06', to: '2025-03-07' });
  assert.deepEqual([later.imported, later.previous_imported], [null, { ...DAYS, is_included: true, omitted_because: null }]);
  assert.deepEqual([later.visitors.value, later.visitors.previous], [0, 5]);
});

test('breakdowns add imported values in the form of own ones', async () => {
  const { importAll, list, read } = await createProject();
  await importAll();
  for (const [by, metrics, expected] of [
    [
      'page',
      ['visitors', 'page_views', 'exit_rate'],
      [
        ['/', 5, 6, 0.6667],
        ['/pricing', 1, 1, 1],
      ],
    ],
    ['entry_page', ['visits', 'bounce_rate'], [['/', 5, 0.6]]],
    [
      'exit_page',
      ['visits'],
      [
        ['/', 4],
        ['/pricing', 1],
      ],
    ],
    [
      'source',
      ['visitors', 'visit_duration'],
      [
        ['Google', 4, 50],
        ['', 1, 40],
      ],
    ],
    [
      'referrer',
      ['visitors'],
      [
        ['google.com', 2],
        ['google.com/search', 2],
        ['', 1],
      ],
    ],
    [
      'utm_source',
      ['visitors'],
      [
        ['', 4],
        ['newsletter', 1],
      ],
    ],
    [
      'country',
      ['visitors', 'page_views'],
      [
        ['DE', 4, 6],
        ['FR', 1, 1],
      ],
    ],
    [
      'region',
      ['visitors'],
      [
        ['DE-BE', 2],
        ['DE-BY', 2],
        ['FR-IDF', 1],
      ],
    ],
    [
      'device',
      ['visitors'],
      [
        ['Desktop', 3],
        ['Mobile', 2],
      ],
    ],
    [
      'browser',
      ['visitors', 'page_views'],
      [
        ['Chrome', 3, 5],
        ['Edge', 2, 2],
      ],
    ],
    [
      'os',
      ['visitors'],
      [
        ['macOS', 3],
        ['Linux', 2],
      ],
    ],
    [
      'event',
      ['visitors', 'events'],
      [
        ['page_view', 5, 7],
        ['Outbound Link: Click', 1, 1],
        ['Signup', 1, 2],
      ],
    ],
  ] as [string, string[], unknown][]) {
    assert.deepEqual(await list(by, metrics), expected, by);
    assert.deepEqual(await list(by, metrics, { imported: 'exclude' }), [], by);
  }
  const page = await read('breakdown', { by: 'referrer', limit: 1, page: 2 });
  assert.deepEqual([page.total, page.data[0].value], [3, 'google.com/search']);
  const after = await read('breakdown', {
    by: 'referrer',
    limit: 1,
    cursor: (await read('breakdown', { by: 'referrer', limit: 1 })).next_cursor,
  });
  assert.equal(after.data[0].value, 'google.com/search');
  assert.deepEqual((await read('pages', {})).data.length, 2);
});

describe('days, weeks and months of the time zone of a report have whole imported days', async () => {
  const { importAll, read } = await createProject();
  const imports = importAll();
  const series = async (query: object) => {
    await imports;
    const { data, imported } = await read('timeseries', query);
    return {
      imported,
      found: (data as Json[]).filter(({ is_imported: is }) => is).map(({ time, value }) => [time, value]),
      length: data.length,
    };
  };
  for (const [timezone, interval, expected] of [
    [
      'UTC',
      'day',
      [
        ['2025-03-04T00:00:00.000Z', 3],
        ['2025-03-05T00:00:00.000Z', 2],
      ],
    ],
    [
      'Pacific/Auckland',
      'day',
      [
        ['2025-03-03T11:00:00.000Z', 3],
        ['2025-03-04T11:00:00.000Z', 2],
      ],
    ],
    ['America/Los_Angeles', 'week', [['2025-03-03T08:00:00.000Z', 5]]],
    ['Europe/Berlin', 'month', [['2025-02-28T23:00:00.000Z', 5]]],
  ] as const)
    test(`${interval} in ${timezone}`, async () => {
      const { found, imported } = await series({ timezone, interval });
      assert.deepEqual(found, expected);
      assert.equal(imported.is_included, true);
    });
  test('a day that is cut is left out', async () => {
    const { found, imported } = await series({ from: '2025-03-04T00:30:00Z', to: '2025-03-05T23:00:00Z', interval: 'day' });
    assert.deepEqual([found, imported], [[], null]);
  });
});

test('imported days are left out of reports that totals of days cannot answer, with the reason', async () => {
  const { importAll, read, id, token } = await createProject();
  await importAll();
  const { body: goal } = await call('POST', '/v1/analytics/goals', {
    token,
    query: { project_id: id },
    body: { name: 'A', event: 'Signup' },
  });
  for (const [report, query, reason] of [
    ['overview', { filter: 'country:is:DE' }, 'filters'],
    ['overview', { goal_id: goal.id }, 'goal'],
    ['overview', { bots: 'only' }, 'bots'],
    ['timeseries', { ...DAYS, interval: 'hour' }, 'interval'],
    ['breakdown', { by: 'channel' }, 'dimension'],
    ['breakdown', { by: 'property:plan' }, 'dimension'],
    ['breakdown', { by: 'page', filter: 'page:is:/' }, 'filters'],
  ] as const) {
    const { imported, visitors, data } = await read(report, query);
    assert.deepEqual(imported, { ...DAYS, is_included: false, omitted_because: reason });
    assert.ok(report === 'overview' ? visitors.value === 0 : !(data as Json[]).some(({ value }) => Number(value) > 0));
  }
});

test('days from the first own event on are refused, and left out of reports when events precede them later', async () => {
  const { addEvent, upload, finish, importAll, read, list, problems } = await createProject();
  await addEvent('2025-03-05T08:00:00.000Z', 'https://acme.example/pricing');
  const { id, counts } = await importAll();
  const refused = await problems(id);
  assert.ok(
    refused.length > 0 && refused.every(({ field, code }) => field === 'day' && code === 'validation'),
    JSON.stringify(refused[0]),
  );
  assert.match(refused[0]?.message, /before 2025-03-05, the day of the first event/);
  const checked = await finish((await upload('plausible', files)).id, 'check');
  assert.equal(checked.check_counts.daily_totals.failed, counts.daily_totals.failed);
  // One page view of the project, and four of the imported day.
  assert.deepEqual(await list('page', ['visitors', 'page_views']), [
    ['/', 3, 4],
    ['/pricing', 2, 2],
  ]);
  const both = await read('overview');
  assert.deepEqual([both.visitors.value, both.imported.to], [4, '2025-03-04']);
  await addEvent('2025-03-04T08:00:00.000Z');
  const own = await read('overview');
  assert.deepEqual([own.visitors.value, own.page_views.value, own.imported], [2, 2, null]);
  assert.deepEqual(await list('page', ['visitors']), [
    ['/', 1],
    ['/pricing', 1],
  ]);
});

test('wrong rows are listed with line and reason, and the others imported', async () => {
  const { importAll, problems, read, settings } = await createWithSettings();
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const rows = [
    ['2025-03-04,3,5,1,3,240', undefined],
    ['2025-02-30,3,5,1,3,240', 'day'],
    ['yesterday,3,5,1,3,240', 'day'],
    ['1989-12-31,3,5,1,3,240', 'day'],
    [`${tomorrow},3,5,1,3,240`, 'day'],
    ['2025-03-05,-3,5,1,3,240', 'visitors'],
    ['2025-03-05,3,99999999999999999999,1,3,240', 'page_views'],
    ['2025-03-05,3,5,=1+1,3,240', 'bounces'],
    ['2025-03-05,3,5,1,,240', 'visits'],
    ['2025-03-05,3,5,1,3,1.5', 'duration_seconds'],
    ['2025-03-04,4,5,1,3,240', 'value'],
    ['2025-03-04,3,5,1,3,240', undefined],
  ] as const;
  const content = VISITORS + rows.map(([row]) => row).join('\n');
  const { id, counts } = await importAll({ 'imported_visitors.csv': content });
  assert.deepEqual(counts.daily_totals, { created: 2, updated: 0, unchanged: 2, failed: 20 });
  const listed = await problems(id);
  const expected = rows.flatMap(([, field], index) => (field ? [[index + 2, field]] : []));
  assert.deepEqual(
    listed.filter(({ record }) => JSON.parse(record).dimension === 'total').map(({ line, field }) => [line, field]),
    expected,
  );
  assert.equal((await read('overview')).visitors.value, 3);
  assert.deepEqual(await settings(), (await createWithSettings()).initial);
});

async function createWithSettings() {
  const project = await createProject();
  const settings = async () => (await call('GET', `/v1/projects/${project.id}`, { token: project.token })).body.settings;
  return { ...project, settings, initial: await settings() };
}

test('the ZIP file of the export has the same rows as its files', async () => {
  const { importAll } = await createProject();
  const { counts } = await importAll();
  const again = await importAll({ 'export.zip': await packZip(files) });
  assert.deepEqual(again.counts.daily_totals, { created: 0, updated: 0, unchanged: counts.daily_totals.created, failed: 0 });
});

test('files of something else are refused with what to do', async () => {
  const { upload } = await createProject();
  const visitors = { 'imported_visitors.csv': `${VISITORS}2025-03-04,3,5,1,3,240\n` };
  for (const [given, message] of [
    [{ 'imported_pages.csv': files['imported_pages_20250304_20250305.csv'] ?? '' }, /add the file imported_visitors/],
    [{ ...visitors, 'imported_pages.csv': 'date,path,visitors\n' }, /imported_pages\.csv has no column page, pageviews/],
    [{ 'imported_visitors.csv': 'Datum;Besucher\n2025-03-04;3\n' }, /has no column date, visitors/],
    [{ ...visitors, 'report.csv': 'a,b\n1,2\n' }, /report\.csv is not a file of the export of Plausible/],
    [{ 'export.zip': 'PK' }, /export\.zip: The file is not a complete ZIP file/],
  ] as [Record<string, string>, RegExp][]) {
    const { status, error } = await upload('plausible', given);
    assert.deepEqual([status, message.test(error)], ['failed', true], error);
  }
});

test('a corrected export replaces rows, which an undo of the correction keeps', async () => {
  const { importAll, read, finish } = await createProject();
  const first = await importAll({ 'imported_visitors.csv': `${VISITORS}2025-03-04,3,5,1,3,240\n` });
  const second = await importAll({ 'imported_visitors.csv': `${VISITORS}2025-03-04,4,5,1,3,240\n2025-03-05,1,1,1,1,0\n` });
  assert.deepEqual(second.counts.daily_totals, { created: 2, updated: 2, unchanged: 0, failed: 0 });
  assert.equal((await read('overview')).visitors.value, 5);
  await finish(second.id, 'undo');
  assert.equal((await read('overview')).visitors.value, 4);
  await finish(first.id, 'undo');
  assert.deepEqual([(await read('overview')).visitors.value, (await read('overview')).imported], [0, null]);
  await finish(first.id, 'run');
  assert.equal((await read('overview')).visitors.value, 3, 'an undone import can run again');
});

test('emptying a project deletes its imported days, and the period all begins with the first of them', async () => {
  const { importAll, read, id, token } = await createProject();
  await importAll();
  const all = { period: 'all' };
  assert.equal((await read('overview', all)).from, '2025-03-04T00:00:00.000Z');
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { test: { enabled: true } } } });
  const { status, body } = await call('POST', `/v1/projects/${id}/empty`, { token });
  assert.ok(status < 300, body.error);
  await until(async () => (await read('overview')).imported === null);
});
