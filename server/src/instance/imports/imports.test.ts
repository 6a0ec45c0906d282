import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_IMPORT_PART_BYTES } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { FILES } from './fixtures/files.ts';
import { createImporting, toForm } from './fixtures/importing.ts';

const server = await sharedTestServer();
const { call, db, url } = server;

async function createProject() {
  const project = await server.createProject('Acme');
  const { id, token } = project;
  const query = { project_id: id };
  const index = (await call('POST', '/v1/indexes', { token, query, body: { name: 'Help' } })).body.id as string;
  const list = async (path: string, more: object = {}): Promise<Json[]> =>
    (await call('GET', `/v1/${path}`, { token, query: { ...query, limit: 100, ...more } })).body.data;
  return {
    ...project,
    ...createImporting(server, project),
    list,
    /** Number of records of the project. */
    count: async () => {
      const entries = [...(await list('feedback')), ...(await list('feedback', { status: 'duplicate' }))];
      const comments = entries.reduce((sum, { comment_count }) => sum + comment_count, 0);
      const votes = entries.reduce((sum, { upvote_count }) => sum + upvote_count, 0);
      const paths = ['waitlist', 'testimonials', 'changelog', `indexes/${index}/documents`];
      const others = await Promise.all(paths.map((name) => list(name)));
      const [waitlist = 0, testimonials = 0, changelog = 0, articles = 0] = others.map(({ length }) => length);
      const { body: report } = await call('GET', '/v1/analytics/overview', {
        token,
        query: { ...query, period: 'all', imported: 'include' },
      });
      const pageViews = report.page_views.value;
      const all = { feedback: entries.length, comments, votes, waitlist, testimonials, changelog, articles, pageViews };
      return Object.fromEntries(Object.entries(all).filter(([, number]) => number > 0));
    },
    settings: async () => (await call('GET', `/v1/projects/${id}`, { token })).body.settings,
    sent: async () => [
      ...(await call('GET', `/v1/projects/${id}/mails`, { token })).body.data,
      ...(await call('GET', '/v1/notifications', { token, query })).body.data,
    ],
  };
}

const byOutcome = (counts: Json, outcome: string) =>
  Object.fromEntries(
    Object.entries(counts as Record<string, Record<string, number>>)
      .map(([collection, of]) => [collection, of[outcome]])
      .filter(([, number]) => number),
  );

// At the same time: jobs begin up to two seconds later.
describe('each source', { concurrency: true }, () => {
  for (const source of Object.keys(FILES) as (keyof typeof FILES)[])
    test(`checks, imports, repeats and undoes ${source}`, async () => {
      const { upload, finish, count, settings, sent } = await createProject();
      const before = await settings();
      const { files, counts } = FILES[source];
      const { id, status, error } = await upload(source, files);
      assert.equal(status, 'ready', error);

      const checked = await finish(id, 'check');
      assert.deepEqual([checked.status, checked.error], ['ready', null]);
      assert.deepEqual(byOutcome(checked.check_counts, 'created'), counts, 'the check says what is created');
      assert.deepEqual(byOutcome(checked.check_counts, 'failed'), {});
      assert.deepEqual(await count(), {}, 'a check stores nothing');

      const imported = await finish(id, 'run');
      assert.deepEqual([imported.status, imported.error], ['finished', null]);
      assert.deepEqual(byOutcome(imported.counts, 'created'), counts);
      // Events are in reports when they have left their inbox.
      const stored = await until(async () => {
        const found = await count();
        return Object.keys(found).length && found;
      });

      const again = await finish((await upload(source, files)).id, 'run');
      assert.deepEqual(byOutcome(again.counts, 'unchanged'), counts, 'a repetition changes nothing');
      assert.deepEqual(await count(), stored);

      assert.equal((await finish(id, 'undo')).status, 'undone');
      assert.deepEqual(await count(), {}, 'nothing is left');
      assert.deepEqual(await settings(), before);
      assert.deepEqual(await sent(), [], 'nobody is notified');
    });
});

