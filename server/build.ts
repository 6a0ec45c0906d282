// Bundles libraries into dist/modules, see src/platform/bundled-modules.ts, and the server into dist/program.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { BUNDLED, locateBundles, toBundleName } from './src/platform/bundled-modules.ts';
import { describeSource, type Program, PROGRAM_ENTRY, PROGRAM_FILE, PROGRAM_FOLDER } from './src/platform/bundled-program.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** As deep as a finished bundle, so that relative paths are right. */
const UNFINISHED = new URL('unfinished/', PROGRAM_FOLDER);

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

/** Keeps the URLs of sources: threads, migrations and other files are found next to them. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  transform(code, id) {
    if (!code.includes('import.meta.url') || !id.startsWith(ROOT)) return undefined;
    const path = relative(fileURLToPath(UNFINISHED), id);
    return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`), map: null };
  },
};

await bundleProgram();

/**
 * Bundles the server’s own modules. Libraries stay where they are: tests replace functions of some, and some read files next to them. Each
 * bundle has a folder of its own, and the one before remains, because a running server loads some modules later.
 */
async function bundleProgram(): Promise<void> {
  rmSync(UNFINISHED, { recursive: true, force: true });
  const { output } = await build({
    input: { main: fileURLToPath(PROGRAM_ENTRY) },
    platform: 'node',
    transform: { target: 'esnext' },
    treeshake: false,
    external: (id) => /^[@\w]/.test(id) && !isAbsolute(id) && !id.startsWith('@earshot/') && !id.startsWith('@oxc-project/'),
    plugins: [keepUrls],
    output: {
      dir: fileURLToPath(UNFINISHED),
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
  const hash = createHash('sha256');
  for (const chunk of output) hash.update(chunk.type === 'chunk' ? chunk.code : chunk.fileName);
  const name = `bundle-${hash.digest('hex').slice(0, 16)}`;
  const folder = new URL(name, PROGRAM_FOLDER);
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date());
  else renameSync(UNFINISHED, folder);
  const list: Program = { folder: name, sources };
  writeFileSync(new URL('unfinished.json', PROGRAM_FOLDER), JSON.stringify(list));
  renameSync(new URL('unfinished.json', PROGRAM_FOLDER), new URL(PROGRAM_FILE, PROGRAM_FOLDER));
  rmSync(UNFINISHED, { recursive: true, force: true });
  removeOldBundles();
}

/** Keeps the current bundle and the one before. */
function removeOldBundles(): void {
  const age = (name: string) => statSync(new URL(name, PROGRAM_FOLDER)).mtimeMs;
  const names = readdirSync(PROGRAM_FOLDER).filter((name) => name.startsWith('bundle-'));
  for (const name of names.toSorted((a, b) => age(b) - age(a)).slice(2))
    rmSync(new URL(name, PROGRAM_FOLDER), { recursive: true, force: true });
}
