import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import type { Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const EMAIL = 'lena@example.com';

const readLanguage = (page: Page) =>
  page.evaluate<string[]>('[document.documentElement.lang, getComputedStyle(document.documentElement).direction]');

test('the dashboard is in the language of the account, also from right to left, and fits phones', async () => {
  const accessToken = await earshot.signIn(EMAIL);
  const { session } = new Earshot({ accessToken, baseUrl: earshot.url });
  await session.updateProfile({ language: 'de' });
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken, EMAIL);
  await team.changelog.create({ title: 'Dark mode', content: 'For all pages.', published: true });
  await user.feedback.submit({ title: 'Export every list as CSV' });
  await user.waitlist.join({ email: 'bob@example.com' });

  await page.goto(`${url}/feedback`);
  await page.getByRole('link', { name: 'Einstellungen' }).first().waitFor();
  assert.deepEqual(await readLanguage(page), ['de', 'ltr']);
  const german = { '/feedback': 'Feedback', '/waitlist': 'Warteliste', '/people': 'Personen', '/analytics': 'Analytics' };
  for (const [path, title] of Object.entries({ ...german, '/settings/general': 'Einstellungen: Allgemein' })) {
    await assertRouteAccessible(page, url + path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }

  await page.goto(`${earshot.url}/account`);
  await page.getByRole('heading', { name: 'Dein Konto' }).waitFor();
  await page.getByRole('button', { name: 'Sprache' }).click();
  await page.getByRole('option', { name: 'العربية' }).click();
  await page.locator('html[lang="ar"] h1').waitFor();
  await page.reload();
  await page.locator('h1').waitFor();
  assert.deepEqual(await readLanguage(page), ['ar', 'rtl']);
  for (const path of ['/feedback', '/waitlist', '/people', '/analytics', '/settings/general']) {
    await assertRouteAccessible(page, url + path);
    assert.match((await page.locator('h1').first().textContent()) ?? '', /\p{Script=Arabic}/u, path);
  }
  assert.deepEqual(complaints, []);
  assert.equal((await session.get()).user.language, 'ar');
});

test('without a choice, the page is in the language of the browser', async () => {
  const context = await browser.newContext({ locale: 'fr-CA' });
  const page = await context.newPage();
  await page.goto(earshot.url);
  await page.locator('html[lang="fr"] h1').waitFor();
  await context.close();
});
