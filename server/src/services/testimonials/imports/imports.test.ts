import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { findProject } from '../../../instance/projects/store.ts';
import { newId, parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createTestimonialImporter } from './importer.ts';

const server = await sharedTestServer();
const { call, db } = server;

async function open() {
  const project = await server.createProject('Acme');
  const { id, token, key } = project;
  const query = { project_id: id };
  const send = (body: object) => call('POST', '/v1/testimonials/batch', { token, query, body });
  const list = async (more: object = {}) =>
    (await call('GET', '/v1/testimonials', { token, query: { ...query, ...more } })).body.data;
  return {
    ...project,
    query,
    projectId: parseId('prj', id) as string,
    list,
    mails: async () => (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data as Json[],
    one: async (external_id: string) => (await list({ external_id }))[0],
    outcomes: async (records: object[], more: object = {}) => {
      const { status, body } = await send({ records, ...more });
      assert.equal(status, 200, JSON.stringify(body));
      return body.results
        .map(({ outcome, fields }: Json) => (fields ? `${fields[0].path} ${fields[0].code}` : outcome))
        .join(', ');
    },
    summary: async (of: string) => {
      const { count, average_rating } = (await call('GET', '/v1/testimonials/summary', { key, query: { of } })).body;
      return [count, average_rating];
    },
  };
}

type Project = Awaited<ReturnType<typeof open>>;

const record = (id: string, more: object = {}) => ({
  external_id: `old:${id}`,
  author_name: id,
  content: `By ${id}`,
  rating: 5,
  ...more,
});

/** Compares the counters with the testimonials. */
async function check({ projectId }: Project) {
  const { rows } = await sql<Json>`
    SELECT (SELECT coalesce(json_agg(json_build_array(status, rating, count) ORDER BY status, rating), '[]') FROM testimonial_counts
        WHERE project_id = ${projectId} AND count <> 0) AS counts,
      (SELECT coalesce(json_agg(json_build_array(status, rating, count) ORDER BY status, rating), '[]') FROM (
        SELECT status, rating, count(*) FROM testimonials WHERE project_id = ${projectId} GROUP BY 1, 2) t) AS counted`.execute(
    db,
  );
  assert.deepEqual(rows[0].counts, rows[0].counted);
}

test('testimonials keep their authors, dates and consent', async () => {
  const project = await open();
  const records = [
    record('ada', {
      status: 'approved',
      author_email: 'ada@example.com',
      author_title: 'Countess',
      author_company: '',
      image_url: 'https://example.com/1.png',
      source_url: 'https://example.com/post',
      tags: ['Speed', 'speed ', 'price'].slice(0, 1),
      featured: true,
      disclosure: 'incentive',
      consent: { text: 'Yes', version: '1', agreed_at: '2024-02-29T11:00:00Z' },
      created_at: '2024-02-29T12:00:00.000Z',
    }),
    record('bob', { rating: 3, consent: { text: 'Yes', version: '1' }, created_at: '2023-01-01T00:00:00.000Z' }),
    record('cid', { status: 'rejected', rating: 1, consent: null }),
  ];
  assert.equal(await project.outcomes(records), 'created, created, created');
  assert.equal(await project.outcomes(records), 'unchanged, unchanged, unchanged');
  // A consent without its time keeps the one that it had.
  assert.equal(await project.outcomes([{ ...records[0], consent: { text: 'Yes', version: '1' } }]), 'unchanged');
  await check(project);
  const { id: _, project_id, updated_at, ...ada } = await project.one('old:ada');
  assert.ok(project_id && updated_at);
  assert.deepEqual(ada, {
    external_id: 'old:ada',
    status: 'approved',
    author_name: 'ada',
    author_email: 'ada@example.com',
    author_title: 'Countess',
    author_company: null,
    author_avatar_url: null,
    content: 'By ada',
    rating: 5,
    video_url: null,
    collection_ids: [],
    answers: [],
    image_url: 'https://example.com/1.png',
    source_url: 'https://example.com/post',
    tags: ['Speed'],
    featured: true,
    disclosure: 'incentive',
    consent: { text: 'Yes', version: '1', agreed_at: '2024-02-29T11:00:00.000Z' },
    created_at: '2024-02-29T12:00:00.000Z',
  });
  assert.equal((await project.one('old:bob')).consent.agreed_at, '2023-01-01T00:00:00.000Z');
  assert.deepEqual(
    [await project.summary('approved'), await project.summary('all')],
    [
      [1, 5],
      [3, 3],
    ],
  );
  assert.deepEqual(
    (await project.list()).map(({ author_name }: Json) => author_name),
    ['cid', 'ada', 'bob'],
  );
  const [shown] = (await call('GET', '/v1/testimonials', { key: project.key })).body.data;
  assert.ok(!('external_id' in shown) && !('author_email' in shown));
  assert.deepEqual(await project.mails(), []);
});

test('a record that is sent again replaces the fields that it has, and no decision of the team', async () => {
  const project = await open();
  await project.outcomes([record('ada', { author_title: 'Countess' }), record('bob'), record('cid')]);
  const cid = await project.one('old:cid');
  await call('PATCH', `/v1/testimonials/${cid.id}`, { token: project.token, body: { status: 'rejected' } });
  assert.equal(
    await project.outcomes([
      record('ada', { author_title: null, content: 'Better', rating: 4, created_at: '2022-01-01T00:00:00.000Z' }),
      record('bob', { status: 'approved', consent: { text: 'Yes', version: '2' } }),
      record('cid', { status: 'approved' }),
    ]),
    'updated, updated, unchanged',
  );
  await check(project);
  const { author_title, content, rating, created_at } = await project.one('old:ada');
  assert.deepEqual([author_title, content, rating, created_at], [null, 'Better', 4, '2022-01-01T00:00:00.000Z']);
  assert.equal((await project.one('old:bob')).status, 'approved');
  const { external_id: _, ...unnamed } = record('ada');
  assert.equal(await project.outcomes([unnamed, unnamed]), 'created, created');
});

test('each record is refused for its own reason', async () => {
  const project = await open();
  const cases: [object, string][] = [
    [record('a', { rating: 0 }), 'rating too_small'],
    [record('b', { rating: undefined }), 'rating required'],
    [record('c', { created_at: '1970-01-01T00:00:00.000Z' }), 'created_at too_small'],
    [
      record('d', { consent: { text: 'Yes', version: '1', agreed_at: '9999-01-01T00:00:00.000Z' } }),
      'consent.agreed_at too_large',
    ],
    [record('e', { image_url: 'javascript:alert(1)' }), 'image_url format'],
    [record('f'), 'created'],
    [record('f', { rating: 4 }), 'external_id duplicate'],
    [record('g', { status: 'live' }), 'status choice'],
    [record('h', { external_id: '' }), 'external_id required'],
  ];
  assert.equal(await project.outcomes(cases.map(([one]) => one)), cases.map(([, outcome]) => outcome).join(', '));
  await check(project);
});

test('external ids are for members', async () => {
  const project = await open();
  const filter = (credential: object) =>
    call('GET', '/v1/testimonials', { ...credential, query: { ...project.query, external_id: 'x' } });
  const refused = await filter({ key: project.key });
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'external_id']);
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${project.id}/members`, {
    token: project.token,
    body: { email: viewer.email, role: 'viewer' },
  });
  assert.equal((await filter({ token: viewer.token })).body.code, 'auth.role_required');
});

test('two batches of the same records at once store each once', async () => {
  const project = await open();
  const records = Array.from({ length: 200 }, (_, index) => record(`p${index}`, { rating: 1 + (index % 5) }));
  await Promise.all([project.outcomes(records), project.outcomes(records), project.outcomes(records.slice(100))]);
  await check(project);
  assert.deepEqual(await project.summary('all'), [200, 3]);
});

test('notify sends webhooks, and thanks for testimonials of today only', async () => {
  const project = await open();
  await project.outcomes(
    [
      record('old', { author_email: 'old@example.com', created_at: '2024-01-01T00:00:00.000Z' }),
      record('new', { author_email: 'new@example.com' }),
    ],
    { notify: true },
  );
  await until(async () => (await project.mails()).length === 1);
  assert.equal((await project.mails())[0].recipient, 'new@example.com');
});

test('an import is planned without changes, and undone in steps', async () => {
  const project = await open();
  await project.outcomes([record('kept')]);
  const importer = createTestimonialImporter({ events: { record: async () => {} } as never });
  const actor = { id: newId(), is_service_account: false, name: null };
  const importId = newId();
  const context = { project: (await findProject(db, project.projectId)) as never, actor, importId, notify: false };
  const records = [record('kept', { rating: 2 }), record('a'), record('b', { status: 'approved' }), record('c')] as never[];
  const planned = await importer.plan(db, context, records);
  assert.deepEqual(
    planned.map((result) => 'outcome' in result && result.outcome),
    ['updated', 'created', 'created', 'created'],
  );
  assert.equal((await project.list()).length, 1);
  await transact(db, (tx) => importer.save(tx, context, records));
  await check(project);
  const undo = () => transact(db, (tx) => importer.undo(tx, project.projectId, importId, 2));
  assert.deepEqual([await undo(), await undo(), await undo()], [2, 1, 0]);
  await check(project);
  assert.deepEqual(
    (await project.list()).map(({ author_name }: Json) => author_name),
    ['kept'],
  );
});
