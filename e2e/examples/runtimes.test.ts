// The packed packages in the runtimes that their documents name, which come from the npm registry.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEarshot } from '../src/earshot.ts';
import { installPackages, useCommandLine, useSdk } from '../src/installed.ts';
import { createFolder, runIn } from '../src/packages.ts';

const earshot = await startEarshot();
const instance = { url: earshot.url, accessToken: await earshot.signIn() };
const folder = await installPackages();

/** Installs a package with a program into a folder of its own. Returns the path of the program. */
async function installProgram(specifier: string, program: string): Promise<string> {
  const target = createFolder();
  writeFileSync(join(target, 'package.json'), '{ "private": true }');
  await runIn(target, ['npm', 'install', '--prefer-offline', '--no-audit', '--foreground-scripts', specifier]);
  return join(target, 'node_modules', program);
}

/** The command line requires Node.js 22. */
const MIN_CLI = 22;

for (const major of [20, 22, 24])
  test(`the packages work in Node.js ${major}`, async () => {
    const name = `node-${process.platform}-${process.arch}`;
    const node = await installProgram(`${name}@${major}`, `${name}/bin/node`);
    assert.match(await runIn(folder, [node, '--version']), new RegExp(`^v${major}\\.`));
    await useSdk(folder, instance, `node${major}`, [node]);
    assert.equal(await runIn(folder, [node, 'program.cjs']), 'function\n');
    if (major >= MIN_CLI) await useCommandLine(folder, instance, node);
  });

test('the SDK and the widgets work in Bun', async () => {
  const bun = await installProgram('bun', '.bin/bun');
  await useSdk(folder, instance, 'bun', [bun, 'run']);
});

test('the SDK and the widgets work in Deno', async () => {
  const deno = await installProgram('deno', '.bin/deno');
  await useSdk(folder, instance, 'deno', [
    deno,
    'run',
    '--allow-net',
    '--allow-env',
    '--allow-read',
    '--node-modules-dir=manual',
  ]);
});
