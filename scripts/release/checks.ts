import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const STAMP = 'node_modules/.cache/earshot/tested';

const git = (root: string, ...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const headOf = (root: string) => git(root, 'rev-parse', 'HEAD').trim();

/** Returns the files that differ from the last commit, including new ones. */
export const listChangedFiles = (root: string): string[] =>
  git(root, 'status', '--porcelain', '--no-renames')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3));

/** Records that all tests passed for the last commit. Does nothing when files differ from it. */
export function recordTests(root: string): void {
  if (listChangedFiles(root).length) return;
  mkdirSync(dirname(join(root, STAMP)), { recursive: true });
  writeFileSync(join(root, STAMP), headOf(root));
}

/** Returns what prevents a release: files that the release does not change itself, and a commit without tests. */
export function findObstacles(root: string, ownFiles: (file: string) => boolean): string[] {
  const foreign = listChangedFiles(root).filter((file) => !ownFiles(file));
  const tested = existsSync(join(root, STAMP)) ? readFileSync(join(root, STAMP), 'utf8') : undefined;
  return [
    ...(foreign.length ? [`These files are not committed: ${foreign.join(', ')}`] : []),
    ...(tested === headOf(root) ? [] : [`\`npm test\` has not passed for the commit ${headOf(root).slice(0, 10)}`]),
  ];
}
