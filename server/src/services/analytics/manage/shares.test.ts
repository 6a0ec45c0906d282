import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { createWithEvents, DAY } from '../fixtures/by-hand.ts';

const server = await startTestServer();
const withEvents = createWithEvents(server);
const { call } = server;

async function setUp() {
  const project = await withEvents([
    { at: '10:00', who: 'ada', page: '/', more: { properties: { plan: 'pro' } } },
    { at: '10:01', who: 'ada', page: '/docs', more: { properties: { plan: 'pro' } } },
    { at: '11:00', who: 'bob', page: '/' },
    { at: '12:00', who: 'eve', page: '/pricing' },
  ]);
  const on = (method: string, path: string, body?: object) =>
    call(method, `/v1/analytics${path}`, { token: project.token, query: { project_id: project.id }, body });
  const linkOf = ({ url }: Json) => String(url).split('/').at(-1) ?? '';
  const open = (share: Json, password?: string) =>
    call('POST', '/v1/analytics/shares/open', { body: { link: linkOf(share), ...(password !== undefined && { password }) } });
  const see = (token: string, path: string, query: Record<string, string> = {}) =>
    call('GET', `/v1/analytics${path}`, { token, query: { from: DAY, to: DAY, ...query } });
  const visitors = async (token: string, query?: Record<string, string>) => {
    const { status, body } = await see(token, '/overview', query);
    return status === 200 ? body.visitors.value : status;
  };
  return { ...project, on, open, see, visitors };
}

test('segments are created, listed, updated and deleted', async () => {
  const { on } = await setUp();
  const { status, body: segment } = await on('POST', '/segments', { name: 'Pro', filters: ['property:plan:is:pro'] });
  assert.equal(status, 201);
  assert.match(segment.id, /^seg_/);
  assert.deepEqual([segment.name, segment.filters], ['Pro', ['property:plan:is:pro']]);
  assert.equal((await on('POST', '/segments', { name: 'Pro', filters: ['page:is:/'] })).status, 409);
  const other = (await on('POST', '/segments', { name: 'Docs', filters: ['page:matches:/docs*'] })).body;
  assert.deepEqual(
    (await on('GET', '/segments')).body.data.map(({ name }: Json) => name),
    ['Docs', 'Pro'],
  );
  assert.equal((await on('PATCH', `/segments/${other.id}`, { name: 'Pro' })).status, 409);
  const { body: changed } = await on('PATCH', `/segments/${other.id}`, { filters: ['page:is:/docs'] });
  assert.deepEqual([changed.name, changed.filters], ['Docs', ['page:is:/docs']]);
  assert.deepEqual((await on('DELETE', `/segments/${other.id}`)).body, { ok: true });
  assert.equal((await on('DELETE', `/segments/${other.id}`)).status, 404);
  assert.equal((await on('PATCH', `/segments/${other.id}`, { name: 'x' })).status, 404);
});

test('a segment accepts only valid filters', async () => {
  const { on } = await setUp();
  for (const [filters, error] of [
    [
      ['country=DE'],
      'filters must have the form dimension:operator:value, with one of the operators is, is_not, contains, matches',
    ],
    [['moon:is:full'], /^The dimension of a filter must be one of page, /],
    [[], 'filters must be an array of 1 to 20 items'],
  ] as const) {
    const refused = await on('POST', '/segments', { name: 'Wrong', filters });
    assert.equal(refused.status, 400);
    if (typeof error === 'string') assert.equal(refused.body.error, error);
    else assert.match(refused.body.error, error);
  }
  const { body } = await on('POST', '/segments', { name: 'Right', filters: ['page:is:/'] });
  assert.equal((await on('PATCH', `/segments/${body.id}`, { filters: ['page:like:/'] })).status, 400);
});

