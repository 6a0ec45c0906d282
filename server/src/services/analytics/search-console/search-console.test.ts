import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { sql } from 'kysely';
import { runJobs, runScheduled } from '../../../testing/jobs.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { googleError, startSearchConsoleServer } from '../fixtures/search-console-server.ts';
import { planDays } from './fetching.ts';

// A server of its own, because it uses another server instead of Google.
const google = await startSearchConsoleServer();
const server = await startTestServer(google.env);
const { call, db } = server;

const SITE = 'sc-domain:acme.example';
const OTHER_SITE = 'https://blog.acme.example/';
const QUEUE = 'analytics.search-console';
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format();
const daysAgo = (count: number) => new Date(Date.parse(today) - count * 86_400_000).toISOString().slice(0, 10);

const term = (query: string, page: string, clicks: number, impressions: number, position: number) => ({
  query,
  page: `https://www.acme.example${page}`,
  clicks,
  impressions,
  position,
});

async function setUp(email = `${crypto.randomUUID()}@acme.iam.gserviceaccount.com`) {
  const project = await server.createProject();
  const { id, token } = project;
  const ask = async (method: string, path: string, { body, ...query }: Json = {}): Promise<Json> => {
    const answer = await call(method, `/v1/analytics/${path}`, { token, query: { project_id: id, ...query }, body });
    return answer.status === 200
      ? answer.body
      : { status: answer.status, code: answer.body.code, field: answer.body.fields?.[0] };
  };
  const connect = (body: object) => ask('PUT', 'search-console', { body });
  const list = async (query: object = {}) => await ask('GET', 'search-terms', { from: daysAgo(3), to: daysAgo(0), ...query });
  google.days.clear();
  google.queries.length = 0;
  google.grant(email, {
    [SITE]: 'siteFullUser',
    [OTHER_SITE]: 'siteRestrictedUser',
    'https://old.example/': 'siteUnverifiedUser',
  });
  return { ...project, email, ask, connect, list, key: google.createKey(email) };
}

// The scheduled job fetches for all projects.
afterEach(async () => {
  await sql`DELETE FROM analytics_search_consoles`.execute(db);
});

const describeTerms = ({ data }: Json) =>
  data.map(({ query, clicks, impressions, ctr, position }: Json) => [query, clicks, impressions, ctr, position]);

