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

test('goals require properties, and links show the reports on websites', async () => {
  await earshot('event', 'send', 'upgraded', '--user-id', 'u_2', '--property', 'plan=pro');
  const filter = 'property:plan:is:pro';
  const goal = await earshot('analytics', 'goal', 'create', 'Pro', '--event', 'upgraded', '--filter', filter);
  assert.match(goal, /^goal_\w+$/);
  const [id, name, counts, visitors, conversions] = (await earshot('analytics', 'goal', 'list')).split('\t');
  assert.deepEqual([id, name, counts, visitors, conversions], [goal, 'Pro', `upgraded ${filter}`, '1', '1']);
  await earshot('analytics', 'goal', 'delete', goal, '--yes');
  assert.match((await runWith(env, 'analytics', 'goal', 'create', 'Both')).stderr, /requires --event or --page/);

  await server.call('POST', '/v1/analytics/segments', {
    token: acme.token,
    query: { project_id: acme.id },
    body: { name: 'Front', filters: ['page:is:/'] },
  });
  const args = ['--embed', '--segment', 'Front', '--jq', '.embed_url'];
  assert.match(await earshot('analytics', 'share', 'create', 'Open', ...args), /\/embed\/\w{22}$/);
  const [share = ''] = (await earshot('analytics', 'share', 'list')).split('\t');
  await earshot('analytics', 'share', 'delete', share, '--yes');
  assert.equal(await earshot('analytics', 'share', 'list'), '');
  const refused = await runWith(env, 'analytics', 'share', 'create', 'Open', '--segment', 'Back');
  assert.ok(refused.code === 2 && refused.stderr.includes('Segment Back not found'));
});

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
  assert.equal(await earshot('analytics', 'funnel', 'signed_up', '--breakdown-by', 'source'), '(none)\tsigned_up\t1\t1\t1');
  for (const [problem, ...args] of [
    ['Funnel Free not found', '--name', 'Free'],
    ['--name must not be combined with steps', '/', '--name', 'Paid'],
    ['A step must be a page or the name of an event'],
  ]) {
    const { stderr, code } = await runWith(env, 'analytics', 'funnel', ...args);
    assert.ok(code === 2 && stderr.includes(problem ?? ''), stderr);
  }
});
