import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Diagnostics } from '@earshot/sdk';
import { type Json, sharedTestServer, startTestServer } from '@earshot/server/testing/server';
import { type Finding, diagnose } from '../src/doctor/findings.ts';
import { createEnvironment, runOnTerminal, runWith } from './processes.ts';
import { startProxy } from './proxy.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-doctor-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const base = createEnvironment(folder);
/** Nothing listens here: the port is above those that systems assign. */
const CLOSED_PORT = 65_000;

/** Runs `doctor`. Returns its exit code and the message and fix of each finding that is not `ok`, by check. */
async function runDoctor(variables: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await runWith({ ...base, ...variables }, 'doctor', '--json', ...args);
  assert.equal(stderr, '');
  const findings: Finding[] = JSON.parse(stdout);
  const problems = findings.filter(({ state }) => state !== 'ok');
  return {
    code,
    findings,
    problems: Object.fromEntries(problems.map(({ check, ...finding }): [string, Json] => [check, finding])),
  };
}

test('doctor passes on a working instance, and follows an event into the reports', async () => {
  const { url, createProject } = await sharedTestServer();
  const { id, token } = await createProject();
  const variables = { EARSHOT_URL: url, EARSHOT_TOKEN: token };
  const { code, findings, problems } = await runDoctor(variables, '--project', id);
  assert.equal(code, 0);
  assert.deepEqual(
    findings.map(({ check }) => check),
    ['Connection', 'Version', 'Time', 'Public URL', 'Proxy', 'Mail', 'Sign-in', 'PostgreSQL', 'ClickHouse', 'Disk', 'Events'],
  );
  delete problems['Disk'];
  assert.deepEqual(Object.keys(problems), ['Mail']);
  assert.match(problems['Mail'].fix, /Set SMTP_URL/);

  const piped = await runWith({ ...base, ...variables }, 'doctor');
  assert.match(piped.stdout, /^Connection\tok\t\S+ answered in \d+ ms\t\n[\s\S]*\nMail\twarning\t/);
  const selected = await runWith({ ...base, ...variables }, 'doctor', '--json', 'check,state');
  assert.deepEqual(JSON.parse(selected.stdout)[2], { check: 'Time', state: 'ok' });
  const unknown = await runWith({ ...base, ...variables }, 'doctor', '--json', 'color');
  assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
  assert.match(unknown.stderr, /Unknown JSON field: color\nAvailable fields: check, state, message, fix/);
  const shown = await runOnTerminal({ ...base, ...variables }, 'doctor');
  assert.match(shown, /✓ Connection [\s\S]*! Mail [\s\S]*0 errors, \d+ warnings?/);
});

test('doctor names the mail server, identity provider and proxy setting that are wrong', async () => {
  const server = await startTestServer({
    SMTP_URL: `smtp://ada:secret@127.0.0.1:${CLOSED_PORT}`,
    EARSHOT_OIDC_ISSUER: `http://127.0.0.1:${CLOSED_PORT}`,
    EARSHOT_OIDC_CLIENT_ID: 'earshot',
    EARSHOT_OIDC_CLIENT_SECRET: 'secret',
  });
  const { token } = await server.signIn();
  const { code, findings, problems } = await runDoctor({ EARSHOT_URL: await startProxy(server.url), EARSHOT_TOKEN: token });
  assert.equal(code, 1);
  assert.ok(!JSON.stringify(findings).includes('secret'));
  delete problems['Disk'];
  assert.deepEqual(Object.keys(problems), ['Proxy', 'Mail', 'Sign-in']);
  assert.match(problems['Proxy'].fix, /EARSHOT_TRUST_PROXY=127\.0\.0\.1/);
  assert.match(problems['Mail'].message, /^smtp:\/\/127\.0\.0\.1:65000 does not accept mails: .*ECONNREFUSED/);
  assert.match(problems['Sign-in'].message, /^Single sign-on is unavailable: .*ECONNREFUSED/);
  assert.match(problems['Sign-in'].fix, /EARSHOT_OIDC_ISSUER/);
});

test('doctor explains that nothing answers, and that nobody is signed in', async () => {
  const { code, problems } = await runDoctor({ EARSHOT_URL: `http://127.0.0.1:${CLOSED_PORT}` });
  assert.equal(code, 1);
  assert.match(problems['Connection'].message, /is unreachable: .*ECONNREFUSED/);

  const { url } = await sharedTestServer();
  const signedOut = await runWith({ ...base, EARSHOT_URL: url }, 'doctor');
  assert.equal(signedOut.code, 4);
  assert.match(signedOut.stderr, /Not signed in/);
});

