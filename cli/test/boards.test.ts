import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment, runSuccessfully, runWith } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-boards-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await sharedTestServer();
const acme = await server.createProject('Acme');
const env = { ...createEnvironment(folder), EARSHOT_URL: server.url, EARSHOT_TOKEN: acme.token, EARSHOT_PROJECT: acme.slug };
const earshot = (...args: string[]) => runSuccessfully(env, ...args);

test('boards are created, changed, filled and deleted', async () => {
  const id = await earshot('board', 'create', 'Ideas', '--access', 'team');
  assert.match(id, /^brd_/);
  assert.equal(await earshot('board', 'edit', 'ideas', '--slug', 'wishes', '--position', '1'), id);
  assert.deepEqual(
    (await earshot('board', 'list')).split('\n').map((line) => line.split('\t').slice(1)),
    [
      ['Ideas', 'wishes', 'team', '0'],
      ['Feedback', 'feedback', 'public', '0'],
    ],
  );
  await earshot('segment', 'create', 'Voters', '--definition', '{"match":"all","conditions":[{"kind":"vote"}]}');
  await earshot('board', 'create', 'Beta', '--access', 'segment', '--segment', 'Voters');
  assert.match(
    await earshot('board', 'edit', 'wishes', '--access', 'segment', '--segment', 'Voters', '--json', 'segment_id'),
    /psg_/,
  );
  await earshot('board', 'edit', 'wishes', '--access', 'team');
  await earshot('board', 'delete', 'beta', '--yes');
  const entry = await earshot('feedback', 'create', '--title', 'On a board', '--board', 'wishes');
  assert.equal(await earshot('feedback', 'edit', entry, '--board', 'feedback'), entry);
  await earshot('feedback', 'edit', entry, '--board', 'wishes');
  assert.equal(await earshot('feedback', 'list', '--board', 'wishes', '--json', 'id', '--jq', '.[].id'), entry);
  const unknown = await runWith(env, 'feedback', 'list', '--board', 'nowhere');
  assert.deepEqual([unknown.code, /Board nowhere not found\. The boards are wishes, feedback/.test(unknown.stderr)], [2, true]);
  assert.equal((await runWith(env, 'board', 'delete', 'wishes', '--yes')).code, 1);
  assert.equal(await earshot('board', 'delete', 'wishes', '--move-to', 'feedback', '--yes'), id);
});
