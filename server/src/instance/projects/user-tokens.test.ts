import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const acme = await server.createProject();
const base = `/v1/projects/${acme.id}/identity-secrets`;
const { data: secrets } = (await server.call('GET', base, { token: acme.token })).body;

const check = async (token: string) => (await server.call('POST', `${base}/check`, { token: acme.token, body: { token } })).body;

interface Parts {
  secret?: string;
  sub?: string;
  aud?: string;
  exp?: string | number;
  alg?: string;
}

function sign({ secret = secrets[0].secret, sub, aud, exp, alg = 'HS256' }: Parts) {
  const jwt = new SignJWT({ name: 'Ada', email: 'ada@example.com' }).setProtectedHeader({ alg });
  if (sub !== undefined) jwt.setSubject(sub);
  if (aud) jwt.setAudience(aud);
  if (exp) jwt.setExpirationTime(exp);
  return jwt.sign(new TextEncoder().encode(secret));
}

test('a valid token returns its user, also with the previous secret', async () => {
  const good = await sign({ sub: 'u_42', aud: acme.id, exp: '1h' });
  const user = { id: 'u_42', name: 'Ada', email: 'ada@example.com', avatar_url: null, attributes: null, company: null };
  assert.deepEqual(await check(good), { valid: true, reason: null, user });
  await server.call('POST', `${base}/rotate`, { token: acme.token, body: {} });
  assert.deepEqual(await check(good), { valid: true, reason: null, user });
});

test('a rejected token returns the reason', async () => {
  const whole = { sub: 'u_42', aud: acme.id, exp: '1h' };
  const reasons: [string | Promise<string>, RegExp][] = [
    ['not a token', /^it is not a JWT/],
    [
      sign({ ...whole, secret: 'another secret, of the same length' }),
      /^its signature does not match an identity secret of this project; sign a new/,
    ],
    [sign({ ...whole, exp: 1_700_000_000 }), /^it expired at 2023-11-14T22:13:20\.000Z; sign a new token$/],
    [sign({ ...whole, aud: 'prj_other' }), new RegExp(`^aud must be ${acme.id}$`)],
    [sign({ sub: 'u_42', aud: acme.id }), /^exp is required$/],
    [sign({ aud: acme.id, exp: '1h' }), /^sub is required$/],
    [sign({ sub: 'u_42', exp: '1h' }), /^aud is required$/],
    ...['x'.repeat(201), '', 'u\u000042', 'u_\ud800'].map((sub): [Promise<string>, RegExp] => [
      sign({ ...whole, sub }),
      /^sub must be a string of 1 to 200 characters, without NUL and unpaired surrogates$/,
    ]),
    [sign({ ...whole, alg: 'HS512', secret: 'x'.repeat(64) }), /^alg must be HS256$/],
    [new UnsecuredJWT({}).setSubject('u_42').encode(), /^(?:alg must be HS256|it is not a JWT)/],
  ];
  for (const [token, reason] of reasons) {
    const answer = await check(await token);
    assert.deepEqual([answer.valid, answer.user], [false, null]);
    assert.match(answer.reason, reason);
  }
});

test('a subject that cannot be stored returns 401, and such optional claims are ignored', async () => {
  const { body: entry } = await server.call('POST', '/v1/feedback', { key: acme.key, body: { title: 'Dark mode' } });
  const vote = async (claims: Record<string, unknown>) => {
    const token = await new SignJWT({ aud: acme.id, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secrets[0].secret));
    return await server.call('POST', `/v1/feedback/${entry.id}/upvote`, { key: acme.key, headers: { 'x-user-token': token } });
  };
  for (const sub of ['u\u000042', 'u_\udc00', 'x'.repeat(201), 42]) assert.equal((await vote({ sub })).status, 401);
  for (const text of ['a\u0000@example.com', '\ud800', 'not an address', 'javascript:alert(1)', 7, { a: 1 }])
    assert.equal((await vote({ sub: 'u_43', name: text, email: text, avatar_url: text })).status, 200, JSON.stringify(text));
  const { data } = (await server.call('GET', `/v1/feedback/${entry.id}/voters`, { token: acme.token })).body;
  assert.deepEqual([data.length, data[0].user_id, data[0].email], [1, 'u_43', null]);
});

test('requires exactly one token', async () => {
  for (const body of [{}, { token: '' }, { token: 'x'.repeat(8193) }])
    assert.equal((await server.call('POST', `${base}/check`, { token: acme.token, body })).status, 400);
});
