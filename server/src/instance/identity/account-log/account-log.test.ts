import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { runScheduled } from '../../../testing/jobs.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { parseId } from '../../../platform/ids.ts';
import { connect, createParty } from '../apps/fixtures/app.ts';
import { signedIn } from '../fixtures/browser.ts';
import { composeNotice } from './mails.ts';

// A server of its own, for its mail server.
const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
const { call, db } = server;

const readLog = async (token: string, query = {}): Promise<Json[]> => {
  const { status, body } = await call('GET', '/v1/auth/log', { token, query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

test('lists sign-ins, tokens, apps and their ends, newest first, with the client', async () => {
  const email = 'ada@account-log.example';
  const party = await createParty(server, email);
  const token = party.browser;
  const { body: made } = await call('POST', '/v1/auth/tokens', { token, body: { name: 'CI', scopes: ['feedback:read'] } });
  const { body: child } = await call('POST', '/v1/auth/tokens', { token: made.token, body: { name: 'Refused' } });
  assert.equal(child.code, 'auth.scope_required');
  const admin = (await call('POST', '/v1/auth/tokens', { token, body: { name: 'Terraform' } })).body;
  await call('POST', '/v1/auth/tokens', { token: admin.token, body: { name: 'Child' } });
  await call('DELETE', `/v1/auth/tokens/${made.id}`, { token });
  await connect(server, party, { scopes: ['feedback:read'] });
  const [app] = (await call('GET', '/v1/auth/connected-apps', { token })).body.data;
  await call('DELETE', `/v1/auth/connected-apps/${app.id}`, { token });
  await call('DELETE', '/v1/auth/sessions', { token });

  const log = await readLog(token);
  assert.deepEqual(
    log.map(({ action, target_name, token_name }) => [action, target_name, token_name]),
    [
      ['session.others_ended', null, null],
      ['connected_app.revoked', 'Test app', null],
      ['connected_app.authorized', 'Test app', null],
      ['token.revoked', 'CI', null],
      ['token.created', 'Child', 'Terraform'],
      ['token.created', 'Terraform', null],
      ['token.created', 'CI', null],
      ['session.created', null, null],
    ],
  );
  const created = log.at(-2);
  assert.deepEqual(
    [created.target_id, created.browser, created.os, created.scopes, created.project_ids],
    [made.id, 'Firefox', 'Windows', ['feedback:read'], null],
  );
  assert.deepEqual((await readLog(token, { action: 'token.revoked' })).length, 1);
  assert.equal((await call('GET', '/v1/auth/log', { token: made.token })).status, 401);
  // Only the entries of the user.
  const lin = 'lin@account-log.example';
  const other = await signedIn(server, lin);
  assert.deepEqual(
    (await readLog(other.access_token)).map(({ action }) => action),
    ['session.created'],
  );
  const [session] = (await call('GET', '/v1/auth/sessions', { token: other.access_token })).body.data;
  assert.deepEqual((await call('DELETE', '/v1/auth/session', { token: other.access_token })).body, { ok: true });
  const later = await readLog((await signedIn(server, lin)).access_token);
  assert.deepEqual(
    later.map(({ action }) => action),
    ['session.created', 'session.ended', 'session.created'],
  );
  assert.equal(later[1]?.target_id, session.id);
});

test('a credential for all projects is in the audit log of each of them', async () => {
  const project = await server.createProject();
  const second = (await call('POST', '/v1/projects', { token: project.token, body: { name: 'Second' } })).body;
  const foreign = await server.createProject();
  const { body: made } = await call('POST', '/v1/auth/tokens', { token: project.token, body: { name: 'Everywhere' } });
  await call('DELETE', `/v1/auth/tokens/${made.id}`, { token: project.token });
  const party = await createParty(server, project.email);
  await connect(server, party, { scopes: ['feedback:read'] });
  const [app] = (await call('GET', '/v1/auth/connected-apps', { token: party.browser })).body.data;
  await call('DELETE', `/v1/auth/connected-apps/${app.id}`, { token: party.browser });
  const actionsIn = async (id: string, token: string) =>
    (await call('GET', `/v1/projects/${id}/audit-log`, { token })).body.data
      .map(({ action }: Json) => action)
      .filter((action: string) => /^(token|connected_app)/.test(action));
  const all = ['connected_app.revoked', 'connected_app.authorized', 'token.revoked', 'token.created'];
  for (const { id } of [project, second]) assert.deepEqual(await actionsIn(id, project.token), all);
  assert.deepEqual(await actionsIn(foreign.id, foreign.token), []);
});

test('a new credential is announced by one email', async () => {
  const email = 'grace@account-log.example';
  const { access_token: token } = await signedIn(server, email);
  await call('POST', '/v1/auth/tokens', { token, body: { name: 'Deploy <b>', scopes: ['feedback:read'] } });
  for (let n = 0; n < 2; n++) await runScheduled(db, 'identity.mail-account-changes');
  const mails = (await smtp.mails()).filter(({ recipients }) => recipients.includes(email));
  assert.equal(mails.length, 1);
  assert.match(mails[0]?.subject ?? '', /^New personal access token for your account at /);
  assert.match(mails[0]?.text ?? '', /Deploy <b>” was added .* with Firefox on Windows\./);
  assert.match(mails[0]?.html ?? '', /Deploy &lt;b&gt;/);
});

test('entries end after a year, and emails that could not be sent after a day', async () => {
  const { access_token: token } = await signedIn(server, 'old@account-log.example');
  for (const name of ['Old', 'New']) await call('POST', '/v1/auth/tokens', { token, body: { name } });
  const { id } = (await readLog(token)).find(({ target_name }) => target_name === 'Old');
  await sql`UPDATE account_entries SET created_at = now() - interval '366 days' WHERE id = ${parseId('acl', id)}`.execute(db);
  await runScheduled(db, 'identity.clean');
  assert.deepEqual(
    (await readLog(token)).map(({ target_name }) => target_name),
    ['New', null],
  );
});

const ENTRY = {
  user_id: 'u',
  email: 'ada@example.com',
  language: null,
  id: 'e',
  target_id: null,
  created_at: new Date('2026-05-01T12:30:00Z'),
  scopes: null,
  project_ids: null,
  token_name: null,
  browser: null,
  os: null,
  country: null,
};

test('emails state what was added, when, from where, with which rights, and what to do', () => {
  const cases: [Parameters<typeof composeNotice>[0], RegExp[]][] = [
    [
      { ...ENTRY, action: 'passkey.created', target_name: 'Laptop', browser: 'Firefox', os: 'macOS', country: 'DE' },
      [
        /New passkey/,
        /“Laptop” was added .* on May 1, 2026.* UTC, with Firefox on macOS in Germany\./,
        /can sign in to your account/,
      ],
    ],
    [
      { ...ENTRY, action: 'token.created', target_name: 'CI', scopes: ['admin'], token_name: 'Terraform' },
      [/New personal access token/, /with the token “Terraform”/, /all of your rights in all of your projects/],
    ],
    [
      { ...ENTRY, action: 'token.created', target_name: 'CI', scopes: ['feedback:read'], project_ids: ['a', 'b'] },
      [/by a program or on the command line of the server/, /access to 2 of your projects: feedback:read/],
    ],
    [
      { ...ENTRY, action: 'connected_app.authorized', target_name: '<b>App</b>', scopes: ['feedback:read'], os: 'Linux' },
      [/New connected app/, /“<b>App<\/b>” was added/, /with Linux/],
    ],
  ];
  for (const [entry, patterns] of cases) {
    const mail = composeNotice(entry, 'ada@example.com', 'https://feedback.example');
    for (const pattern of [...patterns, /remove it on your account page/, /https:\/\/feedback\.example\/account/])
      assert.match(mail.text_body, pattern);
    assert.ok(!mail.html_body.includes('<b>App'));
    assert.match(mail.subject, /^New .* for your account at feedback\.example$/);
  }
  const passkey = {
    ...ENTRY,
    action: 'passkey.created',
    target_name: 'Laptop',
    browser: 'Firefox',
    os: 'macOS',
    country: 'DE',
  } as const;
  const german = composeNotice({ ...passkey, language: 'de' }, 'ada@example.com', 'https://feedback.example');
  assert.equal(german.subject, 'Neuer Passkey für dein Konto auf feedback.example');
  assert.match(german.text_body, /„Laptop“ wurde am 1\. Mai 2026 um 12:30 UTC .*, mit Firefox unter macOS \(Deutschland\)\./);
  assert.match(german.html_body, /<html lang="de" dir="ltr">/);
});
