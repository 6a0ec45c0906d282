import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { BUNDLED, locateBundles } from './bundled-modules.ts';

const SPECIFIERS = Object.values(BUNDLED).flat();

/** Returns the URL and the exports of each library in a process of its own. */
function listExports(...execArgv: string[]): Record<string, { url: string; names: string[] }> {
  const code = `const found = {};
    for (const name of ${JSON.stringify(SPECIFIERS)})
      found[name] = { url: import.meta.resolve(name), names: Object.keys(await import(name)).toSorted() };
    console.log(JSON.stringify(found));`;
  const options = { cwd: import.meta.dirname, env: { PATH: process.env.PATH }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, [...execArgv, '--input-type=module', '--eval', code], options));
}

test('bundles of the installed versions are loaded, and export the same as their libraries', () => {
  for (const library of Object.keys(BUNDLED)) assert.ok(existsSync(locateBundles(library)), `${library}: run npm run bundle`);
  const [libraries, bundles] = [listExports(), listExports('--import', './compile-cache.js')];
  for (const specifier of SPECIFIERS) {
    assert.match(libraries[specifier]?.url ?? '', /\/node_modules\//);
    assert.match(bundles[specifier]?.url ?? '', /\/server\/dist\/modules\//);
    assert.deepEqual(bundles[specifier]?.names, libraries[specifier]?.names);
  }
});
