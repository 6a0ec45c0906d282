import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { startTestServer, type Json } from '../../testing/server.ts';
import { runScheduled } from '../../testing/jobs.ts';
import { until } from '../../testing/until.ts';
import { download, picture, uploadTo } from '../uploads/fixtures/images.ts';

const server = await startTestServer();
const { call, db } = server;

// Neither exports nor imports of other projects concern its event and its search.
const other = await server.createProject('Other');
await call('POST', '/v1/analytics/events', { key: other.key, body: { url: 'https://acme.example/', user_id: 'u_1' } });
const inOther = { token: other.token, query: { project_id: other.id } };
const { body: index } = await call('POST', '/v1/indexes', { ...inOther, body: { name: 'Help' } });
await call('POST', `/v1/indexes/${index.id}/search`, { key: other.key, body: { query: 'export' } });
const countOther = async () => [
  (await call('GET', '/v1/analytics/overview', inOther)).body.visits.value,
  (await call('GET', `/v1/indexes/${index.id}/insights`, { token: other.token })).body.searches,
];
assert.deepEqual(await countOther(), [1, 1]);

/** Creates an export, and waits until it is ready. */
async function exportProject({ id, token }: { id: string; token: string }, body: object = {}): Promise<Json> {
  const created = await call('POST', `/v1/projects/${id}/exports`, { token, body });
  assert.equal(created.status, 202, JSON.stringify(created.body));
  let current: Json;
  await until(async () => {
    current = (await call('GET', `/v1/projects/${id}/exports/${created.body.id}`, { token })).body;
    return current.status === 'ready';
  }, 60_000);
  return current;
}

