import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../testing/server.ts';
import { createBrowser, isCallback, isReturn, loginUrl, signInThrough } from './fixtures/browser.ts';
import { clientOf } from './fixtures/issuer.ts';
import { startRealIssuer } from './fixtures/real-issuer.ts';

const company = await startRealIssuer();
const server = await startTestServer(clientOf(company.issuer));
company.trust(`${server.url}/v1/auth/callback`);

const ada = {
  sub: 'ada',
  email: 'ada@acme.example',
  email_verified: true,
  name: 'Ada Lovelace',
  picture: 'https://acme.example/ada.png',
};

test('a company’s issuer signs people in, and its userinfo says who they are', async () => {
  company.next(ada);
  const { user, back } = await signInThrough(server);
  assert.deepEqual(
    { ...user, id: undefined },
    { id: undefined, email: 'ada@acme.example', name: 'Ada Lovelace', avatar_url: 'https://acme.example/ada.png' },
  );
  assert.equal(back.searchParams.get('state'), 'client state');
  assert.equal((await signInThrough(server)).user.id, user.id);
});

test('a name that the issuer does not tell is taken from the user name, and an unverified address is left out', async () => {
  company.next({ sub: 'grace', preferred_username: 'ghopper', email: 'grace@acme.example', email_verified: false });
  const { user } = await signInThrough(server);
  assert.deepEqual([user.email, user.name, user.avatar_url], [null, 'ghopper', null]);
});

test('whoever says no at the issuer comes back with access_denied, and with nothing else that would do', async () => {
  company.next(undefined);
  const { back, user } = await signInThrough(server);
  assert.equal(user, undefined);
  assert.deepEqual(Object.fromEntries(back.searchParams), {
    state: 'client state',
    error: 'access_denied',
    error_description: 'The sign-in was cancelled',
  });
});

test('the issuer’s code can’t be taken to another sign-in: its verifier is another', async () => {
  company.next(ada);
  const [victim, attacker] = [createBrowser(), createBrowser()];
  const stolen = await victim.follow(loginUrl(server), isCallback);
  const own = await attacker.follow(loginUrl(server), isCallback);
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  const back = await attacker.follow(own.href, isReturn);
  assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], ['server_error', null]);
});

test('an answer that names another issuer is refused', async () => {
  company.next(ada);
  const browser = createBrowser();
  const callback = await browser.follow(loginUrl(server), isCallback);
  assert.equal(callback.searchParams.get('iss'), company.issuer);
  callback.searchParams.set('iss', 'https://evil.example');
  const back = await browser.follow(callback.href, isReturn);
  assert.equal(back.searchParams.get('error'), 'server_error');
});
