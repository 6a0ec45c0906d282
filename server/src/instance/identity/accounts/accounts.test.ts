import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startMailServer } from '../../../testing/mail-server.ts';
import { startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createBrowser, loginUrl, sessionOf, type TestBrowser } from '../fixtures/browser.ts';
import { createAuthenticator } from './fixtures/authenticator.ts';
import { beginAccountSignIn, secretOf } from './fixtures/sign-in.ts';
import { createRecoveryLink, createSetupLink } from './links.ts';

const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({
  EARSHOT_ACCOUNTS: 'on',
  EARSHOT_SIGN_UP: 'invited',
  EARSHOT_TRUST_PROXY: '1',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
});
const authenticator = createAuthenticator(server.url);

const begin = (browser?: TestBrowser) => beginAccountSignIn(server, browser);

/** Signs in with a link of the command line. */
async function recover(email: string, browser = createBrowser()): Promise<string> {
  const { call, finish } = await begin(browser);
  const link = await createRecoveryLink(server.db, { publicUrl: server.url, email });
  return (await finish(await call('link', { link: secretOf(link) }))).token;
}

let read = 0;

/** Returns the oldest mail that was not returned before. */
async function nextMail() {
  await until(() => smtp.count() > read);
  const [mail] = await smtp.mails(read++);
  return mail as NonNullable<typeof mail>;
}

async function mailedCode(): Promise<string> {
  const mail = await nextMail();
  return /\b(\d{6})\b/.exec(mail.subject ?? '')?.[1] ?? '';
}

