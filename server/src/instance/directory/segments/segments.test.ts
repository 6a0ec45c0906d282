import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createPeople } from '../fixtures/people.ts';

const server = await sharedTestServer();
const { call } = server;

const PRO = { kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' };
const all = (...conditions: object[]) => ({ match: 'all', conditions });

async function createTeam() {
  const people = await createPeople(server);
  const { token, query } = people;
  await people.put('u_1', {
    attributes: { plan: 'pro', seats: 5, since: '2026-01-31' },
    company: { id: 'acme', attributes: { mrr: 9 } },
  });
  await people.put('u_2', { attributes: { plan: 'free', admin: true } });
  const send = (method: string, path: string, body?: object) =>
    call(method, `/v1/people/segments${path}`, { token, ...(!path.startsWith('/psg') && { query }), body });
  return {
    ...people,
    send,
    add: async (name: string, definition: object): Promise<Json> => (await send('POST', '', { name, definition })).body,
    preview: async (definition: object): Promise<number> => (await send('POST', '/preview', { definition })).body.people_count,
    members: async (segment: string): Promise<string[]> =>
      (await people.list({ segment })).data.map(({ user_ids }: Json) => user_ids[0]).toSorted(),
  };
}

test('segments are saved, listed, changed and deleted', async () => {
  const { send, add, members } = await createTeam();
  const segment = await add('Customers', all(PRO));
  assert.deepEqual([segment.name, segment.definition], ['Customers', all(PRO)]);
  assert.equal((await send('POST', '', { name: 'Customers', definition: all(PRO) })).body.code, 'people.segment_name_taken');
  const other = await add('Admins', all({ ...PRO, attribute: 'admin', value: true }));
  assert.deepEqual(
    (await send('GET', '')).body.data.map(({ name }: Json) => name),
    ['Admins', 'Customers'],
  );
  const { body: counted } = await send('GET', `/${segment.id}`);
  assert.deepEqual([counted.id, counted.people_count, await members(segment.id)], [segment.id, 1, ['u_1']]);
  const definition = { match: 'any', conditions: [PRO, { ...PRO, operator: 'is_not' }] };
  assert.deepEqual((await send('PATCH', `/${segment.id}`, { definition })).body.definition, definition);
  assert.deepEqual(await members(segment.id), ['u_1', 'u_2']);
  assert.equal((await send('PATCH', `/${other.id}`, { name: 'Everyone' })).body.name, 'Everyone');
  assert.equal((await send('PATCH', `/${other.id}`, { name: 'Customers' })).body.code, 'people.segment_name_taken');
  assert.equal((await send('DELETE', `/${other.id}`)).status, 200);
  assert.equal((await send('DELETE', `/${other.id}`)).body.code, 'people.segment_not_found');
});

test('lists of people are filtered and exported by segment', async () => {
  const { add, list, token, query } = await createTeam();
  const { id } = await add('Customers', all(PRO));
  assert.equal((await list({ segment: id, q: 'u_2' })).total, 0);
  for (const segment of ['psg_01kaga0zrefb8tqs3yh4kx9m2d', 'x'])
    assert.equal((await call('GET', '/v1/people', { token, query: { ...query, segment } })).body.fields[0].path, 'segment');
  const { body } = await call('GET', '/v1/people/export.csv', { token, query: { ...query, segment: id } });
  assert.equal(body.trim().split('\n').length, 2);
});

test('a definition is checked', async () => {
  const { send } = await createTeam();
  const refuse = async (...conditions: object[]): Promise<string> => {
    const { status, body } = await send('POST', '/preview', { definition: all(...conditions) });
    assert.equal(status, 400, JSON.stringify(conditions));
    return body.error;
  };
  const attribute = (more: object) => ({ ...PRO, ...more });
  for (const [conditions, message] of [
    [[], /conditions/],
    [[{ kind: 'mood' }], /kind/],
    [[attribute({ attribute: 'nope' })], /conditions\[0\]\.attribute names nope, which no person has had/],
    [[{ ...PRO, kind: 'company_attribute' }], /which no company has had/],
    [[attribute({ operator: 'gt' })], /can’t compare plan, because it is a text/],
    [[attribute({ attribute: 'seats' })], /value must be a number, as seats was declared/],
    [[attribute({ attribute: 'since', value: 'soon' })], /value must be a date/],
    [[attribute({ attribute: 'admin', value: 'true' })], /value must be a boolean/],
    [[attribute({ operator: 'is_set' })], /value must not be combined with is_set/],
    [[{ kind: 'attribute', attribute: 'plan', operator: 'is' }], /value is required for is/],
    [[{ kind: 'attribute', operator: 'is', value: 'x' }], /attribute is required for the kind attribute/],
    [[{ kind: 'company', operator: 'gt', value: 'acme' }], /operator must be one of is, is_not, is_set, is_not_set/],
    [[{ kind: 'company', operator: 'is', value: 7 }], /value must be the id of a company/],
    [[{ kind: 'event' }], /event is required for the kind event/],
    [[{ kind: 'page', page: 'pricing' }], /page/],
    [[{ kind: 'event', event: 'x', page: '/' }], /page must not be combined with the kind event/],
    [[{ kind: 'last_seen', negated: true }], /since is required/],
    [[{ kind: 'vote', at_least: 0 }], /at_least/],
    [[{ ...PRO, negated: true }], /negated must not be combined/],
  ] as [object[], RegExp][])
    assert.match(await refuse(...conditions), message);
});

test('behavior counts events of user ids, votes and entries, and not those of anonymous visitors', async () => {
  const { track, vote, preview, merge, list, add, send } = await createTeam();
  const EXPORT = { kind: 'event', event: 'export' };
  const twice = all({ ...EXPORT, at_least: 2 });
  await track({ name: 'export', user_id: 'u_1' });
  await track({ name: 'export', user_id: 'u_2' });
  await track(
    { name: 'export' },
    { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' } },
  );
  await track({ url: 'https://acme.example/pricing/', user_id: 'u_2' });
  await vote({ id: 'u_2' });
  await until(async () => (await preview(all({ ...EXPORT, within_days: 1 }))) === 2);
  await until(async () => (await preview(all({ kind: 'page', page: '/pric*' }, { kind: 'vote' }))) === 1);
  assert.equal(await preview(all({ ...EXPORT, negated: true })), 0);
  assert.equal(await preview(all(PRO, { kind: 'page', page: '/pricing', negated: true })), 1);
  assert.equal(await preview(all({ kind: 'feedback', negated: true })), 2);
  assert.equal(await preview(twice), 0);
  // The events of a merged person count together.
  const [one, other] = (await list()).data;
  await merge(one.id, other.id);
  const { id } = await add('Exporters', twice);
  assert.equal((await send('GET', `/${id}`)).body.people_count, 1);
});

test('a project has up to 100 segments', async () => {
  const { add, send } = await createTeam();
  for (let number = 0; number < 100; number++) await add(`Segment ${number}`, all(PRO));
  const { status, body } = await send('POST', '', { name: 'One more', definition: all(PRO) });
  assert.deepEqual([status, body.code], [409, 'people.segment_limit_reached']);
});
