// Loaded before a test file (`--import`): runs the server from its sources, and replaces a piece of one source while Node.js loads it. No
// file changes.
import { registerHooks } from 'node:module';

/** A change of one source: the replacement of the text between two offsets. */
export interface Patch {
  /** URL of the source. */
  url: string;
  start: number;
  end: number;
  replacement: string;
}

/** Returns the `NODE_OPTIONS` that apply a patch, or none, in a process, its threads and the processes that it starts. */
export function nodeOptionsFor(patch: Patch | undefined): string {
  const url = new URL(import.meta.url);
  url.search = new URLSearchParams({ patch: Buffer.from(JSON.stringify(patch ?? null)).toString('base64url') }).toString();
  return `--import=${url.href}`;
}

const encoded = new URL(import.meta.url).searchParams.get('patch');
if (encoded) {
  // All other sources are the same for each mutant.
  await import('../../platform/compile-cache.js');
  const { PROGRAM_ENTRY } = await import('../../platform/bundled-program.ts');
  const patch = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Patch | null;
  registerHooks({
    // The bundle has no patch, and its coverage names no sources.
    resolve: (specifier, context, nextResolve) =>
      specifier === PROGRAM_ENTRY ? { url: specifier, shortCircuit: true } : nextResolve(specifier, context),
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== patch?.url) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      return { ...loaded, source: source.slice(0, patch.start) + patch.replacement + source.slice(patch.end) };
    },
  });
}
