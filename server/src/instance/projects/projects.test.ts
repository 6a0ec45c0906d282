import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { createImporting } from '../imports/fixtures/importing.ts';
import { parseId } from '../../platform/ids.ts';
import { plantProposal } from '../proposals/fixtures/planted.ts';
import { plantRequest } from '../../services/testimonials/fixtures/requests.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { runScheduled } from '../../testing/jobs.ts';
import { startEmbeddingsServer } from '../../testing/models/embeddings-server.ts';
import { clusterSearches } from '../../services/knowledge-base/fixtures/unanswered-searches.ts';
import { until } from '../../testing/until.ts';

const embeddings = await startEmbeddingsServer([['export']]);
const server = await startTestServer({ EARSHOT_EMBEDDINGS_URL: embeddings.url, EARSHOT_EMBEDDINGS_MODEL: 'ideas' });
const { call } = server;
const { token } = await server.signIn();

const create = (body: unknown, headers = {}) => call('POST', '/v1/projects', { token, body, headers });
const change = (id: string, body: unknown) => call('PATCH', `/v1/projects/${id}`, { token, body });
const get = (id: string) => call('GET', `/v1/projects/${id}`, { token });

test('a project requires a name only, and gets a slug, a key, defaults and its creator as owner', async () => {
  const { status, body } = await create({ name: '  Acme Rockets  ' });
  assert.equal(status, 201);
  const { id, api_key, settings, created_at, updated_at, ...rest } = body;
  assert.deepEqual(settings.feedback, {
    moderation: 'off',
    voting: 'anyone',
    anonymous_votes_per_network: 5,
    follow_default: false,
    suggestions: false,
    suggestions_per_day: 100,
    statuses: [],
    fields: [],
  });
  assert.match(id, /^prj_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.match(api_key, /^pk_[0-9A-Za-z]{32}$/);
  assert.equal(created_at, updated_at);
  assert.deepEqual(rest, {
    name: 'Acme Rockets',
    slug: 'acme-rockets',
    role: 'owner',
    pages_url: `${server.url}/p/acme-rockets`,
    is_sample: false,
  });
  assert.deepEqual((await get(id)).body, body);
  assert.equal((await call('POST', '/v1/feedback', { key: api_key, body: { title: 'It works' } })).status, 201);
});

test('the time zone of reports can be chosen at once', async () => {
  const { body } = await create({ name: 'Zoned', timezone: 'Europe/Berlin' });
  assert.equal(body.settings.analytics.timezone, 'Europe/Berlin');
  assert.equal((await create({ name: 'Zoned', timezone: 'Europe/Nowhere' })).status, 400);
});

describe('the slug', () => {
  const names: [name: string, slug: RegExp][] = [
    ['Crème brûlée & Co.', /^creme-brulee-co$/],
    ['--- 42! ---', /^42$/],
    ['日本語', /^project-[a-z0-9]{6}$/],
    ['x', /^project-[a-z0-9]{6}$/],
    ['A'.repeat(100), /^a{50}$/],
    [`${'a'.repeat(49)} b`, /^a{49}$/],
  ];
  for (const [name, slug] of names)
    test(`is made from the name: ${name.slice(0, 20)}`, async () => assert.match((await create({ name })).body.slug, slug));

  test('is unique even for equal names', async () => {
    await create({ name: 'Twice' });
    const { status, body } = await create({ name: 'Twice' });
    assert.equal(status, 201);
    assert.match(body.slug, /^twice-[a-z0-9]{6}$/);
  });

  test('can be set, and returns 409 when taken', async () => {
    const { body } = await create({ name: 'Chosen', slug: 'my-own-1' });
    assert.equal(body.slug, 'my-own-1');
    const taken = await create({ name: 'Other', slug: 'my-own-1' });
    assert.deepEqual([taken.status, taken.body.code], [409, 'projects.slug_taken']);
    assert.deepEqual(taken.body.fields, [{ path: 'slug', code: 'taken', message: 'slug is already taken' }]);
    const { body: other } = await create({ name: 'Other' });
    const moved = await change(other.id, { slug: 'my-own-1' });
    assert.deepEqual([moved.status, moved.body.code], [409, 'projects.slug_taken']);
    assert.equal((await change(body.id, { slug: 'my-own-1' })).status, 200, 'its own');
  });

  test('consists of 2 to 60 letters, digits and single hyphens', async () => {
    const { body } = await create({ name: 'Slugs' });
    for (const slug of ['', 'a', '-ab', 'ab-', 'a--b', 'Ab', 'a b', 'ä1', 'a_b', 'a/b', 'a'.repeat(61)]) {
      for (const answer of [await create({ name: 'x', slug }), await change(body.id, { slug })]) {
        assert.equal(answer.status, 400, slug);
        assert.match(answer.body.error, /^slug (is required|must be )/);
      }
    }
    for (const slug of ['a1', 'a-b-c', '0'.repeat(60)]) assert.equal((await change(body.id, { slug })).body.slug, slug);
  });

  test('moves the public board immediately', async () => {
    const { body } = await create({ name: 'Movable' });
    const board = async (slug: string) => (await call('GET', `/v1/feedback/by-project/${slug}`)).status;
    assert.equal(await board('movable'), 200);
    await change(body.id, { slug: 'moved' });
    assert.deepEqual([await board('movable'), await board('moved')], [308, 200]);
  });
});

describe('invalid input returns 400 with the field', () => {
  const cases: [body: object, error: string][] = [
    [{}, 'name is required'],
    [{ name: ' ' }, 'name is required'],
    [{ name: 'x'.repeat(101) }, 'name must be a string of 1 to 100 characters'],
    [{ name: 'x', slug: 'x' }, 'slug must be a string of 2 to 60 characters'],
    [{ name: 'x', slug: 'Acme Ltd' }, 'slug must be lowercase letters and digits separated by single hyphens'],
    [{ name: 'x', api_key: 'pk_mine' }, 'api_key is not a known field'],
    [{ name: 'x', settings: {} }, 'settings is not a known field'],
  ];
  for (const [body, error] of cases)
    test(`${JSON.stringify(body).slice(0, 40)}: ${error}`, async () => {
      const answer = await create(body);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
    });
});

test('name and settings can be changed separately', async () => {
  const { body: made } = await create({ name: 'Before' });
  const renamed = await change(made.id, { name: 'After' });
  assert.deepEqual([renamed.body.name, renamed.body.slug], ['After', 'before']);
  assert.ok(renamed.body.updated_at > made.updated_at);
  const set = await change(made.id, { settings: { feedback: { moderation: 'all' } } });
  assert.equal(set.body.settings.feedback.moderation, 'all');
  for (const settings of [{}, { feedback: {} }])
    assert.equal((await change(made.id, { settings })).body.settings.feedback.moderation, 'all');
  assert.equal((await get(made.id)).body.name, 'After');
  for (const [body, error] of [
    [{}, 'The request body must have at least one field'],
    [{ settings: { feedback: { moderation: 'some' } } }, 'settings.feedback.moderation must be one of off, anonymous, all'],
    [{ settings: { feedback: { moderated: true } } }, 'settings.feedback.moderated is not a known field'],
    [{ settings: { feedbck: {} } }, 'settings.feedbck is not a known field'],
    [{ role: 'admin' }, 'role is not a known field'],
  ] as const)
    assert.deepEqual((await change(made.id, body)).body.error, error);
});

test('users list their own projects in pages', async () => {
  const mine = await server.signIn();
  for (const name of ['One', 'Two', 'Three']) await call('POST', '/v1/projects', { token: mine.token, body: { name } });
  const list = async (query = {}) => (await call('GET', '/v1/projects', { token: mine.token, query })).body;
  const names = ({ data }: Json) => data.map(({ name }: Json) => name);
  assert.deepEqual(names(await list()), ['One', 'Two', 'Three']);
  const page = await list({ page: 2, limit: 2 });
  assert.deepEqual([names(page), page.total, page.page, page.limit], [['Three'], 3, 2, 2]);
  assert.equal((await list({ limit: 0 })).error, 'limit must be an integer from 1 to 100');
});

test('an Idempotency-Key creates one project', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const [first, second] = [await create({ name: 'Once' }, headers), await create({ name: 'Once' }, headers)];
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal((await create({ name: 'Twice' }, headers)).status, 409);
});

