// Bundles libraries into dist/modules; see src/platform/bundled-modules.ts.
import { renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { BUNDLED, locateBundles, toBundleName } from './src/platform/bundled-modules.ts';

const modules = new URL('dist/modules/', import.meta.url);
rmSync(modules, { recursive: true, force: true });
for (const [library, specifiers] of Object.entries(BUNDLED)) {
  // An interrupted build leaves no part of a library in its folder.
  const folder = fileURLToPath(new URL('unfinished', modules));
  await build({
    input: Object.fromEntries(specifiers.map((specifier) => [toBundleName(specifier), specifier])),
    platform: 'node',
    output: { dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
  });
  renameSync(folder, locateBundles(library));
}
