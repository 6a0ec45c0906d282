// Builds the texts of other languages. The English texts are chunks of their own; for each language, only these chunks are built again, into
// a folder of the language, with the names and exports of the English chunks. Scripts import each other by relative paths, so that scripts
// below this folder import its texts. The server serves all other files below this folder from the common one.
import { findDirection, type Language, LANGUAGES } from '@earshot/contract/shared/languages';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

const SOURCES = fileURLToPath(new URL('./src/', import.meta.url));

/** Modules of texts: of services in their folders, others in `src/texts`. */
const TEXTS = /\/src\/([\w-]+\/)?texts\//;
const ENGLISH = /\/src\/(?:([\w-]+)\/)?texts\/en\/([\w-]+)/;
const translate = (module: string, language: string) => module.replace(/(^|\/)texts\/en\//, `$1texts/${language}/`);

/** File of the English build that lists the chunks of texts. */
const CHUNKS = 'texts.json';

/** Exports of chunks of texts: file of the chunk, module below `src`, name in the module, name in the chunk. */
type Chunks = Record<string, Record<string, Record<string, string>>>;

/** Groups of modules: texts of the first page, other texts by area, and icons of the first page are one chunk each. */
export const groups = [
  { test: /\/texts\/(en\/)?shared\.ts$/, name: 'texts-shared', priority: 3 },
  { test: TEXTS, tags: ['$initial' as const], name: 'texts', priority: 2 },
  {
    test: ENGLISH,
    name: (id: string) => {
      const [, service, file] = ENGLISH.exec(id) ?? [];
      return `texts-${service ?? file}`;
    },
    debugName: 'texts of areas',
    priority: 1,
  },
  // One file instead of one for each icon.
  { test: /\/node_modules\/lucide-react\//, tags: ['$initial' as const], name: 'icons' },
];

/** Returns the pairs of an export statement: local name and name of the export. */
function readExports(code: string): [string, string][] {
  const [, list = ''] = /export\s*\{([^}]*)\}/.exec(code) ?? [];
  return list.split(',').flatMap((item) => {
    const [local, name = local] = item.trim().split(/\s+as\s+/);
    return local && name ? [[local, name]] : [];
  });
}

/** Writes the list of the chunks of texts. */
export function listTexts(): Plugin {
  const exports = new Map<string, [string, string][]>();
  return {
    name: 'list-texts',
    // Before the names of variables are shortened.
    renderChunk(code, { name }) {
      if (/^texts\b/.test(name)) exports.set(name, readExports(code));
    },
    generateBundle(_options, bundle) {
      const chunks: Chunks = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !exports.has(chunk.name)) continue;
        const modules = chunk.moduleIds.filter((id) => TEXTS.test(id));
        if (modules.length !== chunk.moduleIds.length) throw new Error(`${chunk.name} contains more than texts`);
        const entry: Chunks[string] = {};
        for (const [local, name] of exports.get(chunk.name) ?? []) {
          const owners = modules.filter((id) => this.getModuleInfo(id)?.exports.includes(local));
          const [owner] = owners;
          if (!owner || owners.length > 1) throw new Error(`${chunk.name}: ${local} must be an export of one file of texts`);
          (entry[relative(SOURCES, owner)] ??= {})[local] = name;
        }
        chunks[chunk.fileName] = entry;
      }
      this.emitFile({ type: 'asset', fileName: CHUNKS, source: JSON.stringify(chunks) });
    },
  };
}

/** Returns the module of a chunk in a language. */
const render = (language: string, modules: Chunks[string]): string =>
  Object.entries(modules)
    .map(([module, names]) => {
      const list = Object.entries(names).map(([local, name]) => `${local} as ${name}`);
      return `export { ${list.join(', ')} } from '${SOURCES}${translate(module, language)}';`;
    })
    .join('\n');

/** Builds the chunks of texts in a language. Returns files with their contents. */
async function buildChunks(language: string, chunks: Chunks): Promise<[string, string][]> {
  const input = Object.fromEntries(Object.keys(chunks).map((file) => [file.replace(/\.js$/, ''), `texts:${file}`]));
  const bundle = await rolldown({
    input,
    plugins: [
      {
        name: 'chunks',
        resolveId: (id, importer) =>
          id.startsWith('texts:')
            ? id
            : importer && ENGLISH.test(resolve(dirname(importer), id))
              ? translate(resolve(dirname(importer), id), language)
              : undefined,
        load: (id) => (id.startsWith('texts:') ? render(language, chunks[id.slice('texts:'.length)] ?? {}) : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'es',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'assets/[name]-[hash:7].js',
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  });
  await bundle.close();
  return output.flatMap((file): [string, string][] => (file.type === 'chunk' ? [[file.fileName, file.code]] : []));
}

/** Returns the page in a language, whose scripts are in its folder. */
async function translatePage(html: string, language: string, folder: string, preloaded: string[]): Promise<string> {
  const { common } = (await import(`${SOURCES}texts/${language}/common.ts`)) as { common: { loading: string } };
  return html
    .replace('aria-label="Loading"', `aria-label="${common.loading}"`)
    .replace('<html lang="en">', `<html lang="${language}"${findDirection(language) === 'rtl' ? ' dir="rtl"' : ''}>`)
    .replaceAll(/\/dashboard\/(assets\/[^"]*\.js)/g, `/dashboard/${folder}/$1`)
    .replace(
      '</head>',
      `${preloaded.map((file) => `<link rel="modulepreload" crossorigin href="/dashboard/${folder}/${file}">`).join('')}</head>`,
    );
}

/** Builds the page and the texts in a language into a folder whose name begins with the language and contains a hash. */
async function buildLanguage(dist: string, language: Language, chunks: Chunks): Promise<void> {
  const files = await buildChunks(language, chunks);
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8);
  const folder = `${language}-${hash}`;
  const shared = files.map(([file]) => file).filter((file) => !(file in chunks));
  files.push(['index.html', await translatePage(readFileSync(`${dist}index.html`, 'utf8'), language, folder, shared)]);
  for (const [file, content] of files) {
    const path = `${dist}${folder}/${file}`;
    if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** Builds the languages whose texts are complete, after the English build. */
export async function buildLanguages(dist: string): Promise<void> {
  const chunks = JSON.parse(readFileSync(dist + CHUNKS, 'utf8')) as Chunks;
  rmSync(dist + CHUNKS);
  const modules = Object.values(chunks).flatMap((chunk) => Object.keys(chunk));
  const isComplete = (language: string) => modules.every((module) => existsSync(SOURCES + translate(module, language)));
  for (const language of LANGUAGES) if (language !== 'en' && isComplete(language)) await buildLanguage(dist, language, chunks);
}