test('a project is connected, and search terms are fetched daily with changes of the last days', async () => {
  const other = await setUp();
  google.days.set(daysAgo(2), [term('theirs', '/', 1, 2, 1)]);
  await other.connect({ key: other.key, site: SITE });
  await runJobs(db, QUEUE);
  const theirs = await other.list();
  assert.deepEqual(describeTerms(theirs), [['theirs', 1, 2, 0.5, 1]]);
  // Ends the daily fetch, and keeps the terms.
  await sql`DELETE FROM analytics_search_consoles`.execute(db);

  const { id, token, ask, connect, list, key, email } = await setUp();
  assert.equal((await ask('GET', 'search-console')).code, 'search_console.not_connected');
  const { site, next_fetch_at: next, client_email: account } = await connect({ key });
  assert.deepEqual([site, next, account], [null, null, email]);
  const { data: sites } = await ask('GET', 'search-console/sites');
  assert.deepEqual(sites, [
    { site: OTHER_SITE, permission: 'restricted' },
    { site: 'https://old.example/', permission: 'unverified' },
    { site: SITE, permission: 'full' },
  ]);

  google.days.set(daysAgo(40), [term('old news', '/news', 1, 2, 5)]);
  google.days.set(daysAgo(3), [
    term('invoices', '/', 2, 10, 4),
    term('invoices', '/pricing/', 4, 30, 2),
    term('Quotes', '/', 0, 20, 9.5),
    // Rows with an email address are not stored.
    term('mail of ada@acme.example', '/', 1, 1, 1),
    term('invoices', '/users/ada%40acme.example', 1, 1, 1),
  ]);
  google.days.set(daysAgo(2), [term('invoices', '/', 1, 10, 3)]);
  const connected = await connect({ site: SITE });
  assert.equal(connected.site, SITE);
  await runJobs(db, QUEUE);
  // The list of days, then one query for each day, newest first.
  assert.deepEqual(
    google.queries.map(({ startDate, endDate, dimensions, dataState }) => [
      startDate === endDate ? startDate : 'all',
      dimensions.join(),
      dataState,
    ]),
    [
      ['all', 'date', 'final'],
      [daysAgo(2), 'query,page', 'final'],
      [daysAgo(3), 'query,page', 'final'],
      [daysAgo(40), 'query,page', 'final'],
    ],
  );
  const first = await list();
  // (4 · 10 + 2 · 30 + 3 · 10) / 50
  assert.deepEqual(describeTerms(first), [
    ['invoices', 7, 50, 0.14, 2.6],
    ['Quotes', 0, 20, 0, 9.5],
  ]);
  assert.deepEqual(first.totals, { clicks: 7, impressions: 70, ctr: 0.1, position: 4.57 });
  assert.deepEqual([first.total, first.is_connected, first.last_day, first.data[0].previous], [2, true, daysAgo(2), null]);
  assert.deepEqual(describeTerms(await list({ landing_page: '/pricing' })), [['invoices', 4, 30, 0.1333, 2]]);
  assert.deepEqual(describeTerms(await list({ search: 'QUOTE' })), [['Quotes', 0, 20, 0, 9.5]]);
  assert.equal(
    await ask('GET', 'search-terms/export.csv', { from: daysAgo(3), to: daysAgo(0), sort: 'position', landing_page: '/' }),
    'query,clicks,impressions,ctr,position\nQuotes,0,20,0,9.5\ninvoices,3,20,0.15,3.5\n',
  );
  assert.deepEqual(describeTerms(await list({ sort: 'position', order: 'desc', limit: 1 })), [['Quotes', 0, 20, 0, 9.5]]);
  const compared = await list({ from: daysAgo(2), to: daysAgo(2), compare: 'previous' });
  assert.deepEqual(compared.data[0].previous, { clicks: 6, impressions: 40, ctr: 0.15, position: 2.5 });

  // Nothing changes, and only the last days are read again.
  google.queries.length = 0;
  await runScheduled(db, QUEUE);
  await runJobs(db, QUEUE);
  assert.deepEqual(
    google.queries.slice(1).map(({ startDate }) => startDate),
    [daysAgo(3), daysAgo(2)],
  );
  assert.deepEqual(await list(), first);

  // Late corrections, and a new day.
  google.days.set(daysAgo(2), [term('quotes', '/', 3, 4, 1)]);
  google.days.set(daysAgo(1), [term('invoices', '/', 1, 1, 1)]);
  await runScheduled(db, QUEUE);
  await runJobs(db, QUEUE);
  assert.deepEqual(describeTerms(await list()), [
    ['invoices', 7, 41, 0.1707, 2.46],
    ['quotes', 3, 4, 0.75, 1],
    ['Quotes', 0, 20, 0, 9.5],
  ]);
  const state = await ask('GET', 'search-console');
  assert.deepEqual([state.first_day, state.last_day, state.error], [daysAgo(40), daysAgo(1), null]);
  assert.ok(Date.parse(state.last_fetched_at) <= Date.now() && Date.parse(state.next_fetch_at) > Date.now());

  // The key is in no response and in no audit entry.
  const { body: log } = await call('GET', `/v1/projects/${id}/audit-log`, { token });
  assert.ok(!JSON.stringify([log, state, connected]).includes('PRIVATE KEY'));
  assert.deepEqual(
    log.data.map(({ action }: Json) => action).filter((action: string) => action.startsWith('search_console')),
    ['search_console.updated', 'search_console.connected'],
  );

  // Another project neither sees nor changes the connection.
  const ofOther = { ...theirs, is_connected: false };
  assert.deepEqual(await other.list(), ofOther);
  assert.equal((await other.ask('DELETE', 'search-console')).code, 'search_console.not_connected');

  // Terms of another property replace the terms, and the end of the connection deletes them.
  google.days.clear();
  google.days.set(daysAgo(1), [term('blog', '/', 1, 1, 1)]);
  await connect({ site: OTHER_SITE });
  await runJobs(db, QUEUE);
  assert.deepEqual(describeTerms(await list()), [['blog', 1, 1, 1, 1]]);
  assert.deepEqual(await ask('DELETE', 'search-console'), { ok: true });
  const { total, is_connected: isConnected, last_day: lastDay } = await list();
  assert.deepEqual([total, isConnected, lastDay], [0, false, null]);
  assert.deepEqual(await other.list(), ofOther, 'the terms of another project are kept');
});

