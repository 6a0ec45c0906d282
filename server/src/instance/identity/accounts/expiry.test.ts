// Several passkeys of one account, and everything of a sign-in that expires. Needs a server of its own for sign-in with accounts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startMailServer } from '../../../testing/mail-server.ts';
import { startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { sessionOf } from '../fixtures/browser.ts';
import { createAuthenticator } from './fixtures/authenticator.ts';
import { beginAccountSignIn, secretOf, useLink } from './fixtures/sign-in.ts';
import { createRecoveryLink } from './links.ts';

const EMAIL = 'ada@acme.example';
const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({ EARSHOT_ACCOUNTS: 'on', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
const token = await useLink(server, server.setupLink, { email: EMAIL, name: 'Ada' });
type Authenticator = ReturnType<typeof createAuthenticator>;

async function add(authenticator: Authenticator, name: string): Promise<string> {
  const { body } = await server.call('POST', '/v1/auth/passkeys/options', { token });
  const credential = authenticator.create(body.options);
  const added = await server.call('POST', '/v1/auth/passkeys', { token, body: { name, credential } });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  return added.body.id;
}

/** Signs in with a passkey. Returns the address of the account, or the code of the error. */
async function signIn(authenticator: Authenticator): Promise<string> {
  const { call, finish } = await beginAccountSignIn(server);
  const { body } = await call('passkey-options', {});
  const answer = await call('passkey', { credential: authenticator.get(body.options) });
  if (answer.status !== 200) return `${answer.status} ${answer.body.code}`;
  return (await sessionOf(server, (await finish(answer)).token)).body.user.email;
}

const REJECTED = '403 auth.passkey_rejected';

test('each of several passkeys signs in, and a removed one no longer does', async () => {
  const [laptop, phone, key] = [1, 2, 3].map(() => createAuthenticator(server.url)) as [
    Authenticator,
    Authenticator,
    Authenticator,
  ];
  const ids = [await add(laptop, 'Laptop'), await add(phone, 'Phone'), await add(key, 'Key')];
  for (const authenticator of [laptop, phone, key, laptop]) assert.equal(await signIn(authenticator), EMAIL);
  const { body: before } = await server.call('GET', '/v1/auth/passkeys', { token });
  assert.deepEqual(
    before.data.map(({ name }: { name: string }) => name),
    ['Key', 'Phone', 'Laptop'],
  );
  const { body: options } = await server.call('POST', '/v1/auth/passkeys/options', { token });
  assert.equal(options.options.excludeCredentials.length, 3, 'no authenticator registers twice');
  assert.equal((await server.call('DELETE', `/v1/auth/passkeys/${ids[1]}`, { token })).status, 200);
  assert.equal(await signIn(phone), REJECTED);
  for (const authenticator of [laptop, key]) assert.equal(await signIn(authenticator), EMAIL);
  // It may be registered again.
  await add(phone, 'Phone again');
  assert.equal(await signIn(phone), EMAIL);
});

test('a copied authenticator, whose number of signatures goes back or stays, is rejected', async () => {
  const original = createAuthenticator(server.url);
  await add(original, 'Original');
  original.setSignCount(10);
  assert.equal(await signIn(original), EMAIL);
  for (const copied of [3, 9, 10]) {
    original.setSignCount(copied);
    assert.equal(await signIn(original), REJECTED, String(copied));
  }
  original.setSignCount(11);
  assert.equal(await signIn(original), EMAIL, 'the original goes on');
});

test('passkeys that do not count signatures sign in again and again', async () => {
  const synced = createAuthenticator(server.url);
  synced.setSignCount(-1);
  await add(synced, 'Synced');
  for (let round = 0; round < 3; round++) {
    synced.setSignCount(-1);
    assert.equal(await signIn(synced), EMAIL);
  }
});

const expire = (table: string, column = 'expires_at') =>
  sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = now() WHERE ${sql.ref(column)} > now()`.execute(server.db);

const EXPIRED: Record<string, () => Promise<{ status: number; body: { code?: string } }>> = {
  '404 auth.sign_in_not_found: a sign-in in the browser': async () => {
    const { call } = await beginAccountSignIn(server);
    await expire('login_attempts');
    return await call('passkey-options', {});
  },
  '403 auth.passkey_rejected: the challenge of a sign-in': async () => {
    const known = createAuthenticator(server.url);
    await add(known, 'Known');
    const { call } = await beginAccountSignIn(server);
    const { body } = await call('passkey-options', {});
    await expire('account_sign_ins');
    return await call('passkey', { credential: known.get(body.options) });
  },
  '403 auth.passkey_rejected: the challenge of a new passkey': async () => {
    const { body } = await server.call('POST', '/v1/auth/passkeys/options', { token });
    await expire('passkey_challenges');
    const credential = createAuthenticator(server.url).create(body.options);
    return await server.call('POST', '/v1/auth/passkeys', { token, body: { name: 'Late', credential } });
  },
  '400 validation: a mailed code': async () => {
    const { call } = await beginAccountSignIn(server);
    const sent = smtp.count();
    await call('mail-code', { email: EMAIL });
    await until(() => smtp.count() > sent);
    const mails = await smtp.mails();
    const code = /\b(\d{6})\b/.exec(mails.at(-1)?.subject ?? '')?.[1] ?? '';
    assert.match(code, /^\d{6}$/);
    await expire('account_sign_ins', 'mail_code_expires_at');
    return await call('code', { code });
  },
  '404 auth.link_not_found: a recovery link': async () => {
    const link = secretOf(await createRecoveryLink(server.db, { publicUrl: server.url, email: EMAIL }));
    await expire('sign_in_links');
    return await (await beginAccountSignIn(server)).call('link', { link });
  },
};

for (const [name, attempt] of Object.entries(EXPIRED)) {
  const [expected = '', title = ''] = name.split(': ');
  test(`${title} expires`, async () => {
    const { status, body } = await attempt();
    assert.equal(`${status} ${body.code}`, expected, JSON.stringify(body));
  });
}
