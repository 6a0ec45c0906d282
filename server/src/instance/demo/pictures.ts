import { findInitial } from '@earshot/contract/shared/text';
import sharp from 'sharp';
import type { Person } from './people.ts';

const SIZE = 160;
/** Hues of the backgrounds, in degrees, with a contrast of at least 4.5 to white. */
const HUES = [12, 205, 262, 330, 170, 232];

/** Draws a picture of a person: initials on a gradient. */
export async function drawAvatar({ name, number }: Pick<Person, 'name' | 'number'>): Promise<Buffer> {
  const hue = HUES[number % HUES.length] as number;
  const initials = name.split(' ').map(findInitial).join('');
  return await draw(`
    <svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 100 100">
      <linearGradient id="sky" x2="1" y2="1">
        <stop stop-color="hsl(${hue}, 45%, 42%)"/><stop offset="1" stop-color="hsl(${hue + 40}, 50%, 30%)"/>
      </linearGradient>
      <rect width="100" height="100" fill="url(#sky)"/>
      <text x="50" y="64" font-family="sans-serif" font-size="40" fill="#fff" text-anchor="middle">${initials}</text>
    </svg>`);
}

/** Draws a screenshot of an app with a list and an error message. */
export const drawScreenshot = () =>
  draw(`
    <svg xmlns="http://www.w3.org/2000/svg" width="960" height="600">
      <rect width="960" height="600" fill="#f5f6f8"/><rect width="200" height="600" fill="#23304a"/>
      ${[0, 1, 2, 3, 4].map((line) => `<rect x="24" y="${80 + line * 44}" width="${110 + ((line * 37) % 50)}" height="14" rx="7" fill="#5f7296"/>`).join('')}
      ${[0, 1, 2, 3, 4, 5].map((line) => `<rect x="240" y="${150 + line * 66}" width="680" height="52" rx="8" fill="#fff"/><rect x="262" y="${170 + line * 66}" width="${220 + ((line * 71) % 190)}" height="12" rx="6" fill="#c5ccd8"/>`).join('')}
      <rect x="240" y="56" width="680" height="60" rx="8" fill="#fde7e7"/><rect x="264" y="80" width="330" height="12" rx="6" fill="#c0392b"/>
    </svg>`);

const draw = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer();

/** Returns the form of an upload. */
export function toForm(png: Buffer): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'picture.png');
  return form;
}
