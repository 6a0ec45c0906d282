// Bundles libraries into dist/modules, see src/platform/bundled-modules.ts, and the server into dist/program.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { BUNDLED, locateBundles, toBundleName } from './src/platform/bundled-modules.ts';
import { describeSource, PROGRAM_ENTRY, PROGRAM_FOLDER, SOURCES_FILE } from './src/platform/bundled-program.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const dist = new URL('dist/', import.meta.url);

const modules = new URL('modules/', dist);
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
/** Keeps the URLs of sources: threads, migrations and other files are found next to them. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  transform(code, id) {
    if (!code.includes('import.meta.url') || !id.startsWith(ROOT)) return undefined;
    const path = relative(fileURLToPath(PROGRAM_FOLDER), id);
    return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`), map: null };
  },
};
await bundleProgram();

/** Bundles the server’s own modules. Libraries stay where they are: tests replace functions of some, and some read files next to them. */
async function bundleProgram(): Promise<void> {
  const folder = new URL('unfinished-program/', dist);
  rmSync(folder, { recursive: true, force: true });
  const { output } = await build({
    input: { main: fileURLToPath(PROGRAM_ENTRY) },
    platform: 'node',
    transform: { target: 'esnext' },
    treeshake: false,
    external: (id) => /^[@\w]/.test(id) && !isAbsolute(id) && !id.startsWith('@earshot/') && !id.startsWith('@oxc-project/'),
    plugins: [keepUrls],
    output: {
      dir: fileURLToPath(folder),
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
      sourcemap: true,
      sourcemapExcludeSources: true,
      comments: false,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    },
  });
  const paths = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])).filter((id) => id.startsWith(ROOT));
  const sources = [...new Set(paths)].map((id) => describeSource(relative(ROOT, id)));
  writeFileSync(new URL(SOURCES_FILE, folder), JSON.stringify(sources));
  rmSync(PROGRAM_FOLDER, { recursive: true, force: true });
  renameSync(folder, PROGRAM_FOLDER);
}
