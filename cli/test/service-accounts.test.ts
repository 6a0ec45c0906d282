import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment, runOnTerminal, runSuccessfully, runWith } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-accounts-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await sharedTestServer();
const acme = await server.createProject('Acme');
const base = { ...createEnvironment(folder), EARSHOT_URL: server.url };
const env = { ...base, EARSHOT_TOKEN: acme.token, EARSHOT_PROJECT: acme.slug };
const earshot = (...args: string[]) => runSuccessfully(env, 'service-account', ...args);
const onTerminal = (...args: string[]) => runOnTerminal(env, 'service-account', ...args);

test('scripts create, list, edit, rotate and delete service accounts', async () => {
  const [id = '', token = ''] = (await earshot('create', 'Pipeline', '--scopes', 'feedback:read,changelog:write')).split('\t');
  assert.match(id, /^svc_[0-9a-z]{26}$/);
  assert.match(token, /^earshot_sat_[0-9A-Za-z]{43}$/);
  assert.equal(await earshot('list'), `${id}\tPipeline\tfeedback:read, changelog:write\t${acme.email}`);
  assert.equal(await earshot('edit', 'pipeline', '--scopes', 'feedback:write'), id);
  assert.equal(await earshot('list', '--jq', '.[].scopes[]'), 'feedback:write');
  const [, next = ''] = (await earshot('rotate', id, '--revoke-now', '--expires-in', '7')).split('\t');
  assert.equal((await server.call('GET', '/v1/auth/session', { token })).status, 401);
  assert.equal((await server.call('GET', '/v1/auth/session', { token: next })).status, 200);

  const third = (await earshot('rotate', id)).split('\t')[1] ?? '';
  const [current = '', previous = ''] = (await earshot('tokens', 'Pipeline')).split('\n').map((line) => line.split('\t')[0]);
  assert.match(current, /^tok_/);
  const undecided = await runWith(env, 'service-account', 'revoke', 'Pipeline', previous);
  assert.deepEqual([undecided.code, undecided.stdout], [2, ''], 'nobody confirms');
  assert.equal(await earshot('revoke', 'Pipeline', next.slice(-4), '--yes'), previous);
  assert.equal((await server.call('GET', '/v1/auth/session', { token: next })).status, 401);
  assert.equal((await server.call('GET', '/v1/auth/session', { token: third })).status, 200);
  assert.equal(await earshot('tokens', id, '--json', 'name'), JSON.stringify([{ name: `…${third.slice(-4)}` }]));

  const unconfirmed = await runWith(env, 'service-account', 'delete', 'Pipeline');
  assert.deepEqual([unconfirmed.code, unconfirmed.stdout], [2, '']);
  assert.equal(await earshot('delete', 'Pipeline', '--yes'), id);
  assert.equal(await earshot('list'), '');
  assert.equal((await server.call('GET', '/v1/auth/session', { token: third })).status, 401);
});

test('a terminal shows the token once, with the next step', async () => {
  const created = await onTerminal('create', 'Backup', '--scopes', 'waitlist:read', '--expires-in', '30');
  assert.match(created, /✓ Created service account Backup \(svc_\w+\)\r?\nToken: earshot_sat_\w{43}\r?\nCopy it now/);
  const listed = await onTerminal('list');
  assert.match(listed, /ID\s+NAME\s+SCOPES/i);
  assert.match(listed, /Backup\s+waitlist:read/);
  const [, last = ''] = /earshot_sat_\w*(\w{4})\r?\n/.exec(created) ?? [];
  assert.match(await onTerminal('tokens', 'Backup'), new RegExp(`ID +TOKEN +CREATED[\\s\\S]*…${last} `));
  assert.match(await onTerminal('rotate', 'Backup'), /✓ Rotated the token of Backup\. Previous tokens expire within 24 hours\./);
  assert.match(await onTerminal('edit', 'Backup', '--name', 'Nightly'), /✓ Changed Nightly: waitlist:read/);
  assert.match(await onTerminal('delete', 'Nightly', '--yes'), /✓ Deleted Nightly/);
});

test('mistakes are explained', async () => {
  await earshot('create', 'Nightly shift', '--scopes', 'feedback:read');
  const cases: [string[], number, RegExp][] = [
    [['create', 'x'], 2, /required option '--scopes/],
    [['create', 'x', '--scopes', 'admin'], 1, /scopes\[0\] must be one of/],
    [['edit', 'x'], 2, /Nothing to change/],
    [['revoke', 'Nightly shift', 'abcd', '--yes'], 2, /Nightly shift has no valid token abcd/],
    [['rotate', 'unknown'], 2, /Service account unknown not found\. `earshot service-account list` lists all of them\./],
  ];
  for (const [args, code, message] of cases) {
    const result = await runWith(env, 'service-account', ...args);
    assert.deepEqual([result.code, result.stdout], [code, ''], result.stderr);
    assert.match(result.stderr, message);
  }
});

test('commands work with the token of a service account, without naming the project', async () => {
  const [id = '', token = ''] = (await earshot('create', 'Bot', '--scopes', 'feedback:write')).split('\t');
  const asBot = { ...base, EARSHOT_TOKEN: token };
  const status = JSON.parse((await runWith(asBot, 'auth', 'status', '--json')).stdout);
  assert.deepEqual([status[0].user, status[0].kind, status[0].expires_at], ['Bot', 'service', null]);
  assert.match(await runSuccessfully(asBot, 'auth', 'status'), /^Service account\tBot$/m);
  assert.match(await runOnTerminal(asBot, 'auth', 'status'), /Service account: Bot/);

  const { body: entry } = await server.call('POST', '/v1/feedback', { key: acme.key, body: { title: 'Export' } });
  assert.match(await runSuccessfully(asBot, 'feedback', 'list'), new RegExp(`^${entry.id}\tExport`));
  await runSuccessfully(asBot, 'feedback', 'comment', entry.id, '--body', 'Planned for May');
  const { body: comments } = await server.call('GET', `/v1/feedback/${entry.id}/comments`, { key: acme.key });
  assert.equal(comments.data[0].author_name, 'Bot');

  const refused = await runWith(asBot, 'waitlist', 'list');
  assert.deepEqual([refused.code, refused.stdout], [1, ''], refused.stderr);
  assert.match(refused.stderr, /This action requires a token with the scope waitlist:read/);
  await earshot('edit', 'Bot', '--scopes', 'projects:read');
  const manages = await runWith(asBot, 'service-account', 'delete', id, '--yes');
  assert.equal(manages.code, 1);
  assert.match(manages.stderr, /Service accounts can’t do this: sign in, or use a personal access token/);
});
