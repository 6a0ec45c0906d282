import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId, parseId } from '../../platform/ids.ts';
import { type Call, type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { removeOldEntries } from './retention.ts';

const server = await sharedTestServer();
const { call } = server;

type Project = Awaited<ReturnType<typeof server.createProject>>;

const readLog = async ({ id, token }: Project, query: Record<string, string | number> = {}): Promise<Json> => {
  const { status, body } = await call('GET', `/v1/projects/${id}/request-log`, { token, query: { limit: 100, ...query } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

/** Sends a request. Returns its entry: an entry is recorded right after the response. */
async function logged(project: Project, method: string, path: string, options: Call): Promise<Json> {
  const { headers } = await call(method, path, options);
  const id = headers.get('x-request-id');
  return await until(async () => (await readLog(project)).data.find((entry: Json) => entry.request_id === id));
}

const keyName = ({ key }: Project) => `pk_…${key.slice(-4)}`;
const inProject = ({ id, token }: Project) => ({ token, query: { project_id: id } });

test('an entry names method, path with ids, status, error code, credential and time of a request', async () => {
  const acme = await server.createProject();
  const begin = Date.now();
  const submitted = await logged(acme, 'POST', '/v1/feedback', { key: acme.key, body: { title: 'Secret words' } });
  const { request_id: _, duration_ms, created_at, ...entry } = submitted;
  assert.deepEqual(entry, {
    project_id: acme.id,
    method: 'POST',
    path: '/v1/feedback',
    status: 201,
    code: null,
    credential: 'api_key',
    credential_name: keyName(acme),
    count: 1,
  });
  assert.ok(duration_ms > 0 && duration_ms < 60_000);
  assert.ok(Date.parse(created_at) >= begin - 1 && Date.parse(created_at) <= Date.now());

  await call('GET', '/v1/feedback', { key: acme.key, query: { q: 'ada@example.com' } });
  const { body } = await call('GET', '/v1/feedback', { key: acme.key });
  const path = `/v1/feedback/${body.data[0].id}`;
  const changed = await logged(acme, 'PATCH', path, { token: acme.token, body: { status: 'nonsense' } });
  assert.deepEqual(
    [changed.path, changed.status, changed.code, changed.credential, changed.credential_name],
    [path, 400, 'validation', 'personal_token', 'test'],
  );
  const { body: account } = await call('POST', `/v1/projects/${acme.id}/service-accounts`, {
    token: acme.token,
    body: { name: 'Release pipeline', scopes: ['feedback:read'] },
  });
  const read = await logged(acme, 'GET', path, { token: account.token });
  assert.deepEqual([read.status, read.credential, read.credential_name], [200, 'service_account', 'Release pipeline']);
  const text = JSON.stringify(await readLog(acme));
  for (const secret of ['Secret words', 'ada@example.com', acme.key, acme.token, '127.0.0.1'])
    assert.ok(!text.includes(secret), secret);
});

test('slugs, names and other words in a path are replaced by the name of the parameter', async () => {
  const acme = await server.createProject();
  await call('POST', '/v1/changelog', { ...inProject(acme), body: { title: 'Ada left', slug: 'ada-left', published: true } });
  const read = await logged(acme, 'GET', '/v1/changelog/ada-left', { key: acme.key });
  assert.deepEqual([read.path, read.status], ['/v1/changelog/{id}', 200]);
  const invalid = await logged(acme, 'GET', '/v1/feedback/ada@example.com', { key: acme.key });
  assert.deepEqual([invalid.path, invalid.status, invalid.code], ['/v1/feedback/{id}', 404, 'feedback.not_found']);
});

test('keys of routes by slug are named only if they belong to the project, and cannot damage the log', async () => {
  const [acme, rival] = [await server.createProject(), await server.createProject()];
  const { body } = await call('GET', `/v1/projects/${acme.id}`, { token: acme.token });
  for (const { key } of [acme, rival]) await call('GET', '/v1/feedback', { key });
  for (const key of ['\0\0\0\0', '😀abc', rival.key, acme.key]) {
    const read = await logged(acme, 'GET', `/v1/feedback/by-project/${body.slug}`, { query: { key } });
    assert.equal(read.credential_name, key === acme.key ? keyName(acme) : null, key);
  }
});

test('refused requests are recorded in the project that they name', async () => {
  const acme = await server.createProject();
  const { body: entry } = await call('POST', '/v1/feedback', { key: acme.key, body: { title: 'Export' } });
  const { body: scoped } = await call('POST', '/v1/auth/tokens', {
    token: acme.token,
    body: { name: 'Read only', scopes: ['waitlist:read'] },
  });
  const path = `/v1/feedback/${entry.id}`;

  const lacking = await logged(acme, 'DELETE', path, { token: scoped.token });
  assert.deepEqual(
    [lacking.path, lacking.status, lacking.code, lacking.credential, lacking.credential_name],
    [path, 403, 'auth.scope_required', 'personal_token', 'Read only'],
  );
  const inQuery = await logged(acme, 'GET', '/v1/webhooks', { ...inProject(acme), token: scoped.token });
  assert.deepEqual([inQuery.path, inQuery.code], ['/v1/webhooks', 'auth.scope_required']);
  const unknown = await logged(acme, 'GET', `/v1/projects/${acme.id}/members`, { token: `earshot_pat_${'x'.repeat(43)}` });
  assert.deepEqual([unknown.status, unknown.code, unknown.credential], [401, 'auth.token_invalid', null]);
  const unsigned = await logged(acme, 'GET', '/v1/feedback', { key: acme.key, headers: { 'x-user-token': 'e30.e30.x' } });
  assert.deepEqual([unsigned.status, unsigned.code, unsigned.credential], [401, 'auth.user_token_invalid', 'api_key']);
});

test('requests of non-members show no name of their token, and are in no other log', async () => {
  const [acme, rival] = [await server.createProject(), await server.createProject()];
  const { body: entry } = await call('POST', '/v1/feedback', { key: acme.key, body: { title: 'Export' } });
  for (const options of [{}, { query: { project_id: rival.id } }, { key: rival.key }]) {
    const refused = await logged(acme, 'DELETE', `/v1/feedback/${entry.id}`, { token: rival.token, ...options });
    assert.deepEqual(
      [refused.status, refused.code, refused.credential, refused.credential_name],
      [403, 'auth.not_a_member', 'personal_token', null],
    );
  }
  const { body: scoped } = await call('POST', '/v1/auth/tokens', {
    token: rival.token,
    body: { name: 'Rival CI', scopes: ['waitlist:read'] },
  });
  const lacking = await logged(acme, 'DELETE', `/v1/feedback/${entry.id}`, { token: scoped.token });
  assert.deepEqual([lacking.code, lacking.credential_name], ['auth.scope_required', null]);
  assert.equal((await readLog(rival)).total, 0);
  assert.equal((await call('GET', `/v1/projects/${acme.id}/request-log`, { token: rival.token })).status, 403);
});

test('requests on the account, with revoked keys, and reads of the log are not recorded', async () => {
  const acme = await server.createProject();
  const { key } = acme;
  await call('POST', `/v1/projects/${acme.id}/keys/rotate`, { token: acme.token, body: { revoke_now: true } });
  assert.equal((await call('GET', '/v1/feedback', { key })).status, 401);
  assert.equal((await call('GET', '/v1/projects', { token: acme.token, key })).status, 200);
  await readLog(acme);
  const last = await logged(acme, 'GET', `/v1/projects/${acme.id}`, { token: acme.token });
  const { data } = await readLog(acme);
  assert.deepEqual(
    data.map(({ path }: Json) => path),
    [last.path, `/v1/projects/${acme.id}/keys/rotate`],
  );
});

test('many similar requests with a key are combined into one entry, and none is lost', async () => {
  const acme = await server.createProject();
  const SENT = 50;
  const event = { name: 'page_view', url: 'https://acme.example/' };
  for (let sent = 0; sent < SENT; sent++) await call('POST', '/v1/analytics/events', { key: acme.key, body: event });
  await call('POST', '/v1/analytics/events', { key: acme.key, body: { ...event, name: '' } });
  const entries = await until(async () => {
    const { data } = await readLog(acme);
    const count = data.reduce((sum: number, entry: Json) => sum + entry.count, 0);
    return count === SENT + 1 && data;
  });
  const taken = entries.filter(({ status }: Json) => status === 202);
  // The minute may end in between.
  assert.ok(taken.length <= 42, `${taken.length} entries`);
  const combined = taken.filter(({ count }: Json) => count > 1);
  assert.ok(combined.length >= 1);
  assert.ok(combined.every(({ path }: Json) => path === '/v1/analytics/events'));
  assert.equal(
    entries.filter(({ status, count }: Json) => status === 400 && count === 1).length,
    1,
    'an error has its own entry',
  );
});

test('filters by status, class of status, method, code, credential and time, and pages newest first', async () => {
  const acme = await server.createProject();
  const sent = [
    await logged(acme, 'POST', '/v1/feedback', { key: acme.key, body: { title: 'Export' } }),
    await logged(acme, 'POST', '/v1/feedback', { key: acme.key, body: {} }),
    await logged(acme, 'GET', '/v1/feedback/fb_00000000000000000000000000', inProject(acme)),
    await logged(acme, 'GET', '/v1/feedback/fb_00000000000000000000000000', inProject(acme)),
  ];
  const [created, invalid, missing, again] = sent.map(({ request_id: id }) => id);
  for (const [query, expected] of [
    [{}, [again, missing, invalid, created]],
    [{ status: '4xx' }, [again, missing, invalid]],
    [{ status: '2xx' }, [created]],
    [{ status: '5xx' }, []],
    [{ status: '404' }, [again, missing]],
    [{ method: 'POST' }, [invalid, created]],
    [{ code: 'validation' }, [invalid]],
    [{ credential: 'personal_token' }, [again, missing]],
    [{ credential: 'api_key', status: '400' }, [invalid]],
    [{ client: 'programs' }, [again, missing, invalid, created]],
    [{ client: 'dashboard' }, []],
    [{ q: 'FB_000' }, [again, missing]],
    [{ q: 'fb_%' }, []],
    [{ q: created }, [created]],
    [{ q: invalid.slice(0, -2) }, [invalid]],
    [{ since: sent[2].created_at }, [again, missing]],
    [{ until: sent[1].created_at }, [created]],
    [{ limit: 3, page: 2 }, [created]],
  ] as const) {
    const { data, total } = await readLog(acme, query);
    assert.deepEqual(
      data.map(({ request_id: id }: Json) => id),
      expected,
      JSON.stringify(query),
    );
    assert.equal(total, 'page' in query ? 4 : expected.length);
  }
  for (const query of [
    { status: '4' },
    { status: '600' },
    { status: 'xx' },
    { method: 'TRACE' },
    { client: 'browser' },
    { code: 'Ada!' },
    { since: 'today' },
  ]) {
    const { status, body } = await call('GET', `/v1/projects/${acme.id}/request-log`, {
      token: acme.token,
      query: query as never,
    });
    assert.deepEqual([status, body.code], [400, 'validation'], JSON.stringify(query));
  }
});

test('entries are deleted after seven days', async () => {
  const acme = await server.createProject();
  const projectId = parseId('prj', acme.id);
  for (const days of [6, 8])
    await sql`
      INSERT INTO request_log (project_id, request_id, method, path, status, duration_ms, count, created_at)
      VALUES (${projectId}, ${newId()}, 'GET', ${`/v1/days/${days}`}, 200, 1, 1, now() - make_interval(days => ${days}))`.execute(
      server.db,
    );
  await removeOldEntries(server.db);
  assert.deepEqual(
    (await readLog(acme)).data.map(({ path }: Json) => path),
    ['/v1/days/6'],
  );
});

test('a deleted project takes its log with it', async () => {
  const acme = await server.createProject();
  await logged(acme, 'GET', `/v1/projects/${acme.id}`, { token: acme.token });
  await call('DELETE', `/v1/projects/${acme.id}`, { token: acme.token, query: { confirm: acme.slug } });
  const { rows } = await sql`SELECT FROM request_log WHERE project_id = ${parseId('prj', acme.id)}`.execute(server.db);
  assert.equal(rows.length, 0);
});