test('an export is created, listed, downloaded in parts and deleted', { timeout: 120_000 }, async () => {
  const project = await server.createProject();
  const { id, token } = project;
  const path = `/v1/projects/${id}/exports`;
  const ready = await exportProject(project, { personal_data: true });
  assert.equal(ready.progress, 1);
  const { feedback_entries: entries, events, searches } = ready.counts;
  assert.deepEqual([entries, events, searches], [0, 0, 0]);
  const { body: list } = await call('GET', path, { token });
  assert.deepEqual(
    list.data.map((one: Json) => [one.id, one.personal_data]),
    [[ready.id, true]],
  );

  const whole = await fetch(ready.url);
  assert.equal(whole.status, 200);
  const bytes = Buffer.from(await whole.arrayBuffer());
  assert.equal(bytes.length, ready.size_bytes);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), ready.sha256);
  assert.match(
    whole.headers.get('content-disposition') ?? '',
    new RegExp(`^attachment; filename="${project.slug}-\\d{4}-\\d\\d-\\d\\d.zip"$`),
  );
  const etag = whole.headers.get('etag') ?? '';
  const last = bytes.length - 1;
  const RANGES: [range: string, ifRange: string | undefined, status: number, start: number, end: number][] = [
    ['bytes=0-9', undefined, 206, 0, 9],
    ['bytes=10-', etag, 206, 10, last],
    ['bytes=-5', undefined, 206, last - 4, last],
    ['bytes=5-999999999', etag, 206, 5, last],
    ['bytes=0-', '"another"', 200, 0, last],
    ['bytes=0-1,3-4', undefined, 200, 0, last],
    ['lines=1-2', undefined, 200, 0, last],
  ];
  for (const [range, ifRange, status, start, end] of RANGES) {
    const part = await fetch(ready.url, { headers: { range, ...(ifRange && { 'if-range': ifRange }) } });
    assert.equal(part.status, status, range);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(start, end + 1), range);
    if (status === 206) assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${bytes.length}`);
  }
  const outside = await call('GET', ready.url, { headers: { range: `bytes=${bytes.length}-` } });
  assert.deepEqual([outside.status, outside.headers.get('content-range')], [416, `bytes */${bytes.length}`]);

  assert.equal((await call('DELETE', `${path}/${ready.id}`, { token })).status, 200);
  assert.equal((await call('GET', ready.url)).body.code, 'archives.link_expired');
  for (const method of ['GET', 'DELETE'])
    assert.equal((await call(method, `${path}/${ready.id}`, { token })).body.code, 'archives.not_found');
});

test('one export of a project runs at a time', async () => {
  const { id, token } = await server.createProject();
  await sql`INSERT INTO project_exports (project_id, id, personal_data) VALUES (${parseId('prj', id)}, gen_random_uuid(), false)`.execute(
    db,
  );
  const { status, body } = await call('POST', `/v1/projects/${id}/exports`, { token, body: {} });
  assert.deepEqual([status, body.code], [409, 'archives.export_running']);
});

test('personal data requires its scope, for the export and for its link', async () => {
  const project = await server.createProject();
  const { id } = project;
  const scopes = [
    'projects:read',
    'feedback:read',
    'waitlist:read',
    'testimonials:read',
    'changelog:read',
    'knowledge_base:read',
    'analytics:read',
  ];
  const { body } = await call('POST', `/v1/projects/${id}/service-accounts`, {
    token: project.token,
    body: { name: 'CI', scopes },
  });
  const limited = { token: body.token };
  const refused = await call('POST', `/v1/projects/${id}/exports`, { ...limited, body: { personal_data: true } });
  assert.deepEqual([refused.status, refused.body.code], [403, 'auth.scope_required']);
  const { id: full } = await exportProject(project, { personal_data: true });
  const { id: withoutData, url } = await exportProject({ id, ...limited });
  assert.ok(url);
  const { body: list } = await call('GET', `/v1/projects/${id}/exports`, limited);
  assert.deepEqual(
    list.data.map((one: Json) => [one.id, one.url === null]),
    [
      [withoutData, false],
      [full, true],
    ],
  );
});

test('links and files expire after a day', async () => {
  const project = await server.createProject();
  const ready = await exportProject(project);
  assert.ok(Math.abs(Date.parse(ready.expires_at) - Date.now() - 24 * 3_600_000) < 60_000);
  const [, payload = '', signature = ''] = /exports\/([^.]+)\.(.+)$/.exec(ready.url) ?? [];
  const forged = Buffer.from(payload, 'base64url')
    .toString()
    .replace(/"until":\d+/, '"until":9999999999999');
  const FORGED = [`${Buffer.from(forged).toString('base64url')}.${signature}`, payload, 'x', `${payload}.x`];
  for (const token of FORGED) assert.equal((await call('GET', `/v1/exports/${token}`)).status, 404, token);
  await sql`UPDATE project_exports SET expires_at = now() - interval '1 second' WHERE id = ${parseId('exp', ready.id)}`.execute(
    db,
  );
  await runScheduled(db, 'exports.clean');
  const get = async () => (await call('GET', `/v1/projects/${project.id}/exports/${ready.id}`, project)).body;
  await until(async () => (await get()).status === 'expired');
  assert.equal((await get()).url, null);
  assert.equal((await call('GET', ready.url)).status, 404);
});

test('an import restores an archive into another project, and names what is wrong', { timeout: 300_000 }, async () => {
  const project = await server.createProject('Moved');
  await call('POST', '/v1/feedback', { key: project.key, body: { title: 'Export as CSV' } });
  const { body: image } = await uploadTo(server, await picture('png').toBuffer(), { by: project.key });
  const pages = { custom_domain: 'feedback.moved.example' };
  await call('PATCH', `/v1/projects/${project.id}`, { token: project.token, body: { settings: { pages } } });
  const { url } = await exportProject(project, { personal_data: true });
  const archive = Buffer.from(await (await fetch(url)).arrayBuffer());
  const target = await server.createProject('Target');
  const { token } = target;

  /** Uploads a file in two parts, starts work with it, and returns the import at its end. */
  async function work(bytes: Buffer, what: 'check' | 'run'): Promise<Json> {
    const file = { name: 'acme.zip', size_bytes: bytes.length };
    const created = await call('POST', '/v1/imports', {
      token,
      query: { project_id: target.id },
      body: { source: 'earshot', files: [file] },
    });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const path = `${server.url}/v1/imports/${created.body.id}`;
    const middle = Math.floor(bytes.length / 2);
    for (const [start, end] of [
      [0, middle],
      [middle, bytes.length],
    ] as const) {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes.subarray(start, end))]));
      const headers = { authorization: `Bearer ${token}` };
      assert.equal((await fetch(`${path}/files/0?offset=${start}`, { method: 'PUT', headers, body })).status, 200);
    }
    assert.equal((await call('POST', `${path}/${what}`, { token })).status, 202);
    let current: Json;
    await until(async () => {
      current = (await call('GET', path, { token })).body;
      return !['checking', 'running'].includes(current.status);
    }, 60_000);
    return current;
  }

  const damaged = await work(archive.subarray(0, archive.length - 9), 'run');
  assert.equal(damaged.status, 'failed');
  assert.match(damaged.error, /not a complete ZIP file/);
  const checked = await work(archive, 'check');
  assert.deepEqual([checked.status, checked.check_counts.feedback.created], ['ready', 1]);
  const total = async () => (await call('GET', '/v1/feedback', { token, query: { project_id: target.id } })).body.total;
  assert.equal(await total(), 0, 'a check writes nothing');
  const finished = await work(archive, 'run');
  assert.deepEqual([finished.status, finished.counts.feedback.created, await total()], ['finished', 1, 1]);
  assert.deepEqual(await countOther(), [1, 1]);
  const { body: moved } = await call('GET', `/v1/projects/${target.id}`, { token });
  assert.deepEqual([moved.name, moved.settings.pages.custom_domain], ['Moved', null], 'a domain belongs to one project');
  const { body: uploads } = await call('GET', '/v1/uploads', { token, query: { project_id: target.id } });
  const [restored, original] = [await download(uploads.data[0].url), await download(image.url)];
  assert.deepEqual([restored.status, restored.bytes], [200, original.bytes]);
  const repeated = await work(archive, 'run');
  assert.deepEqual(
    [repeated.status, repeated.error],
    ['failed', 'The project contains records. Restore the archive into a new project'],
  );
  const undone = await call('POST', `/v1/imports/${finished.id}/undo`, { token });
  assert.deepEqual([undone.status, undone.body.code], [409, 'imports.not_possible']);
});
