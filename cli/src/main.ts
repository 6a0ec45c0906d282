#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { configFolder } from './config.ts';

// Node.js keeps compiled code between runs, in a folder that only this user can write to. It exists after the first sign-in.
const folder = configFolder();
if (existsSync(folder)) enableCompileCache(join(folder, 'compiled'));

const { runCommandLine } = await import('./program.ts');
await runCommandLine(process.argv.slice(2));
