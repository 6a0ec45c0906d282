import { findInitial } from '@earshot/contract/shared/text';
import { loadSharp } from '../../platform/images/sharp.ts';
import { renderText } from '../../platform/images/share-image.ts';
import type { Person } from './people.ts';

const SIZE = 160;
/** Hues of the backgrounds, in degrees, with a contrast of at least 4.5 to white. */
const HUES = [12, 205, 262, 330, 170, 232];

/** Draws a picture of a person: initials on a color. Needs no SVG, which is blocked in a process that reads uploads; see `loadSharp`. */
export async function drawAvatar({ name, number }: Pick<Person, 'name' | 'number'>): Promise<Buffer> {
  const sharp = await loadSharp();
  const background = `hsl(${HUES[number % HUES.length]}, 45%, 40%)`;
  const initials = name.split(' ').map(findInitial).join('');
  return await sharp({ create: { width: SIZE, height: SIZE, channels: 3, background } })
    .composite([{ input: renderText(initials, 'bold', { px: 64, color: '#ffffff' }) }])
    .png()
    .toBuffer();
}

/** Draws a screenshot of an app with a list and an error message. */
export async function drawScreenshot(): Promise<Buffer> {
  const sharp = await loadSharp();
  const box = (left: number, top: number, width: number, height: number, background: string) => ({
    input: { create: { width, height, channels: 3, background } } as const,
    left,
    top,
  });
  return await sharp({ create: { width: 960, height: 600, channels: 3, background: '#f5f6f8' } })
    .composite([
      box(0, 0, 200, 600, '#23304a'),
      ...[0, 1, 2, 3, 4].map((line) => box(24, 80 + line * 44, 110 + ((line * 37) % 50), 14, '#5f7296')),
      ...[0, 1, 2, 3, 4, 5].flatMap((line) => [
        box(240, 150 + line * 66, 680, 52, '#ffffff'),
        box(262, 170 + line * 66, 220 + ((line * 71) % 190), 12, '#c5ccd8'),
      ]),
      box(240, 56, 680, 60, '#fde7e7'),
      box(264, 80, 330, 12, '#c0392b'),
    ])
    .png()
    .toBuffer();
}

/** Returns the form of an upload. */
export function toForm(png: Buffer): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'picture.png');
  return form;
}
