// Bundles libraries into dist/modules; see src/platform/bundled-modules.ts.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { BUNDLED, locateBundles, toBundleName } from './src/platform/bundled-modules.ts';

rmSync(new URL('dist/modules/', import.meta.url), { recursive: true, force: true });
for (const [library, specifiers] of Object.entries(BUNDLED))
  await build({
    input: Object.fromEntries(specifiers.map((specifier) => [toBundleName(specifier), specifier])),
    platform: 'node',
    output: { dir: fileURLToPath(locateBundles(library)), entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
  });