test('days with more rows than a response are read in pages', async () => {
  const { ask, connect, list, key } = await setUp();
  google.days.set(
    daysAgo(2),
    Array.from({ length: 25_002 }, (_, index) => term(`term ${index}`, '/', 1, 2, 1 + (index % 7) / 3)),
  );
  await connect({ key, site: SITE });
  await runJobs(db, QUEUE);
  assert.deepEqual(
    google.queries.map(({ startRow }) => startRow),
    [undefined, 0, 25_000],
  );
  const { total, totals, next_cursor: cursor } = await list({ limit: 2 });
  assert.deepEqual([total, totals.clicks], [25_002, 25_002]);
  assert.deepEqual(
    (await list({ limit: 2, cursor })).data.map(({ query }: Json) => query),
    ['term 10', 'term 100'],
  );
  const file = (await ask('GET', 'search-terms/export.csv', {
    from: daysAgo(3),
    to: daysAgo(0),
    sort: 'position',
    order: 'asc',
  })) as string;
  const [head, ...lines] = file.trim().split('\n');
  assert.deepEqual([head, lines[0]], ['query,clicks,impressions,ctr,position', 'term 0,1,2,0.5,1']);
  assert.deepEqual([lines.length, new Set(lines).size], [25_002, 25_002]);
  const positions = lines.map((line) => Number(line.split(',').at(-1)));
  assert.deepEqual(
    positions,
    positions.toSorted((a, b) => a - b),
  );
});

test('search terms with equal positions are in the order of their names, whatever the order of their rows', async () => {
  const { ask, connect, list, key } = await setUp();
  const PAGES = ['/a', '/b', '/c'];
  // The sum of these fractions depends on their order.
  const ORDERS = [
    [1.1, 1.2, 1.3],
    [1.3, 1.2, 1.1],
    [1.2, 1.3, 1.1],
    [1.1, 1.3, 1.2],
    [1.3, 1.1, 1.2],
    [1.2, 1.1, 1.3],
  ];
  google.days.set(
    daysAgo(2),
    ORDERS.flatMap((positions, index) => PAGES.map((page, at) => term(`term ${index}`, page, 1, 1, positions[at] as number))),
  );
  await connect({ key, site: SITE });
  await runJobs(db, QUEUE);
  const names = ORDERS.map((_, index) => `term ${index}`);
  for (const order of ['asc', 'desc']) {
    assert.deepEqual(
      (await list({ sort: 'position', order })).data.map(({ query, position }: Json) => [query, position]),
      names.map((name) => [name, 1.2]),
    );
    const query = { from: daysAgo(3), to: daysAgo(0), sort: 'position', order };
    const [, ...lines] = ((await ask('GET', 'search-terms/export.csv', query)) as string).trim().split('\n');
    assert.deepEqual(
      lines,
      names.map((name) => `${name},3,3,1,1.2`),
    );
  }
});

test('a fetch is retried when the quota is exceeded, and continues where it stopped', async () => {
  const { connect, ask, key } = await setUp();
  for (const count of [1, 2]) google.days.set(daysAgo(count), [term('invoices', '/', 1, 1, 1)]);
  await connect({ key });
  const { data: sites } = await ask('GET', 'search-console/sites');
  assert.equal(sites.length, 3);
  await connect({ site: SITE });
  await runJobs(db, QUEUE);
  google.queries.length = 0;
  google.failures.push(
    googleError(429, 'rateLimitExceeded'),
    googleError(403, 'quotaExceeded'),
    googleError(503, 'backendError'),
  );
  await runScheduled(db, QUEUE);
  await runJobs(db, QUEUE);
  assert.equal(google.failures.length, 0);
  assert.equal(google.queries.length, 3);
  assert.equal((await ask('GET', 'search-console')).error, null);
  // After the last retry, the next day continues.
  google.failures.push(...Array.from({ length: 7 }, () => googleError(429, 'rateLimitExceeded')));
  await runScheduled(db, QUEUE);
  await runJobs(db, QUEUE);
  assert.deepEqual([google.failures.length, (await ask('GET', 'search-console')).error], [0, 'quota_exceeded']);
  await runScheduled(db, QUEUE);
  await runJobs(db, QUEUE);
  assert.equal((await ask('GET', 'search-console')).error, null);
});

