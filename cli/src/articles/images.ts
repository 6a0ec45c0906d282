import { readFile } from 'node:fs/promises';
import { type Folder, locate, sha256 } from './folder.ts';

const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const HASH_LENGTH = 16;
// oxlint-disable-next-line no-control-regex
const SIGNATURES = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^RIFF[^]{4}WEBP/, /^GIF8[79]a/];

/** Returns the hash of an image, or a message when the file cannot be uploaded. */
export async function hashImage(folder: Folder, path: string): Promise<{ hash: string } | { message: string }> {
  const bytes = await readFile(locate(folder, path));
  const beginning = bytes.subarray(0, 16).toString('latin1');
  if (!SIGNATURES.some((signature) => signature.test(beginning)))
    return { message: `${path} is neither an article nor a PNG, JPEG, WebP or GIF image` };
  if (bytes.length > MAX_IMAGE_BYTES) return { message: `${path} must have at most 5 MiB` };
  return { hash: sha256(bytes).slice(0, HASH_LENGTH) };
}

/** Returns the URL of an uploaded image. The fragment records its content, so that the image is uploaded once. */
export const withHash = (url: string, hash: string): string => `${url}#sha256=${hash}`;

/** Returns the URLs of images in a content by their hash. */
export const findUploaded = (content: string): [hash: string, url: string][] =>
  Array.from(content.matchAll(/https?:\/\/[^\s"'()<>#]+\/v1\/uploads\/upl_[0-9a-z]{26}\.\w+#sha256=([0-9a-f]{16})/g)).map(
    ([url, hash = '']) => [hash, url],
  );
