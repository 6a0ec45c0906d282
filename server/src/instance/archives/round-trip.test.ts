import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { picture, uploadTo } from '../uploads/fixtures/images.ts';
import { clusterSearches } from '../../services/knowledge-base/fixtures/unanswered-searches.ts';
import { until } from '../../testing/until.ts';
import { parseId } from '../../platform/ids.ts';
import { startArchives } from './fixtures/archives.ts';
import { type Json } from '../../testing/server.ts';
import { FILES } from '../imports/fixtures/files.ts';
import { createImporting } from '../imports/fixtures/importing.ts';
import { createDemoProject } from '../demo/network.ts';

const { server, write, restore } = await startArchives();
const { call, db } = server;

const DAY_MS = 86_400_000;
const to = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
const period = { from: new Date(to.getTime() - 61 * DAY_MS).toISOString(), to: to.toISOString() };

/** Lists and reports that members read, by path. */
const READS: [path: string, query?: Record<string, string>][] = [
  ['feedback', { sort: 'newest' }],
  ['feedback', { sort: 'top' }],
  ['feedback', { sort: 'trending' }],
  ['feedback', { sort: 'manual' }],
  ['feedback', { status: 'duplicate' }],
  ['feedback', { q: 'export' }],
  ['feedback/views'],
  ['feedback/boards'],
  ['waitlist', { sort: 'position' }],
  ['waitlist', { sort: 'referrals' }],
  ['waitlist/stats'],
  ['testimonials', { sort: 'rating' }],
  ['testimonials/summary'],
  ['testimonials/rules'],
  ['testimonials/collections'],
  ['testimonials/requests'],
  ['changelog'],
  ['changelog/subscribers'],
  ['people', { sort: 'newest' }],
  ['people', { q: 'ada@example.com' }],
  ['people/attributes'],
  ['people/segments'],
  ['companies'],
  ['indexes'],
  ['search-clusters'],
  ['uploads'],
  ['alerts'],
  ['analytics/goals'],
  ['analytics/segments'],
  ['analytics/funnels'],
  ['analytics/annotations', period],
  ['analytics/overview', period],
  ['analytics/timeseries', { ...period, interval: 'day' }],
  ...['page', 'country', 'source', 'entry_page', 'exit_page', 'browser'].map((by): [string, Record<string, string>] => [
    'analytics/breakdown',
    { ...period, by },
  ]),
  ['analytics/retention', period],
  ['analytics/timeseries', { from: '2025-03-01', to: '2025-03-31', imported: 'include' }],
  ['analytics/breakdown', { from: '2025-03-01', to: '2025-03-31', imported: 'include', by: 'country' }],
];

/** Everything that members see of a project: responses as JSON by path. */
type Seen = Record<string, string>;

/** Returns what members see, with `hide` in place of what differs. */
const hideIn = (seen: Seen, hide: (text: string) => string): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(seen).map(([path, text]) => [
      hide(path),
      JSON.parse(hide(text), (name, value: Json) => {
        // Days without sign-ups: the last days are others after midnight.
        if (name === 'signups') return value.filter(({ count }: Json) => count > 0);
        // Times of this evaluation, and pages of a cursor, which is encrypted.
        return ['next_cursor', 'as_of', 'state', 'evaluated_until', 'updated_at'].includes(name) ? undefined : value;
      }),
    ]),
  );

async function readAll(id: string, token: string): Promise<Seen> {
  const seen: Seen = {};
  const read = async (path: string, query: Record<string, string> = {}) => {
    // Lists that are always whole accept no limit.
    const [limited, whole] = [
      { project_id: id, limit: 100, ...query },
      { project_id: id, ...query },
    ];
    let { status, body } = await call('GET', `/v1/${path}`, { token, query: limited });
    if (body.fields?.[0].path === 'limit') ({ status, body } = await call('GET', `/v1/${path}`, { token, query: whole }));
    assert.ok(status === 200, `${path}: ${JSON.stringify(body)}`);
    seen[`${path} ${JSON.stringify(query)}`] = JSON.stringify(body);
    return body;
  };
  for (const [path, query] of READS) await read(path, query);
  const { body: entries } = await call('GET', '/v1/feedback', { token, query: { project_id: id, limit: 100 } });
  for (const { id: entry } of entries.data)
    for (const list of ['comments', 'voters', 'history']) await read(`feedback/${entry}/${list}`);
  const { body: changelog } = await call('GET', '/v1/changelog', { token, query: { project_id: id, limit: 100 } });
  for (const { id: entry } of changelog.data) await read(`changelog/${entry}/versions`);
  const { body: indexes } = await call('GET', '/v1/indexes', { token, query: { project_id: id } });
  for (const { id: index } of indexes.data) {
    const { data } = await read(`indexes/${index}/documents`);
    for (const { id: document } of data) await read(`indexes/${index}/documents/${document}`);
  }
  const { body: project } = await call('GET', `/v1/projects/${id}`, { token });
  seen.settings = JSON.stringify(project.settings);
  return seen;
}

