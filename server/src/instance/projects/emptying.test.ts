import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { plantProposal } from '../proposals/fixtures/planted.ts';
import { plantRequest } from '../../services/testimonials/fixtures/requests.ts';
import { runScheduled, settleJobs } from '../../testing/jobs.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { clusterSearches } from '../../services/knowledge-base/fixtures/unanswered-searches.ts';
import { until } from '../../testing/until.ts';
import { picture, uploadTo } from '../uploads/fixtures/images.ts';

const server = await sharedTestServer();
const { call, db } = server;

/** Tables with rows of a project whose rows remain, with the reason. */
const KEPT: Record<string, string> = {
  analytics_alerts: 'configuration',
  analytics_event_counts: 'compared with ClickHouse; those of erased days are unknown',
  analytics_finalized_days: 'invalidated with the erased events',
  analytics_goals: 'configuration',
  analytics_funnels: 'configuration',
  analytics_imports: 'moved to ClickHouse before the erasure',
  analytics_inbox: 'moved to ClickHouse before the erasure',
  analytics_search_consoles: 'configuration; its search terms are deleted',
  analytics_segments: 'configuration',
  analytics_shares: 'configuration',
  analytics_touched_hours: 'tells the rollup builder about erased events',
  audit_entries: 'a log of the team',
  changelog_asked: 'choices of people',
  feedback_opt_outs: 'choices of people',
  feedback_boards: 'configuration',
  feedback_scores: 'configuration',
  feedback_views: 'configuration',
  people_segments: 'configuration',
  knowledge_indexes: 'configuration, with counts of 0',
  notification_preferences: 'configuration',
  project_former_slugs: 'redirects',
  project_domain_checks: 'configuration',
  project_domains: 'configuration',
  project_identity_secrets: 'secrets',
  project_keys: 'keys',
  project_members: 'members',
  report_periods: 'periods whose reports were sent',
  report_subscriptions: 'configuration',
  request_log: 'a log, which expires after seven days',
  service_accounts: 'credentials',
  uploads: 'images of the settings; others are deleted',
  webhook_endpoints: 'configuration',
};

/**
 * Tables without rows in this test: they follow another table that is emptied, or have rows in rare cases, until a job of each minute, or
 * once a mail is sent.
 */
const NOT_FILLED = new Set([
  'feedback_vote_changes',
  'knowledge_embeddings',
  'knowledge_answer_counts',
  'knowledge_missed_searches',
  'analytics_event_ids',
  'end_user_codes',
  'project_exports',
  'imports',
  'import_files',
  'import_images',
  'import_chunks',
  'import_problems',
  'told',
]);

async function createTestProject() {
  const project = await server.createProject();
  const { id, token } = project;
  const inProject = { token, query: { project_id: id } };
  const { status } = await call('PATCH', `/v1/projects/${id}`, {
    token,
    body: { settings: { test: { enabled: true, webhook_hosts: ['127.0.0.1'] } } },
  });
  assert.equal(status, 200);
  return {
    ...project,
    inProject,
    create: async (path: string, body: object): Promise<Json> => {
      const answer = await call('POST', path, { ...inProject, body });
      assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    empty: (by = token) => call('POST', `/v1/projects/${id}/empty`, { token: by }),
  };
}
type TestProject = Awaited<ReturnType<typeof createTestProject>>;

/** Creates what is kept. Returns the id of an index and the URL of the logo. */
async function configure({ id, key, token, create }: TestProject): Promise<{ index: string; logo: string }> {
  const logo = (await uploadTo(server, await picture('png').toBuffer(), { by: key })).body.url as string;
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { pages: { logo_url: logo } } } });
  await create('/v1/webhooks', { url: (await startReceiver()).url });
  await create('/v1/analytics/goals', { name: 'Signed up', event: 'signup' });
  await create('/v1/alerts', { name: 'No feedback', metric: 'feedback', condition: 'below', threshold: 1 });
  await runScheduled(db, 'analytics.alerts');
  return { index: (await create('/v1/indexes', { name: 'Help', synonyms: [['bill', 'invoice']] })).id, logo };
}