test('a shared link does not reveal amounts of revenue, which are properties', async () => {
  const { on, open, see } = await setUp();
  const { body: opened } = await open((await on('POST', '/shares', { name: 'Investors' })).body);
  const queries: [string, Record<string, string>][] = [
    ['/breakdown', { by: 'property:revenue.amount' }],
    ['/breakdown', { by: 'property:revenue' }],
    ['/pivot', { by: 'property:revenue.amount', across: 'page' }],
    ['/pivot', { by: 'page', across: 'property:revenue.amount' }],
    ['/overview', { filter: 'property:revenue.amount:is:9.5' }],
  ];
  for (const [path, query] of queries) assert.equal((await see(opened.token, path, query)).body.fields[0].code, 'not_allowed');
  assert.equal((await see(opened.token, '/breakdown', { by: 'property:revenues' })).status, 200);
});

test('a shared link shows metrics, breakdowns and goals, and nothing else', async () => {
  const { id, on, open, see, visitors } = await setUp();
  const { status, body: share } = await on('POST', '/shares', { name: 'Investors' });
  assert.equal(status, 201);
  assert.match(share.url, /^http:\/\/.+\/share\/[0-9A-Za-z]{22}$/);
  assert.deepEqual([share.has_password, share.segment_id, share.last_opened_at], [false, null, null]);
  const { body: opened } = await open(share);
  assert.deepEqual([opened.project_name, opened.segment_name, opened.expires_in], ['Acme', null, 86_400]);
  assert.ok((await on('GET', '/shares')).body.data[0].last_opened_at);
  const { token } = opened;
  assert.equal(await visitors(token), 3);
  assert.equal(await visitors(token, { filter: 'page:is:/docs' }), 1);
  assert.equal(await visitors(token, { project_id: id }), 3);
  for (const path of ['/timeseries', '/pages', '/breakdown?by=country', '/pivot?by=page&across=country'])
    assert.equal((await see(token, path)).status, 200, path);
  for (const path of ['/goals', '/realtime'])
    assert.equal((await call('GET', `/v1/analytics${path}`, { token })).status, 200, path);
  for (const path of ['/export.csv', '/live', '/annotations', '/segments', '/shares', '/intake', '/retention', '/paths?page=/'])
    assert.equal((await see(token, path)).status, 403, path);
  assert.equal((await call('GET', '/v1/feedback', { token, query: { project_id: id } })).status, 403);
  assert.equal((await call('GET', '/v1/projects', { token })).status, 403);
});

test('websites show a shared link in a frame if the link allows it', async () => {
  const { on, see, visitors } = await setUp();
  const { body: share } = await on('POST', '/shares', { name: 'Open startup' });
  assert.deepEqual([share.embed, share.embed_url], [false, null]);
  const openFrame = (password?: string) =>
    call('POST', '/v1/analytics/shares/open', { body: { link: share.url.split('/').at(-1), embed: true, password } });
  assert.deepEqual([(await openFrame()).status, (await openFrame()).body.code], [403, 'shares.embed_not_allowed']);
  const { body: changed } = await on('PATCH', `/shares/${share.id}`, { embed: true });
  assert.equal(changed.embed_url, share.url.replace('/share/', '/embed/'));
  const framed = (await openFrame()).body.token;
  assert.equal(await visitors(framed), 3);
  assert.equal((await on('PATCH', `/shares/${share.id}`, { name: 'Renamed' })).body.embed, true);
  // Ends what websites show.
  await on('PATCH', `/shares/${share.id}`, { embed: false });
  assert.equal((await see(framed, '/overview')).status, 401);
});

