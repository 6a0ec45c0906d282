import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment, runSuccessfully, runWith } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-usage-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await sharedTestServer();
const acme = await server.createProject();
const { key, token } = acme;
const env = { ...createEnvironment(folder), EARSHOT_URL: server.url, EARSHOT_TOKEN: token, EARSHOT_PROJECT: acme.slug };
const earshot = (...args: string[]) => runSuccessfully(env, ...args);

await server.call('POST', '/v1/waitlist', { key, body: { email: 'ada@example.com' } });
await server.call('POST', '/v1/testimonials', { key, body: { author_name: 'Ada', content: 'It works.', rating: 5 } });
await earshot('changelog', 'create', '--title', 'CSV export', '--body', 'Here', '--publish');

test('api chooses the method and the credential, and shows the response', async () => {
  const goals = '/v1/analytics/goals';
  assert.equal(await earshot('api', goals, '-f', 'name=Trial', '-f', 'event=trial', '--jq', '.name'), 'Trial');
  assert.match(await earshot('api', goals, '--jq', '[.data[].name] | join(" ")'), /Trial/);
  assert.match(await earshot('api', '-X', 'GET', '/v1/feedback', '-f', 'limit=1', '--jq', '.limit'), /^1$/);
  assert.match(
    await earshot('api', 'v1/auth/session', '-i', '--jq', '.kind'),
    /^HTTP\/1\.1 200 OK\n[^]*x-request-id: \S+\n[^]*\npersonal$/,
  );
  const submitted = await earshot('api', '/v1/feedback', '--key', '-f', 'title=By a website', '--jq', '.title');
  assert.equal(submitted, 'By a website');
  const cases: [string[], number, RegExp][] = [
    [['/v1/feedback', '-f', 'title=A'], 1, /requires an API key.* Pass --key to send/],
    [['GET'], 2, /The path is missing/],
    [['FETCH', '/v1/feedback'], 2, /FETCH is not a method/],
    [['-X', 'POST', 'GET', '/v1/feedback'], 2, /Pass the method once/],
    [[goals, '-i', '--paginate'], 2, /can’t be combined/],
  ];
  for (const [args, code, message] of cases) {
    const result = await runWith(env, 'api', ...args);
    assert.deepEqual([result.code, result.stdout], [code, ''], args.join(' '));
    assert.match(result.stderr, message);
  }
  const missing = await runWith(env, 'api', '/v1/feedback/fb_01k0q6v3e8f5ntgjx1s6d2p9ra', '--include');
  assert.deepEqual([missing.code, missing.stdout.split('\n')[0]], [1, 'HTTP/1.1 404 Not Found']);
  assert.match(missing.stderr, /feedback\.not_found/);
});

test('lists are limited to a period', async () => {
  const id = await earshot('feedback', 'create', '--title', 'In a period');
  await earshot('feedback', 'status', id, 'done');
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const found = async (...args: string[]) =>
    (await earshot('feedback', 'list', '--jq', '.[].title', ...args)).includes('In a period');
  for (const args of [
    ['--since', '1h'],
    ['--since', '7d', '--until', day(2)],
    ['--since', day(-1)],
    ['--changed-since', '2w'],
    ['--changed-until', day(2)],
  ])
    assert.ok(await found(...args), args.join(' '));
  for (const args of [
    ['--until', '1d'],
    ['--since', day(2)],
    ['--changed-until', '1h'],
    ['--changed-since', day(2)],
  ])
    assert.ok(!(await found(...args)), args.join(' '));
  for (const group of ['waitlist', 'testimonial', 'changelog']) {
    assert.equal(await earshot(group, 'list', '--since', day(2)), '');
    assert.equal(await earshot(group, 'list', '--until', '52w'), '');
    assert.notEqual(await earshot(group, 'list', '--since', '1d', '--until', day(2)), '');
  }
});

test('usage errors have at most three lines', async () => {
  const cases: [string[], RegExp][] = [
    [['feedbak'], /^error: unknown command 'feedbak'\n\(Did you mean feedback\?\)\nRun `earshot --help` for usage\.\n$/],
    [['feedback', 'lists'], /\nRun `earshot feedback --help` for usage\.\n$/],
    [['feedback', 'list', '--statsu', 'new'], /Did you mean --status\?[^]*Run `earshot feedback list --help`/],
    [['feedback', 'view'], /missing required argument 'id'/],
    [['feedback', 'list', '--limit', '0'], /It must be a whole number from 1/],
    [['feedback', 'list', '--search'], /option '-S, --search <text>' argument missing/],
    [['feedback', 'list', '-S', '--json'], /option '-S, --search <text>' argument missing/],
    [['feedback', 'list', '--tag', '--limit=3'], /option '--tag <tag>' argument missing/],
    [['feedback', 'list', '--project', '--limit=3'], /option '-p, --project <project>' argument missing/],
    [['feedback', 'list', '--since', 'yesterday'], /--since must be a date or time, such as/],
    [['feedback', 'list', '--since', '2026-02-29'], /--since must be a date or time/],
    [['feedback', 'list', '--until', '7'], /--until must be a date or time/],
    [['feedback', 'list', '--changed-since', '7y'], /--changed-since must be a date or time/],
    [['changelog', 'schedule', 'cl_01k0q6v3e8f5ntgjx1s6d2p9ra', 'soon'], /time must be a date or time/],
    [['feedback', 'view', 'fb_01m8btxb06ey'], /^fb_01m8btxb06ey is not a whole id: it has fewer than 26 characters after fb_\n$/],
    [['testimonial', 'approve', 'tm_01k0q6v3e8f5ntgjx1s6d2p9ra', 'tm_01'], /^tm_01 is not a whole id/],
    [['webhook', 'test', 'whk_01m8btxb…'], /is not a whole id/],
    [['project', 'keys', '--rotate'], /Pass --yes/],
    [['project', 'keys', '--rotate', '--revoke-now'], /Pass --yes/],
    [['login', '--base-url', 'ftp://acme.example'], /^ftp:\/\/acme\.example is not the URL of an instance/],
    [['login', '--base-url', 'mailto://acme.example'], /is not the URL of an instance/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await runWith(env, ...args);
    assert.deepEqual([code, stdout], [2, ''], args.join(' ') + stderr);
    assert.match(stderr, message);
    assert.ok(stderr.trimEnd().split('\n').length <= 3, stderr);
  }
  // A value that looks like an option is passed with an equals sign.
  assert.equal(await earshot('feedback', 'list', '--search=--json'), '');
  const byKey = await runWith({ ...env, EARSHOT_TOKEN: acme.key, EARSHOT_PROJECT: acme.id }, 'feedback', 'list');
  assert.match(byKey.stderr, /^This is an API key, which is sent in X-Project-Key/);
  assert.equal(byKey.code, 4);
  assert.match(await earshot('project', 'keys', '--rotate', '--yes'), /^pk_\w+\t/);
  const secret = await earshot('webhook', 'listen', '--print-secret');
  assert.match(secret, /^whsec_/);
  assert.equal(await earshot('webhook', 'listen', '--print-secret'), secret);
});
