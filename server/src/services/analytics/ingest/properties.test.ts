import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { MAX_WARNINGS } from '@earshot/contract/services/analytics/schemas';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { flattenProperties } from './properties.ts';

const { call, createProject } = await sharedTestServer();

async function setUp() {
  const { id, key, token } = await createProject();
  const by = { token, query: { project_id: id } };
  return {
    track: (body: object) => call('POST', '/v1/analytics/events', { key, body }),
    importEvents: (...events: object[]) => call('POST', '/v1/analytics/import', { ...by, body: { events } }),
    /** Returns the stored properties of each event. */
    stored: async (): Promise<Json[]> => {
      const { body } = await call('GET', '/v1/analytics/export.csv', by);
      return parse(body, { columns: true }).map((row: Json) => JSON.parse(row.properties || '{}'));
    },
    values: async (property: string): Promise<string[]> => {
      const { body } = await call('GET', '/v1/analytics/breakdown', {
        ...by,
        query: { ...by.query, by: `property:${property}` },
      });
      return body.data.map(({ value }: Json) => value);
    },
    count: async (filter: string): Promise<number> =>
      (await call('GET', '/v1/analytics/overview', { ...by, query: { ...by.query, filter } })).body.events.value,
  };
}

test('nested properties are stored with dots, and reports group and filter by them', async () => {
  const { track, stored, values, count } = await setUp();
  const { status, body } = await track({
    name: 'order',
    properties: { plan: { name: 'pro', seats: { count: 5, free: false } }, coupon: null, total: 9.5 },
  });
  assert.equal(status, 202);
  assert.deepEqual(body, {
    ok: true,
    warnings: [
      {
        path: 'properties.plan',
        code: 'flattened',
        message: 'properties.plan is an object: its fields are stored with dots, as in plan.name',
        index: 0,
        count: 1,
      },
      { path: 'properties.coupon', code: 'dropped', message: 'properties.coupon is null and not stored', index: 0, count: 1 },
    ],
  });
  assert.deepEqual(await stored(), [{ 'plan.name': 'pro', 'plan.seats.count': 5, 'plan.seats.free': false, total: 9.5 }]);
  assert.deepEqual(await values('plan.seats.count'), ['5']);
  assert.equal(await count('property:plan.name:is:pro'), 1);
  assert.equal(await count('property:plan.name:is:free'), 0);
});

test('arrays are stored as JSON text', async () => {
  const { track, stored, count } = await setUp();
  const { body } = await track({
    name: 'order',
    properties: { tags: ['a', 'b'], none: [], cart: { items: [{ id: 1, note: null }] } },
  });
  assert.deepEqual(
    body.warnings.map(({ path, code }: Json) => [path, code]),
    [
      ['properties.tags', 'serialized'],
      ['properties.none', 'serialized'],
      ['properties.cart', 'flattened'],
      ['properties.cart.items', 'serialized'],
    ],
  );
  assert.deepEqual(await stored(), [{ tags: '["a","b"]', none: '[]', 'cart.items': '[{"id":1,"note":null}]' }]);
  assert.equal(await count('property:tags:contains:"a"'), 1);
});

test('the last of several values with the same name is stored', async () => {
  const { track, stored } = await setUp();
  const { body } = await track({ name: 'order', properties: { 'a.b': 1, a: { b: 2, c: {} } } });
  assert.deepEqual(
    body.warnings.map(({ path, code }: Json) => [path, code]),
    [
      ['properties.a', 'flattened'],
      ['properties.a.b', 'replaced'],
      ['properties.a.c', 'dropped'],
    ],
  );
  assert.deepEqual(await stored(), [{ 'a.b': 2 }]);
});

test('a batch lists each change of accepted events once, with the first event and the number of events', async () => {
  const { track } = await setUp();
  const nested = { name: 'order', properties: { a: { b: 1 } } };
  const { body } = await track({
    events: [{ name: 'order', properties: { c: 1 } }, { ...nested, uri: '/' }, nested, { ...nested, url: 'ftp://x' }, nested],
  });
  assert.equal(body.accepted, 3);
  assert.deepEqual(
    body.warnings.map(({ path, code, index, count }: Json) => [path, code, index, count]),
    [['properties.a', 'flattened', 2, 2]],
  );
  const many = Array.from({ length: 150 }, (_, n) => ({ name: 'order', properties: { [`k${n}`]: null } }));
  assert.equal((await track({ events: many })).body.warnings.length, 100);
  assert.deepEqual((await track({ events: [{ name: 'order', properties: {} }] })).body, { ok: true, accepted: 1, rejected: [] });
});

