import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Difference of a color from which a pixel counts, from 0 to 1. Pixels of smoothed edges never count. */
const THRESHOLD = 0.1;
/** Numbers of levels of red, green and blue. Pictures with the first ones have the same colors to the eye. */
const LEVELS = [64, 32, 16];
const MAX_PALETTE = 256;

const decode = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** Returns the number of pixels in which two pictures differ, and infinity for pictures of different sizes. */
export async function countDifferences(png: Buffer, other: Buffer): Promise<number> {
  const [one, two] = await Promise.all([decode(png), decode(other)]);
  const { width, height } = one.info;
  if (width !== two.info.width || height !== two.info.height) return Infinity;
  return pixelmatch(one.data, two.data, undefined, width, height, { threshold: THRESHOLD });
}

function countColors(pixels: Buffer): number {
  const colors = new Set<number>();
  for (let at = 0; at < pixels.length; at += 3) colors.add(pixels.readUIntBE(at, 3));
  return colors.size;
}

/** Returns a small PNG file of a picture, whose colors are rounded until a palette holds all of them. */
export async function compressPng(png: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (const levels of LEVELS) {
    const step = 255 / (levels - 1);
    const pixels = Buffer.from(data.map((value) => Math.round(Math.round(value / step) * step)));
    if (countColors(pixels) > MAX_PALETTE) continue;
    return sharp(pixels, { raw: { width: info.width, height: info.height, channels: 3 } })
      .png({ palette: true, quality: 100, effort: 10, dither: 0, compressionLevel: 9 })
      .toBuffer();
  }
  return png;
}