test('errors of Google state what to do', async () => {
  const { connect, ask, key, email } = await setUp();
  const disabled = googleError(
    403,
    'accessNotConfigured',
    'Search Console API has not been used in project 1 before or it is disabled.',
  );
  const cases = [
    [disabled, 409, 'search_console.api_disabled'],
    [googleError(429, 'rateLimitExceeded'), 503, 'search_console.quota_exceeded'],
    [googleError(429, 'tooManyRequests'), 503, 'search_console.quota_exceeded'],
    [googleError(500, 'backendError'), 503, 'search_console.unreachable'],
    [googleError(401, 'authError'), 409, 'search_console.key_rejected'],
  ] as const;
  for (const [failure, status, code] of cases) {
    google.failures.push(failure);
    const answer = await connect({ key });
    assert.deepEqual([answer.status, answer.code], [status, code]);
  }
  assert.equal((await ask('GET', 'search-console/sites')).code, 'search_console.not_connected');
  assert.deepEqual((await connect({ key: '{"type":"authorized_user"}' })).field.path, 'key');
  assert.deepEqual((await connect({ site: SITE })).field, {
    path: 'key',
    code: 'required',
    message: 'key is required for a new connection',
  });
  for (const site of ['https://old.example/', 'sc-domain:unknown.example'])
    assert.equal((await connect({ key, site })).code, 'search_console.site_forbidden');
  assert.equal((await connect({ key, site: SITE })).site, SITE);
  await runJobs(db, QUEUE);
  for (const [failure, code] of [
    [disabled, 'api_disabled'],
    [googleError(403, 'forbidden', 'The service account is suspended.'), 'site_forbidden'],
  ] as const) {
    google.failures.push(failure);
    assert.equal((await ask('GET', 'search-console/sites')).code, `search_console.${code}`);
  }

  // Errors of the daily fetch are shown until a fetch succeeds.
  const readError = async () => (await ask('GET', 'search-console')).error;
  google.failures.push(disabled);
  await runScheduled(db, QUEUE);
  await runJobs(db, QUEUE);
  assert.equal(await readError(), 'api_disabled');
  google.grant(email, {});
  await runScheduled(db, QUEUE);
  await runJobs(db, QUEUE);
  assert.equal(await readError(), 'site_forbidden');
  google.revoke(email);
  await runScheduled(db, QUEUE);
  await runJobs(db, QUEUE);
  assert.equal(await readError(), 'key_rejected');
  for (const [method, path, body] of [
    ['GET', 'search-console/sites'],
    ['PUT', 'search-console', { key }],
  ] as const)
    assert.equal((await ask(method, path, { body })).code, 'search_console.key_rejected');
  google.grant(email, { [SITE]: 'siteOwner' });
  assert.equal((await connect({ key: google.createKey(email) })).error, null);
});

test('the days of a fetch are contiguous', () => {
  const days = ['2026-01-01', '2026-01-10', '2026-01-20', '2026-01-21'];
  const plan = (from: string | null, until: string | null) => planDays(days, { fetched_from: from, fetched_until: until });
  assert.deepEqual(plan(null, null), days.toReversed());
  assert.deepEqual(plan('2026-01-20', '2026-01-20'), ['2026-01-20', '2026-01-21', '2026-01-10', '2026-01-01']);
  assert.deepEqual(plan('2026-01-01', '2026-01-14'), ['2026-01-10', '2026-01-20', '2026-01-21']);
  assert.deepEqual(plan('2026-01-01', '2026-01-21'), ['2026-01-20', '2026-01-21']);
});
