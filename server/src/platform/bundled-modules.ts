import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { findProgram, PROGRAM_ENTRY, traceSources } from './bundled-program.ts';

/** Libraries of many small modules, which are a third of all modules of the server, with the specifiers that are imported. */
export const BUNDLED = {
  kysely: ['kysely', 'kysely/migration'],
  typebox: ['typebox', 'typebox/schema', 'typebox/value'],
};

/** Returns the name of the bundle of a specifier, without extension. */
export const toBundleName = (specifier: string): string => specifier.replaceAll('/', '-');

/** Returns the folder of the bundles of the installed version of a library. `npm ci` builds them. */
export function locateBundles(library: string): URL {
  const text = readFileSync(new URL(`../../../node_modules/${library}/package.json`, import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return new URL(`../../dist/modules/${library}-${version}/`, import.meta.url);
}

/** Returns the bundles by specifier. A library with a part of its bundles would be loaded twice, so that all of them must exist. */
function findBundles(): Map<string, string> {
  const urls = new Map<string, string>();
  for (const [library, specifiers] of Object.entries(BUNDLED)) {
    const folder = locateBundles(library);
    const bundles = specifiers.map((specifier) => ({ specifier, url: new URL(`${toBundleName(specifier)}.mjs`, folder) }));
    if (bundles.every(({ url }) => existsSync(url))) for (const { specifier, url } of bundles) urls.set(specifier, url.href);
  }
  return urls;
}

/** Returns whether this thread runs the server. Coverage is that of sources. */
function runsServer(): boolean {
  const [, program] = process.argv;
  if (!isMainThread || !program || process.env.NODE_V8_COVERAGE) return false;
  return existsSync(program) && realpathSync(program) === fileURLToPath(PROGRAM_ENTRY);
}

/** Loads libraries and the server from their bundles, because Node.js takes longer for hundreds of files than for one. */
export function useBundles(): void {
  const urls = findBundles();
  const program = runsServer() ? findProgram() : undefined;
  if (program) {
    urls.set(PROGRAM_ENTRY, program);
    traceSources();
  }
  if (!urls.size) return;
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = urls.get(specifier);
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
    },
  });
}
