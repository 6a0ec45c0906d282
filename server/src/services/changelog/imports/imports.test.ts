import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Project as StoredProject, findProject } from '../../../instance/projects/store.ts';
import { newId, parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { annotatePublications, deletePublications } from '../../analytics/manage/annotations-store.ts';
import { createChangelogImporter } from './importer.ts';

const server = await sharedTestServer();
const { call, db } = server;

async function open() {
  const project = await server.createProject('Acme');
  const { id, token, key } = project;
  const query = { project_id: id };
  const list = async (more: object = {}) =>
    (await call('GET', '/v1/changelog', { token, query: { ...query, ...more } })).body.data as Json[];
  return {
    ...project,
    query,
    projectId: parseId('prj', id) as string,
    list,
    create: (body: object) => call('POST', '/v1/changelog', { token, query, body }),
    addFeedback: async (title: string, external_id: string | null = null) => {
      const { body } = await call('POST', '/v1/feedback', { key, body: { title } });
      await sql`UPDATE feedback_entries SET external_id = ${external_id} WHERE id = ${parseId('fb', body.id)}`.execute(db);
      return body;
    },
    feedback: async ({ id: entry }: Json) => (await call('GET', `/v1/feedback/${entry}`, { token })).body,
    one: async (external_id: string) => (await list({ external_id }))[0],
    annotations: async () =>
      (
        await call('GET', '/v1/analytics/annotations', {
          token,
          query: { ...query, from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' },
        })
      ).body.data.map(({ time, text }: Json) => `${time.slice(0, 10)} ${text}`),
    outcomes: async (records: object[], more: object = {}) => {
      const { status, body } = await call('POST', '/v1/changelog/batch', { token, query, body: { records, ...more } });
      assert.equal(status, 200, JSON.stringify(body));
      return body.results
        .map(({ outcome, fields }: Json) => (fields ? `${fields[0].path} ${fields[0].code}` : outcome))
        .join(', ');
    },
  };
}

const release = (version: string, more: object = {}) => ({
  external_id: `github:${version}`,
  title: `Release ${version}`,
  version,
  ...more,
});

test('releases are published at their own time, without any announcement', async () => {
  const project = await open();
  await call('POST', '/v1/changelog/subscribe', { key: project.key, body: { email: 'fan@example.com' } });
  await sql`UPDATE changelog_subscribers SET confirmed_at = now() WHERE project_id = ${project.projectId}`.execute(db);
  const [known, other] = [await project.addFeedback('Known', 'old:1'), await project.addFeedback('Other')];
  const records = [
    release('1.0', {
      content: '# First\n\nWith **text**.',
      type: 'improvement',
      tags: ['api', 'API '].slice(0, 1),
      slug: 'first',
      published_at: '2023-05-01T10:00:00.000Z',
      created_at: '2023-04-30T10:00:00.000Z',
      feedback_ids: [other.id],
      feedback_external_ids: ['old:1'],
    }),
    release('2.0', { published_at: '2024-02-29T10:00:00.000Z' }),
    release('3.0', { title: 'Release 2.0' }),
    { title: '日本語', published_at: '2022-01-02T00:00:00.000Z' },
  ];
  assert.equal(await project.outcomes(records), 'created, created, created, created');
  assert.equal(await project.outcomes(records.slice(0, 3)), 'unchanged, unchanged, unchanged');
  const { id: _, project_id, url, content_html, ...first } = await project.one('github:1.0');
  assert.ok(project_id && url.endsWith('/changelog/first'));
  assert.match(content_html, /<strong>text<\/strong>/);
  assert.deepEqual(first, {
    external_id: 'github:1.0',
    title: 'Release 1.0',
    slug: 'first',
    content: '# First\n\nWith **text**.',
    version: '1.0',
    type: 'improvement',
    tags: ['api'],
    status: 'published',
    published: true,
    published_at: '2023-05-01T10:00:00.000Z',
    scheduled_at: null,
    segment_id: null,
    pages: [],
    languages: [],
    success: null,
    window_days: 7,
    image_url: null,
    image_alt: '',
    announcement: null,
    announcement_ends_at: null,
    reactions: { like: 0, love: 0, celebrate: 0 },
    view_count: 0,
    feedback_ids: [other.id, known.id],
    created_at: '2023-04-30T10:00:00.000Z',
    updated_at: '2023-05-01T10:00:00.000Z',
  });
  const draft = await project.one('github:3.0');
  assert.deepEqual([draft.status, draft.published_at], ['draft', null]);
  assert.match(draft.slug, /^release-2-0-[a-z0-9]{6}$/);
  const shown = (await call('GET', '/v1/changelog', { key: project.key })).body.data as Json[];
  assert.deepEqual(
    shown.map(({ slug }) => slug),
    ['release-2-0', 'first', 'entry-2022-01-02'],
  );
  assert.ok(!('external_id' in shown[0]));
  assert.deepEqual(await project.annotations(), ['2022-01-02 日本語', '2023-05-01 Release 1.0', '2024-02-29 Release 2.0']);
  assert.equal((await project.feedback(known)).status, 'new');
  const mails = (await call('GET', `/v1/projects/${project.id}/mails`, { token: project.token, query: { limit: 100 } })).body
    .data;
  assert.deepEqual(
    mails.filter(({ subject }: Json) => !/Confirm/.test(subject)),
    [],
  );
});

test('a record that is sent again replaces the fields that it has', async () => {
  const project = await open();
  await project.outcomes([release('1', { content: 'Old' }), release('2', { slug: 'two' }), release('3', { slug: 'three' })]);
  assert.equal(
    await project.outcomes([
      release('1', { content: 'New', published_at: '2024-01-01T00:00:00.000Z' }),
      release('2', { slug: 'three', title: 'Two' }),
      release('3', { slug: 'drei', version: null }),
    ]),
    'updated, updated, updated',
  );
  const [first, second, third] = [await project.one('github:1'), await project.one('github:2'), await project.one('github:3')];
  assert.deepEqual([first.status, first.content_html.trim()], ['published', '<p>New</p>']);
  assert.deepEqual([second.slug, second.title, third.slug, third.version], ['two', 'Two', 'drei', null]);
  const versions = (await call('GET', `/v1/changelog/${first.id}/versions`, { token: project.token })).body.data as Json[];
  assert.deepEqual(
    versions.map(({ actor_id }) => actor_id !== null),
    [true, false],
  );
  assert.equal((await call('GET', `/v1/changelog/three`, { token: project.token, query: project.query })).body.id, third.id);
  assert.deepEqual(await project.annotations(), ['2024-01-01 Release 1']);
  assert.equal(await project.outcomes([release('1', { published_at: '2023-01-01T00:00:00.000Z', title: 'One' })]), 'updated');
  assert.deepEqual(await project.annotations(), ['2023-01-01 One']);
});

test('each record is refused for its own reason', async () => {
  const [project, other] = [await open(), await open()];
  const foreign = await other.addFeedback('Foreign', 'old:1');
  const cases: [object, string][] = [
    [release('a', { feedback_ids: [foreign.id] }), 'feedback_ids[0] not_found'],
    [release('b', { feedback_external_ids: ['old:1'] }), 'feedback_external_ids[0] not_found'],
    [release('c', { feedback_ids: ['nonsense'] }), 'feedback_ids[0] not_found'],
    [release('d', { published_at: '0000-01-01T00:00:00.000Z' }), 'published_at too_small'],
    [release('e', { published_at: '9999-01-01T00:00:00.000Z' }), 'published_at too_large'],
    [release('f', { slug: 'Not A Slug' }), 'slug format'],
    [release('g', { title: '' }), 'title required'],
    [release('h'), 'created'],
    [release('h'), 'external_id duplicate'],
    [release('i', { type: 'news' }), 'type choice'],
    [release('j', { scheduled_at: '2099-01-01T00:00:00.000Z' }), 'scheduled_at unknown'],
  ];
  assert.equal(await project.outcomes(cases.map(([one]) => one)), cases.map(([, outcome]) => outcome).join(', '));
});

test('single entries take a time in the past and an external id', async () => {
  const project = await open();
  const known = await project.addFeedback('Known');
  const body = { title: 'One', published_at: '2024-01-01T00:00:00.000Z', external_id: 'x:1', feedback_ids: [known.id] };
  const created = await project.create(body);
  assert.deepEqual(
    [created.status, created.body.status, created.body.published_at, created.body.external_id],
    [201, 'published', '2024-01-01T00:00:00.000Z', 'x:1'],
  );
  assert.deepEqual(await project.annotations(), ['2024-01-01 One']);
  assert.equal((await project.feedback(known)).status, 'new');
  assert.equal((await project.create(body)).body.code, 'changelog.external_id_taken');
  const save = (version: string, more: object) =>
    call('PUT', `/v1/changelog/by-version/${version}`, {
      token: project.token,
      query: project.query,
      body: { title: 'Two', ...more },
    });
  assert.equal((await save('2', { external_id: 'x:1' })).body.code, 'changelog.external_id_taken');
  for (const time of ['2023-01-01T00:00:00.000Z', '2022-01-01T00:00:00.000Z']) {
    const { status, body: saved } = await save('2', { published_at: time, external_id: 'x:2' });
    assert.deepEqual([status, saved.published_at, saved.external_id], [200, time, 'x:2']);
  }
  for (const [more, path] of [
    [{ published_at: '2099-01-01T00:00:00.000Z' }, 'published_at'],
    [{ published_at: '1989-01-01T00:00:00.000Z' }, 'published_at'],
    [{ published_at: '2024-01-01T00:00:00.000Z', published: false }, 'published_at'],
    [{ published_at: '2024-01-01T00:00:00.000Z', scheduled_at: '2099-01-01T00:00:00.000Z' }, 'published_at'],
  ] as const)
    assert.equal((await project.create({ title: 'No', ...more })).body.fields[0].path, path);
  const refused = await call('GET', '/v1/changelog', { key: project.key, query: { external_id: 'x:1' } });
  assert.deepEqual([refused.status, refused.body.fields[0].code], [400, 'not_allowed']);
});

test('notify announces the releases', async () => {
  const project = await open();
  const known = await project.addFeedback('Known');
  await project.outcomes([release('1', { published_at: '2024-01-01T00:00:00.000Z', feedback_ids: [known.id] }), release('2')], {
    notify: true,
  });
  await until(async () => (await project.feedback(known)).status === 'done');
  assert.deepEqual(await project.annotations(), ['2024-01-01 Release 1']);
});

test('two batches of the same records at once store each once', async () => {
  const project = await open();
  const records = Array.from({ length: 60 }, (_, index) => release(`${index}`, { title: 'Same' }));
  await Promise.all([project.outcomes(records), project.outcomes(records), project.create({ title: 'Same' })]);
  assert.equal((await call('GET', '/v1/changelog', { token: project.token, query: project.query })).body.total, 61);
});

test('an import is planned without changes, and undone in steps', async () => {
  const project = await open();
  await project.outcomes([release('kept')]);
  const importer = createChangelogImporter({
    publicUrl: () => 'https://example.com',
    findFeedbackIds: async () => [],
    findFeedbackByExternalIds: async () => new Map(),
    annotate: annotatePublications,
    deleteAnnotations: deletePublications,
  } as never);
  const importId = newId();
  const actor = { id: newId(), is_service_account: false, name: null };
  const context = { project: (await findProject(db, project.projectId)) as StoredProject, actor, importId, notify: false };
  const published_at = '2024-01-01T00:00:00.000Z';
  const records = [
    release('kept', { title: 'Changed' }),
    release('a', { published_at, feedback_external_ids: ['later'] }),
    release('b', { published_at }),
    release('c'),
  ] as never[];
  const planned = await importer.plan(db, context, records, new Set(['later']));
  assert.deepEqual(
    planned.map((result) => 'outcome' in result && result.outcome),
    ['updated', 'created', 'created', 'created'],
  );
  assert.equal((await project.list()).length, 1);
  const saved = await transact(db, (tx) => importer.save(tx, context, records));
  assert.deepEqual(
    saved.map((result) => ('outcome' in result ? result.outcome : result.fields?.[0]?.path)),
    ['updated', 'feedback_external_ids[0]', 'created', 'created'],
  );
  const undo = () => transact(db, (tx) => importer.undo(tx, project.projectId, importId, 1));
  assert.deepEqual([await undo(), await undo(), await undo()], [1, 1, 0]);
  assert.deepEqual(
    (await project.list()).map(({ title }) => title),
    ['Changed'],
  );
  assert.deepEqual(await project.annotations(), []);
});

test('a slug that another request takes at the same moment is left to it', async () => {
  const project = await open();
  await project.outcomes([release('1.0')]);
  const { body: other } = await project.create({ title: 'Other' });
  const taking = await db.startTransaction().execute();
  const { rows: taken } = await sql<{ pid: number }>`
    UPDATE changelog_entries SET slug = 'wanted' WHERE id = ${parseId('cl', other.id)} RETURNING pg_backend_pid() AS pid`.execute(
    taking,
  );
  const outcomes = project.outcomes([release('1.0', { title: 'First', slug: 'wanted' })]);
  await until(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE ${taken[0]?.pid}::int = ANY(pg_blocking_pids(pid))`.execute(db);
    return rows.length > 0;
  });
  await taking.commit().execute();
  assert.equal(await outcomes, 'updated');
  const { title, slug } = await project.one('github:1.0');
  assert.deepEqual([title, slug], ['First', 'release-1-0']);
});
