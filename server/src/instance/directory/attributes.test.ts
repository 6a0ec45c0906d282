import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { createPeople, identitiesOf } from './fixtures/people.ts';

const server = await sharedTestServer();
const { call } = server;

describe('attributes', () => {
  test('have the type of their first value', async () => {
    const { put, token, query } = await createPeople(server);
    const { body } = await put('u_1', {
      attributes: { plan: 'pro', seats: 12.5, admin: true, since: '2026-01-31', seen: '2026-01-31T10:00:00+02:00' },
      company: { id: 'acme', attributes: { seats: 'many' } },
    });
    assert.deepEqual(body.attributes, {
      plan: 'pro',
      seats: 12.5,
      admin: true,
      since: '2026-01-31',
      seen: '2026-01-31T08:00:00.000Z',
    });
    const { body: declared } = await call('GET', '/v1/people/attributes', { token, query });
    assert.deepEqual(
      declared.data.map(({ subject, name, type }: Json) => `${subject} ${name} ${type}`),
      [
        'person admin boolean',
        'person plan text',
        'person seats number',
        'person seen date',
        'person since date',
        'company seats text',
      ],
    );
    for (const [attributes, field, noun] of [
      [{ plan: 7 }, 'plan', 'a text'],
      [{ seats: '12' }, 'seats', 'a number'],
      [{ admin: 'yes' }, 'admin', 'true or false'],
      [{ since: 'yesterday' }, 'since', 'a date such as 2026-11-20'],
      [{ since: '2026-02-30' }, 'since', 'a date such as 2026-11-20'],
    ] as const) {
      const { status, body: refused } = await put('u_1', { attributes });
      assert.equal(status, 400);
      assert.equal(refused.error, `attributes.${field} must be ${noun}, because its first value declared this type`);
      assert.equal(refused.fields[0].path, `attributes.${field}`);
    }
    assert.equal((await put('u_2', { attributes: { plan: '2026-01-31' } })).status, 200, 'a text may look like a date');
  });

  test('are removed by null, and kept otherwise', async () => {
    const { put } = await createPeople(server);
    await put('u_1', { name: 'Ada', attributes: { plan: 'pro', seats: 3 }, company: { id: 'acme' } });
    const { body } = await put('u_1', { attributes: { seats: null, trial: false } });
    assert.deepEqual([body.name, body.attributes, body.company.id], ['Ada', { plan: 'pro', trial: false }, 'acme']);
    const { body: cleared } = await put('u_1', { name: null, company: null });
    assert.deepEqual([cleared.name, cleared.company], [null, null]);
  });

  test('are limited in name, size and number', async () => {
    const { put } = await createPeople(server);
    const refuse = async (attributes: object) => (await put('u_1', { attributes })).body.error as string;
    assert.match(await refuse({ 'a b': 1 }), /^attributes\.a b must have a name/);
    assert.match(await refuse({ list: [1] }), /^attributes\.list must be a text, a number/);
    assert.match(await refuse({ long: 'x'.repeat(501) }), /at most 500 characters/);
    assert.match(
      await refuse(Object.fromEntries(Array.from({ length: 101 }, (_, number) => [`a${number}`, 1]))),
      /must be one of the 100 attributes/,
    );
    assert.equal((await put('u_1', { attributes: { a: 'x'.repeat(500) } })).status, 200, 'a refused request declares nothing');
  });

  test('filter people', async () => {
    const { put, list, token, query } = await createPeople(server);
    await put('u_1', { attributes: { plan: 'pro', seats: 5, admin: true, since: '2026-01-31' }, company: { id: 'acme' } });
    await put('u_2', { attributes: { plan: 'free', seats: 50, since: '2026-02-01T00:00:00Z' } });
    await put('u_3', {});
    const found = async (...attribute: string[]) =>
      (await list({ attribute })).data.map(({ user_ids }: Json) => user_ids[0]).toSorted();
    assert.deepEqual(await found('plan:is:pro'), ['u_1']);
    assert.deepEqual(await found('plan:is_not:pro'), ['u_2', 'u_3']);
    assert.deepEqual(await found('seats:gt:5'), ['u_2']);
    assert.deepEqual(await found('seats:gte:5', 'seats:lt:10'), ['u_1']);
    assert.deepEqual(await found('admin:is:true'), ['u_1']);
    assert.deepEqual(await found('since:lte:2026-01-31'), ['u_1']);
    assert.deepEqual(await found('since:gt:2026-01-31'), ['u_2']);
    assert.deepEqual(await found('seats:is_set'), ['u_1', 'u_2']);
    assert.deepEqual(await found('seats:is_not_set'), ['u_3']);
    assert.deepEqual((await list({ company_id: 'acme' })).total, 1);
    for (const attribute of [
      'plan',
      'plan:is',
      'plan:like:p',
      'plan:gt:p',
      'seats:is:many',
      'admin:is:1',
      'nope:is:1',
      'seats:is_set:1',
    ])
      assert.equal((await call('GET', '/v1/people', { token, query: { ...query, attribute } })).status, 400, attribute);
  });
});

describe('a batch', () => {
  test('has a result for each person, and invalid ones do not affect the others', async () => {
    const { id, token, list } = await createPeople(server);
    const send = (people: unknown[]) => call('POST', '/v1/people/batch', { token, query: { project_id: id }, body: { people } });
    const people = [
      { user_id: 'u_1', email: 'ada@example.com', attributes: { seats: 1 } },
      { user_id: 'u_2', attributes: { seats: 'two' } },
      { name: 'Nobody' },
      { user_id: 'u_3', email: 'no address' },
      { user_id: 'u_4', tittle: 'x' },
      'Ada',
      { user_id: 'u_1', attributes: { seats: 2 } },
      { user_id: 'u_5', email: 'ada@example.com' },
    ];
    const { status, body } = await send(people);
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map(({ outcome, error }: Json) => [outcome, error]),
      [
        ['created', undefined],
        ['failed', 'attributes.seats must be a number, because its first value declared this type'],
        ['failed', 'user_id is required'],
        ['failed', 'email must be a valid email address'],
        ['failed', 'tittle is not a known field'],
        ['failed', 'The person must be a JSON object'],
        ['updated', undefined],
        ['created', undefined],
      ],
    );
    assert.deepEqual([body.created, body.updated, body.unchanged, body.failed], [2, 1, 0, 5]);
    const page = await list();
    assert.deepEqual(identitiesOf(page), [
      ['u_1', 'ada@example.com'],
      ['u_5', ''],
    ]);
    const again = await send([people[6], people[7]]);
    assert.equal(again.body.unchanged, 2);
    assert.equal(again.body.results[0].id, body.results[0].id);
  });

  test('has up to 10,000 people', async () => {
    const { id, token, list } = await createPeople(server);
    const people = Array.from({ length: 10_001 }, (_, number) => ({
      user_id: `u_${number}`,
      email: `u${number}@example.com`,
      attributes: { number },
    }));
    const send = (body: object) => call('POST', '/v1/people/batch', { token, query: { project_id: id }, body });
    const refused = await send({ people });
    assert.equal(refused.body.error, 'people must be an array of 1 to 10,000 items');
    const { body } = await send({ people: people.slice(0, 10_000) });
    assert.deepEqual([body.created, body.failed], [10_000, 0]);
    assert.equal((await list({ attribute: 'number:gte:9000' })).total, 1_000);
    assert.equal((await list({ q: 'u_9999' })).total, 1);
  });
});
