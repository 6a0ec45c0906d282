// Runs at the start of `npm test`, with the argument `start`, and at its end.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordTests, startTests } from './checks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const record = process.argv[2] === 'start' ? startTests : recordTests;
// A downloaded archive is no repository, and is not released.
if (existsSync(join(root, '.git'))) record(root);
