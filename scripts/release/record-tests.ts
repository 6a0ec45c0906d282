// Runs at the end of `npm test`.
import { fileURLToPath } from 'node:url';
import { recordTests } from './checks.ts';

recordTests(fileURLToPath(new URL('../../', import.meta.url)));
