import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Body, Email, Nullable, OneOf, Url } from '@earshot/contract/shared/common';
import Fastify from 'fastify';
import { type TSchema, Type } from 'typebox';
import { handleErrors, type InvalidField } from './errors.ts';
import { validateRequests } from './validation.ts';

/** Returns the answer to this body where that schema is required. */
async function answerTo(schema: TSchema, body: unknown) {
  const app = Fastify();
  handleErrors(app);
  validateRequests(app);
  app.post('/', { schema: { body: schema } }, () => ({}));
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    body: body as object,
    headers: { 'content-type': 'application/json' },
  });
  return answer.json<{ error?: string; code?: string; fields?: InvalidField[] }>();
}

const field = (schema: TSchema) => Body({ field: schema });

describe('messages contain the field and its requirement', () => {
  const cases: [schema: TSchema, body: unknown, message: string | undefined][] = [
    [field(Type.String()), {}, 'field is required'],
    [field(Type.String({ minLength: 1 })), { field: '' }, 'field is required'],
    [field(Type.String()), { field: 1 }, 'field must be a string'],
    [field(Type.String({ minLength: 2 })), { field: 'x' }, 'field must be a string of at least 2 characters'],
    [field(Type.String({ maxLength: 1000 })), { field: 'x'.repeat(1001) }, 'field must be a string of at most 1,000 characters'],
    [field(Type.String({ minLength: 1, maxLength: 2 })), { field: '🦉🦉🦉' }, 'field must be a string of 1 to 2 characters'],
    [field(Type.String({ minLength: 1, maxLength: 2 })), { field: '🦉🦉' }, undefined],
    [field(Type.Integer({ minimum: 1, maximum: 5 })), { field: 6 }, 'field must be an integer from 1 to 5'],
    [field(Type.Integer({ minimum: 1, maximum: 5 })), { field: 1.5 }, 'field must be an integer from 1 to 5'],
    [field(Type.Integer({ minimum: 1 })), { field: '1' }, 'field must be an integer of at least 1'],
    [field(Type.Integer({ minimum: 0, maximum: 5 })), { field: -1 }, 'field must be an integer from 0 to 5'],
    [field(Type.Number()), { field: null }, 'field must be a number'],
    [field(Type.Boolean()), { field: 'true' }, 'field must be true or false'],
    [field(OneOf(['a', 'b'])), { field: 'c' }, 'field must be one of a, b'],
    [field(Nullable(OneOf(['a', 'b']))), { field: 'c' }, 'field must be one of a, b or null'],
    [field(Nullable(Type.String())), { field: 1 }, 'field must be a string or null'],
    [field(Nullable(Type.String())), { field: null }, undefined],
    [field(Email()), { field: 'ada' }, 'field must be a valid email address'],
    [field(Url()), { field: 'ftp://x' }, 'field must be an http or https URL of at most 2,048 characters'],
    [
      field(Url()),
      { field: `https://example.com/${'x'.repeat(2048)}` },
      'field must be an http or https URL of at most 2,048 characters',
    ],
    [field(Type.String({ format: 'date-time' })), { field: 'soon' }, 'field must be a date and time in ISO 8601'],
    [field(Type.Array(Type.String(), { maxItems: 2 })), { field: ['a', 'b', 'c'] }, 'field must be an array of at most 2 items'],
    [field(Type.Array(Type.String(), { minItems: 1 })), { field: [] }, 'field must be an array of at least 1 item'],
    [field(Type.Array(Type.String(), { uniqueItems: true })), { field: ['a', 'a'] }, 'field must be an array of unique items'],
    [field(Type.Array(Type.String())), { field: ['a', 1] }, 'field[1] must be a string'],
    [field(Type.Object({ a: Type.Object({ b: Type.String() }) })), { field: { a: { b: 1 } } }, 'field.a.b must be a string'],
    [field(Type.Object({ a: Type.String() })), { field: {} }, 'field.a is required'],
    [field(Type.Array(Body({ a: Type.String() }))), { field: [{ a: 'x', b: 1 }] }, 'field[0].b is not a known field'],
    [field(Type.Object({}, { maxProperties: 1 })), { field: { a: 1, b: 2 } }, 'field must be an object of at most 1 field'],
    [field(Type.Object({})), { field: [] }, 'field must be an object'],
    [field(Type.String()), { field: 'x', feild: 1 }, 'feild is not a known field'],
    [Body({ 'a/b~c': Type.String() }), { 'a/b~c': 1 }, 'a/b~c must be a string'],
    [Body({ a: Type.Optional(Type.String()) }, { minProperties: 1 }), {}, 'The request body must have at least one field'],
    [field(Type.String()), [], 'The request body must be a JSON object'],
  ];
  for (const [schema, body, message] of cases)
    test(`${JSON.stringify(body).slice(0, 40)}: ${message ?? 'is right'}`, async () =>
      assert.equal((await answerTo(schema, body)).error, message));
});

test('an error lists every invalid field once, with the message of the first', async () => {
  const schema = Body({
    title: Type.String({ minLength: 1, maxLength: 5 }),
    email: Type.Optional(Email()),
    tags: Type.Optional(Type.Array(Type.String({ maxLength: 3 }))),
    rating: Type.Integer({ minimum: 1 }),
  });
  const body = { title: 'too long', email: 'ada', tags: ['ok', 'long', 7], tittle: 1 };
  const { error, code, fields = [] } = await answerTo(schema, body);
  assert.equal(code, 'validation');
  assert.deepEqual(
    fields.map((one) => [one.path, one.code]),
    [
      ['rating', 'required'],
      ['tittle', 'unknown'],
      ['title', 'too_long'],
      ['email', 'format'],
      ['tags[1]', 'too_long'],
      ['tags[2]', 'type'],
    ],
  );
  assert.equal(error, fields[0]?.message);
});

test('an error lists at most 50 fields', async () => {
  const tags = Array.from({ length: 60 }, (_, place) => place);
  const { fields } = await answerTo(field(Type.Array(Type.String())), { field: tags });
  assert.equal(fields?.length, 50);
});

describe('email addresses', () => {
  const isTaken = async (email: string) => (await answerTo(field(Email()), { field: email })).error === undefined;
  test('valid', async () => {
    for (const email of [
      'ada@example.com',
      "o'brien+news@sub.example.co.uk",
      'a@b.cd',
      'ünï@exämple.com',
      '用户@例子.公司',
      `${'x'.repeat(64)}@example.com`,
      'a.b-c_d@x-y.io',
    ])
      assert.ok(await isTaken(email), email);
  });
  test('invalid', async () => {
    for (const email of [
      'ada',
      '@example.com',
      'ada@',
      'ada@example',
      'ada@@example.com',
      'a b@example.com',
      'ada@example..com',
      '.ada@example.com',
      'ada.@example.com',
      'a..b@example.com',
      'ada@-example.com',
      'ada@example-.com',
      'ada@example.c',
      'Ada <ada@example.com>',
      'a@example.com,b@example.com',
      'ada@example.com\nBcc: all@example.com',
      `${'x'.repeat(65)}@example.com`,
      `a@${'x'.repeat(250)}.com`,
    ])
      assert.ok(!(await isTaken(email)), email);
  });
});
