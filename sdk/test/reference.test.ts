import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'earshot-reference-'));
after(() => rmSync(folder, { recursive: true }));

const read = (path: string) =>
  Object.fromEntries(globSync('**/*.md', { cwd: path }).map((file) => [file, readFileSync(join(path, file), 'utf8')]));

test('the reference in docs/sdk matches the SDK', () => {
  const command = `npm run -s -w scripts/sdk-reference generate -- --out ${folder}`;
  const { stdout, stderr } = spawnSync(command, { cwd: ROOT, encoding: 'utf8', shell: true });
  const generated = read(folder);
  assert.ok(generated['README.md'], stdout + stderr);
  assert.deepEqual(read(join(ROOT, 'docs/sdk')), generated, 'docs/sdk has drifted: run `npm run reference` and commit it');
});
