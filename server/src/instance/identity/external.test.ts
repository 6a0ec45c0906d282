import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../testing/server.ts';
import { createBrowser, loginUrl, signInThrough } from './fixtures/browser.ts';
import { clientOf, type Next, startIssuer } from './fixtures/issuer.ts';

const next: Next = { claims: {} };
const server = await startTestServer(clientOf(await startIssuer(next)));

/** Runs a complete sign-in of the user that the issuer returns. */
async function signIn(claims: Record<string, unknown>) {
  next.claims = claims;
  return await signInThrough(server);
}

const ada = {
  sub: 'ada',
  email: 'ada@acme.example',
  email_verified: true,
  name: 'Ada Lovelace',
  picture: 'https://acme.example/ada.png',
};

test('users sign in at a discovered issuer, with their profile', async () => {
  const { user } = await signIn(ada);
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
  const providers = await server.call('GET', '/v1/auth/providers');
  assert.deepEqual(providers.body.data, [{ id: 'oidc', name: 'Single sign-on' }]);
});

test('users are identified by issuer and subject, and keep their account when their address changes', async () => {
  const { user: first } = await signIn(ada);
  const { user: renamed } = await signIn({ ...ada, email: 'lovelace@acme.example' });
  assert.deepEqual([renamed.id, renamed.email], [first.id, 'lovelace@acme.example']);
  const { user: other } = await signIn({ ...ada, sub: 'another ada', email: 'lovelace@acme.example' });
  assert.notEqual(other.id, first.id);
});

test('keeps a name and the lack of an avatar that the user chose across sign-ins', async () => {
  const changing = { ...ada, sub: 'changing ada' };
  const { token } = await signIn(changing);
  await server.call('PATCH', '/v1/auth/profile', { token, body: { name: 'Countess', avatar: null } });
  const { user } = await signIn(changing);
  assert.deepEqual([user.name, user.avatar_url], ['Countess', null]);
  await server.call('PATCH', '/v1/auth/profile', { token, body: { name: null } });
  assert.equal((await signIn(changing)).user.name, 'Ada Lovelace');
});

test('unverified addresses are ignored', async () => {
  for (const [sub, email_verified] of [
    ['unverified', false],
    ['unverified in words', 'false'],
    ['unsaid', undefined],
  ]) {
    const { user } = await signIn({ sub, email: 'boss@acme.example', email_verified });
    assert.equal(user.email, null);
  }
});

test('accepts email_verified as a string', async () => {
  const { user } = await signIn({ sub: 'wordy', email: 'wordy@acme.example', email_verified: 'true' });
  assert.equal(user.email, 'wordy@acme.example');
});

test('rejects ID tokens with wrong audience, time or issuer', async () => {
  const wrong: Omit<Next, 'claims'>[] = [
    { nonce: 'of another sign-in' },
    { audience: 'another client' },
    { expiresIn: '-1 hour' },
    { isForged: true },
  ];
  for (const lie of wrong) {
    Object.assign(next, lie);
    const { back, user } = await signIn(ada);
    for (const name of Object.keys(lie)) delete next[name as keyof typeof lie];
    assert.equal(user, undefined, JSON.stringify(lie));
    assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], ['server_error', null]);
  }
  assert.ok((await signIn(ada)).user);
});

test('rejects the userinfo of another user, and does without a failing userinfo endpoint if the ID token has an address', async () => {
  const spread: Next = { claims: {}, userinfo: null };
  const other = await startTestServer(clientOf(await startIssuer(spread)));
  const cases: [Record<string, unknown>, Next['userinfo'], string | null | undefined][] = [
    [{ email: 'grace@acme.example' }, { sub: 'grace', email_verified: true, name: 'Grace' }, 'grace@acme.example'],
    [{ email: 'grace@acme.example' }, { sub: 'ada', email_verified: true, name: 'Ada' }, undefined],
    [{}, { sub: 'ada', email: 'ada@acme.example', email_verified: true }, undefined],
    [{ email: 'grace@acme.example', email_verified: true }, null, 'grace@acme.example'],
    [{ email: 'grace@acme.example' }, null, null],
    [{}, null, undefined],
  ];
  for (const [claims, userinfo, expected] of cases) {
    Object.assign(spread, { claims: { sub: 'grace', ...claims }, userinfo });
    const { back, user } = await signInThrough(other);
    const error = expected === undefined ? 'server_error' : null;
    assert.deepEqual([user?.email, back.searchParams.get('error')], [expected, error], JSON.stringify([claims, userinfo]));
  }
});

test('sends PKCE challenge, state, nonce and redirect URI', async () => {
  const response = await createBrowser().visit(loginUrl(server));
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.match(searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/);
  assert.notEqual(searchParams.get('code_challenge'), new URL(loginUrl(server)).searchParams.get('code_challenge'));
  assert.match(searchParams.get('nonce') ?? '', /^\w{43}$/);
  assert.match(searchParams.get('state') ?? '', /^\w{43}$/);
  assert.equal(searchParams.get('redirect_uri'), `${server.url}/v1/auth/callback`);
  assert.equal(searchParams.get('scope'), 'openid email profile');
});

