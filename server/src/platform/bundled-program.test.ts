import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { describeSource, findProgram, PROGRAM_FILE } from './bundled-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-program-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const root = pathToFileURL(`${folder}/`);
const find = () => findProgram(root, root);

test('the bundle of the server is used until a source changes', () => {
  const source = join(folder, 'source.ts');
  assert.equal(find(), undefined, 'no bundle');
  writeFileSync(source, 'const one = 1;');
  writeFileSync(join(folder, PROGRAM_FILE), JSON.stringify({ folder: 'bundle', sources: [describeSource('source.ts', root)] }));
  assert.equal(find(), new URL('bundle/main.mjs', root).href);
  utimesSync(source, 0, 0);
  assert.equal(find(), new URL('bundle/main.mjs', root).href, 'a copy with another time');
  writeFileSync(source, 'const one = 2;');
  assert.equal(find(), undefined, 'a change of the same size');
  rmSync(source);
  assert.equal(find(), undefined, 'a removed source');
});
