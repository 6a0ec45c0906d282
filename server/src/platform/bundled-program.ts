import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { setSourceMapsSupport } from 'node:module';

const ROOT = new URL('../../../', import.meta.url);
/** Folder of the bundles of the server’s own modules. */
export const PROGRAM_FOLDER = new URL('server/dist/program/', ROOT);
/** The source that `npm start` runs. */
export const PROGRAM_ENTRY = new URL('server/src/main.ts', ROOT).href;
/** File that describes the current bundle. */
export const PROGRAM_FILE = 'program.json';

export interface Program {
  /** Folder of the bundle. */
  folder: string;
  /** Sources as they were bundled. */
  sources: Source[];
}

/** A bundled source. */
export interface Source {
  /** Path in the repository. */
  path: string;
  bytes: number;
  modifiedMs: number;
  /** SHA-256 of the content. */
  hash: string;
}

const hashFile = (url: URL) => createHash('sha256').update(readFileSync(url)).digest('base64url');

export function describeSource(path: string, root = ROOT): Source {
  const url = new URL(path, root);
  const { size, mtimeMs } = statSync(url);
  return { path, bytes: size, modifiedMs: mtimeMs, hash: hashFile(url) };
}

/** Returns whether a source is as it was bundled. Copies have other times, also in images, so that the content decides then. */
function isUnchanged({ path, bytes, modifiedMs, hash }: Source, root: URL): boolean {
  const url = new URL(path, root);
  const stats = statSync(url, { throwIfNoEntry: false });
  return stats?.size === bytes && (stats.mtimeMs === modifiedMs || hashFile(url) === hash);
}

/** Returns the bundle of the entry. Undefined without a bundle, and after a change of a source. */
export function findProgram(bundles = PROGRAM_FOLDER, root = ROOT): string | undefined {
  try {
    const { folder, sources } = JSON.parse(readFileSync(new URL(PROGRAM_FILE, bundles), 'utf8')) as Program;
    return sources.every((source) => isUnchanged(source, root)) ? new URL(`${folder}/main.mjs`, bundles).href : undefined;
  } catch {
    return undefined;
  }
}

/** Lets stack traces name sources. Node.js reads the source maps with the first stack trace. */
export const traceSources = () => setSourceMapsSupport(true);
