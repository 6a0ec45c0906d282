import { lstat, mkdir } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { CliError } from '../errors.ts';

export const isMarkdownPath = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** Returns whether a segment starts with a dot. Such files and folders are not synchronized. */
export const isHidden = (segment: string): boolean => segment.startsWith('.');

const MAX_SEGMENT_BYTES = 200;
/** Characters that file names of Windows exclude, and control characters. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u001F\u007F<>:"|?*\\]/;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Returns whether text is a path of a Markdown file below a folder, on any system: no absolute path, no `..`, no hidden file, and no
 * name that a system reserves or changes.
 */
export const isSafePath = (text: string): boolean =>
  isMarkdownPath(text) &&
  text === text.normalize('NFC') &&
  text.isWellFormed() &&
  text
    .split('/')
    .every(
      (segment) =>
        segment !== '' &&
        !isHidden(segment) &&
        !/^\s|[\s.]$/.test(segment) &&
        !FORBIDDEN.test(segment) &&
        !DEVICE.test(segment) &&
        Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES,
    );

/** Returns the path from the folder of a file to another file, encoded for a link. */
export function relativeLink(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  const encoded = encodeURI(path).replaceAll(
    /[#?()&']/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  // Otherwise the first segment would be a scheme.
  return /^[^/]*:/.test(encoded) ? `./${encoded}` : encoded;
}

/**
 * Creates the folders of a file below a root. The path has the separators of the system.
 * @throws {CliError} when one of the folders is a symbolic link, which may lead out of the root, or a file
 */
export async function createFolders(root: string, path: string): Promise<void> {
  let folder = root;
  await mkdir(root, { recursive: true });
  for (const segment of path.split(sep).slice(0, -1)) {
    folder = join(folder, segment);
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await lstat(folder)).isDirectory())
      throw new CliError(`${folder} is not a folder. Move or delete it, then pull again.`);
  }
}