test('imports a spreadsheet with semicolons and umlauts, and explains the wrong row', async () => {
  const { id: projectId, token, upload, finish, list } = await createProject();
  const content =
    'Titel;Beschreibung;Status;Eingang;Stimmen\nGrößere Schrift;Für müde Augen;In Arbeit;24.12.2025;2\n;Ohne Titel;offen;01.02.2026;0\nDunkler Modus;;wartet;31.01.2026;\n';
  const uploaded = await upload('csv', { 'wünsche.csv': Buffer.from(content, 'latin1') });
  assert.deepEqual(
    [uploaded.options.collection, uploaded.detected.encoding, uploaded.detected.delimiter],
    ['feedback', 'windows-1252', ';'],
  );
  assert.deepEqual(uploaded.options.columns, { Titel: 'title', Beschreibung: 'description', Status: 'status', Stimmen: 'votes' });
  assert.deepEqual(uploaded.options.values, { status: { 'In Arbeit': 'in_progress', offen: 'new' } });
  assert.ok(uploaded.fields.feedback.includes('created_at'));
  const { id } = uploaded;

  const options = {
    columns: { ...uploaded.options.columns, Eingang: 'created_at' },
    values: { status: { 'In Arbeit': 'in_progress', offen: 'new', wartet: 'new' } },
  };
  const { body: updated } = await call('PATCH', `/v1/imports/${id}`, { token, body: { options } });
  assert.deepEqual([updated.status, updated.options.columns.Eingang], ['ready', 'created_at']);

  const { body: preview } = await call('GET', `/v1/imports/${id}/preview`, { token });
  assert.deepEqual(
    preview.records.map(({ line, outcome, error, record }: Json) => [line, outcome, error, record.title, record.created_at]),
    [
      [2, 'created', undefined, 'Größere Schrift', '2025-12-24T00:00:00.000Z'],
      [3, 'failed', 'title is required', undefined, '2026-02-01T00:00:00.000Z'],
      [4, 'created', undefined, 'Dunkler Modus', '2026-01-31T00:00:00.000Z'],
    ],
  );

  await finish(id, 'check');
  const { body: problems } = await call('GET', `/v1/imports/${id}/problems`, { token });
  assert.deepEqual(
    problems.data.map(({ file, line, field, message }: Json) => [file, line, field, message]),
    [['wünsche.csv', 3, 'title', 'title is required']],
  );
  const { body: csv } = await call('GET', `/v1/imports/${id}/problems.csv`, { token });
  assert.match(String(csv), /wünsche\.csv,3,feedback,title,title is required/);

  await finish(id, 'run');
  const entries = await list('feedback', { sort: 'newest' });
  assert.deepEqual(
    entries.map(({ title, status, upvote_count, created_at }) => [title, status, upvote_count, created_at]),
    [
      ['Dunkler Modus', 'new', 0, '2026-01-31T00:00:00.000Z'],
      ['Größere Schrift', 'in_progress', 2, '2025-12-24T00:00:00.000Z'],
    ],
    'ordered by their dates',
  );
  const { data } = (await call('GET', `/v1/projects/${projectId}/audit-log`, { token })).body;
  assert.ok(data.some(({ action, target_id }: Json) => action === 'import.started' && target_id === id));
});

test('continues an upload where it was interrupted, and accepts a part again whose response was lost', async () => {
  const { id: projectId, token, send, get } = await createProject();
  const bytes = Buffer.from('title\nExport\nDark mode\n');
  const { body: created } = await call('POST', '/v1/imports', {
    token,
    query: { project_id: projectId },
    body: { source: 'csv', files: [{ name: 'a.csv', size_bytes: bytes.length }] },
  });
  assert.deepEqual([created.status, created.files[0].received_bytes], ['uploading', 0]);
  for (let attempt = 0; attempt < 2; attempt++)
    assert.equal((await send(created.id, 0, 0, bytes.subarray(0, 10))).body.files[0].received_bytes, 10);
  for (const [offset, part, error] of [
    [0, bytes.subarray(1, 11), 'received 10 of 23 bytes'],
    [12, bytes.subarray(12), 'received 10 of 23 bytes'],
    [10, Buffer.alloc(14), 'received 10 of 23 bytes'],
  ] as const) {
    const { status, body } = await send(created.id, 0, offset, part);
    assert.deepEqual([status, body.code], [409, 'imports.part_conflict']);
    assert.ok(body.error.includes(error), body.error);
  }
  assert.equal((await send(created.id, 1, 0, bytes)).status, 404);
  assert.equal((await send(created.id, 0, 10, Buffer.alloc(0))).status, 400);
  for (const offset of [-1, 2 * 1024 ** 3 + 1, 1e30]) assert.equal((await send(created.id, 0, offset, bytes)).status, 400);
  for (const [status, code, type, body] of [
    [413, 'request.body_too_large', undefined, toForm(Buffer.alloc(MAX_IMPORT_PART_BYTES + 1))],
    [415, 'request.unsupported_media_type', 'text/csv', 'title'],
    [400, 'request.invalid_multipart', 'multipart/form-data; boundary=x', 'title'],
  ] as const) {
    const response = await fetch(`${url}/v1/imports/${created.id}/files/0?offset=10`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
      body,
    });
    assert.deepEqual([response.status, ((await response.json()) as Json).code], [status, code]);
  }
  for (const work of ['check', 'run', 'undo', 'stop'])
    assert.equal(
      (await call('POST', `/v1/imports/${created.id}/${work}`, { token })).status,
      409,
      `${work} before the upload is complete`,
    );
  assert.equal((await call('GET', `/v1/imports/${created.id}/preview`, { token })).status, 409);
  await send(created.id, 0, 10, bytes.subarray(10));
  assert.equal((await get(created.id)).status, 'ready');
  const importId = parseId('imp', created.id);
  await sql`UPDATE imports SET status = 'failed', error = 'Failed' WHERE id = ${importId}`.execute(db);
  const failed = await get(created.id);
  assert.equal(failed.status, 'failed');
  assert.deepEqual(
    (await send(created.id, 0, 10, bytes.subarray(10))).body,
    failed,
    'a repeated part does not change a failed run',
  );
});