test('a shared link with a segment shows only the segment, with any other filters', async () => {
  const { on, open, see, visitors } = await setUp();
  const { body: segment } = await on('POST', '/segments', { name: 'Front', filters: ['page:is:/', 'page:is:/docs'] });
  const { body: share } = await on('POST', '/shares', { name: 'Agency', segment_id: segment.id });
  const { body: opened } = await open(share);
  assert.equal(opened.segment_name, 'Front');
  assert.equal(await visitors(opened.token), 2);
  // Filters of the request narrow the segment. In one list, several `is` would be combined by OR.
  assert.equal(await visitors(opened.token, { filter: 'page:is:/pricing' }), 0);
  assert.equal(await visitors(opened.token, { filter: 'page:is:/docs' }), 1);
  const pages = (await see(opened.token, '/pages')).body.data.map(({ value }: Json) => value);
  assert.deepEqual(pages.toSorted(), ['/', '/docs']);

  assert.deepEqual(
    [(await on('DELETE', `/segments/${segment.id}`)).status, (await on('DELETE', `/segments/${segment.id}`)).body.error],
    [409, 'The segment is used by a shared link; delete the link first'],
  );
  await on('PATCH', `/segments/${segment.id}`, { filters: ['page:is:/pricing'] });
  assert.equal(await visitors(opened.token), 1, 'the link follows changes of the segment');
  await on('PATCH', `/shares/${share.id}`, { segment_id: null });
  assert.equal(await visitors(opened.token), 3);
});

test('a missing segment or a segment of another project can’t be shared', async () => {
  const [{ on }, other] = [await setUp(), await setUp()];
  const { body: foreign } = await other.on('POST', '/segments', { name: 'Front', filters: ['page:is:/'] });
  const { body: share } = await on('POST', '/shares', { name: 'All' });
  for (const segment_id of [foreign.id, 'seg_00000000000000000000000000', 'seg_1']) {
    const fields = [{ path: 'segment_id', code: 'not_found', message: 'segment_id must be the id of a segment of this project' }];
    assert.deepEqual((await on('POST', '/shares', { name: 'x', segment_id })).body.fields, fields);
    assert.deepEqual((await on('PATCH', `/shares/${share.id}`, { segment_id })).body.fields, fields);
  }
});

test('a password is required, stored as a hash, and its change ends access', async () => {
  const { on, open, visitors } = await setUp();
  assert.equal((await on('POST', '/shares', { name: 'Short', password: '1234567' })).status, 400);
  const { body: share } = await on('POST', '/shares', { name: 'Board', password: 'correct horse' });
  assert.equal(share.has_password, true);
  assert.deepEqual([(await open(share)).status, (await open(share)).body.error], [403, 'password is required']);
  assert.deepEqual(
    [(await open(share, 'correct')).status, (await open(share, 'correct')).body.error],
    [403, 'password is incorrect'],
  );
  const { token } = (await open(share, 'correct horse')).body;
  assert.equal(await visitors(token), 3);
  const { rows } = await sql<{ text: string }>`SELECT s::text AS text FROM analytics_shares s`.execute(server.db);
  assert.ok(
    rows.every(({ text }) => !text.includes('correct horse') && !text.includes(Buffer.from('correct horse').toString('hex'))),
  );

  await on('PATCH', `/shares/${share.id}`, { name: 'The board' });
  assert.equal(await visitors(token), 3);
  await on('PATCH', `/shares/${share.id}`, { password: 'battery staple' });
  assert.equal(await visitors(token), 401);
  assert.equal((await open(share, 'correct horse')).status, 403);
  assert.equal((await on('PATCH', `/shares/${share.id}`, { password: null })).body.has_password, false);
  assert.equal((await open(share)).status, 200);
});

