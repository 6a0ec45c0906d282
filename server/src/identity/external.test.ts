import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { challengeOf, createBrowser, exchange, isReturn, loginUrl, newVerifier, sessionOf } from './fixtures/browser.ts';
import { clientOf, type Next, startIssuer } from './fixtures/issuer.ts';

const next: Next = { claims: {} };
const server = await startTestServer(clientOf(await startIssuer(next)));

/** A whole sign-in of whoever the issuer names. Answers where the browser ends, and the user. */
async function signIn(claims: Record<string, unknown>, on: TestServer = server) {
  next.claims = claims;
  const verifier = newVerifier();
  const back = await createBrowser().follow(loginUrl(on, { code_challenge: challengeOf(verifier) }), isReturn);
  const { body } = await exchange(on, { code: back.searchParams.get('code') ?? '', verifier });
  const session = body.access_token ? await sessionOf(on, body.access_token) : undefined;
  return { back, user: session?.body.user, token: body.access_token as string };
}

const ada = {
  sub: 'ada',
  email: 'ada@acme.example',
  email_verified: true,
  name: 'Ada Lovelace',
  picture: 'https://acme.example/ada.png',
};

test('an issuer found by discovery signs people in, with what it says of them', async () => {
  const { user } = await signIn(ada);
  assert.deepEqual(
    { ...user, id: undefined },
    { id: undefined, email: 'ada@acme.example', name: 'Ada Lovelace', avatar_url: 'https://acme.example/ada.png' },
  );
  const providers = await server.call('GET', '/v1/auth/providers');
  assert.deepEqual(providers.body.data, [{ id: 'oidc', name: 'Single sign-on' }]);
});

test('people are told apart by issuer and subject, and keep their account when their address changes', async () => {
  const { user: first } = await signIn(ada);
  const { user: renamed } = await signIn({ ...ada, email: 'lovelace@acme.example' });
  assert.deepEqual([renamed.id, renamed.email], [first.id, 'lovelace@acme.example']);
  const { user: other } = await signIn({ ...ada, sub: 'another ada', email: 'lovelace@acme.example' });
  assert.notEqual(other.id, first.id);
});

test('an address that the issuer has not verified counts for nothing', async () => {
  for (const [sub, email_verified] of [
    ['unverified', false],
    ['unsaid', undefined],
  ]) {
    const { user } = await signIn({ sub, email: 'boss@acme.example', email_verified });
    assert.equal(user.email, null);
  }
});

test('a nonce that is not ours is refused', async () => {
  next.nonce = 'of another sign-in';
  const { back } = await signIn(ada);
  next.nonce = undefined;
  assert.equal(back.searchParams.get('error'), 'server_error');
  assert.equal(back.searchParams.get('code'), null);
});

test('whoever was invited by address is on the project at their first sign-in, if the address is verified', async () => {
  const { id, token } = await server.createProject();
  const invite = await server.call('POST', `/v1/projects/${id}/members`, {
    token,
    body: { email: 'Grace@acme.example', role: 'member' },
  });
  assert.deepEqual([invite.status, invite.body.state], [201, 'invited']);
  const impostor = await signIn({ sub: 'impostor', email: 'grace@acme.example', email_verified: false });
  assert.equal((await server.call('GET', `/v1/projects/${id}`, { token: impostor.token })).status, 403);
  const grace = await signIn({ sub: 'grace', email: 'grace@acme.example', email_verified: true });
  assert.equal((await server.call('GET', `/v1/projects/${id}`, { token: grace.token })).body.role, 'member');
  const { body } = await server.call('GET', `/v1/projects/${id}/members`, { token });
  const member = body.data.find(({ email }: { email: string }) => email === 'grace@acme.example');
  assert.equal(member.state, 'active');
});

test('while the issuer is away the server starts, and a sign-in says to try again', async () => {
  const lonely = await startTestServer(clientOf('http://127.0.0.1:9'));
  const { status, headers, body } = await lonely.call('GET', loginUrl(lonely));
  assert.equal(status, 503);
  assert.ok(headers.get('retry-after'));
  assert.equal(body.error, 'Single sign-on can’t be reached at the moment; try again in a few seconds');
});
