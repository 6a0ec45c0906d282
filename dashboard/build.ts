// Builds the dashboard, which the server serves at /, into dist/, and checks the size of its first load.
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Manifest } from 'vite';
import { checkSizes, compress } from '../widgets/compress.ts';
import { buildLanguages, listTexts } from './languages.ts';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const DIST = `${HERE}dist/`;
const MANIFEST = `${DIST}manifest.json`;

/** Maximum gzipped bytes of scripts for the first page. */
const FIRST_LOAD = 204_000;

await build({ root: HERE, configFile: `${HERE}vite.config.ts`, logLevel: 'warn', plugins: [listTexts()] });
await buildLanguages(DIST);

const sizes = compress(DIST, '**/*.{js,css,svg}');
const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest;
rmSync(MANIFEST);

/** Returns a script and all scripts that it imports statically. */
function needs(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) needs(imported, seen);
  return seen;
}

const first = [...needs('index.html')].map((file) => sizes.get(file) ?? 0).reduce((sum, bytes) => sum + bytes, 0);
checkSizes(new Map([['dashboard, first load', first]]), { 'dashboard, first load': FIRST_LOAD });
