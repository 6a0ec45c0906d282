import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createEnvironment } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const base = createEnvironment(folder);

test('the packed package runs without other packages', () => {
  const npm = (cwd: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout.trim();
  };
  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  const tarball = npm(folder, 'pack', '--silent', dist);
  npm(folder, 'install', '--offline', '--no-save', '--omit=optional', '--prefix', folder, join(folder, tarball));
  const program = join(folder, 'node_modules/earshot/earshot.js');
  const { stdout, status } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8', env: base });
  assert.equal(status, 0);
  assert.match(stdout, /Usage: earshot/);
  const list = spawnSync(process.execPath, [program, 'completion', 'bash'], { encoding: 'utf8', env: base });
  assert.equal(list.status, 0);
});