test('a restored project equals the exported one, with its ids if they are free', { timeout: 600_000 }, async (t) => {
  const { token } = await server.createProject();
  const { project } = await createDemoProject({
    baseUrl: server.url,
    accessToken: token,
    name: 'Fernhill',
    maxEntries: 12,
    maxEvents: 1_000,
  });
  const { id } = project;
  // Tests of their own, so that the runner, which kills a file without progress, sees each on a slow machine.
  await t.test('the project has records of every kind', () => enrich(project as Json, token));
  await t.test('the project has imported days', () => importDays({ id, token }));
  const createTarget = async (name: string) => {
    const { body } = await call('POST', '/v1/projects', { token, body: { name } });
    return body;
  };
  const IDS = /\b[a-z]{2,4}_[0-9a-z]{26}\b/g;
  const hideProject = (own: string) => (text: string) =>
    text
      .replaceAll(own, 'prj')
      // The id of the default board is that of its project.
      .replaceAll(own.replace('prj_', 'brd_'), 'brd_')
      .replaceAll(/\/p\/[a-z\d-]+\//g, '/p/slug/');
  const hideIds = (own: string) => (text: string) =>
    hideProject(own)(text).replaceAll(IDS, (found) => found.slice(0, found.indexOf('_')));
  await until(
    async () =>
      (await call('GET', '/v1/analytics/overview', { token, query: { project_id: id, ...period } })).body.events.value > 500,
  );
  const inactive = { name: 'Exporters', trigger: 'goal_reached', event: 'never_sent', channel: 'widget', enabled: false };
  const { body: rule } = await call('POST', '/v1/testimonials/rules', { token, query: { project_id: id }, body: inactive });
  const seen = await readAll(id, token);
  // A restore pauses it again, so that two projects do not ask the same people.
  const enabled = await call('PATCH', `/v1/testimonials/rules/${rule.id}`, { token, body: { enabled: true } });
  assert.equal(enabled.body.enabled, true);
  const found = await search(id, token);
  assert.ok(found.flat().length > 0);
  const { path, manifest } = await write(id, 'archive.zip');

  await t.test('a copy next to the original has other ids', async () => {
    const copy = await createTarget('Copy');
    await restore(copy.id, path);
    await searched(copy.id, token, found);
    assert.deepEqual(
      hideIn(await readAll(copy.id, token), hideIds(copy.id)),
      hideIn(seen, hideIds(id)),
      'a copy next to the original',
    );
  });

  await t.test('a move keeps the ids, and can be exported again', async () => {
    const { body: shown } = await call('GET', `/v1/projects/${id}`, { token });
    await call('DELETE', `/v1/projects/${id}`, { token, query: { confirm: shown.slug } });
    const moved = await createTarget('Moved');
    await restore(moved.id, path);
    await searched(moved.id, token, found);
    assert.deepEqual(
      hideIn(await readAll(moved.id, token), hideProject(moved.id)),
      hideIn(seen, hideProject(id)),
      'a move keeps the ids',
    );
    const { body: renamed } = await call('GET', `/v1/projects/${moved.id}`, { token });
    assert.deepEqual([renamed.name, renamed.slug], ['Fernhill', shown.slug]);

    const again = await write(moved.id, 'again.zip');
    // Without the searches that this test made. Numbers of identified people depend on their project.
    const { 'searches.jsonl': _, 'events.jsonl': events, ...files } = manifest.files;
    assert.equal(again.manifest.files['events.jsonl']?.rows, events?.rows);
    const changed = Object.entries(files).filter(([name, file]) => !isDeepStrictEqual(again.manifest.files[name], file));
    assert.deepEqual(
      changed.map(([name]) => name),
      ['testimonial_rules.jsonl'],
      'an archive of the restored project is the same, except for paused rules',
    );
    const { rows } = await sql<{ mails: number; events: number }>`
      SELECT (SELECT count(*)::int FROM mails WHERE project_id = ${parseId('prj', moved.id)}) AS mails,
        (SELECT count(*)::int FROM webhook_events
          WHERE project_id = ${parseId('prj', moved.id)} AND type <> 'knowledge_base.searched_without_results') AS events`.execute(
      db,
    );
    assert.deepEqual(rows[0], { mails: 0, events: 0 }, 'nobody is notified');
  });
});

/** Imports days before the sample events. */
const importDays = async (project: { id: string; token: string }) => {
  const { upload, finish } = createImporting(server, project);
  const { id } = await upload('plausible', FILES.plausible.files);
  assert.equal((await finish(id, 'run')).counts.daily_totals.created, FILES.plausible.counts.daily_totals);
};

/** Returns what searches of the indexes of a project find. */
async function search(id: string, token: string): Promise<string[][]> {
  const { body } = await call('GET', '/v1/indexes', { token, query: { project_id: id } });
  const found = [];
  for (const { id: index } of body.data) {
    const { body: answer } = await call('POST', `/v1/indexes/${index}/search`, { token, body: { query: 'how to invite' } });
    found.push(answer.results.map(({ title }: { title: string }) => title));
  }
  return found;
}

/** Waits until the indexes of a restored project are built. */
const searched = (id: string, token: string, expected: string[][]) =>
  until(async () => isDeepStrictEqual(await search(id, token), expected), 60_000);

/** Adds the kinds of records that sample data lacks. */
async function enrich({ id, api_key: key }: Json, token: string): Promise<void> {
  const inProject = { token, query: { project_id: id } };
  const create = async (path: string, body: object) => {
    const answer = await call('POST', `/v1/${path}`, { ...inProject, body });
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const image = (await uploadTo(server, await picture('png').toBuffer(), { by: key })).body.url as string;
  const { data } = (await call('GET', '/v1/feedback', { ...inProject, query: { project_id: id, limit: 100 } })).body;
  const [first, second, third] = data;
  await call('PATCH', `/v1/feedback/${first.id}`, {
    token,
    body: { description: `See ![](${image}) and ${second.id}`, tags: ['=1+1'] },
  });
  const feedback = {
    statuses: [
      { status: 'planned', name: 'Up next', color: 'pink' },
      { key: 'soon', status: 'planned', name: 'Soon' },
    ],
    fields: [{ key: 'account', label: 'Account', type: 'text' }],
  };
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { feedback } } });
  const filled = await call('PATCH', `/v1/feedback/${first.id}`, { token, body: { fields: { account: 'Acme' } } });
  assert.deepEqual(filled.body.fields, { account: 'Acme' });
  await create(`feedback/${second.id}/merge`, { into: third.id });
  await create(`feedback/${third.id}/voters`, { email: 'Grace@example.com', name: 'Grace' });
  await create('people/batch', {
    people: [
      {
        user_id: 'u_1',
        email: 'ada@example.com',
        attributes: { plan: 'pro' },
        company: { id: 'acme', attributes: { mrr: 490 } },
      },
      { user_id: 'u_2', name: 'Alan', attributes: { since: '2025-01-31' } },
    ],
  });
  const definition = { match: 'all', conditions: [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' }] };
  await create('people/segments', { name: 'Customers', definition });
  // Scheduled entries become drafts, so that two projects do not announce them.
  const { body: scheduled } = await call('GET', '/v1/changelog', {
    ...inProject,
    query: { project_id: id, status: 'scheduled' },
  });
  for (const { id: entry } of scheduled.data)
    await call('PATCH', `/v1/changelog/${entry}`, { token, body: { scheduled_at: null } });
  const [changelogEntry] = (await call('GET', '/v1/changelog', { ...inProject, query: { project_id: id, status: 'published' } }))
    .body.data;
  const { body: indexes } = await call('GET', '/v1/indexes', inProject);
  const [cluster] = await clusterSearches(server, { id, token, key }, { index: indexes.data[0].id, queries: ['zeppelin'] });
  await call('PATCH', `/v1/search-clusters/${cluster?.id}`, { token, body: { feedback_id: first.id } });
  const reaction = await call('PUT', `/v1/changelog/${changelogEntry.id}/reaction`, {
    key,
    visitor: randomUUID(),
    body: { reaction: 'love' },
  });
  assert.equal(reaction.status, 200);
  const board = await create('feedback/boards', { name: 'Internal', access: 'team', fields: ['account'] });
  await call('PATCH', `/v1/feedback/${data[3].id}`, { token, body: { board_id: board.id, custom_status: 'soon' } });
  await create(`feedback/${first.id}/dismiss-similar`, { feedback_id: data[3].id });
  await create('feedback/views', { name: 'Open', shared: true, filters: { status: ['new'] }, sort: 'top' });
  await create('analytics/funnels', { name: 'Sign-up', steps: [{ page: '/pricing' }, { event: 'signup' }], order: 'any' });
  await create('analytics/segments', { name: 'Germany', filters: ['country:is:DE'] });
  const goal = await create('analytics/goals', { name: 'Pricing page', page: '/pricing' });
  await create('alerts', {
    name: 'Few',
    // An enabled one may notify of itself while the test runs.
    enabled: false,
    metric: 'conversions',
    goal_id: goal.id,
    condition: 'below',
    threshold: 1,
    window_minutes: 60,
  });
}
