// Runs test files one after another in one process, so that the modules of Earshot are loaded once (main.ts). A message is the path of a file.
import { test } from 'node:test';

process.on('message', (file: string) => void test(file, () => import(file)));
// Files close what they started. Connections that are kept alive would delay the end.
process.on('disconnect', () => process.exit());
