import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { IS_LONG } from '../../testing/long.ts';
import { until } from '../../testing/until.ts';
import { createDemoProject } from './network.ts';
import { assertRecounted, parseCsv } from './fixtures/recounted.ts';

const DAY_MS = 86_400_000;
/** Entries of the short test. */
const SHORT = 30;

test('fills a project with sample data, and sends no mail', { timeout: 600_000 }, async () => {
  const server = await sharedTestServer();
  const { token } = await server.createProject();
  const { project, draftId, entryId } = await createDemoProject({
    baseUrl: server.url,
    accessToken: token,
    name: 'Fernhill',
    ...(!IS_LONG && { maxEntries: SHORT }),
  });
  const read = async (path: string, query: object = {}) => {
    const { status, body } = await server.call('GET', `/v1/${path}`, { token, query: { project_id: project.id, ...query } });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const totalOf = async (path: string, query = {}) => (await read(path, { limit: 1, ...query })).total;
  assert.equal((await totalOf('feedback')) + (await totalOf('feedback', { status: 'duplicate' })), IS_LONG ? 250 : SHORT);
  assert.equal(await totalOf('feedback', { status: 'duplicate' }), IS_LONG ? 23 : 0);
  assert.equal(await totalOf('waitlist'), IS_LONG ? 2_000 : SHORT);
  assert.equal(await totalOf('testimonials'), 40);
  assert.equal((await read('feedback/scores')).data.length, 1);
  const { data: proposals } = await read('proposals', { state: 'open', limit: 100 });
  const kinds: string[] = proposals.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual([...new Set(kinds)].toSorted(), IS_LONG ? ['duplicate', 'tags'] : ['tags']);
  // The server has no language model, which decisions need as little.
  for (const { id } of proposals) assert.equal((await server.call('POST', `/v1/proposals/${id}/accept`, { token })).status, 200);
  assert.equal((await read('testimonials/rules')).data.length, 2);
  assert.equal(await totalOf('changelog'), 16);
  assert.equal(await totalOf('changelog/subscribers', { confirmed: true }), 17);
  const { data: indexes } = await read('indexes');
  const documents = indexes.map(({ document_count }: { document_count: number }) => document_count);
  assert.deepEqual([documents.length, documents.reduce((sum: number, count: number) => sum + count, 0)], [5, 31]);
  const period = { from: new Date(Date.now() - 61 * DAY_MS).toISOString(), to: new Date().toISOString() };
  await until(async () => (await read('analytics/overview', period)).events.value === 22_000, 60_000);
  assert.ok((await read('analytics/breakdown', { ...period, by: 'country' })).total > 8);
  const { body: csv } = await server.call('GET', '/v1/analytics/export.csv', {
    token,
    query: { project_id: project.id, ...period },
  });
  const ask = async (path: string, query: object, body?: object) =>
    body
      ? (await server.call('POST', `/v1/${path}`, { token, query: { project_id: project.id, ...query }, body })).body
      : read(path, query);
  await assertRecounted({ read: ask, csv, period });
  assertPagesOfEvents(csv);
  assert.ok((await read(`feedback/${entryId}`)).comment_count > 1);
  const { data: entries } = await read('feedback', { limit: 100 });
  for (const { id, title } of entries.filter(({ comment_count: count }: { comment_count: number }) => count > 1)) {
    const { data: comments } = await read(`feedback/${id}/comments`, { limit: 100 });
    const bodies = comments.map(({ body }: { body: string }) => body);
    assert.equal(new Set(bodies).size, bodies.length, `no comment of ${title} is repeated`);
  }
  assert.equal((await read(`changelog/${draftId}`)).status, 'draft');
  const { data: outcomes } = await read('outcomes/adoption');
  assert.equal(outcomes.length, 1);
  const [{ used, silent }] = outcomes;
  assert.ok(IS_LONG ? used.rate > 0 && silent > 0 : used.count > 0, JSON.stringify(outcomes));
  await assertYear(read);
  const { data: mails } = await read(`projects/${project.id}/mails`, { limit: 100 });
  assert.ok(mails.length > 20);
  assert.deepEqual(
    mails.filter(({ status }: { status: string }) => !['queued', 'kept', 'suppressed'].includes(status)),
    [],
  );
});

/** Asserts that people sign up, subscribe and send invoices on the pages for it, and fewer than see these pages. */
function assertPagesOfEvents(csv: string): void {
  const events = parseCsv(csv);
  const pagesOf = (event: string) => events.filter(({ name }) => name === event).map(({ page }) => page);
  const views = pagesOf('page_view');
  for (const [name, page] of Object.entries({
    signed_up: '/signup',
    subscribed: '/app/billing',
    invoice_sent: '/app/invoices',
  })) {
    const pages = pagesOf(name);
    assert.deepEqual([...new Set(pages)], [page], `pages of ${name}`);
    assert.ok(pages.length < 0.7 * views.filter((viewed) => viewed === page).length, `views without ${name}`);
  }
}

type Read = (path: string, query?: object) => Promise<Json>;

/** Asserts that the records of services are spread over the past year, and that lists and statistics agree with their times. */
async function assertYear(read: Read): Promise<void> {
  const now = Date.now();
  const listTimes = async (path: string, field: string, query = {}) =>
    (await read(path, { limit: 100, ...query })).data
      // Pinned entries come first in each order.
      .filter(({ pinned }: Json) => !pinned)
      .map((record: Json) => Date.parse(record[field]));
  const lists: Record<string, number[]> = {
    feedback: await listTimes('feedback', 'created_at', { sort: 'newest' }),
    waitlist: await listTimes('waitlist', 'created_at', { sort: 'newest' }),
    testimonials: await listTimes('testimonials', 'created_at'),
    changelog: await listTimes('changelog', 'published_at', { status: 'published' }),
  };
  for (const [name, times] of Object.entries(lists)) {
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
      `${name} are sorted by time`,
    );
    assert.ok((times[0] ?? 0) < now && (times[0] ?? 0) > now - 90 * DAY_MS, `${name} continue until today`);
    // The newest hundred of a longer list may be of one month.
    if (times.length >= 90) continue;
    assert.ok(new Set(times.map((time) => Math.floor(time / (30 * DAY_MS)))).size > 3, `${name} are of several months`);
    assert.ok((times.at(-1) ?? 0) < now - 200 * DAY_MS, `${name} begin last year`);
  }
  const { signups, sources, top_referrers: referrers } = await read('waitlist/stats', { days: 90 });
  assert.ok(sources.length > 3 && referrers.length > 1, 'some come from sources, and others are referred');
  const joined = (await read('waitlist', { limit: 1, created_since: `${signups[0].date}T00:00:00Z` })).total;
  const removed = (await read('waitlist', { limit: 1, created_since: `${signups[0].date}T00:00:00Z`, status: 'removed' })).total;
  assert.equal(
    signups.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    joined - removed,
  );
  for (const entry of (await read('feedback', { limit: 25, sort: 'top' })).data) {
    const created = Date.parse(entry.created_at);
    const activity = await Promise.all(
      ['voters', 'comments', 'history'].map((path) => listTimes(`feedback/${entry.id}/${path}`, 'created_at')),
    );
    for (const time of activity.flat()) assert.ok(time >= created && time <= now, `activity of ${entry.title}`);
    assert.ok(Date.parse(entry.updated_at) >= created);
  }
}