test('the setup link creates the first account once', async () => {
  assert.match(server.setupLink ?? '', /^http:\/\/127\.0\.0\.1:\d+\/setup#\w{43}$/);
  const { call, finish } = await begin();
  const ended = await call('link', { link: secretOf(server.setupLink), email: 'ada@acme.example', name: 'Ada' }, createBrowser());
  assert.equal(ended.body.code, 'auth.sign_in_not_found', 'another browser');
  const elsewhere = createBrowser();
  for (const [path, body] of [
    ['passkey-options', {}],
    ['passkey', { credential: authenticator.get({ challenge: 'any' }) }],
    ['mail-code', { email: 'ada@acme.example' }],
  ] as const)
    assert.equal((await call(path, body, elsewhere)).body.code, 'auth.sign_in_not_found', path);
  assert.equal((await call('mail-code', { email: 'mallory@acme.example' })).status, 200);

  // A new link ends the earlier one. A missing address does not use the link up.
  const link = secretOf(await createSetupLink(server.db, server.url));
  assert.equal(
    (await call('link', { link: secretOf(server.setupLink), email: 'ada@acme.example' })).body.code,
    'auth.link_not_found',
  );
  const missing = await call('link', { link });
  assert.deepEqual([missing.status, missing.body.fields[0].path], [400, 'email']);
  const { token } = await finish(await call('link', { link, email: 'ada@acme.example', name: 'Ada' }));
  assert.deepEqual((await sessionOf(server, token)).body.user.name, 'Ada');
  const { body: project } = await server.call('POST', '/v1/projects', { token, body: { name: 'Acme' } });
  assert.equal(project.role, 'owner');

  const second = await begin();
  assert.equal((await second.call('link', { link, email: 'eve@acme.example' })).body.code, 'auth.link_not_found');
  assert.equal(await createSetupLink(server.db, server.url), undefined);
});

test('a passkey is added, signs in, and is renamed and removed by its user only', async () => {
  const token = await recover('ada@acme.example');
  const { body: options } = await server.call('POST', '/v1/auth/passkeys/options', { token });
  assert.equal(options.options.rp.id, '127.0.0.1');
  const credential = authenticator.create(options.options);
  const headers = { 'idempotency-key': 'laptop' };
  const added = await server.call('POST', '/v1/auth/passkeys', { token, headers, body: { name: 'Laptop', credential } });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const repeated = await server.call('POST', '/v1/auth/passkeys', { token, headers, body: { name: 'Laptop', credential } });
  assert.deepEqual([repeated.status, repeated.body.id], [201, added.body.id]);
  const reused = await server.call('POST', '/v1/auth/passkeys', { token, headers, body: { name: 'Phone', credential } });
  assert.equal(reused.body.code, 'request.idempotency_key_reused');
  // The challenge is used up, so that the answer can't be sent again.
  const again = await server.call('POST', '/v1/auth/passkeys', { token, body: { name: 'Laptop', credential } });
  assert.equal(again.body.code, 'auth.passkey_rejected');

  const { call, finish } = await begin();
  const { body } = await call('passkey-options', {});
  const signedIn = await finish(await call('passkey', { credential: authenticator.get(body.options) }));
  assert.equal((await sessionOf(server, signedIn.token)).body.user.email, 'ada@acme.example');
  const { body: list } = await server.call('GET', '/v1/auth/passkeys', { token });
  assert.deepEqual(
    list.data.map(({ name, last_used_at }: { name: string; last_used_at: string | null }) => [name, last_used_at !== null]),
    [['Laptop', true]],
  );

  const { token: foreign } = await server.signIn();
  const path = `/v1/auth/passkeys/${added.body.id}`;
  for (const method of ['PATCH', 'DELETE'])
    assert.equal(
      (await server.call(method, path, { token: foreign, body: method === 'PATCH' ? { name: 'Mine' } : undefined })).body.code,
      'auth.passkey_not_found',
    );
  assert.equal((await server.call('PATCH', path, { token, body: { name: 'Work' } })).body.name, 'Work');
  assert.equal((await server.call('DELETE', path, { token })).status, 200);
  const later = await begin();
  const removed = authenticator.get((await later.call('passkey-options', {})).body.options);
  assert.equal((await later.call('passkey', { credential: removed })).body.code, 'auth.passkey_rejected');
});

test('a passkey of another site, without verification of the user, or for an old challenge is rejected', async () => {
  const token = await recover('ada@acme.example');
  const other = createAuthenticator('https://evil.example');
  const mine = createAuthenticator(server.url);
  const add = async (made: typeof mine) => {
    const { body } = await server.call('POST', '/v1/auth/passkeys/options', { token });
    return await server.call('POST', '/v1/auth/passkeys', {
      token,
      body: { name: 'Key', credential: made.create(body.options) },
    });
  };
  assert.equal((await add(other)).body.code, 'auth.passkey_rejected');
  assert.equal((await add(mine)).status, 201);

  const { call, finish } = await begin();
  const challenge = async () => (await call('passkey-options', {})).body.options as { challenge: string };
  const old = await challenge();
  const rejected = async (credential: object) =>
    assert.equal((await call('passkey', { credential })).body.code, 'auth.passkey_rejected');
  await challenge();
  await rejected(mine.get(old));
  await rejected(mine.get(old));
  await rejected(mine.get(await challenge(), { isVerified: false }));
  await rejected(other.get(await challenge()));
  await finish(await call('passkey', { credential: mine.get(await challenge()) }));

  // A personal access token could otherwise outlive itself.
  const { body } = await server.call('POST', '/v1/auth/tokens', { token, body: { name: 'CI' } });
  const options = await server.call('POST', '/v1/auth/passkeys/options', { token: body.token });
  assert.equal(options.body.code, 'auth.browser_sign_in_required');
  const credential = mine.create({ challenge: 'any' });
  const create = await server.call('POST', '/v1/auth/passkeys', { token: body.token, body: { name: 'Key', credential } });
  assert.equal(create.body.code, 'auth.browser_sign_in_required');
});

test('a mailed code signs in once, and five wrong attempts end it', async () => {
  const { call, finish } = await begin();
  assert.deepEqual((await call('mail-code', { email: 'ADA@acme.example' })).body, { ok: true });
  const code = await mailedCode();
  const wrong = code === '000000' ? '000001' : '000000';
  assert.equal((await call('code', { code: wrong })).body.fields[0].path, 'code');
  const done = await call('code', { code });
  const { token } = await finish(done);
  assert.equal((await sessionOf(server, token)).body.user.email, 'ada@acme.example');
  assert.equal((await call('code', { code })).body.code, 'auth.sign_in_not_found');

  const guessed = await begin();
  await guessed.call('mail-code', { email: 'ada@acme.example' });
  const right = await mailedCode();
  for (let tries = 0; tries < 5; tries++) await guessed.call('code', { code: right === '000000' ? '000001' : '000000' });
  assert.equal((await guessed.call('code', { code: right })).status, 400);
});

test('of five parallel attempts with the right code, one succeeds, and its sign-in works', async () => {
  const { call, finish } = await begin();
  await call('mail-code', { email: 'ada@acme.example' });
  const code = await mailedCode();
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('code', { code })));
  const right = answers.filter(({ status }) => status === 200);
  assert.equal(right.length, 1);
  const { token } = await finish(right[0] as (typeof right)[number]);
  assert.equal((await sessionOf(server, token)).status, 200);
});

