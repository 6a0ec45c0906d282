import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment, runSuccessfully, runWith } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-fields-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await sharedTestServer();
const env = createEnvironment(folder);

test('entries have the names of statuses and the custom fields of the project', async () => {
  const project = await server.createProject();
  const feedback = {
    statuses: [{ status: 'planned', name: 'Up next' }],
    fields: [
      { key: 'plan', label: 'Plan', type: 'text' },
      { key: 'seats', label: 'Seats', type: 'number' },
      { key: 'beta', label: 'Beta', type: 'boolean' },
    ],
  };
  const { token } = project;
  await server.call('PATCH', `/v1/projects/${project.id}`, { token, body: { settings: { feedback } } });
  const own = { ...env, EARSHOT_URL: server.url, EARSHOT_TOKEN: token, EARSHOT_PROJECT: project.slug };
  const run = (...args: string[]) => runSuccessfully(own, 'feedback', ...args);
  const id = await run('create', '--title', 'Export as CSV');
  await run('status', id, 'planned');
  assert.equal(await run('edit', id, '--field', 'plan=pro=1', '--field', 'seats=12', '--field', 'beta=true'), id);
  assert.equal(await run('view', id, '--json', 'fields'), JSON.stringify({ fields: { plan: 'pro=1', seats: 12, beta: true } }));
  await run('edit', id, '--field', 'beta=');
  assert.match(await run('view', id), /status\tplanned \(Up next\)\n[^]*plan\tpro=1\nseats\t12\n/);
  assert.match(await run('list', '--field', 'seats:gt:10'), /\tplanned \(Up next\)\t/);
  assert.equal(await run('list', '--field', 'seats:gt:12', '--jq', '.[].id'), '');
  const { code, stderr } = await runWith(own, 'feedback', 'edit', id, '--field', 'seats');
  assert.equal(code, 2);
  assert.match(stderr, /must have the form key=value/);
});
