// Writes the types for `require()`: copies of the built types as CommonJS. TypeScript refuses types of ES modules there, although
// Node.js 20.19 and newer load ES modules with `require()`. Types that TypeScript inferred import `./client.ts`, which both replace.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('./dist/', import.meta.url));
/** The end of a relative import, as in `from './client.js'` and `import("./client.ts")`. */
const RELATIVE_IMPORT = /((?:from |import\()["']\.[^"']*)\.[jt]s(?=["'])/g;

for (const file of globSync('**/*.d.ts', { cwd: DIST })) {
  const types = readFileSync(DIST + file, 'utf8');
  writeFileSync(DIST + file, types.replaceAll(RELATIVE_IMPORT, '$1.js'));
  const copy = `${DIST}require/${file.replace(/\.ts$/, '.cts')}`;
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, types.replaceAll(RELATIVE_IMPORT, '$1.cjs'));
}
