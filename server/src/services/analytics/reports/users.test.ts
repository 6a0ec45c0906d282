import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SEGMENT_USERS } from '@earshot/contract/services/analytics/values';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createWithEvents, DAY } from '../fixtures/by-hand.ts';
import { until } from '../../../testing/until.ts';

// Reports about users of the product, and who may read them.

const server = await sharedTestServer();
const withEvents = createWithEvents(server);
const { call } = server;

const setUp = () =>
  withEvents([
    { at: '10:00', who: 'ada', page: '/' },
    { at: '10:05', who: 'ada', page: '/docs' },
    { at: '15:00', who: 'ada', page: '/pricing' },
    { at: '11:00', who: 'bob', page: '/', name: 'signed_up' },
    { at: '12:00', who: 'bob', page: '/pricing' },
    { at: '13:00', who: 'carol', page: '/docs' },
  ]);

/** Lists users once the directory has written their people, which happens a moment later. */
const askUsers = (ask: (path: string) => Promise<Json>) =>
  until(async () => {
    const users = await ask('users');
    return users.data.every(({ person_id }: Json) => person_id) && users;
  });

/** Reports that accept `user_id`, with further parameters or a body. */
const REPORTS: [path: string, query?: Record<string, string>, body?: object][] = [
  ['overview'],
  ['timeseries'],
  ['breakdown', { by: 'page' }],
  ['pivot', { by: 'page', across: 'source' }],
  ['pages'],
  ['referrers'],
  ['sources'],
  ['countries'],
  ['devices'],
  ['events'],
  ['properties'],
  ['funnel', {}, { steps: [{ page: '/' }] }],
  ['retention'],
  ['paths', { page: '/' }],
  ['conversions'],
  ['web-vitals'],
  ['web-vitals/breakdown', { by: 'page' }],
  ['revenue'],
  ['revenue/breakdown', { by: 'source' }],
];

test('reports with user_id count the events and visits of these users only', async () => {
  const { ask, metrics } = await setUp();
  assert.deepEqual((await metrics()).slice(0, 3), [3, 5, 5]);
  assert.deepEqual((await metrics({ user_id: 'ada' })).slice(0, 3), [1, 2, 3]);
  assert.deepEqual((await metrics({ user_id: 'ada', filter: 'page:is:/docs' })).slice(0, 3), [1, 1, 1]);
  assert.deepEqual((await metrics({ user_id: 'nobody' })).slice(0, 3), [0, 0, 0]);
  const pages = await ask('pages', { user_id: 'bob' });
  assert.deepEqual(
    pages.data.map(({ value, page_views: views }: Json) => [value, views]),
    [['/pricing', 1]],
  );
  const funnel = await ask('funnel', { user_id: 'ada' }, { steps: [{ page: '/' }, { page: '/pricing' }] });
  assert.deepEqual(
    funnel.steps.map(({ count }: Json) => count),
    [1, 1],
  );
  assert.equal((await ask('retention', { interval: 'day', user_id: 'carol' })).identified_visitors, 1);
});

test('user_id names several users', async () => {
  const { id, token } = await setUp();
  const { body } = await call('GET', `/v1/analytics/overview?user_id=ada&user_id=carol`, {
    token,
    query: { project_id: id, from: DAY, to: DAY },
  });
  assert.deepEqual([body.visitors.value, body.visits.value, body.page_views.value], [2, 3, 4]);
});