test('a restricted token cannot read the diagnostics of the instance', async () => {
  const { call, createProject } = await sharedTestServer();
  const { id, token } = await createProject();
  const body = { name: 'CI', scopes: ['admin'], project_ids: [id] };
  const { body: limited } = await call('POST', '/v1/auth/tokens', { token, body });
  const { status, body: refusal } = await call('GET', '/v1/diagnostics', { token: limited.token });
  assert.deepEqual([status, refusal.code], [403, 'auth.scope_required']);
});

const BACKUP = {
  target: '/backups',
  schedule: '15 3 * * *',
  last_success_at: '2026-11-25T03:15:20.000Z',
  last_size_bytes: 5e6,
  error: null,
};
const MAIL_IN = { address: 'reply@example.com', server: 'imaps://mail.example.com', error: null };
const WORKING: Diagnostics = {
  version: '1.4.2',
  time: '2026-11-25T12:00:00.000Z',
  public_url: { url: 'https://feedback.example.com', is_configured: true },
  request: {
    protocol: 'https',
    host: 'feedback.example.com',
    address: '203.0.113.7',
    is_forwarded: true,
    trusts_proxy: true,
    is_address_readable: true,
  },
  mail: { server: 'smtps://mail.example.com', from: 'hello@example.com', error: null },
  mail_in: null,
  sign_in: [{ id: 'oidc', name: 'Single sign-on', error: null }],
  engines: { postgres: 'ready', clickhouse: 'ready' },
  disk: { free_bytes: 50e9, total_bytes: 100e9 },
  backup: BACKUP,
};
const CLIENT = { url: 'https://feedback.example.com', version: '1.4.0', now: Date.parse(WORKING.time) };

const CASES: [name: string, found: Partial<Diagnostics>, problems: string[]][] = [
  ['a working instance', {}, []],
  ['an older server', { version: '1.3.9' }, ['Version warning']],
  ['a clock that is a minute ahead', { time: '2026-11-25T12:01:00.000Z' }, ['Time warning']],
  ['a clock that is ten minutes behind', { time: '2026-11-25T11:50:00.000Z' }, ['Time error']],
  ['no public URL', { public_url: { url: 'http://0.0.0.0:4000', is_configured: false } }, ['Public URL error']],
  ['another public URL', { public_url: { url: 'https://old.example.com', is_configured: true } }, ['Public URL warning']],
  ['an unencrypted URL', { public_url: { url: 'http://a.example.com', is_configured: true } }, ['Public URL warning']],
  ['no proxy where one is trusted', { request: { ...WORKING.request, is_forwarded: false } }, ['Proxy warning']],
  ['a proxy that hides HTTPS', { request: { ...WORKING.request, protocol: 'http' } }, ['Proxy warning']],
  ['a proxy that hides addresses', { request: { ...WORKING.request, is_address_readable: false } }, ['Proxy warning']],
  ['a sender at localhost', { mail: { ...WORKING.mail, from: 'Earshot <earshot@localhost>' } }, ['Mail warning']],
  ['replies by requests', { mail_in: { ...MAIL_IN, server: null } }, []],
  ['a mailbox of replies', { mail_in: MAIL_IN }, []],
  ['a mailbox that is unavailable', { mail_in: { ...MAIL_IN, error: 'Authentication failed.' } }, ['Replies error']],
  ['a server of an earlier version', { mail_in: undefined }, []],
  [
    'a full database',
    { engines: { postgres: 'read-only', clickhouse: 'unavailable' } },
    ['PostgreSQL error', 'ClickHouse error'],
  ],
  ['little disk space', { disk: { free_bytes: 5e9, total_bytes: 100e9 } }, ['Disk warning']],
  ['almost no disk space', { disk: { free_bytes: 5e8, total_bytes: 100e9 } }, ['Disk error']],
  ['no disk', { disk: null }, []],
  ['no scheduled backups', { backup: null }, []],
  ['a schedule without a backup', { backup: { ...BACKUP, last_success_at: null } }, ['Backup warning']],
  ['a failed backup', { backup: { ...BACKUP, error: 'The disk is full' } }, ['Backup error']],
];
for (const [name, found, problems] of CASES)
  test(`doctor checks ${name}`, () => {
    const findings = diagnose({ ...WORKING, ...found }, CLIENT).filter(({ state }) => state !== 'ok');
    assert.deepEqual(
      findings.map(({ check, state }) => `${check} ${state}`),
      problems,
    );
    for (const { fix } of findings) assert.ok(fix);
  });