test('imports flatten properties as well', async () => {
  const { importEvents, stored } = await setUp();
  const timestamp = new Date(Date.now() - 60_000).toISOString();
  const { status, body } = await importEvents({
    timestamp,
    event_id: randomUUID(),
    user_id: 'ada',
    name: 'order',
    properties: { plan: { name: 'pro' }, coupon: null },
  });
  assert.equal(status, 202);
  assert.deepEqual(
    [body.accepted, body.warnings.map(({ path, code }: Json) => [path, code])],
    [
      1,
      [
        ['properties.plan', 'flattened'],
        ['properties.coupon', 'dropped'],
      ],
    ],
  );
  assert.deepEqual(await stored(), [{ 'plan.name': 'pro' }]);
});

describe('the limits of an event hold after flattening', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const cases: [properties: object, error: string][] = [
    [{ a: fields(31) }, 'properties must be an object of at most 30 fields'],
    [{ a: fields(15), b: fields(16) }, 'properties must be an object of at most 30 fields'],
    [{ ['k'.repeat(60)]: { ['k'.repeat(60)]: 1 } }, 'Each name in properties must be a string of 1 to 100 characters'],
    [{ a: { b: 'x'.repeat(1001) } }, 'properties.a.b must be a string of at most 1,000 characters or a number or true or false'],
    [{ a: ['x'.repeat(1000)] }, 'properties.a must be a string of at most 1,000 characters or a number or true or false'],
    [['a'], 'properties must be an object of at most 30 fields'],
  ];
  for (const [properties, error] of cases)
    test(error, async () => {
      const { track } = await setUp();
      const { status, body } = await track({ name: 'order', properties });
      assert.deepEqual([status, body.error], [400, error]);
    });

  test('an event takes little more space flattened than it was sent with', () => {
    const [name, parts] = ['k'.repeat(10_000), fields(10_000)];
    const nulls = Object.fromEntries(Object.keys(parts).map((key) => [key, null]));
    for (const properties of [{ [name]: parts }, { a: { [name]: parts } }, { [name.slice(0, 90)]: parts }, { a: nulls }]) {
      const event = { properties };
      const changes = flattenProperties(event);
      assert.ok(JSON.stringify([event, changes]).length < 50_000);
    }
  });

  test('30 properties and nulls are accepted', async () => {
    const { track, stored } = await setUp();
    const nulls = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`n${n}`, null]));
    assert.equal((await track({ name: 'order', properties: { a: fields(30), ...nulls } })).status, 202);
    assert.equal(Object.keys((await stored())[0]).length, 30);
  });
});

test('flattened properties have no objects, and every value is stored or listed', () => {
  const name = fc.string({ minLength: 1, maxLength: 3 });
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.integer()),
      tie('object'),
    ),
    object: fc.dictionary(name, tie('any'), { maxKeys: 4 }),
  }));
  const countValues = (item: unknown): number =>
    typeof item === 'object' && item !== null && !Array.isArray(item) && Object.keys(item).length
      ? Object.values(item).reduce<number>((sum, part) => sum + countValues(part), 0)
      : 1;
  fc.assert(
    fc.property(fc.dictionary(name, value.any, { maxKeys: 4 }), (properties) => {
      const event = { properties: structuredClone(properties) };
      const lost = flattenProperties(event).filter(({ code }) => code === 'dropped' || code === 'replaced');
      assert.ok(Object.values(event.properties).every((item) => typeof item !== 'object'));
      const sent = Object.keys(properties).length ? countValues(properties) : 0;
      fc.pre(sent <= MAX_WARNINGS);
      assert.equal(Object.keys(event.properties).length + lost.length, sent);
    }),
  );
});
