import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { claimEventCount } from '@earshot/server/testing/event-log';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment, runSuccessfully, runWith } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await sharedTestServer();
const acme = await server.createProject();
const env = { ...createEnvironment(folder), EARSHOT_URL: server.url, EARSHOT_TOKEN: acme.token, EARSHOT_PROJECT: acme.slug };
const earshot = (...args: string[]) => runSuccessfully(env, ...args);

test('events appear in reports, and api calls any operation', async () => {
  await earshot('event', 'send', 'signed_up', '--property', 'plan=pro', '--user-id', 'u_1');
  assert.match(await earshot('analytics', 'overview', '--period', '24h'), /^events\t1\t/m);
  assert.match(await earshot('analytics', 'overview', '--period', '24h', '--imported', 'include'), /^events\t1\t/m);
  assert.match(
    (await runWith(env, 'analytics', 'overview', '--imported', 'maybe')).stderr,
    /Allowed choices are exclude, include/,
  );
  assert.match(await earshot('analytics', 'breakdown', 'event', '--period', '24h'), /^signed_up\t1\t/);
  assert.match(await earshot('analytics', 'breakdown', 'event', '--all-events', '--period', '24h'), /^signed_up\t1\t/);
  assert.match(await earshot('analytics', 'funnel', 'signed_up', '--period', '24h'), /^signed_up\t1\t1\t1$/);
  assert.match(await earshot('analytics', 'pivot', 'event', 'source', '--period', '24h'), /^signed_up\t\(none\)\t1\t1\t0\t1$/);
  assert.equal(await earshot('analytics', 'pivot', 'event', 'source', '--jq', '.rows[].value'), 'signed_up');
  await earshot('event', 'send', 'subscribed', '--revenue', '0.10 EUR', '--user-id', 'u_1');
  await earshot('event', 'send', 'subscribed', '--revenue', '0.20 EUR', '--user-id', 'u_1');
  assert.equal(await earshot('analytics', 'revenue', '--period', '24h'), '0.3\tEUR\t2\t1');
  assert.equal(await earshot('analytics', 'revenue', '--by', 'event', '--jq', '.[].value'), 'subscribed');
  assert.match((await runWith(env, 'event', 'send', 'subscribed', '--revenue', '5')).stderr, /must be an amount and a currency/);
  await earshot('event', 'send', 'web_vital', '--property', 'metric=LCP', '--property', 'value=3000');
  assert.match(await earshot('analytics', 'vitals', '--period', '24h'), /^LCP\t3000\tneeds_improvement\t0\t1\t0\t1$/m);
  assert.match(await earshot('analytics', 'vitals', '--by', 'device'), /^[^\t]+\t3000\t\t\t\t\t1$/);
  assert.equal(await earshot('analytics', 'search-terms', '--sort', 'position', '--json', 'query'), '[]');
  assert.match(await earshot('analytics', 'export', '--period', '24h'), /signed_up/);
  assert.equal(
    await earshot('api', 'POST', '/v1/analytics/goals', '-f', 'name=Sign-up', '-f', 'event=signed_up', '--jq', '.name'),
    'Sign-up',
  );
  assert.equal(await earshot('api', 'GET', '/v1/analytics/goals', '--paginate', '--jq', '.[].name'), 'Sign-up');
  assert.equal(await earshot('api', 'GET', '/v1/auth/session', '--jq', '.kind'), 'personal');
});

test('a funnel of many events is estimated on request, with its standard error', async () => {
  await earshot('event', 'send', 'upgraded', '--user-id', 'u_1');
  const funnel = ['analytics', 'funnel', 'upgraded', '--period', '24h'];
  assert.equal(await earshot(...funnel, '--precision', 'approximate'), 'upgraded\t1\t1\t1\t0');
  await claimEventCount(server.db, acme.id, 8_000_000);
  assert.equal(await earshot(...funnel, '--jq', '.precision.share'), '1');
  const precision = (await earshot(...funnel, '--precision', 'approximate', '--jq', '.precision.share, .steps[0].count')).split(
    '\n',
  );
  assert.ok(Number(precision[0]) < 1 && ['0', String(1 / Number(precision[0]))].includes(precision[1] ?? ''), precision.join());
});

test('integers beyond 2^53 keep all digits, as text', async () => {
  await earshot('event', 'send', 'ordered', '--property', 'order=9007199254740993', '--property', 'seats=3');
  assert.match(
    await earshot('analytics', 'export', '--period', '24h'),
    /"\{""order"":""9007199254740993"",""seats"":3\}"|"\{""seats"":3,""order"":""9007199254740993""\}"/,
  );
  const index = await earshot('api', 'POST', '/v1/indexes', '-f', 'name=Orders', '--jq', '.id');
  const file = join(folder, 'document.json');
  writeFileSync(file, '{"content":"# Order","metadata":{"order":9007199254740993,"seats":3}}');
  assert.equal(
    await earshot('api', 'POST', `/v1/indexes/${index}/documents`, '--input', file, '--jq', '.metadata | tojson'),
    '{"order":"9007199254740993","seats":3}',
  );
});
