// Takes screenshots of public pages in German, Japanese and Arabic, light and dark, on a phone and a desktop, into
// e2e/screenshots/out/languages/. Fails if a page is wider than the screen.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchBrowser, openPage } from '../src/browser.ts';
import { startEarshot } from '../src/earshot.ts';
import { createDemo } from './demo.ts';

const OUT = fileURLToPath(new URL('out/languages/', import.meta.url));
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('screenshots of languages', { timeout: 900_000 }, async () => {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const browser = await launchBrowser();
  const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
  const { slug, entryId } = await createDemo(earshot.url, await earshot.signIn('ada@example.com'));
  const pages: Record<string, string> = {
    home: '',
    board: '/feedback',
    entry: `/feedback/${entryId}`,
    roadmap: '/roadmap',
    changelog: '/changelog',
    testimonials: '/testimonials',
    waitlist: '/waitlist',
    help: '/help',
    missing: '/missing',
  };
  for (const locale of ['de', 'ja', 'ar'])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of SIZES) {
        const { page } = await openPage(browser, { viewport, colorScheme, locale, reducedMotion: 'reduce' });
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(`${earshot.url}/p/${slug}${path}`);
          await page.evaluate('document.fonts.ready');
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          assert.ok(width <= viewport.width, `${path} ${locale} is ${width} px wide`);
          await page.screenshot({
            path: `${OUT}${name}-${locale}-${viewport.width}-${colorScheme}.png`,
            fullPage: viewport.width < 1000,
          });
        }
        await page.context().close();
      }
});
