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
    track: (body: object | string) =>
      call('POST', '/v1/analytics/events', { key, headers: { 'content-type': 'application/json' }, body }),
    importEvents: (...events: object[]) => call('POST', '/v1/analytics/import', { ...by, body: { events } }),
    /** Returns the stored properties of each event. */
    stored: async (): Promise<Json[]> => {
      const { body } = await call('GET', '/v1/analytics/export.csv', { ...by, query: { ...by.query, period: '24h' } });
      return parse(body, { columns: true }).map((row: Json) => JSON.parse(row.properties || '{}'));
    },
    values: async (property: string): Promise<string[]> => {
      const { body } = await call('GET', '/v1/analytics/breakdown', {
        ...by,
        query: { ...by.query, by: `property:${property}` },
      });
      return body.data.map(({ value }: Json) => value);
    },
    repaired: async (): Promise<Json> =>
      (await call('GET', '/v1/analytics/intake', { ...by, query: { ...by.query, period: '24h' } })).body.repaired,
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
    events: [{ name: 'order', properties: { c: 1 } }, { ...nested, uri: '/' }, nested, { ...nested, name: '' }, nested],
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

describe('properties beyond the limits are repaired, and the rest of the event counts', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const long = 'k'.repeat(101);
  const cases: [what: string, properties: string, warnings: [path: string, code: string][], stored: object][] = [
    ['the 31st field', JSON.stringify(fields(31)), [['k30', 'excess']], fields(30)],
    [
      'the 31st field of an object',
      JSON.stringify({ a: fields(16), ...fields(15) }),
      [
        ['a', 'flattened'],
        ['k14', 'excess'],
      ],
      { ...Object.fromEntries(Object.entries(fields(16)).map(([name, n]) => [`a.${name}`, n])), ...fields(14) },
    ],
    ['a long name', JSON.stringify({ [long]: 1, b: 2 }), [[`${'k'.repeat(100)}…`, 'invalid']], { b: 2 }],
    [
      'a name that is long with its object',
      JSON.stringify({ [long.slice(0, 60)]: { [long.slice(0, 60)]: 1, b: 2 } }),
      [
        [long.slice(0, 60), 'flattened'],
        [`${long.slice(0, 60)}.${'k'.repeat(39)}…`, 'invalid'],
      ],
      { [`${long.slice(0, 60)}.b`]: 2 },
    ],
    ['an empty name', '{"":1,"b":2}', [['', 'invalid']], { b: 2 }],
    ['a number out of range', '{"a":1e999,"b":2}', [['a', 'invalid']], { b: 2 }],
    ['a long text', JSON.stringify({ a: '🎉'.repeat(1001) }), [['a', 'truncated']], { a: '🎉'.repeat(1000) }],
    [
      'a long array',
      JSON.stringify({ a: ['x'.repeat(1000)] }),
      [
        ['a', 'serialized'],
        ['a', 'truncated'],
      ],
      { a: `["${'x'.repeat(998)}` },
    ],
    [
      '1,000 emoji, which fit',
      JSON.stringify({ a: '🎉'.repeat(1000), ['🎉'.repeat(100)]: 1 }),
      [],
      { a: '🎉'.repeat(1000), ['🎉'.repeat(100)]: 1 },
    ],
  ];
  for (const [what, properties, warnings, expected] of cases)
    test(what, async () => {
      const { track, stored, repaired } = await setUp();
      const event = `{"url":"/pricing","properties":${properties}}`;
      const { status, body } = await track(event);
      const changes = (body.warnings ?? []).map(({ path, code }: Json) => [path.replace(/^properties\./, ''), code]);
      assert.deepEqual([status, changes], [202, warnings]);
      assert.equal((await track(`{"events":[{"url":"/"},${event}]}`)).body.accepted, 2);
      const strings = JSON.parse(JSON.stringify(expected));
      assert.deepEqual(await stored(), [strings, {}, strings]);
      const repairs = warnings.map(([, code]) => code).filter((code) => ['truncated', 'invalid', 'excess'].includes(code));
      assert.deepEqual(await repaired(), Object.fromEntries(repairs.map((code) => [code, 2])));
    });

  for (const properties of [['a'], 'a', 7, null])
    test(`properties that are ${JSON.stringify(properties)}`, async () => {
      const { track, stored, repaired } = await setUp();
      const { status, body } = await track({ url: '/', properties });
      const code = properties === null ? 'dropped' : 'invalid';
      assert.deepEqual(
        [status, body.warnings.map((warning: Json) => [warning.path, warning.code])],
        [202, [['properties', code]]],
      );
      assert.deepEqual([await stored(), await repaired()], [[{}], properties === null ? {} : { invalid: 1 }]);
    });

  test('the first repair is reported after a hundred other changes', () => {
    const nulls = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`n${n}`, null]));
    const changes = flattenProperties({ properties: { ...nulls, a: 'x'.repeat(1001), b: 'x'.repeat(1001) } });
    assert.deepEqual([changes.length, changes.at(-1)?.path], [MAX_WARNINGS + 1, 'properties.a']);
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
