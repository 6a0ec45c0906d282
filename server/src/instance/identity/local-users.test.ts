import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestServer } from '../../testing/server.ts';
import { claimFirstProject } from '../projects/projects.ts';
import { createRecoveryLink, createSetupLink } from './accounts/links.ts';
import { useLink } from './accounts/fixtures/sign-in.ts';
import { sessionOf, signedIn, signInThrough } from './fixtures/browser.ts';
import { clientOf, type Next, startIssuer } from './fixtures/issuer.ts';
import { issuePersonalToken } from './index.ts';

// Nodes of one instance: local, with accounts, and with a provider. The tests use the first one before the others.
const next: Next = { claims: {} };
const database = await createTestDatabase();
const local = await startTestServer({ DATABASE_URL: database.url });
const open = await startTestServer({ DATABASE_URL: database.url, EARSHOT_ACCOUNTS: 'on', EARSHOT_SIGN_UP: 'invited' });
const provided = await startTestServer({
  DATABASE_URL: database.url,
  EARSHOT_SIGN_UP: 'invited',
  ...clientOf(await startIssuer(next)),
});
after(() => database.drop());
const { db } = local;

/** Without users, the oldest project belongs to nobody, as after a first start. */
beforeEach(() => sql`DELETE FROM users`.execute(db));

const signInLocally = async (email: string) => (await signedIn(local, email)).access_token;
/** `earshot token create` on a loopback address. */
const createToken = (email: string) =>
  issuePersonalToken(db, { email, name: 'demo', days: 1, withLocal: true, onFirstSignIn: claimFirstProject });
const create = (token: string, name: string) => local.call('POST', '/v1/projects', { token, body: { name } });
const setUp = async (email: string) => await useLink(open, await createSetupLink(db, open.url), { email });
const recover = (email: string) => createRecoveryLink(db, { publicUrl: open.url, email });

async function rolesOf(token: string, server = open): Promise<Record<string, string>> {
  const { body } = await server.call('GET', '/v1/projects', { token, query: { limit: 100 } });
  return Object.fromEntries(body.data.map(({ name, role }: { name: string; role: string }) => [name, role]));
}

test('the setup link makes its account the owner of everything that was made locally, by any account', async () => {
  for (const email of ['you@example.com', 'You@Example.com', 'ada@acme.example']) {
    const session = await signInLocally('you@example.com');
    await create(await signInLocally('tester@example.com'), `Test of ${email}`);
    const demo = await createToken('demo@example.com');
    await create(demo, `Demo of ${email}`);
    const token = await setUp(email);
    const expected = { 'My first project': 'owner', [`Test of ${email}`]: 'owner', [`Demo of ${email}`]: 'owner' };
    const roles = await rolesOf(token);
    for (const [name, role] of Object.entries(expected)) assert.equal(roles[name], role, name);
    assert.deepEqual(await rolesOf(demo), { [`Demo of ${email}`]: 'admin' }, 'the token of the demo keeps working');
    const { body } = await sessionOf(open, token);
    assert.equal(body.user.email, email);
    if (email !== 'ada@acme.example') assert.equal((await sessionOf(open, session)).status, 401, 'local sessions end');
    assert.equal(await createSetupLink(db, open.url), undefined);
    await sql`DELETE FROM users`.execute(db);
  }
});

test('the setup link and the recovery link both work after a token was created first, with or without a local sign-in', async () => {
  for (const isSignedIn of [true, false]) {
    await createToken('demo@example.com');
    if (isSignedIn) await signInLocally('you@example.com');
    assert.equal((await recover('you@example.com')) !== undefined, isSignedIn);
    assert.ok(await recover('demo@example.com'));
    assert.equal((await rolesOf(await setUp('you@example.com')))['My first project'], 'owner');
    await sql`DELETE FROM users`.execute(db);
  }
});

test('a recovery link signs in a local account without a project', async () => {
  await createToken('demo@example.com');
  await signInLocally('you@example.com');
  const token = await useLink(open, await recover('you@example.com'));
  assert.equal((await create(token, 'Own')).status, 201);
});

test('a recovery link signs in the local account of its address, with its projects, name and tokens', async () => {
  const session = await signInLocally('you@example.com');
  await local.call('PATCH', '/v1/auth/profile', { token: session, body: { name: 'Countess' } });
  const { body: before } = await sessionOf(local, session);
  const script = await createToken('you@example.com');
  const token = await useLink(open, await recover('YOU@example.com'));
  assert.deepEqual((await sessionOf(open, token)).body.user, before.user);
  assert.deepEqual(await rolesOf(token), { 'My first project': 'owner' });
  assert.deepEqual(await rolesOf(script), { 'My first project': 'owner' });
  assert.equal((await sessionOf(open, session)).status, 401);
  assert.equal((await create(token, 'Second')).status, 201, 'no guest');
});

test('a recovery link heals an instance whose local projects were left behind', async () => {
  const session = await signInLocally('you@example.com');
  const { rows } = await sql<{ id: string }>`
    INSERT INTO users (id, issuer, subject, email) VALUES (gen_random_uuid(), 'account', 'you@example.com', 'you@example.com')
    RETURNING id`.execute(db);
  await sql`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'You@example.com')`.execute(db);
  const link = await recover('you@example.com');
  assert.equal((await sessionOf(local, session)).status, 200, 'a link changes nothing before its use');
  assert.deepEqual(await rolesOf(await useLink(open, link)), { 'My first project': 'owner' });
  const { rows: users } = await sql<{ id: string }>`
    SELECT id FROM users WHERE lower(email) = 'you@example.com'`.execute(db);
  assert.deepEqual(users, rows);
});

test('with a provider, a token of the command line reserves the local account for the verified address', async () => {
  await signInLocally('you@example.com');
  const createHere = () => issuePersonalToken(db, { email: 'you@example.com', name: 'CLI', days: 1, withLocal: false });
  const owned = { 'My first project': 'owner' };
  assert.deepEqual(await rolesOf(await createHere(), provided), owned);
  next.claims = { sub: 'stranger', email: 'eve@example.com', email_verified: true };
  assert.equal((await signInThrough(provided)).user, undefined, 'the instance has an owner');
  next.claims = { sub: 'ada', email: 'you@example.com', email_verified: true, name: 'Ada' };
  assert.deepEqual(await rolesOf((await signInThrough(provided)).token, provided), owned);
  assert.deepEqual(await rolesOf(await createHere(), provided), owned);
});

test('a stranger with the address of a local account receives nothing without a command on the machine', async () => {
  await signInLocally('you@example.com');
  next.claims = { sub: 'first', email: 'you@example.com', email_verified: true };
  assert.deepEqual(await rolesOf((await signInThrough(provided)).token, provided), {});
});
