import { test } from 'node:test';
import assert from 'node:assert/strict';
import { startEarshot } from './earshot.ts';
import { installPackages, useCommandLine, useSdk } from './installed.ts';
import { runIn } from './packages.ts';

// The packed packages with the Node.js of this repository. `npm run test:examples` uses other runtimes as well.

const earshot = await startEarshot();
const instance = { url: earshot.url, accessToken: await earshot.signIn() };
const folder = await installPackages();

test('the packed SDK and widgets work in an empty project', async () => {
  await useSdk(folder, instance, 'node', [process.execPath]);
  assert.equal(await runIn(folder, [process.execPath, 'program.cjs']), 'function\n');
});

test('the packed command line works in an empty project, and prints both versions', async () => {
  await useCommandLine(folder, instance, process.execPath);
});
