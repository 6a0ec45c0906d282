import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { coalesce } from '../async/coalesce.ts';
import { escapeHtml } from '../html/escape.ts';
import { excerpt } from '../html/site.ts';
import { HttpError } from '../api/errors.ts';
import { loadSharp } from './sharp.ts';
import { createLimiter } from '../async/limiter.ts';

/** Size that social networks and messengers show without cropping. */
export const SHARE_IMAGE_PX = { width: 1200, height: 630 };

/** Content of an image that links to a page show in messengers and social networks. */
export interface ShareImage {
  title: string;
  /** Line above the title. */
  label: string;
  /** Name of the site. */
  name: string;
  /** `#rrggbb` */
  color: string;
}

/** Version of the layout. Part of the hash, so that clients request images again after a change. */
const LAYOUT_VERSION = 1;
const MARGIN_PX = 88;
const MAX_TITLE_LENGTH = 140;
const MAX_NAME_LENGTH = 48;
/** Sizes of the title by its maximum length. */
const TITLE_SIZES = [
  { maxLength: 32, px: 88 },
  { maxLength: 70, px: 72 },
  { maxLength: MAX_TITLE_LENGTH + 1, px: 56 },
];
const [INK, MUTED, PAPER] = ['#1c2024', '#5b5f67', '#ffffff'];

/** Fonts are part of the installation, because servers often have none. */
const FONTS = {
  regular: { name: 'Inter', url: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf') },
  bold: { name: 'Inter Bold', url: import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf') },
} as const;

/** Emoji, whose skin tones are emoji themselves, with the characters that join and select them. */
const EMOJI = /\p{Emoji_Presentation}|\uFE0F|\u200D/gu;
const DRAWABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u;

const limited = createLimiter({ concurrency: 1, limit: { maxWaiting: 40, createError: () => new HttpError('uploads.busy') } });
const share = coalesce<Buffer>();

const clean = (text: string) => text.replaceAll(EMOJI, '').replaceAll(/\s+/g, ' ').trim();

/** Returns whether the font has the letters of the texts: Latin, Greek or Cyrillic ones. */
export const isDrawable = (...texts: string[]): boolean => texts.every((text) => DRAWABLE.test(clean(text)));

/** Returns a hash that changes with the image. */
export const hashShareImage = ({ title, label, name, color }: ShareImage) =>
  createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, title, label, name, color]))
    .digest('base64url')
    .slice(0, 16);

/**
 * Draws an image of `SHARE_IMAGE_PX` as PNG. Concurrent calls for the same image share the work.
 * @throws {HttpError} 503 when too many images are drawn
 */
export const drawShareImage = (image: ShareImage): Promise<Buffer> =>
  share(hashShareImage(image), () => limited(() => draw(image)));

async function draw({ title, label, name, color }: ShareImage): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height } = SHARE_IMAGE_PX;
  const text = excerpt(clean(title), MAX_TITLE_LENGTH);
  const size = TITLE_SIZES.find(({ maxLength }) => text.length <= maxLength) ?? { px: 56 };
  const square = { create: { width: 36, height: 36, channels: 3, background: color } } as const;
  const bar = { create: { width, height: 20, channels: 3, background: color } } as const;
  return await sharp({ create: { width, height, channels: 3, background: PAPER } })
    .composite([
      { input: bar, left: 0, top: 0 },
      { input: renderText(label, 'regular', { px: 32, color: MUTED }), left: MARGIN_PX, top: 96 },
      { input: renderText(text, 'bold', { px: size.px, color: INK }), left: MARGIN_PX, top: 96 + 72 },
      { input: square, left: MARGIN_PX, top: height - 116 },
      {
        input: renderText(excerpt(clean(name), MAX_NAME_LENGTH), 'bold', { px: 34, color: INK }),
        left: MARGIN_PX + 56,
        top: height - 114,
      },
    ])
    .png({ palette: true })
    .toBuffer();
}

/** Returns a layer with a text, whose lines are at most as wide as the image without its margins. */
export function renderText(text: string, font: keyof typeof FONTS, { px, color }: { px: number; color: string }) {
  const { name, url } = FONTS[font];
  return {
    text: {
      // Pango markup has the same entities as HTML.
      text: `<span foreground="${color}">${escapeHtml(text)}</span>`,
      // At 72 dpi, a point is a pixel.
      font: `${name} ${px}`,
      dpi: 72,
      fontfile: fileURLToPath(url),
      width: SHARE_IMAGE_PX.width - 2 * MARGIN_PX,
      wrap: 'word-char',
      rgba: true,
    },
  } as const;
}