test('unknown addresses are answered like known ones, and receive nothing; invited users do', async () => {
  const { call, finish } = await begin();
  assert.deepEqual((await call('mail-code', { email: 'stranger@acme.example' })).body, { ok: true });
  const owner = await recover('ada@acme.example');
  const { body: projects } = await server.call('GET', '/v1/projects', { token: owner });
  const [{ id }] = projects.data;
  await server.call('POST', `/v1/projects/${id}/members`, {
    token: owner,
    body: { email: 'grace@acme.example', role: 'viewer' },
  });
  const invitation = await nextMail();
  assert.deepEqual(invitation.recipients, ['grace@acme.example'], 'the first mail since the code for a stranger was requested');
  await call('mail-code', { email: 'grace@acme.example' });
  const mail = await nextMail();
  assert.deepEqual(mail.recipients, ['grace@acme.example']);
  const { token } = await finish(await call('code', { code: /\d{6}/.exec(mail.subject ?? '')?.[0] ?? '' }));
  assert.equal((await server.call('GET', `/v1/projects/${id}`, { token })).body.role, 'viewer');

  // One network receives five codes an hour for an address.
  await sql`DELETE FROM mailed_codes`.execute(server.db);
  for (const email of ['grace', 'Grace', 'GRACE', 'gRace', 'grAce', 'graCe'])
    await (await begin()).call('mail-code', { email: `${email}@acme.example` });
  // Mailed to the address of the user, not to the one that was entered: mail servers may tell them apart.
  for (let mails = 0; mails < 5; mails++) assert.deepEqual((await nextMail()).recipients, ['grace@acme.example']);
  await (await begin()).call('mail-code', { email: 'ada@acme.example' });
  assert.deepEqual((await nextMail()).recipients, ['ada@acme.example']);
});

