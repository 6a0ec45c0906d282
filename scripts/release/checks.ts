import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const STAMP = 'node_modules/.cache/earshot/tested';
/** Exists while the tests of a commit run. */
const RUNNING = 'node_modules/.cache/earshot/tested.running';

const git = (root: string, ...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const findHead = (root: string) => git(root, 'rev-parse', 'HEAD').trim();

/** Returns the files that differ from the last commit, including new ones. */
export const listChangedFiles = (root: string): string[] =>
  git(root, 'status', '--porcelain', '--no-renames')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3));

/** Returns the commit that a file names, or undefined without the file. */
const readCommit = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Records the commit for which the tests start, unless files differ from it. */
export function startTests(root: string): void {
  const running = join(root, RUNNING);
  rmSync(running, { force: true });
  if (listChangedFiles(root).length) return;
  mkdirSync(dirname(running), { recursive: true });
  writeFileSync(running, findHead(root));
}

/** Records that all tests passed for the last commit. Does nothing when the tests started for another commit, or files differ from it. */
export function recordTests(root: string): void {
  const head = findHead(root);
  if (readCommit(join(root, RUNNING)) === head && !listChangedFiles(root).length) writeFileSync(join(root, STAMP), head);
  rmSync(join(root, RUNNING), { force: true });
}

/** Returns what prevents a release: files that the release does not change itself, and a commit without tests. */
export function findObstacles(root: string, ownFiles: (file: string) => boolean): string[] {
  const foreign = listChangedFiles(root).filter((file) => !ownFiles(file));
  return [
    ...(foreign.length ? [`These files are not committed: ${foreign.join(', ')}`] : []),
    ...(readCommit(join(root, STAMP)) === findHead(root)
      ? []
      : [`\`npm test\` has not passed for the commit ${findHead(root).slice(0, 10)}`]),
  ];
}
