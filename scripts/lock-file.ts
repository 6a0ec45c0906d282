// Checks package-lock.json for what `npm ci` does not insist on: `npm run check:lock`.
// With --fix, asks the configured registry for missing hashes and writes them.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

interface LockedPackage {
  version?: string;
  integrity?: string;
  link?: boolean;
}

const FILE = new URL('../package-lock.json', import.meta.url);

/**
 * Packages whose hash is not known, each for a system that Earshot's own machines are not. `npm ci` installs these unverified, on
 * these systems alone. Run `npm run check:lock -- --fix` against a registry that has them, then remove the line.
 */
const UNVERIFIED = new Set([
  '@chdb/lib-darwin-arm64@26.7.3-stable.1',
  '@chdb/lib-darwin-x64@26.7.3-stable.1',
  '@chdb/lib-linux-arm64-gnu@26.7.3-stable.1',
]);

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, LockedPackage> };
const downloaded = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, entry]) => ({ path, name: path.split('node_modules/').at(-1) ?? '', version: entry.version ?? '', entry }));
const isVerified = ({ path }: { path: string }) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(lock.packages[path]?.integrity ?? '');

if (process.argv.includes('--fix')) {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '');
  for (const { path, name, version, entry } of downloaded.filter((one) => !isVerified(one))) {
    const response = await fetch(`${registry}/${name.replace('/', '%2f')}/${version}`);
    const { dist } = (response.ok ? await response.json() : {}) as { dist?: { integrity?: string } };
    // In the order of keys that npm writes.
    if (dist?.integrity) lock.packages[path] = { version, integrity: dist.integrity, ...entry };
  }
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
}

const label = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
const unverified = new Set(downloaded.filter((one) => !isVerified(one)).map(label));
const problems = [
  ...[...unverified.difference(UNVERIFIED)].map(
    (name) => `${name} has no sha512 hash: run \`npm run check:lock -- --fix\`, or choose a version whose hash the registry has`,
  ),
  ...[...UNVERIFIED.difference(unverified)].map((name) => `${name} no longer lacks a hash: remove it from UNVERIFIED`),
];
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
if (problems.length) process.exitCode = 1;