async function fill({ id, slug, key, token, create }: TestProject, { signAs, index }: { signAs: string; index: string }) {
  const image = (await uploadTo(server, await picture('png').toBuffer(), { by: key })).body.url as string;
  const headers = { 'x-user-token': signAs };
  assert.equal((await call('GET', `/p/${slug}/sso`, { query: { token: signAs } })).status, 303);
  /** Acts as a user of the product. */
  const act = async (path: string, body?: object, more: object = {}): Promise<Json> => {
    const answer = await call('POST', path, { key, headers: { ...headers, ...more }, body });
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const entry = await act('/v1/feedback', { title: 'Export', description: image }, { 'idempotency-key': `fill-${id}` });
  await act(`/v1/feedback/${entry.id}/upvote`);
  await call('POST', `/v1/feedback/${entry.id}/upvote`, { key, visitor: randomUUID() });
  await act(`/v1/feedback/${entry.id}/comments`, { body: 'Soon?' });
  await act(`/v1/feedback/${entry.id}/subscribe`, { email: 'ada@example.com' });
  await call('PATCH', `/v1/feedback/${entry.id}`, { token, body: { title: 'Exports' } });
  await call('PUT', '/v1/feedback/scores/demand', {
    token,
    query: { project_id: id },
    body: { terms: [{ kind: 'voters', weight: 1 }] },
  });
  await sql`
    INSERT INTO feedback_score_values (project_id, score_id, entry_id, term_values, known, voters)
    SELECT project_id, s.id, e.id, '{1}', '{1}', 1 FROM feedback_scores s JOIN feedback_entries e USING (project_id)
    WHERE project_id = ${parseId('prj', id)} ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO feedback_vote_bursts (project_id, id, entry_id, origin_id, votes, started_at, ended_at)
    SELECT project_id, id, id, id, 20, now(), now() FROM feedback_entries WHERE project_id = ${parseId('prj', id)}`.execute(db);
  const other = await act('/v1/feedback', { title: 'Dark mode' });
  await create(`/v1/feedback/${entry.id}/dismiss-similar`, { feedback_id: other.id });
  const person = await call('PUT', '/v1/people/u_2', {
    token,
    query: { project_id: id },
    body: { email: 'grace@example.com', attributes: { plan: 'pro' }, company: { id: 'acme' } },
  });
  await create(`/v1/people/${person.body.id}/separate`, { email: 'grace@example.com' });
  await act('/v1/waitlist', { email: 'ada@example.com' });
  await create('/v1/waitlist/broadcasts', { subject: 'News', body: 'Soon' });
  await act('/v1/testimonials', { author_name: 'Ada', content: 'Good', rating: 5 });
  await create('/v1/testimonials/collections', { name: 'Agencies' });
  await plantRequest(db, parseId('prj', id) as string);
  await plantProposal(db, parseId('prj', id) as string);
  await act('/v1/changelog/subscribe', { email: 'ada@example.com' });
  const news = await create('/v1/changelog', { title: 'Version 2', published: true });
  assert.equal(
    (await call('PUT', `/v1/changelog/${news.id}/reaction`, { key, headers, body: { reaction: 'like' } })).status,
    200,
  );
  await act('/v1/changelog/views', { ids: [news.id] });
  await call('PATCH', `/v1/changelog/${news.id}`, { token, body: { slug: `news-${news.id.slice(-6)}` } });
  await clusterSearches(server, { id, token, key }, { index, queries: ['webhooks'] });
  const article = await create(`/v1/indexes/${index}/documents`, { title: 'Export', content: 'How to export' });
  await call('PATCH', `/v1/indexes/${index}/documents/${article.id}`, { token, body: { slug: 'exports' } });
  await create('/v1/analytics/annotations', { time: new Date().toISOString(), text: 'Launch' });
  const event = await call('POST', '/v1/analytics/events', {
    key,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' },
    body: { name: 'signup', url: 'https://acme.example/', user_id: 'u_1' },
  });
  assert.equal(event.status, 202);
  await call('POST', '/v1/analytics/events', { key, headers: { dnt: '1' }, body: { url: 'https://acme.example/' } });
  return { image, entry };
}

/** Returns the tables with rows of a project. */
async function findFilled(projectId: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'project_id' AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`.execute(
    db,
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`SELECT FROM ${sql.table(name)} WHERE project_id = ${projectId} LIMIT 1`.execute(db);
    if (rows.length) filled.push(name);
  }
  return filled;
}

const visitors = async ({ inProject }: TestProject) => {
  const { body } = await call('GET', '/v1/analytics/overview', { ...inProject, query: { ...inProject.query, period: '24h' } });
  return body.visitors.value;
};

test('emptying deletes all content, and keeps settings, members, keys and webhooks', async () => {
  const project = await createTestProject();
  const projectId = parseId('prj', project.id) as string;
  const signAs = await server.signUser(project, { id: 'u_1', name: 'Ada', email: 'ada@example.com' });
  const { index, logo } = await configure(project);
  const { image, entry } = await fill(project, { signAs, index });
  // Jobs write the mails and the deliveries.
  await until(async () => {
    const { body } = await call('GET', `/v1/projects/${project.id}/mails`, { token: project.token });
    return body.total >= 2 && body.data.every(({ status }: Json) => status === 'kept');
  });
  await settleJobs(db, projectId);
  await until(async () => (await visitors(project)) === 1);
  const before = await until(async () => {
    const filled = await findFilled(projectId);
    return filled.includes('analytics_drops') ? filled : undefined;
  });
  const settings = async () => {
    const paths = ['', '/keys', '/members', '/identity-secrets'].map((part) => `/v1/projects/${project.id}${part}`);
    const lists = ['webhooks', 'analytics/goals', 'analytics/shares'].map((list) => `/v1/${list}?project_id=${project.id}`);
    return await Promise.all([...paths, ...lists].map(async (path) => (await call('GET', path, { token: project.token })).body));
  };
  const settingsBefore = await settings();

  const { status, body } = await project.empty();
  assert.deepEqual([status, body], [200, { ok: true }]);

  const after = await findFilled(projectId);
  assert.deepEqual(
    after.filter((table) => !(table in KEPT)),
    [],
  );
  assert.deepEqual(await settings(), settingsBefore);
  assert.equal((await call('GET', '/v1/feedback', { key: project.key })).body.total, 0);
  assert.equal(await visitors(project), 0);
  assert.deepEqual([(await fetch(image)).status, (await fetch(logo)).status], [404, 200]);
  const { body: emptied } = await call('GET', `/v1/indexes/${index}`, { token: project.token });
  assert.deepEqual([emptied.document_count, emptied.synonyms], [0, [['bill', 'invoice']]]);
  const found = await call('POST', `/v1/indexes/${index}/search`, { key: project.key, body: { query: 'export' } });
  assert.equal(found.body.total, 0);

  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'project_id' AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`.execute(db);
  assert.deepEqual(
    tables.map(({ name }) => name).filter((name) => !(name in KEPT) && !before.includes(name) && !NOT_FILLED.has(name)),
    [],
    'fill the table in this test, or say in KEPT why its rows remain',
  );

  // The next run of the same test starts as the first one did.
  const { entry: again } = await fill(project, { signAs, index });
  assert.notEqual(again.id, entry.id);
  assert.equal((await call('GET', '/v1/feedback', { key: project.key })).body.total, 2);
  assert.equal((await call('GET', '/v1/waitlist/stats', project.inProject)).body.total, 1);
  await until(async () => (await visitors(project)) === 1);
});

