// Prepares a release: `npm run release -- 1.0.0`. See USAGE and CONTRIBUTING.md.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeArtifacts } from './artifacts.ts';
import { readSection, releaseChangelog } from './changelog.ts';
import { findObstacles } from './checks.ts';
import { findVersionedFiles, readVersion, SEMVER, setVersion } from './versions.ts';

const USAGE = `Usage: npm run release -- <version> [--dry-run] [--files-only]
       npm run release -- --artifacts

Sets the version of all packages, gives the unreleased changes in CHANGELOG.md its
heading, generates and builds, and writes what the release publishes to dist/release.
Requires a commit for which \`npm test\` has passed. Can be repeated.

  --dry-run     print the steps and check the requirements, and change nothing
  --files-only  change version and changelog, without generating and building
  --artifacts   write dist/release for the current version, after a build
  --root        folder of the repository`;

/** Files that \`npm run generate\` writes. */
const GENERATED = /^(?:server\/openapi\.json|sdk\/src\/types\.ts|cli\/src\/fields\.ts|\.env\.example|docs\/(?:.*\.md|sdk\/.*))$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    'files-only': { type: 'boolean', default: false },
    artifacts: { type: 'boolean', default: false },
    root: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const { root } = values;
const [version] = positionals;

if (values.help) console.log(USAGE);
else if (values.artifacts) await printArtifacts();
else if (!version || !SEMVER.test(version)) fail('The version must be a semantic version, such as 1.0.0 or 1.0.0-rc.1');
else await prepare(version);

async function prepare(next: string): Promise<void> {
  const current = readVersion(root);
  const own = new Set([...findVersionedFiles(root), 'package-lock.json', 'CHANGELOG.md']);
  // A repeated run meets the files that the first run changed.
  const isRepeated = current === next;
  if (!isRepeated && compareVersions(next, current) < 0) fail(`The current version ${current} is newer than ${next}`);
  const obstacles = findObstacles(root, (file) => isRepeated && (own.has(file) || GENERATED.test(file)));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!readSection(changelog, next) && !readSection(changelog, 'Unreleased'))
    obstacles.push('CHANGELOG.md has no entries under "## [Unreleased]"');
  for (const obstacle of obstacles) console.error(`✗ ${obstacle}`);
  if (obstacles.length) process.exitCode = 1;

  const steps: [string, () => void | Promise<void>][] = [
    [`Set the version ${next} in ${own.size - 1} files`, () => void setVersion(root, next)],
    [
      `Add the heading [${next}] to CHANGELOG.md`,
      () => writeFileSync(join(root, 'CHANGELOG.md'), releaseChangelog(changelog, next, new Date().toISOString().slice(0, 10))),
    ],
  ];
  if (!values['files-only'])
    steps.push(
      ['Generate the documentation', () => run('npm', 'run', '-s', 'generate')],
      ['Format', () => run('npx', 'oxfmt', '.')],
      ['Build the packages', () => run('npm', 'run', '-s', 'build')],
      ['Write dist/release', printArtifacts],
    );
  for (const [title, work] of steps) {
    if (values['dry-run'] || obstacles.length) console.log(`– ${title}`);
    else {
      console.log(`… ${title}`);
      await work();
      console.log(`✓ ${title}`);
    }
  }
  if (!obstacles.length)
    console.log(`\nNext:\n  git commit -am 'release: ${next}'\n  git tag v${next}\n  git push origin HEAD v${next}`);
}

async function printArtifacts(): Promise<void> {
  const folder = join(root, 'dist/release');
  for (const file of await writeArtifacts(root, folder)) console.log(`  ${relative(root, join(folder, file))}`);
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}

/** Compares versions by precedence (semver.org, section 11), as far as releases need it: a pre-release comes before its release. */
function compareVersions(a: string, b: string): number {
  const parse = (text: string) => {
    const [release = '', ...rest] = text.split('-');
    return { numbers: release.split('.').map(Number), pre: rest.join('-') };
  };
  const [left, right] = [parse(a), parse(b)];
  for (const [index, number] of left.numbers.entries())
    if (number !== right.numbers[index]) return number - (right.numbers[index] ?? 0);
  if (left.pre === right.pre) return 0;
  if (!left.pre || !right.pre) return left.pre ? -1 : 1;
  return left.pre.localeCompare(right.pre, 'en', { numeric: true });
}

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}
