import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment, runSuccessfully, runWith } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await sharedTestServer();
const acme = await server.createProject();
const env = {
  ...createEnvironment(folder),
  EARSHOT_URL: server.url,
  EARSHOT_TOKEN: acme.token,
  EARSHOT_PROJECT: acme.slug,
};
const earshot = (...args: string[]) => runSuccessfully(env, ...args);

test('people are set, listed, shown, separated, merged and exported', async () => {
  await server.call('POST', '/v1/waitlist', { key: acme.key, body: { email: 'ada@example.com' } });
  const person = await earshot(
    'person',
    'set',
    'u_42',
    'plan=pro',
    'seats=12',
    '--email',
    'Ada@example.com',
    '--company',
    'acme',
  );
  assert.match(person, /^per_\w+$/);
  assert.match(
    await earshot('person', 'list', '--attribute', 'plan:is:pro', 'seats:gt:10'),
    /^per_\w+\tu_42\tada@example\.com\t\tacme$/,
  );
  assert.equal(await earshot('person', 'list', '--attribute', 'seats:gt:12'), '');
  assert.match(await earshot('person', 'view', person), /^email\tada@example\.com \(api\)$/m);
  assert.match(await earshot('person', 'timeline', person, '--kind', 'waitlist'), /\twaitlist\twl_\w+\twaiting$/);
  assert.match(await earshot('person', 'export', '--search', 'u_42'), /,u_42,ada@example\.com,/);
  await server.call('PUT', '/v1/companies/globex', {
    token: acme.token,
    query: { project_id: acme.id },
    body: { attributes: { mrr: 9 } },
  });
  const segment = await earshot(
    'segment',
    'create',
    'Large',
    '--attribute',
    'seats:gte:12',
    '--company-attribute',
    'mrr:is_not_set',
  );
  assert.match(segment, /^psg_\w+$/);
  assert.match(await earshot('person', 'list', '--segment', 'Large'), /^per_\w+\tu_42\t/);
  assert.match(await earshot('person', 'export', '--segment', segment), /,u_42,/);
  await server.call('POST', '/v1/waitlist', { key: acme.key, body: { email: 'bob@example.com' } });
  assert.match(await earshot('waitlist', 'list', '--segment', 'Large'), /^wl_\w+\t1\tada@example\.com\t[^\n]+$/);
  await server.call('PATCH', `/v1/projects/${acme.id}`, {
    token: acme.token,
    body: { settings: { waitlist: { invitation_url: 'https://acme.example/start' } } },
  });
  assert.match(await earshot('waitlist', 'invite', '--segment', segment, '--yes'), /^wl_\w+$/);
  assert.equal(await earshot('waitlist', 'list', '--status', 'invited', '--jq', '.[].email'), 'ada@example.com');
  for (const user of ['u_42', 'u_7']) await earshot('event', 'send', 'opened', '--user-id', user);
  assert.match(await earshot('analytics', 'users', '--segment', 'Large'), /^u_42\t[^\n]*$/);
  assert.match(await earshot('analytics', 'overview', '--segment', segment), /^visitors\t1\b/m);
  assert.equal(await earshot('segment', 'preview', '--attribute', 'seats:gt:12', 'plan:is:pro', '--any'), '1 person');
  await earshot('segment', 'edit', 'Large', '--name', 'Huge', '--definition', '{"match":"any","conditions":[{"kind":"vote"}]}');
  assert.match(await earshot('segment', 'view', 'Huge'), /^people\t0$/m);
  await earshot('segment', 'delete', 'Huge', '--yes');
  assert.equal((await runWith(env, 'segment', 'view', 'Huge')).code, 2);
  assert.match((await runWith(env, 'segment', 'preview')).stderr, /Name at least one condition/);
  const separated = await earshot('person', 'separate', person, 'ADA@example.com');
  assert.notEqual(separated, person);
  assert.equal(await earshot('person', 'merge', separated, person), person);
  await earshot('person', 'set', 'u_42', 'plan=', '--name', 'Ada');
  assert.equal(await earshot('person', 'view', person, '--jq', '.name + " " + (.attributes | tojson)'), 'Ada {"seats":12}');
  const refused = await runWith(env, 'person', 'separate', person, 'alan@example.com');
  assert.match(refused.stderr, /alan@example\.com is no identity of per_/);
});
