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

test('saved funnels are listed, and shown by name', async () => {
  await earshot('event', 'send', 'signed_up', '--user-id', 'u_1');
  await server.call('POST', '/v1/analytics/funnels', {
    token: acme.token,
    query: { project_id: acme.id },
    body: { name: 'Paid', steps: [{ event: 'signed_up' }, { event: 'subscribed' }] },
  });
  assert.match(await earshot('analytics', 'funnels'), /^fnl_\w+\tPaid\tsigned_up → subscribed$/);
  assert.equal(await earshot('analytics', 'funnel', '--name', 'Paid'), 'signed_up\t1\t1\t1\nsubscribed\t0\t0\t0');
  assert.equal(await earshot('analytics', 'funnel', 'signed_up'), 'signed_up\t1\t1\t1');
  for (const [problem, ...args] of [
    ['Funnel Free not found', '--name', 'Free'],
    ['--name must not be combined with steps', '/', '--name', 'Paid'],
    ['A step must be a page or the name of an event'],
  ]) {
    const { stderr, code } = await runWith(env, 'analytics', 'funnel', ...args);
    assert.ok(code === 2 && stderr.includes(problem ?? ''), stderr);
  }
});