test('says why files cannot be read, and imports them with other options', async () => {
  const { token, upload, finish, get } = await createProject();
  const { id } = await upload('csv', { 'a.csv': Buffer.from('title\nGröße\n', 'latin1') }, { encoding: 'utf-8' });
  const failed = await get(id);
  assert.deepEqual([failed.status, /Choose another encoding/.test(failed.error)], ['failed', true]);
  assert.deepEqual((await call('GET', `/v1/imports/${id}/preview`, { token })).body.code, 'imports.unreadable');
  const { body } = await call('PATCH', `/v1/imports/${id}`, { token, body: { options: { encoding: 'windows-1252' } } });
  assert.deepEqual([body.status, body.error], ['ready', null]);
  assert.deepEqual(byOutcome((await finish(id, 'run')).counts, 'created'), { feedback: 1 });

  const truncated = await upload('canny', { 'posts.json': '{"posts": [{"id": "p1"' });
  assert.match((await finish(truncated.id, 'run')).error, /posts\.json is not valid JSON/);
});

test('options that are changed at the same time all apply', async () => {
  const { token, upload, get } = await createProject();
  const { id } = await upload('csv', { 'a.csv': 'title;votes\nExport;3\n' });
  const changes = [{ encoding: 'windows-1252' }, { delimiter: ';' }, { date_order: 'mdy' }, { image_hosts: ['images.example'] }];
  await Promise.all(changes.map((options) => call('PATCH', `/v1/imports/${id}`, { token, body: { options } })));
  const { encoding, delimiter, date_order, image_hosts } = (await get(id)).options;
  assert.deepEqual([{ encoding }, { delimiter }, { date_order }, { image_hosts }], changes);
});

test('reports hostile rows, and imports the others', async () => {
  const { id: projectId, token, upload, finish, list } = await createProject();
  const other = await createProject();
  const foreign = (await call('POST', '/v1/feedback', { key: other.key, body: { title: 'Foreign' } })).body.id;
  const rows = [
    ['ok', 'Kept', '2025-01-01', '', '=1+1'],
    ['ok', 'The same id again', '2025-01-01', '', ''],
    ['old', 'Year 0', '0000-01-01', '', ''],
    ['late', 'Year 9999', '9999-12-31', '', ''],
    ['lost', 'Missing target', '2025-01-01', 'nowhere', ''],
    ['theirs', 'Of another project', '2025-01-01', foreign, ''],
    ['ring1', 'A ring', '2025-01-01', 'ring2', ''],
    ['ring2', 'Of merges', '2025-01-01', 'ring1', ''],
    ['long', 'x'.repeat(300), '2025-01-01', '', ''],
    ['merged', 'Merged', '2025-01-02', 'ok', ''],
  ];
  const content = ['id,title,created,into,description', ...rows.map((row) => row.join(','))].join('\n');
  const columns = {
    id: 'external_id',
    title: 'title',
    created: 'created_at',
    into: 'merged_into_external_id',
    description: 'description',
  };
  const { id } = await upload('csv', { 'a.csv': content }, { collection: 'feedback', columns });
  const checked = await finish(id, 'check');
  const imported = await finish(id, 'run');
  assert.deepEqual(checked.check_counts, imported.counts, 'the check and the run agree');
  const { body: problems } = await call('GET', `/v1/imports/${id}/problems`, { token });
  assert.deepEqual(
    problems.data.map(({ line, field }: Json) => [line, field]).toSorted(([a]: number[], [b]: number[]) => Number(a) - Number(b)),
    [
      [3, 'external_id'],
      [4, 'created_at'],
      [5, 'created_at'],
      [6, 'merged_into_external_id'],
      [7, 'merged_into_external_id'],
      [8, 'merged_into_external_id'],
      [9, 'merged_into_external_id'],
      [10, 'title'],
    ],
  );
  const [kept] = await list('feedback');
  assert.deepEqual([kept?.title, kept?.description], ['Kept', '=1+1']);
  assert.deepEqual(
    (await list('feedback', { status: 'duplicate' })).map(({ title }) => title),
    ['Merged'],
  );
  const { body } = await call('GET', '/v1/feedback', { token: other.token, query: { project_id: other.id } });
  assert.equal(body.total, 1);
  assert.equal((await call('GET', `/v1/imports/${id}`, { token: other.token })).status, 403);
  assert.equal((await call('GET', '/v1/imports', { token: other.token, query: { project_id: projectId } })).status, 403);
});

