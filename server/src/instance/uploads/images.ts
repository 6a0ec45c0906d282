import type { IMAGE_TYPES } from '@earshot/contract/instance/uploads';
import type { Sharp } from 'sharp';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { loadSharp, type SharpModule } from '../../platform/images/sharp.ts';
import { createLimiter } from '../../platform/async/limiter.ts';

export type ImageType = (typeof IMAGE_TYPES)[number];

export interface Image {
  type: ImageType;
  bytes: Buffer;
  width: number;
  height: number;
}

const MAX_SIDE_PX = 2_000;
/** Maximum number of pixels of all frames: about 250 MB at four bytes per pixel. */
const MAX_PIXELS = 64_000_000;
/** Maximum number of frames. Each takes time, even a small one. */
const MAX_FRAMES = 1_000;
const MIB = 1024 * 1024;
const MAX_ENCODED_BYTES = 10 * MIB;
const QUALITY = 85;

/** Decoding takes up to several hundred MB of memory and one of the four threads that also read files. */
const limited = createLimiter({ concurrency: 2, limit: { maxWaiting: 40, createError: () => new HttpError('uploads.busy') } });

interface Format {
  type: ImageType;
  extension: string;
  /** Signature at the start of the file; `.` matches any byte. */
  magic: RegExp;
  isAnimated: boolean;
  write: (image: Sharp) => Sharp;
}

const FORMATS: Format[] = [
  // eslint-disable-next-line no-control-regex
  { type: 'image/png', extension: 'png', magic: /^\x89PNG\r\n\x1a\n/, isAnimated: false, write: (image) => image.png() },
  {
    type: 'image/jpeg',
    extension: 'jpg',
    magic: /^\xff\xd8\xff/,
    isAnimated: false,
    write: (image) => image.jpeg({ quality: QUALITY, mozjpeg: true }),
  },
  {
    type: 'image/webp',
    extension: 'webp',
    magic: /^RIFF[^]{4}WEBP/,
    isAnimated: true,
    write: (image) => image.webp({ quality: QUALITY }),
  },
  { type: 'image/gif', extension: 'gif', magic: /^GIF8[79]a/, isAnimated: true, write: (image) => image.gif() },
];

export const findExtension = (type: ImageType) => FORMATS.find((format) => format.type === type)?.extension ?? '';
/** Returns the type of a file by its extension; undefined for others. */
export const findType = (name: string): ImageType | undefined =>
  FORMATS.find(({ extension }) => name.endsWith(`.${extension}`))?.type;
export const EXTENSIONS = FORMATS.map(({ extension }) => extension);

/**
 * Decodes an image, regardless of its name and declared type, and encodes it again: upright, without metadata, at most 2,000 px. No
 * original bytes are kept. `field` names the input in errors.
 * @throws {HttpError} 400 or 503
 */
export async function rewriteImage(bytes: Buffer, field = 'file'): Promise<Image> {
  const beginning = bytes.subarray(0, 16).toString('latin1');
  const format = FORMATS.find(({ magic }) => magic.test(beginning));
  if (!format) throw invalidField(field, 'format', `${field} must be a PNG, JPEG, WebP or GIF image`);
  const sharp = await loadSharp();
  return await limited(() => rewrite(sharp, format, bytes, field));
}

async function rewrite(sharp: SharpModule, format: Format, bytes: Buffer, field: string): Promise<Image> {
  const image = sharp(bytes, { animated: format.isAnimated, limitInputPixels: MAX_PIXELS, failOn: 'error' });
  try {
    const { pages = 1 } = await image.metadata();
    if (pages > MAX_FRAMES)
      throw invalidField(field, 'too_large', `${field} must have at most ${MAX_FRAMES.toLocaleString('en')} frames`);
    if (pages === 1) image.autoOrient();
    image.resize({ width: MAX_SIDE_PX, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await format.write(image).toBuffer({ resolveWithObject: true });
    // A lossy image of noise takes a hundred times the space of a lossless one that repeats it.
    if (data.length > MAX_ENCODED_BYTES)
      throw invalidField(
        field,
        'too_large',
        `${field} must have at most ${MAX_ENCODED_BYTES / MIB} MiB after it is scaled to ${MAX_SIDE_PX} px`,
      );
    return { type: format.type, bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (/pixel limit/.test((error as Error).message))
      throw invalidField(field, 'too_large', `${field} must have at most ${MAX_PIXELS / 1e6} million pixels in all frames`);
    throw invalidField(field, 'format', `${field} is damaged: it must be a complete image`);
  }
}
