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
  const separated = await earshot('person', 'separate', person, 'ADA@example.com');
  assert.notEqual(separated, person);
  assert.equal(await earshot('person', 'merge', separated, person), person);
  await earshot('person', 'set', 'u_42', 'plan=', '--name', 'Ada');
  assert.equal(await earshot('person', 'view', person, '--jq', '.name + " " + (.attributes | tojson)'), 'Ada {"seats":12}');
  const refused = await runWith(env, 'person', 'separate', person, 'alan@example.com');
  assert.match(refused.stderr, /alan@example\.com is no identity of per_/);
});