test('a project that is no test project is not emptied', async () => {
  const project = await server.createProject();
  await call('POST', '/v1/feedback', { key: project.key, body: { title: 'Export' } });
  const { status, body } = await call('POST', `/v1/projects/${project.id}/empty`, { token: project.token });
  assert.deepEqual([status, body.code], [409, 'projects.not_a_test_project']);
  assert.equal((await call('GET', '/v1/feedback', { key: project.key })).body.total, 1);
});

test('only the owner empties a project, and other projects keep their content', async () => {
  const [project, other] = [await createTestProject(), await createTestProject()];
  for (const { key } of [project, other]) {
    await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
    await call('POST', '/v1/analytics/events', { key, body: { url: 'https://acme.example/' } });
  }
  const { id: index } = await other.create('/v1/indexes', { name: 'Help' });
  await call('POST', `/v1/indexes/${index}/search`, { key: other.key, body: { query: 'export' } });
  const countSearches = async () =>
    (await call('GET', `/v1/indexes/${index}/insights`, { token: other.token })).body.searches as number;
  assert.equal(await countSearches(), 1);
  const admin = await server.signIn();
  await call('POST', `/v1/projects/${project.id}/members`, { token: project.token, body: { email: admin.email, role: 'admin' } });
  assert.equal((await project.empty(admin.token)).body.code, 'auth.role_required');
  assert.equal((await call('GET', '/v1/feedback', { key: project.key })).body.total, 1);
  assert.equal((await project.empty()).status, 200);
  assert.equal((await call('GET', '/v1/feedback', { key: other.key })).body.total, 1);
  await until(async () => (await visitors(other)) === 1);
  assert.equal(await countSearches(), 1);
});

test('writes at the same time leave counts that match', async () => {
  const project = await createTestProject();
  const submit = () => call('POST', '/v1/feedback', { key: project.key, body: { title: 'Export' } });
  const writes = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 5; n++) assert.equal((await submit()).status, 201);
  });
  for (let n = 0; n < 2; n++) assert.equal((await project.empty()).status, 200);
  await Promise.all(writes);
  const { body } = await call('GET', '/v1/feedback', { key: project.key, query: { limit: 100 } });
  assert.equal(body.total, body.data.length);
});