test('keeps long texts, emoji and NUL of wrong rows readable', async () => {
  const { token, upload, finish } = await createProject();
  const emoji = '😀'.repeat(150);
  const content = `title,tags,plan\0,description\n${'x'.repeat(79)}${emoji},"${'a,'.repeat(1_000)}",\0pro,${emoji}${emoji}\n`;
  const uploaded = await upload('csv', { 'a.csv': content }, { collection: 'feedback' });
  assert.deepEqual([uploaded.status, uploaded.detected.columns[2].name], ['ready', 'plan']);
  assert.equal(uploaded.detected.columns[0].samples[0], `${'x'.repeat(79)}😀`);
  assert.equal((await finish(uploaded.id, 'check')).check_counts.feedback.failed, 1);
  const [problem] = (await call('GET', `/v1/imports/${uploaded.id}/problems`, { token })).body.data;
  const record = JSON.parse(problem.record);
  assert.deepEqual([record.description, record.tags.length], ['😀'.repeat(200), 20]);
});

test('erasing a person deletes the uploaded files', async () => {
  const { id: projectId, token, upload, finish } = await createProject();
  const { id } = await upload('csv', { 'a.csv': 'email,name\nada@example.com,Ada\n' }, { collection: 'waitlist' });
  const { body } = await call('POST', `/v1/projects/${projectId}/people/erase`, { token, body: { email: 'ada@example.com' } });
  assert.equal(body.erased.import_files, 1);
  assert.deepEqual((await finish(id, 'run')).counts, {}, 'nothing is left to import');
});

test('an import that works can be stopped, and neither changed nor deleted', async () => {
  const { token, upload, get } = await createProject();
  const { id } = await upload('csv', FILES.csv.files);
  for (const [working, stopped] of [
    ['checking', 'ready'],
    ['running', 'stopped'],
  ]) {
    // Without a job, which would end.
    await sql`UPDATE imports SET status = ${working} WHERE id = ${parseId('imp', id)}`.execute(db);
    for (const [method, body] of [['PATCH', { options: {} }], ['DELETE']] as const) {
      const refused = await call(method, `/v1/imports/${id}`, { token, ...(body && { body }) });
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.error],
        [409, 'imports.not_possible', `This is not possible while the import is ${working}`],
      );
    }
    const answer = await call('POST', `/v1/imports/${id}/stop`, { token });
    assert.deepEqual([answer.status, answer.body.status, (await get(id)).status], [200, stopped, stopped]);
  }
});

test('lists and deletes imports; their records remain', async () => {
  const { id: projectId, token, upload, finish, count, get } = await createProject();
  const { files } = FILES.csv;
  const first = await upload('csv', files);
  await finish(first.id, 'run');
  const second = await upload('csv', files);
  const { data } = (await call('GET', '/v1/imports', { token, query: { project_id: projectId } })).body;
  assert.deepEqual(
    data.map(({ id }: Json) => id),
    [second.id, first.id],
  );
  assert.equal((await call('DELETE', `/v1/imports/${first.id}`, { token })).status, 200);
  assert.equal((await call('GET', `/v1/imports/${first.id}`, { token })).status, 404);
  assert.equal((await get(second.id)).status, 'ready');
  assert.equal((await count()).feedback, 2);
  assert.equal((await call('PATCH', `/v1/imports/${second.id}`, { token, body: { options: {} } })).status, 200);
  const large = { source: 'csv', files: [1, 2].map((name) => ({ name: `${name}.csv`, size_bytes: 2 * 1024 ** 3 })) };
  for (const [body, field] of [
    [large, 'files'],
    [{ source: 'csv', files: [{ name: 'a.csv', size_bytes: 0 }] }, 'files'],
    [{ source: 'unknown', files: [] }, 'source'],
  ] as const) {
    const refused = await call('POST', '/v1/imports', { token, query: { project_id: projectId }, body });
    assert.deepEqual([refused.status, refused.body.fields?.[0]?.path], [400, field]);
  }
});
