import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestServer, type TestClient } from '../../testing/server.ts';
import { createBrowser, isReturn, loginUrl, signInThrough } from './fixtures/browser.ts';
import { clientOf, type Next, startIssuer } from './fixtures/issuer.ts';

const next: Next = { claims: {} };
const issuer = clientOf(await startIssuer(next));

const profile = (name: string, email_verified: boolean | undefined = true) => ({
  sub: name,
  email: `${name}@acme.example`,
  email_verified,
});

/** Runs a complete sign-in of the user that the issuer returns. Returns the user or the error message. */
async function signIn(server: TestClient, claims: Record<string, unknown>, query: Record<string, string> = {}) {
  next.claims = claims;
  const { back, user, token } = await signInThrough(server, query);
  return { user, token, error: back.searchParams.get('error'), told: back.searchParams.get('error_description'), back };
}

const countUsers = async (server: TestClient) =>
  (await sql<{ count: number }>`SELECT count(*)::int FROM users`.execute(server.db)).rows[0]?.count;

const invited = await startTestServer({ ...issuer, EARSHOT_SIGN_UP: 'invited', EARSHOT_CONTACT: 'it@acme.example' });

/** The server, with nobody on it. */
async function emptied(): Promise<TestClient> {
  await sql`DELETE FROM users`.execute(invited.db);
  return invited;
}

test('the first user owns the instance; later sign-ups require an invitation, and rejections leave no data', async () => {
  const server = await emptied();
  const { token, user } = await signIn(server, profile('ada'));
  const { body: project } = await server.call('POST', '/v1/projects', { token, body: { name: 'Acme' } });
  assert.equal(project.role, 'owner');

  const refused = await signIn(server, profile('grace'));
  assert.deepEqual(
    [refused.user, refused.error, refused.told, refused.back.searchParams.get('code'), refused.back.searchParams.get('state')],
    [
      undefined,
      'access_denied',
      'There is no account for grace@acme.example, and this instance is by invitation only: ask it@acme.example to invite you',
      null,
      'client state',
    ],
  );
  assert.equal(await countUsers(server), 1);

  const members = `/v1/projects/${project.id}/members`;
  const invite = async (email: string) => (await server.call('POST', members, { token, body: { email, role: 'member' } })).body;
  await invite('Grace@acme.example');
  const unverified = await signIn(server, profile('grace', false));
  assert.match(
    unverified.told ?? '',
    /^Your identity provider does not confirm your email address.*ask it@acme\.example for help$/,
  );
  const grace = await signIn(server, profile('grace'));
  assert.equal((await server.call('GET', `/v1/projects/${project.id}`, { token: grace.token })).body.role, 'member');

  // A withdrawn invitation allows no sign-in. A person with an account keeps it without a project.
  const { user_id: alan } = await invite('alan@acme.example');
  await server.call('DELETE', `${members}/${alan}`, { token });
  assert.equal((await signIn(server, profile('alan'))).error, 'access_denied');
  await server.call('DELETE', `${members}/${grace.user.id}`, { token });
  assert.equal((await signIn(server, { ...profile('grace'), email: 'grace@elsewhere.example' })).user.id, grace.user.id);
  assert.equal((await signIn(server, profile('ada'))).user.id, user.id);
});

test('an invitation is claimed by any spelling of the address that the provider confirms', async () => {
  const server = await emptied();
  const { token } = await signIn(server, profile('ada'));
  const { body: project } = await server.call('POST', '/v1/projects', { token, body: { name: 'Acme' } });
  for (const [address, confirmed] of [
    ['jo@münchen.example', 'Jo@xn--mnchen-3ya.example'],
    ['kim@xn--strae-oqa.example', 'kim@straße.example'],
    ['Ülkü@acme.example', 'u\u0308lku\u0308@ACME.example'],
    ['ｌｉｎ@acme.example', 'lin@acme.example'],
  ] as const) {
    const path = `/v1/projects/${project.id}/members`;
    const { body } = await server.call('POST', path, { token, body: { email: address, role: 'viewer' } });
    const { user } = await signIn(server, { sub: confirmed, email: confirmed, email_verified: true });
    assert.equal(user?.id, body.user_id, confirmed);
  }
  assert.equal((await signIn(server, { sub: 'eve', email: 'jo@munchen.example', email_verified: true })).error, 'access_denied');
});

test('guests cannot invite others before they are an admin or owner', async () => {
  const server = await emptied();
  const { token } = await signIn(server, profile('ada'));
  const { body: project } = await server.call('POST', '/v1/projects', { token, body: { name: 'Acme' } });
  const members = `/v1/projects/${project.id}/members`;
  const { body: invitation } = await server.call('POST', members, {
    token,
    body: { email: 'grace@acme.example', role: 'viewer' },
  });
  const grace = await signIn(server, profile('grace'));
  const create = () => server.call('POST', '/v1/projects', { token: grace.token, body: { name: 'Of my own' } });
  const setRole = (role: string) => server.call('PATCH', `${members}/${invitation.user_id}`, { token, body: { role } });
  const refused = await create();
  assert.deepEqual(
    [refused.status, refused.body.error],
    [403, 'Your account can’t create projects: become an admin of a project, or ask it@acme.example'],
  );
  const sample = await server.call('POST', '/v1/projects/sample', { token: grace.token });
  assert.equal(sample.body.code, 'projects.creation_forbidden');
  const alan = { email: 'alan@acme.example', role: 'viewer' };
  assert.equal((await server.call('POST', members, { token: grace.token, body: alan })).status, 403);
  await setRole('member');
  assert.equal((await create()).status, 403);
  await setRole('admin');
  assert.equal((await create()).status, 201);
  // Leaving the project is no way around it.
  await server.call('POST', members, { token, body: { email: 'linus@acme.example', role: 'member' } });
  const { token: linus, user } = await signIn(server, profile('linus'));
  await server.call('DELETE', `${members}/${user.id}`, { token: linus });
  assert.equal((await server.call('POST', '/v1/projects', { token: linus, body: { name: 'Of my own' } })).status, 403);
});

