import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { startBrowser } from '../src/browser.ts';

/** Folder of the pictures in the tree. */
export const PICTURES = fileURLToPath(new URL('pictures/', import.meta.url));
/** File with the major version of the Chromium that took them. Another version draws text and shadows differently. */
export const VERSION_FILE = `${PICTURES}chromium.txt`;

const GALLERY = fileURLToPath(new URL('../../dashboard/gallery/main.ts', import.meta.url));
const ORIGIN = 'http://gallery.test';
const WINDOW = { width: 720, height: 420 };
const NOW = new Date('2026-05-04T09:00:00Z');

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

// Rendering without the settings of a system: its fonts for code, hinting, subpixels and scale.
const ARGS = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-device-scale-factor=1',
  '--disable-font-subpixel-positioning',
];
// Without the explanations, which are no components and most of the bytes.
const STYLE = `:root { --mono: 'Inter Variable' }
  .gallery-example > header { display: none }
  *, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }`;

interface Section {
  id: string;
  presses?: string[];
  isFocused?: boolean;
}

export const startPictureBrowser = () => startBrowser(ARGS);

export const readMajor = (version: string): string => version.split('.')[0] ?? '';

/** Takes pictures of all sections of the gallery, in light and dark colors. Returns PNG files by name. */
export async function takePictures(browser: Awaited<ReturnType<typeof startPictureBrowser>>): Promise<Map<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-gallery-'));
  try {
    await promisify(execFile)(process.execPath, [GALLERY, '--build', folder]);
    const files = new Map(
      globSync('**/*.*', { cwd: folder }).map((name) => [`/dashboard/${name}`, readFileSync(join(folder, name))]),
    );
    const context = await browser.newContext({ viewport: WINDOW, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const path = pathname === '/' ? '/dashboard/index.html' : pathname;
      const body = files.get(path);
      await route.fulfill(body ? { body, contentType: TYPES[extname(path)] ?? 'application/octet-stream' } : { status: 404 });
    });
    const pictures = new Map<string, Buffer>();
    for (const section of await listSections(page)) {
      await arrange(page, section);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        pictures.set(`${section.id}-${colorScheme}`, await takePicture(page));
      }
    }
    await context.close();
    return pictures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${ORIGIN}/${query}`);
  await page.addStyleTag({ content: STYLE });
  await page.locator('[data-section]').first().waitFor();
  await page.evaluate('document.fonts.ready');
}

async function listSections(page: Page): Promise<Section[]> {
  await open(page);
  const found = await page.locator('[data-section]').evaluateAll((all) => all.map((one) => one.getAttribute('data-section')));
  return found.map((text) => JSON.parse(text ?? '') as Section);
}

/** Opens a section, and what its picture shows open. */
async function arrange(page: Page, { id, presses = [], isFocused }: Section): Promise<void> {
  await open(page, `?section=${id}`);
  for (const name of presses) await page.getByRole('button', { name, exact: true }).click();
  // The focus of a key shows a ring and a tooltip.
  if (isFocused) {
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip').waitFor();
  }
  await page.mouse.move(0, 0);
  await page.evaluate('document.fonts.ready');
}

async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' });
}
