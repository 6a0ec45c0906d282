import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import manifest from '../../../../package.json' with { type: 'json' };
import { sharedTestServer } from '../../testing/server.ts';
import { findCommit } from './version.ts';

test('the version of the instance is public', async () => {
  const server = await sharedTestServer();
  const { status, body } = await server.call('GET', '/v1/version');
  assert.deepEqual([status, body.version, body.api_version], [200, manifest.version, 'v1']);
  assert.match(String(body.commit), /^([0-9a-f]{40}|null)$/);
  const { body: document } = await server.call('GET', '/openapi.json');
  assert.equal(document.info.version, manifest.version);
});

test('the commit is that of a clone, not of another repository around the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-commit-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  assert.equal(await findCommit(folder), null);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { encoding: 'utf8' });
  git('init', '--quiet');
  assert.equal(await findCommit(folder), null, 'a repository without commits');
  git('commit', '--quiet', '--allow-empty', '-m', 'Start');
  assert.equal(await findCommit(folder), git('rev-parse', 'HEAD').trim());
  mkdirSync(join(folder, 'earshot'));
  assert.equal(await findCommit(join(folder, 'earshot')), null);
});
