// One version for the server, the SDK, the widgets and the command line: `npm run check:versions`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Semantic versioning 2.0.0, without build metadata, which npm ignores. */
export const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

const NUMBER = String.raw`\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]*[0-9A-Za-z])?`;
/**
 * Patterns of the version in files: `version` of a package, versions of other packages of this repository, names of packed files, and tags of
 * the image.
 */
const PATTERNS = {
  manifest: new RegExp(String.raw`(?<=^ {2}"version": "|^ {4}"@earshot/[\w-]+": ")${NUMBER}(?=",?$)`, 'gm'),
  packed: new RegExp(String.raw`(?<=\bearshot(?:-sdk|-widgets)?-)${NUMBER}(?=\.tgz)`, 'g'),
  image: new RegExp(String.raw`(?<=\bearshot:|^\s*newTag: |^ARG VERSION=)${NUMBER}`, 'gm'),
};
const LOCK = 'package-lock.json';

interface Lock {
  version: string;
  packages: Record<string, { version?: string; dependencies?: Record<string, string>; devDependencies?: Record<string, string> }>;
}

const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');
/** Returns the version of the root package. */
export const readVersion = (root: string) => (JSON.parse(read(root, 'package.json')) as { version: string }).version;

/** Lists the tracked files that contain the version, except for the lock file. */
export function findVersionedFiles(root: string): string[] {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  return files.filter(
    (file) =>
      /\.(?:json|md|ts|ya?ml)$|^Dockerfile$/.test(file) &&
      file !== LOCK &&
      !file.startsWith('server/src/testing/released/') &&
      file !== 'CHANGELOG.md' &&
      patternsFor(file).some((pattern) => read(root, file).match(pattern)),
  );
}

const patternsFor = (file: string) =>
  /(?:^|\/)package\.json$/.test(file) ? [PATTERNS.manifest, PATTERNS.packed] : [PATTERNS.packed, PATTERNS.image];

/** Returns a line for each place whose version differs from that of the root package. */
export function findDifferences(root: string): string[] {
  const version = readVersion(root);
  const differences = findVersionedFiles(root).flatMap((file) =>
    patternsFor(file).flatMap((pattern) =>
      [...read(root, file).matchAll(pattern)]
        .filter(([found]) => found !== version)
        .map(([found]) => `${file}: ${found} instead of ${version}`),
    ),
  );
  const expected = renderLock(root, version);
  return read(root, LOCK) === expected
    ? differences
    : [...differences, `${LOCK}: a package of this repository is not ${version}`];
}

/** Sets the version everywhere. Returns the files that contain it. */
export function setVersion(root: string, version: string): string[] {
  const files = findVersionedFiles(root);
  for (const file of files) {
    let text = read(root, file);
    for (const pattern of patternsFor(file)) text = text.replaceAll(pattern, version);
    writeFileSync(join(root, file), text);
  }
  writeFileSync(join(root, LOCK), renderLock(root, version));
  return [...files, LOCK];
}

/** Returns the lock file with the version for all packages of this repository. */
function renderLock(root: string, version: string): string {
  const lock = JSON.parse(read(root, LOCK)) as Lock;
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/')) continue;
    if (entry.version !== undefined) entry.version = version;
    for (const list of [entry.dependencies, entry.devDependencies])
      for (const name of Object.keys(list ?? {})) if (list && name.startsWith('@earshot/')) list[name] = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const differences = findDifferences(fileURLToPath(new URL('../../', import.meta.url)));
  for (const difference of differences) console.error(difference);
  if (differences.length) process.exitCode = 1;
}