test('an unknown project returns 404', async () => {
  for (const id of ['prj_00000000000000000000000000', 'prj_', 'x', 'fb_01kaga0zrefb8tqs3yh4kx9m2d'])
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'x' } : undefined;
      const { status } = await call(method, `/v1/projects/${id}`, { token, body, query: { confirm: 'x' } });
      assert.equal(status, 404, `${method} ${id}`);
    }
});

describe('deleting a project', () => {
  test('requires its slug', async () => {
    const { body } = await create({ name: 'Careful' });
    for (const query of [{}, { confirm: '' }, { confirm: 'Careful' }, { confirm: body.id }] as Record<string, string>[]) {
      const { status, body: answer } = await call('DELETE', `/v1/projects/${body.id}`, { token, query });
      assert.equal(status, 400);
      assert.match(answer.error, /^confirm (is required|must be the slug of the project)$/);
    }
    assert.equal((await get(body.id)).status, 200);
  });

  test('deletes all data, and its key, slug and entries stop working immediately', async () => {
    const project = await server.createProject('Doomed');
    const by = { key: project.key, visitor: randomUUID() };
    const [first, second] = await Promise.all(
      ['One', 'Two'].map(
        async (title) =>
          (await call('POST', '/v1/feedback', { ...by, body: { title, submitter_email: 'ada@example.com', tags: ['a'] } })).body
            .id,
      ),
    );
    const member = await server.signIn();
    const asOwner = (method: string, path: string, body?: object) => call(method, path, { token: project.token, body });
    await call('POST', `/v1/feedback/${first}/upvote`, by);
    await call('POST', `/v1/feedback/${first}/comments`, { ...by, body: { body: 'Me too' } });
    await asOwner('PATCH', `/v1/feedback/${first}`, { status: 'planned' });
    await asOwner('POST', `/v1/feedback/${first}/merge`, { into: second });
    await asOwner('PATCH', `/v1/feedback/${second}`, { status: 'done' });
    await asOwner('POST', `/v1/projects/${project.id}/members`, { email: member.email, role: 'viewer' });
    await asOwner('POST', `/v1/projects/${project.id}/service-accounts`, { name: 'CI', scopes: ['feedback:read'] });
    await asOwner('PATCH', `/v1/projects/${project.id}`, { settings: { pages: { custom_domain: 'doomed.acme.example' } } });
    await call('POST', '/v1/waitlist', { ...by, body: { email: 'ada@example.com' } });
    await call('POST', '/v1/testimonials', { ...by, body: { author_name: 'Ada', content: 'Good', rating: 5 } });
    await plantRequest(server.db, parseId('prj', project.id) as string);
    await plantProposal(server.db, parseId('prj', project.id) as string);
    const onProject = (path: string, body: object) =>
      call('POST', path, { token: project.token, query: { project_id: project.id }, body });
    const { body: news } = await onProject('/v1/changelog', { title: 'News', published: true });
    await asOwner('PATCH', `/v1/changelog/${news.id}`, { slug: 'other-news' });
    await call('PUT', `/v1/changelog/${news.id}/reaction`, { ...by, visitor: randomUUID(), body: { reaction: 'like' } });
    await call('POST', '/v1/changelog/views', { ...by, body: { ids: [news.id] } });
    for (const slug of [`renamed-${randomUUID()}`, project.slug]) await asOwner('PATCH', `/v1/projects/${project.id}`, { slug });
    await call('POST', '/v1/changelog/subscribe', { ...by, body: { email: 'ada@example.com' } });
    await call('PATCH', '/v1/notifications/preferences', {
      token: project.token,
      query: { project_id: project.id },
      body: { 'waitlist.joined': 'off' },
    });
    const { body: webhook } = await onProject('/v1/webhooks', { url: 'https://hooks.invalid/' });
    await asOwner('POST', `/v1/webhooks/${webhook.id}/test`);
    await onProject('/v1/analytics/goals', { name: 'Signed up', event: 'signup' });
    await onProject('/v1/alerts', { name: 'No feedback', metric: 'feedback', condition: 'below', threshold: 1 });
    await runScheduled(server.db, 'analytics.alerts');
    await onProject('/v1/feedback/views', { name: 'Triage' });
    const { body: person } = await call('PUT', '/v1/people/u_1', {
      token: project.token,
      query: { project_id: project.id },
      body: { email: 'ada@example.com', attributes: { plan: 'pro' }, company: { id: 'acme' } },
    });
    await call('POST', `/v1/people/${person.id}/separate`, { token: project.token, body: { email: 'ada@example.com' } });
    await onProject('/v1/feedback/boards', { name: 'Internal', access: 'team' });
    const { body: similar } = await onProject('/v1/feedback/by-team', { title: 'Four' });
    const { body: distinct } = await onProject('/v1/feedback/by-team', { title: 'Five' });
    await onProject(`/v1/feedback/${similar.id}/dismiss-similar`, { feedback_id: distinct.id });
    await call('PUT', '/v1/feedback/scores/demand', {
      token: project.token,
      query: { project_id: project.id },
      body: { terms: [{ kind: 'voters', weight: 1 }] },
    });
    const definition = { match: 'all', conditions: [{ kind: 'vote' }] };
    await onProject('/v1/people/segments', { name: 'Voters', definition });
    const { body: segment } = await onProject('/v1/analytics/segments', { name: 'Front', filters: ['page:is:/'] });
    await onProject('/v1/analytics/funnels', { name: 'Sign-up', steps: [{ page: '/' }] });
    await onProject('/v1/testimonials/collections', { name: 'Agencies' });
    await onProject('/v1/waitlist/broadcasts', { subject: 'News', body: 'Soon.' });
    await onProject('/v1/analytics/shares', { name: 'Investors', segment_id: segment.id });
    const { body: index } = await onProject('/v1/indexes', { name: 'Help', mode: 'hybrid' });
    await clusterSearches(server, project, { index: index.id, queries: ['nothing'] });
    const documents = `/v1/indexes/${index.id}/documents`;
    const { body: article } = await call('POST', documents, { token: project.token, body: { content: '# Export' } });
    await call('PATCH', `${documents}/${article.id}`, { token: project.token, body: { slug: 'exports' } });
    await onProject('/v1/analytics/annotations', { text: 'Launch', time: new Date().toISOString() });
    const track = () =>
      call('POST', '/v1/analytics/events', {
        ...by,
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' },
        body: { url: 'https://acme.com/', event_id: randomUUID(), user_id: 'u_1' },
      });
    // Imported events wait as long as live ones come.
    const importEvent = () =>
      onProject('/v1/analytics/import', {
        events: [{ timestamp: '2024-02-29T09:30:00Z', event_id: randomUUID(), visitor_id: 'ada', url: '/' }],
      });
    await call('POST', '/v1/feedback', { ...by, headers: { 'idempotency-key': randomUUID() }, body: { title: 'Three' } });
    await track();
    await call('POST', '/v1/analytics/events', { ...by, headers: { dnt: '1' }, body: { url: 'https://acme.com/' } });
    await call('GET', '/v1/analytics/overview', { token: project.token, query: { project_id: project.id } });
    const projectId = parseId('prj', project.id) ?? '';
    // Visits are part of a rollup only after a day.
    await sql`
      INSERT INTO analytics_finalized_days (project_id, starts_at, ends_at, build, reads_from, reads_to, timezone, counted_bots)
      VALUES (${projectId}, '2026-01-01', '2026-01-02', 1, '2026-01-01', '2026-01-02', 'UTC', '[]')`.execute(server.db);
    // Links in mails, a mail server and a Monday fill these.
    await sql`
      INSERT INTO analytics_search_consoles (project_id, client_email, private_key_id, private_key)
      VALUES (${projectId}, 'search@acme.example', 'k', 'k')`.execute(server.db);
    await sql`INSERT INTO feedback_opt_outs (project_id, email) VALUES (${projectId}, 'ada@example.com')`.execute(server.db);
    await sql`
      INSERT INTO knowledge_answer_counts (project_id, day, network, questions) VALUES (${projectId}, '2026-01-01', '', 1)`.execute(
      server.db,
    );
    await sql`INSERT INTO changelog_asked (project_id, address) VALUES (${projectId}, '\\x00')`.execute(server.db);
    await sql`
      INSERT INTO feedback_vote_bursts (project_id, id, entry_id, origin_id, votes, started_at, ended_at)
      SELECT project_id, id, id, id, 20, now(), now() FROM feedback_entries WHERE project_id = ${projectId}`.execute(server.db);
    await sql`INSERT INTO report_periods (project_id, frequency, first_day) VALUES (${projectId}, 'weekly', '2026-01-05')`.execute(
      server.db,
    );
    await sql`
      INSERT INTO told (project_id, mail_id, subject_id, event, recipient)
      VALUES (${projectId}, ${randomUUID()}, ${first}, 'feedback.status_changed', 'ada@example.com')`.execute(server.db);
    await call('GET', `/p/${project.slug}/sso`, {
      query: { token: await server.signUser({ id: project.id, token: project.token }, { id: 'u_1' }) },
    });
    await sql`
      INSERT INTO end_user_codes (project_id, attempt_hash, email, network_hash)
      VALUES (${projectId}, '\\x00', 'ada@example.com', '\\x00')`.execute(server.db);
    const importing = createImporting(server, project);
    const imported = await importing.upload('csv', { 'ideas.csv': 'title,votes\n,1\n' });
    await importing.finish(imported.id, 'check');
    await call('POST', `/v1/projects/${project.id}/exports`, { token: project.token, body: {} });
    const form = new FormData();
    form.set('file', new Blob([PIXEL]), 'pixel.gif');
    const uploaded = await fetch(`${server.url}/v1/uploads`, {
      method: 'POST',
      headers: { 'x-project-key': project.key },
      body: form,
    });
    assert.equal(uploaded.status, 201);
    const { id: uploadId } = (await uploaded.json()) as Json;
    await sql`
      INSERT INTO import_images (project_id, source_hash, upload_id, import_id)
      VALUES (${projectId}, '\\x00', ${parseId('upl', uploadId)}, ${parseId('imp', imported.id)})`.execute(server.db);
    // Waits for the mail, and until the events have left the inbox.
    const before = await until(async () => {
      await importEvent();
      await track();
      await call('POST', `/v1/feedback/${second}/upvote`, { key: project.key, visitor: randomUUID() });
      const rows = await rowsOf(projectId);
      const areFilled = [
        'mails',
        'feedback_vote_changes',
        'analytics_inbox',
        'analytics_imports',
        'analytics_drops',
        'knowledge_embeddings',
        'knowledge_missed_searches',
      ].every((table) => rows[table]);
      return areFilled ? rows : undefined;
    });
    assert.deepEqual(
      Object.keys(before).filter((table) => !before[table]),
      [],
      'the test fills every table, so that it knows of new ones',
    );

    const { status, body } = await call('DELETE', `/v1/projects/${project.id}`, {
      token: project.token,
      query: { confirm: project.slug },
    });
    assert.deepEqual([status, body], [200, { ok: true }]);
    assert.deepEqual(Object.values(await rowsOf(projectId)).filter(Boolean), []);

    assert.equal((await call('GET', '/v1/feedback', { key: project.key })).status, 401);
    assert.equal((await call('GET', `/v1/feedback/by-project/${project.slug}`)).status, 404);
    for (const path of [`/v1/projects/${project.id}`, `/v1/feedback/${second}`])
      assert.equal((await call('GET', path, { token: project.token })).status, 404);
    assert.equal((await call('GET', '/v1/projects', { token: member.token })).body.total, 0);
    assert.equal((await create({ name: 'Again', slug: project.slug })).status, 201, 'the slug is free again');
  });
});

// The smallest GIF there is: one pixel.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Returns the number of rows of a project in each table with a project id. */
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'project_id' ORDER BY table_name`.execute(server.db);
  assert.ok(tables.length >= 11);
  const counts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(name)} WHERE project_id = ${projectId}`.execute(server.db);
    return [name, rows[0]?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}