test('wrong passwords are limited per link, without effect on earlier readers', async () => {
  const { on, open } = await setUp();
  const { body: share } = await on('POST', '/shares', { name: 'Board', password: 'correct horse' });
  const link = String(share.url).split('/').at(-1) ?? '';
  const { body: opened } = await open(share, 'correct horse');

  const setWrong = (count: number, minutesAgo = 0) =>
    sql`UPDATE analytics_shares SET wrong_passwords = ${count}, wrong_since = now() - make_interval(mins => ${minutesAgo})
      WHERE link = ${link}`.execute(server.db);
  assert.equal((await open(share, 'guess number 0')).status, 403);
  await sql`UPDATE analytics_shares SET wrong_passwords = wrong_passwords + 45 WHERE link = ${link}`.execute(server.db);
  const tries = await Promise.all(Array.from({ length: 8 }, (_, n) => open(share, `guess number ${n}`)));
  assert.equal(tries.filter(({ status }) => status === 403).length, 4, 'also for concurrent attempts');
  const refused = await open(share, 'correct horse');
  const wait = Number(refused.headers.get('retry-after'));
  assert.equal(refused.status, 429);
  assert.equal(refused.body.error, `Too many incorrect passwords for this link; try again in ${wait} seconds`);
  assert.ok(wait > 840 && wait <= 900, `${wait} s`);

  const again = (last_token: string, password = 'correct horse') =>
    call('POST', '/v1/analytics/shares/open', { body: { link, password, last_token } });
  assert.equal((await again(opened.token)).status, 200, 'with the token of an earlier reader');
  assert.equal((await again(opened.token, 'guess number 0')).status, 403);
  assert.equal((await again(`x${opened.token}`)).status, 429, 'with a forged token');
  const { body: other } = await on('POST', '/shares', { name: 'Other', password: 'correct horse' });
  assert.equal((await again((await open(other, 'correct horse')).body.token)).status, 429, 'with the token of another link');

  await setWrong(50, 15);
  assert.equal((await open(share, 'guess number 0')).status, 403);
  assert.equal((await open(share, 'correct horse')).status, 200, 'after 15 minutes');
  await setWrong(50);
  assert.equal((await open(share, 'correct horse')).status, 429);
  await on('PATCH', `/shares/${share.id}`, { password: 'battery staple' });
  assert.equal((await open(share, 'battery staple')).status, 200, 'with a new password');
});

test('a deleted link shows nothing, also to readers who opened it before', async () => {
  const { on, open, visitors } = await setUp();
  const { body: share } = await on('POST', '/shares', { name: 'Investors' });
  const { token } = (await open(share)).body;
  assert.equal(await visitors(token), 3);
  assert.deepEqual((await on('DELETE', `/shares/${share.id}`)).body, { ok: true });
  assert.equal(await visitors(token), 401);
  assert.equal((await open(share)).status, 404);
  assert.equal((await on('DELETE', `/shares/${share.id}`)).status, 404);
  assert.equal((await on('PATCH', `/shares/${share.id}`, { name: 'x' })).status, 404);
});

test('a token with a changed expiry or link is rejected', async () => {
  const { on, open, visitors } = await setUp();
  const [first, second] = [(await on('POST', '/shares', { name: 'A' })).body, (await on('POST', '/shares', { name: 'B' })).body];
  const { token } = (await open(first)).body;
  const [, , link, expires, ...signature] = String(token).split(/_/);
  const later = (Number.parseInt(expires ?? '', 36) + 1000).toString(36);
  const other = String(second.url).split('/').at(-1);
  const signed = signature.join('_');
  for (const changed of [`${link}_${later}_${signed}`, `${other}_${expires}_${signed}`, `${link}_${expires}_x`, ''])
    assert.equal(await visitors(`earshot_st_${changed}`), 401, changed);
  assert.equal(await visitors(`earshot_st_${link}_${expires}_${signed}`), 3);
});

test('a token expires after a day', async () => {
  const { on, open, visitors } = await setUp();
  const { token, expires_in } = (await open((await on('POST', '/shares', { name: 'Investors' })).body)).body;
  const opened = Date.now();
  try {
    for (const [seconds, seen] of [
      [expires_in - 60, 3],
      [expires_in + 1, 401],
    ] as const) {
      mock.timers.enable({ apis: ['Date'], now: opened + seconds * 1_000 });
      assert.equal(await visitors(token), seen);
      mock.timers.reset();
    }
  } finally {
    mock.timers.reset();
  }
});