test('a project with sample data is created once, and filled within the server', { timeout: 120_000 }, async () => {
  const server = await sharedTestServer();
  const { token } = await server.signIn();
  const create = (path = '/v1/projects/sample', headers = {}) => server.call('POST', path, { token, headers });
  const once = { 'idempotency-key': 'sample' };
  const answers = await Promise.all([create('/v1/projects/sample', once), create(), create()]);
  const [{ status, body: project }] = answers;
  assert.deepEqual([status, project.name, project.is_sample], [201, 'Fernhill', true]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1, 'simultaneous requests create one project');
  assert.equal((await create('/v1/projects/sample/', once)).body.code, 'request.idempotency_key_reused');
  assert.equal((await create()).body.id, project.id, 'a later request returns the same project');
  const subscriptions = await server.call('GET', `/v1/projects/${project.id}/report-subscriptions`, { token });
  assert.equal(subscriptions.body.total, 0, 'its reports are sent to nobody');
  const totalOf = async (path: string) =>
    (await server.call('GET', `/v1/${path}`, { token, query: { project_id: project.id, limit: '1' } })).body.total;
  // Merged entries are not counted.
  await until(async () => (await totalOf('feedback')) > 50 && (await totalOf('waitlist')) === 60, 100_000);
  await until(async () => (await totalOf('testimonials')) === 40 && (await totalOf('changelog')) === 16, 60_000);
  const { body: revenue } = await until(async () => {
    const answer = await server.call('GET', '/v1/analytics/revenue', { token, query: { project_id: project.id, period: '90d' } });
    return answer.body.currencies?.length > 1 ? answer : undefined;
  }, 60_000);
  assert.match(revenue.currencies[0].amount, /^\d+(\.\d+)?$/);
  const { body: members } = await server.call('GET', `/v1/projects/${project.id}`, { token });
  assert.equal(members.settings.test.enabled, true, 'its mails stay in the outbox');
});

test('the operation of `npm run demo` is for signed-in users, and not in the document of the API', async () => {
  const server = await sharedTestServer();
  const { key, token } = await server.createProject();
  const { token: limited } = (
    await server.call('POST', '/v1/auth/tokens', {
      token,
      body: { name: 'Reader', scopes: ['feedback:read'], expires_in_days: 1 },
    })
  ).body;
  const body = { name: 'Fernhill', seed: 1 };
  for (const [given, status] of [
    [{ body }, 401],
    [{ key, body }, 403],
    [{ token: limited, body }, 403],
    [{ token, body: { ...body, seed: 0 } }, 400],
    [{ token, body: { ...body, created_at: '2020-01-01T00:00:00Z' } }, 400],
    [{ token, body: { ...body, name: '' } }, 400],
  ] as const)
    assert.equal((await server.call('POST', '/v1/projects/demo', given)).status, status, JSON.stringify(given));
  const { body: document } = await server.call('GET', '/openapi.json');
  assert.equal(document.paths['/v1/projects/demo'], undefined);
});
