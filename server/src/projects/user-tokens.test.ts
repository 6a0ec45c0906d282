import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { startTestServer } from '../testing/server.ts';

const server = await startTestServer();
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

test('a good token says whom it stands for, also by the secret that is being replaced', async () => {
  const good = await sign({ sub: 'u_42', aud: acme.id, exp: '1h' });
  const user = { id: 'u_42', name: 'Ada', email: 'ada@example.com', avatar_url: null };
  assert.deepEqual(await check(good), { valid: true, reason: null, user });
  await server.call('POST', `${base}/rotate`, { token: acme.token, body: {} });
  assert.deepEqual(await check(good), { valid: true, reason: null, user });
});

test('a token that is refused says why', async () => {
  const whole = { sub: 'u_42', aud: acme.id, exp: '1h' };
  const reasons: [string | Promise<string>, RegExp][] = [
    ['not a token', /^it is not a JWT/],
    [sign({ ...whole, secret: 'another secret, of the same length' }), /^no identity secret of this project signed it$/],
    [sign({ ...whole, exp: 1_700_000_000 }), /^exp is over: it was good until 2023-11-14T22:13:20\.000Z$/],
    [sign({ ...whole, aud: 'prj_other' }), new RegExp(`^aud must be ${acme.id}$`)],
    [sign({ sub: 'u_42', aud: acme.id }), /^exp is required$/],
    [sign({ aud: acme.id, exp: '1h' }), /^sub is required$/],
    [sign({ sub: 'u_42', exp: '1h' }), /^aud is required$/],
    [sign({ ...whole, sub: 'x'.repeat(201) }), /^sub must be a text of 1 to 200 characters$/],
    [sign({ ...whole, alg: 'HS512', secret: 'x'.repeat(64) }), /^alg must be HS256$/],
    [new UnsecuredJWT({}).setSubject('u_42').encode(), /^(?:alg must be HS256|it is not a JWT)/],
  ];
  for (const [token, reason] of reasons) {
    const answer = await check(await token);
    assert.deepEqual([answer.valid, answer.user], [false, null]);
    assert.match(answer.reason, reason);
  }
});

test('a token is asked for, and not more than one', async () => {
  for (const body of [{}, { token: '' }, { token: 'x'.repeat(8193) }])
    assert.equal((await server.call('POST', `${base}/check`, { token: acme.token, body })).status, 400);
});