test('only members with the scopes of people limit reports to users, and no shared link does', async () => {
  const { id, token, key } = await setUp();
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
  const createToken = async (scopes: string[]) =>
    (await call('POST', '/v1/auth/tokens', { token, body: { name: scopes.join(' '), scopes } })).body.token as string;
  const callers = {
    withoutPeople: await createToken(['analytics:read', 'personal_data:read']),
    withoutPersonalData: await createToken(['analytics:read', 'people:read']),
    withBoth: await createToken(['analytics:read', 'people:read', 'personal_data:read']),
  };
  const { body: share } = await call('POST', '/v1/analytics/shares', { token, query: { project_id: id }, body: { name: 'All' } });
  const { body: opened } = await call('POST', '/v1/analytics/shares/open', { body: { link: share.url.split('/').at(-1) } });
  await call('PUT', '/v1/people/ada', { token, query: { project_id: id }, body: { attributes: { plan: 'pro' } } });
  const segment = await createSegment({ id, token }, 'pro');
  const users: Record<string, string>[] = [{ user_id: 'ada' }, { person_segment: segment }];
  for (const user of users)
    for (const [path, query, body] of REPORTS) {
      const ask = async (credential: object, more: Record<string, string> = user) => {
        const answer = await call(body ? 'POST' : 'GET', `/v1/analytics/${path}`, {
          ...credential,
          query: { project_id: id, from: DAY, to: DAY, ...query, ...more },
          body,
        });
        return answer.body.code ?? answer.status;
      };
      assert.equal(await ask({ token: viewer.token }), 'auth.role_required', path);
      assert.equal(await ask({ token: viewer.token }, {}), 200, path);
      assert.equal(await ask({ token: callers.withoutPeople }), 'auth.scope_required', path);
      assert.equal(await ask({ token: callers.withoutPersonalData }), 'auth.scope_required', path);
      assert.equal(await ask({ token: callers.withBoth }), 200, path);
      assert.equal(await ask({ key }), 'auth.credential_not_accepted', path);
      const shared = await ask({ token: opened.token });
      assert.ok(['validation', 'auth.credential_not_accepted'].includes(shared), `${path}: ${shared}`);
    }
  for (const path of ['users', 'visits'])
    for (const [credential, code] of [
      [{ token: viewer.token }, 'auth.role_required'],
      [{ token: callers.withoutPeople }, 'auth.scope_required'],
      [{ token: callers.withoutPersonalData }, 'auth.scope_required'],
      [{ token: opened.token }, 'auth.credential_not_accepted'],
      [{ key }, 'auth.credential_not_accepted'],
    ] as const)
      assert.equal((await call('GET', `/v1/analytics/${path}`, { ...credential, query: { project_id: id } })).body.code, code);
  const realtime = (credential: object) =>
    call('GET', '/v1/analytics/realtime', { ...credential, query: { project_id: id, user_id: 'ada' } });
  assert.equal((await realtime({ token: viewer.token })).body.code, 'auth.role_required');
  assert.equal((await realtime({ token })).body.visitors, 0);
});

/** Creates a segment of the people with a plan. */
async function createSegment({ id, token }: { id: string; token: string }, plan: string): Promise<string> {
  const conditions = [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: plan }];
  const body = { name: plan, definition: { match: 'all', conditions } };
  return (await call('POST', '/v1/people/segments', { token, query: { project_id: id }, body })).body.id;
}

test('reports with person_segment count the users of a segment, with all of their user ids', async () => {
  const { ask, metrics, ...project } = await setUp();
  const asOwner = { token: project.token, query: { project_id: project.id } };
  const people: Record<string, string> = {};
  for (const [user, plan] of Object.entries({ ada: 'pro', bob: 'free', carol: 'free' })) {
    const body = { attributes: { plan } };
    people[user] = (await call('PUT', `/v1/people/${user}`, { ...asOwner, body })).body.id;
  }
  const pro = await createSegment(project, 'pro');
  assert.deepEqual(await metrics({ person_segment: pro }), await metrics({ user_id: 'ada' }));
  assert.deepEqual((await metrics({ person_segment: pro, user_id: 'bob' })).slice(0, 3), [0, 0, 0]);
  assert.deepEqual((await metrics({ person_segment: pro, filter: 'page:is:/docs' })).slice(0, 3), [1, 1, 1]);
  assert.equal((await ask('users', { person_segment: pro })).total, 1);
  const { body: realtime } = await call('GET', '/v1/analytics/realtime', {
    ...asOwner,
    query: { ...asOwner.query, person_segment: pro },
  });
  assert.equal(realtime.visitors, 0);
  await call('POST', `/v1/people/${people.ada}/merge`, { token: project.token, body: { into: people.carol } });
  const free = await createSegment(project, 'free');
  assert.equal((await metrics({ person_segment: free }))[0], 3);
  const { body: nobody } = await call('POST', '/v1/people/segments', {
    ...asOwner,
    body: { name: 'Nobody', definition: { match: 'all', conditions: [{ kind: 'company', operator: 'is', value: 'acme' }] } },
  });
  assert.deepEqual((await metrics({ person_segment: nobody.id })).slice(0, 3), [0, 0, 0]);
});

test('person_segment is a segment of at most 20,000 user ids, whom statements contain', async () => {
  const { metrics, ...project } = await setUp();
  const asOwner = { token: project.token, query: { project_id: project.id } };
  await call('PUT', '/v1/people/ada', { ...asOwner, body: { attributes: { plan: 'pro' } } });
  const pro = await createSegment(project, 'pro');
  const add = (first: number, last: number) =>
    sql`INSERT INTO people (project_id, id, user_ids, attributes)
      SELECT ${parseId('prj', project.id)}, gen_random_uuid(), ARRAY['user ' || n], '{"plan": "pro"}'
      FROM generate_series(${first}::int, ${last}::int) AS n`.execute(server.db);
  await add(2, MAX_SEGMENT_USERS);
  // A filter on events repeats the condition for visits.
  assert.deepEqual((await metrics({ person_segment: pro, filter: 'page:is:/docs' })).slice(0, 3), [1, 1, 1]);
  await add(MAX_SEGMENT_USERS + 1, MAX_SEGMENT_USERS + 1);
  const refuse = async (segment: string) =>
    (await call('GET', '/v1/analytics/overview', { ...asOwner, query: { ...asOwner.query, person_segment: segment } })).body;
  const message = 'person_segment must be a segment of at most 20,000 user ids';
  assert.deepEqual((await refuse(pro)).fields, [{ path: 'person_segment', code: 'too_many', message }]);
  const unknown = await refuse('psg_01kaga0zrefb8tqs3yh4kx9m2d');
  assert.equal(unknown.error, 'person_segment must be the id of a segment of people');
});

