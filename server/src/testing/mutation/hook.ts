// Loaded before a test file (`--import`): replaces a piece of one source while Node loads it. No file changes.
import { registerHooks } from 'node:module';

/** A change of one source: the replacement of the text between two offsets. */
export interface Patch {
  /** URL of the source. */
  url: string;
  start: number;
  end: number;
  replacement: string;
}

/** Returns the `NODE_OPTIONS` that apply a patch in a process, its threads and the processes that it starts. */
export function nodeOptionsFor(patch: Patch): string {
  const url = new URL(import.meta.url);
  url.search = new URLSearchParams({ patch: Buffer.from(JSON.stringify(patch)).toString('base64url') }).toString();
  return `--import=${url.href}`;
}

const encoded = new URL(import.meta.url).searchParams.get('patch');
if (encoded) {
  // All other sources are the same for each mutant.
  await import('../../platform/compile-cache.js');
  const { PROGRAM_ENTRY } = await import('../../platform/bundled-program.ts');
  const { url: patched, start, end, replacement } = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Patch;
  registerHooks({
    // The bundle of the server does not have the change.
    resolve: (specifier, context, nextResolve) =>
      specifier === PROGRAM_ENTRY ? { url: specifier, shortCircuit: true } : nextResolve(specifier, context),
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== patched) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      return { ...loaded, source: source.slice(0, start) + replacement + source.slice(end) };
    },
  });
}