test('a withdrawn invitation leaves no data of a person who never signed in', async () => {
  const server = await emptied();
  const { token } = await signIn(server, profile('ada'));
  const create = async (name: string) => (await server.call('POST', '/v1/projects', { token, body: { name } })).body;
  const [one, other] = [await create('One'), await create('Other')];
  const invite = async (project: string, email: string) =>
    (await server.call('POST', `/v1/projects/${project}/members`, { token, body: { email, role: 'viewer' } })).body.user_id;
  const remove = (project: string, user: string) => server.call('DELETE', `/v1/projects/${project}/members/${user}`, { token });

  const grace = await invite(one.id, 'grace@acme.example');
  assert.equal(await invite(other.id, 'grace@acme.example'), grace);
  await remove(one.id, grace);
  assert.equal(await countUsers(server), 2, 'invited to the other one still');
  await remove(other.id, grace);
  assert.equal(await countUsers(server), 1);

  await invite(one.id, 'alan@acme.example');
  await invite(one.id, 'linus@acme.example');
  await signIn(server, profile('linus'));
  await invite(one.id, 'kay@acme.example');
  await invite(other.id, 'kay@acme.example');
  const { token: withToken } = await server.signIn('script@acme.example');
  const script = await invite(one.id, 'script@acme.example');
  await remove(one.id, script);
  assert.equal((await server.call('GET', '/v1/auth/session', { token: withToken })).status, 200, 'a token is a reason to stay');
  assert.equal(await countUsers(server), 5);
  assert.equal((await server.call('DELETE', `/v1/projects/${one.id}`, { token, query: { confirm: one.slug } })).status, 200);
  const { rows } = await sql<{ email: string }>`SELECT email FROM users ORDER BY email`.execute(server.db);
  assert.deepEqual(
    rows.map(({ email }) => email.split('@')[0]),
    ['ada', 'kay', 'linus', 'script'],
  );
});

test('of many concurrent first sign-ins, one succeeds', async () => {
  const server = await emptied();
  // The issuer says who it is as each code is exchanged.
  let people = 0;
  next.claims = {
    get sub() {
      return `person ${people++}`;
    },
  };
  const backs = await Promise.all(Array.from({ length: 8 }, () => createBrowser().follow(loginUrl(server), isReturn)));
  assert.equal(backs.filter(({ searchParams }) => searchParams.has('code')).length, 1);
  assert.equal(people, 8);
  assert.equal(await countUsers(server), 1);
});

test('the first user can sign in with several browsers concurrently', async () => {
  const server = await emptied();
  next.claims = profile('ada');
  const backs = await Promise.all(Array.from({ length: 6 }, () => createBrowser().follow(loginUrl(server), isReturn)));
  assert.ok(backs.every(({ searchParams }) => searchParams.get('code')));
  assert.equal(await countUsers(server), 1);
});

test('a token from the command line determines the first owner', async () => {
  const server = await emptied();
  const { token } = await server.signIn('ada@acme.example');
  assert.match((await signIn(server, profile('mallory'))).told ?? '', /ask it@acme\.example to invite you$/);
  const ada = await signIn(server, profile('ada'));
  const { body } = await server.call('GET', '/v1/auth/session', { token });
  assert.equal(ada.user.id, body.user.id);
});

test('verified addresses of allowed domains need no invitation', async () => {
  const server = await startTestServer({ ...issuer, EARSHOT_SIGN_UP_DOMAINS: 'Acme.example, acme.org, münchen.example' });
  await signIn(server, { sub: 'owner' });
  const cases: [email: string, isVerified: boolean, mayEnter: boolean][] = [
    ['ada@acme.example', true, true],
    ['Ada@ACME.ORG', true, true],
    ['eve@acme.example', false, false],
    ['eve@evil-acme.example', true, false],
    ['eve@sub.acme.example', true, false],
    ['eve@acme.example.evil.example', true, false],
    ['acme.example@evil.example', true, false],
    ['ada@MÜNCHEN.example', true, true],
    ['grace@xn--mnchen-3ya.example', true, true],
    ['alan@ａｃｍｅ。example', true, true],
    ['eve@munchen.example', true, false],
    ['eve@xn--mnchen-3ya.evil.example', true, false],
  ];
  for (const [n, [email, email_verified, mayEnter]] of cases.entries()) {
    const { user } = await signIn(server, { sub: `person ${n}`, email, email_verified });
    assert.equal(user !== undefined, mayEnter, email);
  }
});

test('local accounts do not block the first sign-in after a switch to an external provider', async () => {
  const server = await emptied();
  await sql`INSERT INTO users (id, issuer, subject, email) VALUES (gen_random_uuid(), 'local', 'ada', 'ada@acme.example')`.execute(
    server.db,
  );
  assert.ok((await signIn(server, profile('ada'))).user);
  assert.equal((await signIn(server, profile('grace'))).error, 'access_denied');
});
