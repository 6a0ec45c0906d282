import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../testing/server.ts';
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

test('users sign in at a real issuer, with a profile from userinfo', async () => {
  company.next(ada);
  const { user, back } = await signInThrough(server);
  assert.deepEqual(
    { ...user, id: undefined },
    { id: undefined, email: 'ada@acme.example', name: 'Ada Lovelace', avatar_url: 'https://acme.example/ada.png' },
  );
  assert.equal(back.searchParams.get('state'), 'client state');
  assert.equal((await signInThrough(server)).user.id, user.id);
});

test('uses the user name without a name, and ignores unverified addresses', async () => {
  company.next({ sub: 'grace', preferred_username: 'ghopper', email: 'grace@acme.example', email_verified: false });
  const { user } = await signInThrough(server);
  assert.deepEqual([user.email, user.name, user.avatar_url], [null, 'ghopper', null]);
});

test('canceling at the issuer returns access_denied only', async () => {
  company.next(undefined);
  const { back, user } = await signInThrough(server);
  assert.equal(user, undefined);
  assert.deepEqual(Object.fromEntries(back.searchParams), {
    state: 'client state',
    error: 'access_denied',
    error_description: 'The sign-in was canceled',
  });
});

test('a code of the issuer cannot be used for another sign-in', async () => {
  company.next(ada);
  const [victim, attacker] = [createBrowser(), createBrowser()];
  const stolen = await victim.follow(loginUrl(server), isCallback);
  const own = await attacker.follow(loginUrl(server), isCallback);
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  const back = await attacker.follow(own.href, isReturn);
  assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], ['server_error', null]);
});

test('rejects responses with another issuer', async () => {
  company.next(ada);
  const browser = createBrowser();
  const callback = await browser.follow(loginUrl(server), isCallback);
  assert.equal(callback.searchParams.get('iss'), company.issuer);
  callback.searchParams.set('iss', 'https://evil.example');
  const back = await browser.follow(callback.href, isReturn);
  assert.equal(back.searchParams.get('error'), 'server_error');
});
