// Takes screenshots of the sign-in on public pages by a mailed code and by redirect, light and dark, on a phone and a desktop, into
// e2e/screenshots/out/sign-in/. Fails if a page sets a cookie before the sign-in.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchBrowser, openPage } from '../src/browser.ts';
import { startPublicPages } from '../src/public-sign-in.ts';

const OUT = fileURLToPath(new URL('out/sign-in/', import.meta.url));
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

const browser = await launchBrowser();
const { anonymous, team, pages, smtp, codeFor } = await startPublicPages();
const entry = await anonymous.feedback.submit({ title: 'Export to CSV', description: 'With a column for each custom field.' });
await team.feedback.update(entry.id, { status: 'planned' });

type Take = (page: Page, step: string) => Promise<void>;

/** Ways to sign in from the page of the entry, with a picture of each step. */
const WAYS: Record<string, (page: Page, take: Take) => Promise<void>> = {
  code: async (page, take) => {
    const address = `ada-${crypto.randomUUID().slice(0, 8)}@acme.example`;
    await page.getByLabel('Email address').fill(address);
    const before = smtp.count();
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByLabel('Code').waitFor();
    await take(page, '3-code');
    await page.getByLabel('Code').fill('12');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await take(page, '4-wrong-code');
    assert.deepEqual(await page.context().cookies(), []);
    await page.getByLabel('Code').fill(await codeFor(address, before));
    await page.getByRole('button', { name: 'Sign in' }).click();
  },
  redirect: async (page) => await page.getByRole('link', { name: 'Sign in with Acme' }).click(),
};

for (const [way, signIn] of Object.entries(WAYS))
  test(`sign-in by ${way}`, { timeout: 300_000 }, async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of SIZES) {
        const { page } = await openPage(browser, { viewport, colorScheme, reducedMotion: 'reduce' });
        const take: Take = async (shown, step) => {
          await shown.evaluate('document.fonts.ready');
          await shown.screenshot({ path: `${OUT}${way}-${step}-${viewport.width}-${colorScheme}.png` });
        };
        await page.goto(`${pages}/feedback/${entry.id}`);
        await take(page, '1-before');
        await page.getByRole('link', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
        await take(page, '2-sign-in');
        assert.deepEqual(await page.context().cookies(), [], 'no cookie before the sign-in');
        await signIn(page, take);
        await page.waitForURL(`${pages}/feedback/${entry.id}`);
        await take(page, '5-signed-in');
        assert.equal((await page.context().cookies()).length, 1);
        await page.goto(`${pages}/account`);
        await page.getByRole('heading', { name: 'Your account' }).waitFor();
        await take(page, '6-account');
        await page.context().close();
      }
  });