test('discovers issuers with a trailing slash, with or without it in the variable', async () => {
  const issuer = await startIssuer(next, '/application/earshot/');
  for (const name of [issuer, issuer.slice(0, -1)]) {
    next.claims = ada;
    const { user } = await signInThrough(await startTestServer(clientOf(name)));
    assert.equal(user?.email, 'ada@acme.example', name);
  }
});

test('behind HTTPS the sign-in cookie is secure, and the redirect URI uses the public URL', async () => {
  const EARSHOT_PUBLIC_URL = 'https://feedback.example.com';
  const remote = await startTestServer({ ...clientOf(await startIssuer(next)), EARSHOT_PUBLIC_URL });
  const { headers } = await remote.call('GET', loginUrl(remote));
  assert.match(
    headers.getSetCookie()[0] ?? '',
    /^earshot_sign_in=\w{43}; Max-Age=3600; Path=\/v1\/auth; HttpOnly; Secure; SameSite=Lax$/,
  );
  const { searchParams } = new URL(headers.get('location') ?? '');
  assert.equal(searchParams.get('redirect_uri'), `${EARSHOT_PUBLIC_URL}/v1/auth/callback`);
  const home = await remote.call('GET', loginUrl(remote, { return_to: `${remote.url.replace('http', 'https')}/` }));
  assert.equal(home.status, 400, 'this instance is where people reach it');
});

test('with several providers, a sign-in must name one', async () => {
  const both = await startTestServer({
    ...clientOf(await startIssuer(next)),
    EARSHOT_OIDC_NAME: 'Acme',
    EARSHOT_GITHUB_CLIENT_ID: 'earshot',
    EARSHOT_GITHUB_CLIENT_SECRET: 'a secret of the test',
  });
  const { body: providers } = await both.call('GET', '/v1/auth/providers');
  assert.deepEqual(providers.data, [
    { id: 'oidc', name: 'Acme' },
    { id: 'github', name: 'GitHub' },
  ]);
  for (const query of [{}, { provider: 'local' }] as Record<string, string>[]) {
    const { status, body } = await both.call('GET', loginUrl(both, query));
    assert.deepEqual([status, body.error], [400, 'provider must be one of oidc, github']);
  }
  next.claims = ada;
  assert.equal((await signInThrough(both, { provider: 'oidc' })).user.email, 'ada@acme.example');
  const { headers } = await both.call('GET', loginUrl(both, { provider: 'github' }));
  assert.match(headers.get('location') ?? '', /^https:\/\/github\.com\/login\/oauth\/authorize\?/);
});

test('invited users become members at their first sign-in with a verified address', async () => {
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

test('invited users become members once their address is verified', async () => {
  const { id, token } = await server.createProject();
  const alan = { sub: 'alan', email: 'alan@acme.example', email_verified: false };
  const before = await signIn(alan);
  const invite = { email: 'alan@acme.example', role: 'admin' };
  await server.call('POST', `/v1/projects/${id}/members`, { token, body: invite });
  assert.equal((await server.call('GET', `/v1/projects/${id}`, { token: before.token })).status, 403);
  const { data: members } = (await server.call('GET', `/v1/projects/${id}/members`, { token })).body;
  const invited = members.find(({ email }: { email: string }) => email === 'alan@acme.example').user_id;
  const { body: view } = await server.call('POST', '/v1/feedback/views', {
    token,
    query: { project_id: id },
    body: { name: 'Alan', shared: true, filters: { assignee: ['none', invited] } },
  });
  const after = await signIn({ ...alan, email_verified: true });
  assert.equal(after.user.id, before.user.id);
  const { data: views } = (await server.call('GET', '/v1/feedback/views', { token, query: { project_id: id } })).body;
  assert.deepEqual([views[0].id, views[0].filters], [view.id, { assignee: ['none', after.user.id] }]);
  assert.equal((await server.call('GET', `/v1/projects/${id}`, { token: before.token })).body.role, 'admin');
  const { body } = await server.call('GET', `/v1/projects/${id}/members`, { token });
  assert.deepEqual(
    body.data
      .filter(({ email }: { email: string }) => email === 'alan@acme.example')
      .map(({ state }: { state: string }) => state),
    ['active'],
  );
});

test('the server starts while the issuer is unavailable, and sign-ins ask to try again', async () => {
  const lonely = await startTestServer(clientOf('http://127.0.0.1:9'));
  const { status, headers, body } = await lonely.call('GET', loginUrl(lonely));
  assert.equal(status, 503);
  assert.ok(headers.get('retry-after'));
  assert.equal(body.error, 'Single sign-on is unavailable; try again in a few seconds');
  const projects = await lonely.signIn();
  assert.equal((await lonely.call('GET', '/v1/projects', { token: projects.token })).status, 200, 'everything else works');
});
