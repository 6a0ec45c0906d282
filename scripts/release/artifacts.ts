import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOpenApi } from '../../server/src/codegen/openapi.ts';
import { readSection } from './changelog.ts';
import { readVersion } from './versions.ts';

/** Folders of the packages that are published, in the order of publication: widgets require the SDK. */
const PACKAGES = ['sdk', 'widgets', 'cli/dist'];

/**
 * Returns the tags of the image of a version, without the name of the image. Pre-releases have their own tag only, so that nobody receives
 * one unasked.
 */
export function listImageTags(version: string): string[] {
  const [major = '', minor = ''] = version.split('.');
  return version.includes('-') ? [version] : [version, `${major}.${minor}`, ...(major === '0' ? [] : [major]), 'latest'];
}

/** Returns the npm tag under which a version is published. */
export const toNpmTag = (version: string): string => (version.includes('-') ? 'next' : 'latest');

/**
 * Writes what a release publishes into an empty folder: packed packages, which `npm run build` has built, the bill of materials, the OpenAPI
 * document, the reference of the SDK, image tags, release notes and checksums. Returns the names of the files.
 */
export async function writeArtifacts(root: string, folder: string): Promise<string[]> {
  const version = readVersion(root);
  const notes = readSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (!notes) throw new Error(`CHANGELOG.md has no entries under "## [${version}]"`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const packages = PACKAGES.map((path) => {
    const [packed] = JSON.parse(npm('pack', `./${path}`, '--ignore-scripts', '--json', '--pack-destination', folder)) as {
      filename: string;
    }[];
    return packed?.filename ?? '';
  });
  const bill = npm('sbom', '--package-lock-only', '--omit', 'dev', '--sbom-type', 'application', '--sbom-format', 'cyclonedx');
  writeFileSync(join(folder, 'earshot.cdx.json'), bill);
  writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(await loadOpenApi(), null, 2)}\n`);
  const reference = join(folder, 'sdk-reference');
  npm('run', '--silent', 'reference', '--', '--out', reference);
  execFileSync('tar', ['-czf', `sdk-reference-${version}.tgz`, 'sdk-reference'], { cwd: folder });
  rmSync(reference, { recursive: true });
  writeFileSync(join(folder, 'image-tags.txt'), `${listImageTags(version).join('\n')}\n`);
  writeFileSync(join(folder, 'npm-packages.txt'), `${packages.join('\n')}\n`);
  writeFileSync(join(folder, 'npm-tag.txt'), `${toNpmTag(version)}\n`);
  writeFileSync(join(folder, 'release-notes.md'), `${notes}\n`);
  const files = readdirSync(folder).toSorted();
  const sums = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...files, 'SHA256SUMS'];
}
