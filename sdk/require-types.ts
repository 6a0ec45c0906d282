// Writes the types for `require()`: copies of the built types as CommonJS. TypeScript refuses types of ES modules there, although
// Node.js 20.19 and newer load ES modules with `require()`.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('./dist/', import.meta.url));
const isBuilt = (file: string) => !file.startsWith('require/');

for (const file of globSync('**/*.d.ts', { cwd: DIST }).filter(isBuilt)) {
  const types = readFileSync(DIST + file, 'utf8').replaceAll(/(from '\.[^']*)\.[jt]s'/g, "$1.cjs'");
  const copy = `${DIST}require/${file.replace(/\.ts$/, '.cts')}`;
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, types);
}
