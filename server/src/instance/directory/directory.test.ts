import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createPeople, identitiesOf } from './fixtures/people.ts';

const server = await sharedTestServer();
const { call } = server;

describe('lists', () => {
  test('continue after the last person, in each order', async () => {
    const { token, query, prove } = await createPeople(server);
    for (let number = 0; number < 5; number++) await prove({ by: number % 2 ? 'api' : 'event', userId: `u_${number}` });
    for (const sort of ['newest', 'last_seen']) {
      const seen: string[] = [];
      for (let cursor: string | undefined, isOver = false; !isOver;) {
        const { body } = await call('GET', '/v1/people', {
          token,
          query: { ...query, sort, limit: 2, ...(cursor && { cursor }) },
        });
        assert.equal(body.total, 5);
        seen.push(...body.data.map(({ user_ids }: Json) => user_ids[0]));
        cursor = body.next_cursor ?? undefined;
        isOver = !cursor;
      }
      assert.deepEqual(seen, sort === 'newest' ? ['u_4', 'u_3', 'u_2', 'u_1', 'u_0'] : ['u_4', 'u_2', 'u_0', 'u_3', 'u_1'], sort);
    }
  });

  test('are exported as CSV', async () => {
    const { put, token, query } = await createPeople(server);
    await put('u_1', {
      name: 'Ada',
      email: 'ada@example.com',
      attributes: { plan: 'pro' },
      company: { id: 'acme', name: 'Acme' },
    });
    const response = await fetch(`${server.url}/v1/people/export.csv?${String(new URLSearchParams(query))}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [head, row] = (await response.text()).split('\n');
    assert.equal(
      head,
      'id,user_ids,emails,name,avatar_url,company_id,company_name,attributes,created_at,updated_at,last_seen_at',
    );
    assert.match(row ?? '', /^per_\w+,u_1,ada@example\.com,Ada,,acme,Acme,"\{""plan"":""pro""\}",/);
  });
});

test('a person who only returns was last seen then', async () => {
  const { prove, list } = await createPeople(server);
  const times = [3, 1].map((hours) => new Date(Date.now() - hours * 3_600_000));
  for (const at of times) await prove({ by: 'event', userId: 'u_1', seen: { first: at, last: at } });
  const { data } = await list();
  assert.deepEqual(
    [data[0].created_at, data[0].last_seen_at],
    times.map((at) => at.toISOString()),
  );
});

test('companies have their own attributes and people', async () => {
  const { put, token, query } = await createPeople(server);
  const company = (method: string, path: string, body?: object) => call(method, `/v1/companies${path}`, { token, query, body });
  await put('u_1', { company: { id: 'acme/eu', name: 'Acme', attributes: { mrr: 490 } } });
  await put('u_2', { company: { id: 'acme/eu' } });
  const path = `/${encodeURIComponent('acme/eu')}`;
  const { body } = await company('GET', path);
  assert.deepEqual([body.id, body.name, body.attributes, body.people_count], ['acme/eu', 'Acme', { mrr: 490 }, 2]);
  const { body: changed } = await company('PUT', path, { attributes: { mrr: 0, country: 'DE' } });
  assert.deepEqual([changed.name, changed.attributes], ['Acme', { mrr: 0, country: 'DE' }]);
  assert.equal(
    (await company('PUT', path, { attributes: { mrr: 'much' } })).body.error,
    'attributes.mrr must be a number, because its first value declared this type',
  );
  assert.equal((await company('PUT', '/other', {})).status, 200);
  assert.equal((await company('GET', '/unknown')).body.code, 'companies.not_found');
  for (const [method, of] of [
    ['GET', '/v1/companies/acme'],
    ['GET', '/v1/companies/acme/timeline'],
    ['PUT', '/v1/companies/acme'],
    ['PUT', '/v1/people/u_1'],
  ] as const) {
    const unknown = { project_id: 'prj_01kaga0zrefb8tqs3yh4kx9m2d' };
    const answer = await call(method, of, { token, query: unknown, ...(method === 'PUT' && { body: { name: 'Acme' } }) });
    assert.deepEqual([answer.status, answer.body.code], [404, 'projects.not_found'], of);
  }
  assert.deepEqual(
    (await call('GET', '/v1/companies', { token, query: { ...query, q: 'ACME' } })).body.data.map((one: Json) => one.id),
    ['acme/eu'],
  );
});

test('erasing one identity of a person erases all', async () => {
  for (const identifiers of [{ user_id: 'u_1' }, { email: 'ADA@example.com' }]) {
    const { put, list, id, token } = await createPeople(server);
    await put('u_1', { email: 'ada@example.com' });
    await put('u_1', { email: 'ada@work.example', name: 'Ada', attributes: { plan: 'pro' } });
    await put('u_2', { name: 'Friend of ada@work.example', attributes: { boss: 'ada@example.com' } });
    const ask = (what: string) => call('POST', `/v1/projects/${id}/people/${what}`, { token, body: identifiers });
    const { body: exported } = await ask('export');
    assert.deepEqual(exported.person, {
      emails: identifiers.email ? ['ada@example.com', 'ada@work.example'] : exported.person.emails,
      user_ids: ['u_1'],
    });
    assert.equal(exported.people[0].identities.length, 3);
    const { body } = await ask('erase');
    assert.deepEqual([body.erased.people, body.emails.toSorted()], [1, ['ada@example.com', 'ada@work.example']]);
    const { data } = await list();
    assert.deepEqual(
      data.map(({ name, attributes }: Json) => [name, attributes]),
      [['Friend of [removed]', { boss: '[removed]' }]],
    );
    assert.equal((await list({ q: 'work.example' })).total, 0);
  }
});

test('erasing a person keeps identities that the team separated, also those that a vote links', async () => {
  const { list, vote, separate, id, token } = await createPeople(server);
  await vote({ id: 'u_1', email: 'team@example.com' });
  const { data } = await until(async () => {
    const page = await list();
    return page.data[0]?.emails.length === 1 && page;
  });
  assert.equal((await separate(data[0].id, { email: 'team@example.com' })).status, 200);
  const { body } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { user_id: 'u_1' } });
  assert.deepEqual([body.emails, body.user_ids, body.erased.people], [[], ['u_1'], 1]);
  assert.deepEqual(identitiesOf(await list()), [['', 'team@example.com']]);
});

test('people of other projects are others', async () => {
  const [one, other] = [await createPeople(server), await createPeople(server)];
  const { body: person } = await one.put('u_1', { email: 'ada@example.com', attributes: { plan: 'pro' } });
  await other.put('u_1', { email: 'ada@example.com', attributes: { plan: 1 } });
  assert.equal((await one.list({ attribute: 'plan:is:pro' })).total, 1);
  assert.equal((await other.list({ attribute: 'plan:gt:0' })).total, 1);
  assert.equal((await call('GET', `/v1/people/${person.id}`, { token: other.token })).status, 403);
  assert.equal((await one.separate(person.id, { email: 'ada@example.com' })).status, 200);
  assert.deepEqual(identitiesOf(await other.list()), [['u_1', 'ada@example.com']]);
});

test('viewers, and tokens without the scopes, see no people', async () => {
  const { id, token, query, put } = await createPeople(server);
  const { body: person } = await put('u_1', { email: 'ada@example.com' });
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
  for (const path of ['/v1/people', '/v1/people/export.csv', '/v1/companies', `/v1/people/${person.id}`])
    assert.equal((await call('GET', path, { token: viewer.token, query: path.includes('per_') ? {} : query })).status, 403, path);
  const { body: limited } = await call('POST', '/v1/auth/tokens', { token, body: { name: 'CI', scopes: ['people:write'] } });
  assert.equal((await call('GET', '/v1/people', { token: limited.token, query })).body.code, 'auth.scope_required');
  const sent = { token: limited.token, query, body: { people: [{ user_id: 'u_2' }] } };
  assert.equal((await call('POST', '/v1/people/batch', sent)).body.created, 1);
});
