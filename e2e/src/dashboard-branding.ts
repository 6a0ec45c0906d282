import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '@earshot/server/testing/until';

interface Opened {
  page: Page;
  complaints: string[];
}

interface Setting {
  openSettings: (section: string) => Promise<Opened & { project: { slug: string } }>;
  /** Opens the public home page of a project as a visitor. */
  openPublic: (slug: string) => Promise<Opened>;
}

/** Saves the open settings. */
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** Waits for something in the preview, which is loaded again after each change. */
const untilShown = (isShown: () => Promise<boolean>) => until(() => isShown().catch(() => false));

/** Returns the letter spacing of the project's name on a public page. */
const spacing = (of: Pick<Page, 'locator'>): Promise<string> =>
  of.locator('.brand').evaluate((brand) => brand.ownerDocument.defaultView.getComputedStyle(brand).letterSpacing);

/** Tests of logo, colors, links and style sheet of public pages. */
export function testBranding({ openSettings, openPublic }: Setting): void {
  test('uploads a logo, previews colors and links, and saves them for public pages', async () => {
    const { page, complaints, project } = await openSettings('branding');
    const preview = page.frameLocator('iframe[title="Preview of a public page"]');
    await preview.getByRole('heading', { name: 'Feedback' }).waitFor();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: readFileSync(new URL('../../docs/images/feedback.png', import.meta.url)),
      });
    await page.getByRole('button', { name: 'Replace: Logo', exact: true }).waitFor();
    await untilShown(() => preview.locator('.brand img').evaluate((image) => image.naturalWidth > 0));
    await page.getByLabel('Color', { exact: true }).fill('#fde047');
    await page
      .getByText('Light pages: contrast for links is too low (1.3:1, minimum 4.5:1). Links use #796c22 instead.')
      .waitFor();
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Label of link 1').fill('Pricing');
    await page.getByLabel('URL of link 1').fill('https://acme.example/pricing');
    await preview.getByRole('link', { name: 'Pricing' }).waitFor();
    const paper = () =>
      preview.locator('body').evaluate((body) => body.ownerDocument.defaultView.getComputedStyle(body).backgroundColor);
    await page.getByRole('radio', { name: 'Dark' }).click();
    await untilShown(async () => (await paper()) === 'rgb(20, 21, 23)');

    await page.getByLabel('Custom CSS').fill('a { background: url(https://elsewhere.example/a.png) }');
    await page.getByText('Custom CSS must not contain url(), which loads a file (line 1).').waitFor();
    await page.getByLabel('Custom CSS').fill('.brand { letter-spacing: 3px }');
    await untilShown(async () => (await spacing(preview)) === '3px');
    await save(page);
    await page.getByText('Saved', { exact: true }).first().waitFor();

    const { page: visitor, complaints: ofVisitor } = await openPublic(project.slug);
    await visitor.getByRole('link', { name: 'Pricing' }).waitFor();
    assert.equal(await spacing(visitor), '3px');
    assert.ok(await visitor.locator('.brand img').evaluate((image) => image.naturalWidth > 0));
    // The browser logs the refused style sheet.
    assert.deepEqual([complaints.filter((text) => !text.includes('400')), ofVisitor], [[], []]);
  });
}
