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
    {
      id: undefined,
      email: 'ada@acme.example',
      name: 'Ada Lovelace',
      avatar_url: 'https://acme.example/ada.png',
      language: null,
    },
  );
  assert.equal(back.searchParams.get('state'), 'client state');
  assert.equal((await signInThrough(server)).user.id, user.id);
});

test('uses the user name without a name, and ignores unverified addresses', async () => {
  company.next({ sub: 'grace', preferred_username: 'ghopper', email: 'grace@acme.example', email_verified: false });
  const { user } = await signInThrough(server);
  assert.deepEqual([user.email, user.name, user.avatar_url], [null, 'ghopper', null]);
});

test('merges the claims of the ID token and of userinfo', async () => {
  const [email, name] = ['linus@acme.example', 'Linus'];
  const cases: [string, Record<string, unknown>, Record<string, unknown>, string | null][] = [
    ['address in the ID token, verification in userinfo', { email }, { email_verified: true }, email],
    ['verification in the ID token, address in userinfo', { email_verified: true }, { email }, email],
    ['name in userinfo only', { email, email_verified: true }, { name }, email],
    ['verification of another address', { email }, { email: 'other@acme.example', email_verified: true }, null],
    ['contradicting verification', { email, email_verified: false }, { email, email_verified: true }, null],
    ['Entra ID with its optional claim', { email, name, xms_edov: true }, {}, email],
    ['Entra ID with its optional claim as a number', { email, xms_edov: 1 }, { name }, email],
    ['Entra ID with an address of another domain', { email, xms_edov: 0 }, { name }, null],
    ['no verification', { email, name }, { email, name }, null],
  ];
  for (const [index, [what, inIdToken, inUserInfo, expected]] of cases.entries()) {
    company.next({ sub: `linus ${index}`, ...inUserInfo }, inIdToken);
    const { user } = await signInThrough(server);
    const isNamed = 'name' in inIdToken || 'name' in inUserInfo;
    assert.deepEqual([user.email, user.name], [expected, isNamed ? name : null], what);
  }
});

test('an issuer without email_verified needs the trust of the operator, and does not get it for contradictions', async () => {
  const trusting = await startTestServer({
    ...clientOf(company.issuer),
    EARSHOT_OIDC_TRUST_EMAIL: company.issuer,
    EARSHOT_SIGN_UP_DOMAINS: 'acme.example',
  });
  const wary = await startTestServer({ ...clientOf(company.issuer), EARSHOT_SIGN_UP_DOMAINS: 'acme.example' });
  // Both have a first user, whom every instance admits.
  for (const each of [trusting, wary]) await each.signIn();
  const cases: [string, Record<string, unknown>, boolean][] = [
    ['grace@acme.example', {}, true],
    ['edov@acme.example', { xms_edov: true }, true],
    ['false@acme.example', { email_verified: false }, false],
    ['words@acme.example', { email_verified: 'false' }, false],
    ['guest@acme.example', { xms_edov: false }, false],
    ['eve@evil.example', {}, false],
  ];
  for (const [email, claims, isAdmitted] of cases) {
    company.trust(`${trusting.url}/v1/auth/callback`);
    company.next({ sub: email, email, name: 'Grace', ...claims });
    const { user, back } = await signInThrough(trusting);
    assert.deepEqual(
      [user?.email, back.searchParams.get('error')],
      isAdmitted ? [email, null] : [undefined, 'access_denied'],
      email,
    );
  }
  company.trust(`${wary.url}/v1/auth/callback`);
  company.next({ sub: 'grace', email: 'grace@acme.example', name: 'Grace' });
  const { back } = await signInThrough(wary);
  assert.match(back.searchParams.get('error_description') ?? '', /does not confirm your email address/);
  company.trust(`${server.url}/v1/auth/callback`);
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