test('users are listed with their visits, sorted and paged', async () => {
  const { ask } = await setUp();
  const list = await askUsers(ask);
  assert.equal(list.total, 3);
  assert.deepEqual(
    list.data.map(({ user_id, first_seen_at, last_seen_at, visits, page_views, events }: Json) => [
      user_id,
      first_seen_at.slice(11, 16),
      last_seen_at.slice(11, 16),
      visits,
      page_views,
      events,
    ]),
    [
      ['ada', '10:00', '15:00', 2, 3, 3],
      ['carol', '13:00', '13:00', 1, 1, 1],
      ['bob', '11:00', '12:00', 2, 1, 2],
    ],
  );
  assert.match(list.data[0].person_id, /^per_/);
  const sorts: [Record<string, string>, string[]][] = [
    [{ sort: 'first_seen' }, ['carol', 'bob', 'ada']],
    [{ sort: 'first_seen', order: 'asc' }, ['ada', 'bob', 'carol']],
    [{ sort: 'visits' }, ['ada', 'bob', 'carol']],
    [{ sort: 'events' }, ['ada', 'bob', 'carol']],
    [{ filter: 'page:is:/docs' }, ['ada', 'carol']],
    [{ user_id: 'bob' }, ['bob']],
  ];
  for (const [query, expected] of sorts) {
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Json = await ask('users', { ...query, limit: '1', ...(cursor && { cursor }) });
      assert.equal(page.total, expected.length);
      found.push(...page.data.map(({ user_id }: Json) => user_id));
      cursor = page.next_cursor;
    }
    const isSameLength = query.filter !== undefined;
    assert.deepEqual(isSameLength ? found.toSorted() : found, expected, JSON.stringify(query));
  }
});

test('visits of users are listed, the latest first', async () => {
  const { ask } = await setUp();
  const list = await ask('visits', { user_id: 'ada' });
  assert.deepEqual(
    list.data.map(({ user_id, started_at, ended_at, page_views, entry_page, exit_page }: Json) => [
      user_id,
      started_at.slice(11, 16),
      ended_at.slice(11, 16),
      page_views,
      entry_page,
      exit_page,
    ]),
    [
      ['ada', '15:00', '15:00', 1, '/pricing', '/pricing'],
      ['ada', '10:00', '10:05', 2, '/', '/docs'],
    ],
  );
  const starts: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Json = await ask('visits', { limit: '2', ...(cursor && { cursor }) });
    assert.equal(page.total, 5);
    starts.push(...page.data.map(({ started_at }: Json) => started_at.slice(11, 16)));
    cursor = page.next_cursor;
  }
  assert.deepEqual(starts, ['15:00', '13:00', '12:00', '11:00', '10:00']);
});

test('visits without a sign-in belong to no user: neither in lists, reports and timelines, nor after a later sign-in', async () => {
  const { id, token, key, ask } = await withEvents([]);
  const at = (time: string) => new Date(`${DAY}T${time}Z`).toISOString();
  const send = async (events: object[]) => {
    const { status } = await call('POST', '/v1/analytics/events', { key, body: { events } });
    assert.equal(status, 202);
    await ask('overview');
  };
  await send([{ url: 'https://acme.com/before', timestamp: at('08:00:00') }]);
  await send([
    { url: 'https://acme.com/same-visit', timestamp: at('10:00:00') },
    { name: 'signed_in', url: 'https://acme.com/app', user_id: 'ada', timestamp: at('10:05:00') },
  ]);
  await send([{ url: 'https://acme.com/after', timestamp: at('12:00:00') }]);
  assert.equal((await ask('overview')).visits.value, 3);
  assert.equal((await ask('overview', { user_id: 'ada' })).visits.value, 1);
  const users = await askUsers(ask);
  assert.deepEqual(
    users.data.map(({ user_id, visits, events }: Json) => [user_id, visits, events]),
    [['ada', 1, 2]],
  );
  const visits = await ask('visits');
  assert.deepEqual(
    visits.data.map(({ user_id, entry_page }: Json) => [user_id, entry_page]),
    [['ada', '/same-visit']],
  );
  const timeline = await call('GET', `/v1/people/${users.data[0].person_id}/timeline`, {
    token,
    query: { project_id: id, kind: 'event' },
  });
  assert.deepEqual(
    timeline.body.data.map(({ text }: Json) => text),
    ['/app', '/same-visit'],
  );
});
