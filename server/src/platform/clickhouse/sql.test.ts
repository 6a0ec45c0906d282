import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { openClickHouse } from './clickhouse.ts';
import { compile, join, joinAnd, literal, raw, sql, type Sql, toText, typed, unionAll } from './sql.ts';

const database = await createTestDatabase();
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: database.clickhouseUrl }));

const COMPILED: [title: string, statement: Sql, query: string, params: object][] = [
  ['a string', sql`SELECT ${"it's"}`, 'SELECT {p0:String}', { p0: "it's" }],
  ['an integer', sql`SELECT ${-5}`, 'SELECT {p0:Int64}', { p0: -5 }],
  ['a fraction', sql`SELECT ${0.5}`, 'SELECT {p0:Float64}', { p0: 0.5 }],
  ['a bigint', sql`SELECT ${2n ** 63n}`, 'SELECT {p0:UInt64}', { p0: 2n ** 63n }],
  ['a boolean', sql`SELECT ${true}`, 'SELECT {p0:Bool}', { p0: true }],
  ['a list', sql`x IN ${['a', 'b']}`, 'x IN {p0:Array(String)}', { p0: ['a', 'b'] }],
  ['an explicit type', sql`id = ${typed('x', 'UUID')}`, 'id = {p0:UUID}', { p0: 'x' }],
  ['an empty list of an explicit type', sql`x IN ${typed([], 'Array(UUID)')}`, 'x IN {p0:Array(UUID)}', { p0: [] }],
  ['raw text', sql`SELECT ${raw('count()')}`, 'SELECT count()', {}],
  ['a literal', sql`LIMIT ${literal(3)} OFFSET ${literal("a'b\\")}`, String.raw`LIMIT 3 OFFSET 'a\'b\\'`, {}],
  [
    'nested fragments',
    sql`SELECT ${sql`a = ${1}`} AND ${joinAnd([sql`b = ${'x'}`, sql`c`])}`,
    'SELECT a = {p0:Int64} AND b = {p1:String} AND c',
    { p0: 1, p1: 'x' },
  ],
  ['a repeated value once', sql`${1} + ${1} + ${1n}`, '{p0:Int64} + {p0:Int64} + {p1:UInt64}', { p0: 1, p1: 1n }],
  ['joined fragments', join([sql`a`, sql`b`], ' OR '), 'a OR b', {}],
  ['a union', unionAll([sql`SELECT 1`, sql`SELECT ${2}`]), 'SELECT 1\nUNION ALL\nSELECT {p0:Int64}', { p0: 2 }],
];

for (const [title, statement, query, params] of COMPILED)
  test(`sql compiles ${title}`, () => assert.deepEqual(compile(statement), { query, params }));

test('sql rejects lists without a single type', () => {
  assert.throws(() => sql`x IN ${[]}`, TypeError);
  assert.throws(() => sql`x IN ${['a', 1]}`, TypeError);
});

test('values longer than a parameter may be are written into the statement', async () => {
  const ids = Array.from({ length: 5_000 }, (_, n) => BigInt(n));
  const statement = sql`SELECT length(${ids}) AS n, has(${ids}, ${4_999n}) AS is_found, length(${"'\\".repeat(5_000)}) AS chars`;
  assert.deepEqual(Object.keys(compile(statement).params), ['p0']);
  assert.deepEqual(await clickhouse.query(statement), [{ n: 5_000, is_found: 1, chars: 10_000 }]);
});

test('ClickHouse reads a statement alike with parameters and as text', async () => {
  const values = sql`SELECT ${"it's"} AS s, ${-5} AS i, ${2n ** 64n - 1n} AS u, ${0.5} AS f, ${[1, 2]} AS list,
    ${typed('0199a000-0000-7000-8000-000000000002', 'UUID')} AS id`;
  const types = sql`SELECT toTypeName(s) AS s, toTypeName(i) AS i, toTypeName(u) AS u, toTypeName(f) AS f, toTypeName(list) AS list,
    toTypeName(id) AS id FROM (${values})`;
  for (const statement of [values, types])
    assert.deepEqual(await clickhouse.query(statement), await clickhouse.query(raw(toText(statement))));
});
