import { loadOnce } from '../async/memoize.ts';

/**
 * Loads sharp on the first call, because it uses much memory. Formats other than those of uploads are blocked, for the whole process,
 * before the first image is read.
 */
export const loadSharp = loadOnce(async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
});

export type SharpModule = Awaited<ReturnType<typeof loadSharp>>;