test('all spellings of an address share the codes of its mailbox', async () => {
  const owner = await recover('ada@acme.example');
  const [{ id }] = (await server.call('GET', '/v1/projects', { token: owner })).body.data;
  for (const [email, ...spellings] of [
    [
      'jo@münchen.example',
      'Jo@MÜNCHEN.example',
      'jo@xn--mnchen-3ya.example',
      'ｊｏ@mu\u0308nchen.example',
      'jo＠münchen。example',
    ],
    ['ülkü@acme.example', 'ÜLKÜ@acme.example', 'u\u0308lku\u0308@acme.example', 'Ülkü@ACME.example', 'ülkü@acme．example'],
  ]) {
    await sql`DELETE FROM mailed_codes`.execute(server.db);
    await server.call('POST', `/v1/projects/${id}/members`, { token: owner, body: { email, role: 'viewer' } });
    assert.match((await nextMail()).subject ?? '', /added you/);
    for (const spelling of [...spellings, ...spellings])
      assert.equal((await (await begin()).call('mail-code', { email: spelling })).status, 200);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int FROM mailed_codes WHERE email = ${email}`.execute(
      server.db,
    );
    assert.deepEqual(rows, [{ count: 5 }]);
    for (let mails = 0; mails < 5; mails++) await nextMail();

    // A code that was requested with one spelling signs in the invited user of another one, once and for all.
    await sql`DELETE FROM mailed_codes`.execute(server.db);
    const users = new Set<string>();
    for (const spelling of [spellings[0], spellings[1]]) {
      const { call, finish } = await begin();
      await call('mail-code', { email: spelling });
      const { token } = await finish(await call('code', { code: await mailedCode() }));
      assert.equal((await server.call('GET', `/v1/projects/${id}`, { token })).body.role, 'viewer');
      users.add((await sessionOf(server, token)).body.user.id);
    }
    assert.equal(users.size, 1);
  }
});

test('other people cannot use up the codes of a user, neither in other networks nor in a browser of the user', async () => {
  const own = createBrowser();
  await recover('grace@acme.example', own);
  await sql`DELETE FROM mailed_codes`.execute(server.db);
  const request = async (address: string, browser = createBrowser(), email = 'grace@acme.example') =>
    await (await begin(browser)).call('mail-code', { email }, browser, { 'x-forwarded-for': address });
  /** Asserts that the user received this number of mails, and none after these except the one to another user that is requested now. */
  const receives = async (count: number, why: string) => {
    await sql`DELETE FROM mailed_codes WHERE email = 'ada@acme.example'`.execute(server.db);
    await request('203.0.113.99', createBrowser(), 'ada@acme.example');
    const received = [];
    for (let mails = 0; mails <= count; mails++) received.push(...(await nextMail()).recipients);
    // Mails overtake each other.
    assert.deepEqual(received.toSorted(), ['ada@acme.example', ...Array<string>(count).fill('grace@acme.example')], why);
  };
  for (let times = 0; times < 7; times++) await request('203.0.113.1');
  await receives(5, 'a stranger');
  await request('203.0.113.2');
  await receives(1, 'a new browser of the user in another network');
  for (let network = 10; network < 20; network++) await request(`203.0.113.${network}`);
  await receives(4, 'strangers of many networks');
  for (let times = 0; times < 7; times++) await request('203.0.113.1', own);
  await receives(5, 'a browser in which the user has signed in');
  // The cookie counts for its user only.
  await request('203.0.113.1', own, 'ada@acme.example');
  const { rows } = await sql<{ known: number }>`
    SELECT count(*)::int AS known FROM mailed_codes WHERE email = 'ada@acme.example' AND network_hash IS NULL`.execute(server.db);
  assert.deepEqual(rows, [{ known: 0 }]);
  await nextMail();
});

test('a later request for another address ends the code, whether that address is known or not', async () => {
  const { call } = await begin();
  for (const email of ['ada@acme.example', 'stranger@acme.example']) {
    await sql`DELETE FROM mailed_codes`.execute(server.db);
    await call('mail-code', { email: 'grace@acme.example' });
    const code = await mailedCode();
    await call('mail-code', { email });
    assert.equal((await call('code', { code })).status, 400, email);
    if (email.startsWith('ada')) await nextMail();
  }
});

test('a sign-in page names the ways to sign in and the public URL', async () => {
  const { body } = await server.call('GET', '/v1/auth/providers');
  assert.deepEqual(body, {
    data: [{ id: 'account', name: 'Passkey or email', methods: ['passkey', 'mail'] }],
    public_url: server.url,
  });
});

test('without a mail server, codes are not offered', async () => {
  const other = await startTestServer({ EARSHOT_ACCOUNTS: 'on' });
  const browser = createBrowser();
  const page = await browser.follow(loginUrl(other, { provider: 'account' }), ({ pathname }) => pathname === '/sign-in/account');
  const body = { request: page.searchParams.get('request'), email: 'ada@acme.example' };
  const response = await browser.post(`${other.url}/v1/auth/account/mail-code`, body);
  assert.equal(((await response.json()) as { code: string }).code, 'auth.mail_not_configured');
});
