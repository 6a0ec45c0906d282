#!/usr/bin/env node
import { existsSync } from 'node:fs';
// Earlier versions lack functions, so that an import by name would end with a syntax error.
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { configFolder } from './config.ts';

const MIN_NODE = 22;
// Node.js keeps compiled code between runs, in a folder that only this user can write to. It exists after the first sign-in.
const folder = configFolder();
if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  console.error(`The command line of Earshot requires Node.js ${MIN_NODE} or later. This is Node.js ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  if (existsSync(folder)) nodeModule.enableCompileCache(join(folder, 'compiled'));
  const { runCommandLine } = await import('./program.ts');
  await runCommandLine(process.argv.slice(2));
}
