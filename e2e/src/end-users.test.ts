import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser, openPage } from './browser.ts';
import { startPublicPages } from './public-sign-in.ts';

const browser = await launchBrowser();
const { project, team, anonymous, pages, product, smtp, codeFor } = await startPublicPages();

const submit = async (title: string) => (await anonymous.feedback.submit({ title })).id;
const voteButton = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^Vote for “${title}”`) });
const countOf = async (id: string) => (await anonymous.feedback.get(id)).upvote_count;

/** Signs in by a mailed code, from any page of the site. */
async function signInByCode(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email address').fill(address);
  const before = smtp.count();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').fill(await codeFor(address, before));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const isPressed = (page: Page, title: string) => voteButton(page, title).and(page.locator('[aria-pressed=true]')).waitFor();

test('a code signs in, takes over the votes of the browser, and leads back', async () => {
  const id = await submit('Code one');
  const { page, complaints } = await openPage(browser);
  await page.goto(`${pages}/feedback/${id}`);
  await voteButton(page, 'Code one').click();
  await isPressed(page, 'Code one');
  await until(async () => (await countOf(id)) === 1);
  assert.deepEqual(await page.context().cookies(), [], 'no cookie before the sign-in');

  await signInByCode(page, 'ada@acme.example');
  await page.waitForURL(`${pages}/feedback/${id}`);
  await page.getByRole('link', { name: 'ada@acme.example' }).waitFor();
  const [cookie, ...others] = await page.context().cookies();
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, others], [true, 'Lax', []]);
  await until(async () => (await team.feedback.voters(id)).data[0]?.email === 'ada@acme.example');
  await isPressed(page, 'Code one');
  assert.equal(await countOf(id), 1);

  // The person is known in another browser, where nothing was stored before.
  const phone = await openPage(browser);
  await phone.page.goto(`${pages}/feedback/${id}`);
  await signInByCode(phone.page, 'ada@acme.example');
  await isPressed(phone.page, 'Code one');
  await voteButton(phone.page, 'Code one').click();
  await until(async () => (await countOf(id)) === 0);
  await page.getByRole('link', { name: 'ada@acme.example' }).click();
  await page.getByText('You have not voted yet.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  assert.deepEqual([...complaints, ...phone.complaints], []);
});

test('a user of the product is one voter on pages and in widgets', async () => {
  const id = await submit('Redirect one');
  const { page, complaints } = await openPage(browser);
  await page.goto(`${pages}/feedback/${id}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await page.waitForURL(`${pages}/feedback/${id}`);
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  await voteButton(page, 'Redirect one').click();
  await until(async () => (await countOf(id)) === 1);

  const inProduct = await openPage(browser);
  await inProduct.page.goto(`${product}/?entry=${id}`);
  await inProduct.page.locator('earshot-vote').waitFor();
  await voteButton(inProduct.page, 'Dark mode').click();
  await isPressed(inProduct.page, 'Dark mode');
  assert.equal(await countOf(id), 1, 'one person, one vote');
  assert.deepEqual(complaints, []);
});

test('where voters must sign in, pages lead to the sign-in and back, and other sites say so', async () => {
  const id = await submit('Only for people');
  const { page } = await openPage(browser);
  await team.projects.update(project.id, { settings: { feedback: { voting: 'signed_in' } } });
  await page.goto(`${pages}/feedback/${id}`);
  await voteButton(page, 'Only for people').click();
  await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await page.waitForURL(`${pages}/feedback/${id}`);
  await voteButton(page, 'Only for people').click();
  await isPressed(page, 'Only for people');

  const { page: elsewhere } = await openPage(browser);
  await elsewhere.goto(`${product}/anonymous?entry=${id}`);
  await voteButton(elsewhere, 'Dark mode').click();
  await elsewhere.getByRole('alert').filter({ hasText: 'Sign in to vote.' }).waitFor();
  assert.equal(await countOf(id), 1);
  await team.projects.update(project.id, { settings: { feedback: { voting: 'anyone' } } });
});

const KINDS: Record<string, BrowserContextOptions> = {
  'on a desktop': { viewport: { width: 1440, height: 900 } },
  'on a phone, in dark mode': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};
for (const [kind, options] of Object.entries(KINDS))
  test(`sign-in and account pages have no axe violations and fit the window, ${kind}`, async () => {
    const { page } = await openPage(browser, { ...options, bypassCSP: true });
    const check = async () => {
      await page.evaluate(AXE);
      await assertAccessible(page);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), page.url());
    };
    const address = `${kind.replaceAll(/\W/g, '')}-with-a-rather-long-name@departments.acme.example`;
    await page.goto(`${pages}/sign-in?problem=expired`);
    await check();
    await page.getByLabel('Email address').fill(address);
    const before = smtp.count();
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByLabel('Code').fill('12');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await check();
    await page.getByLabel('Code').fill(await codeFor(address, before));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await check();
    await page.getByRole('link', { name: 'Erase my data…' }).click();
    await page.getByRole('heading', { name: 'Erase your data' }).waitFor();
    await check();
  });

test('a visitor of another site signs in within the widget, without a cookie', async () => {
  const id = await submit('Elsewhere');
  await team.projects.update(project.id, { settings: { feedback: { voting: 'confirmed' } } });
  const { page, complaints } = await openPage(browser);
  // Another site than that of Earshot, which has the same address.
  await page.goto(`${product.replace('127.0.0.1', 'localhost')}/anonymous?entry=${id}`);
  const before = smtp.count();
  const title = 'Dark mode';
  await voteButton(page, title).click();
  await page.getByText('Sign in to vote.').waitFor();
  assert.equal(await page.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith('earshot.people'))), false);
  await page.getByLabel('Email address').fill('wanda@acme.example');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  const code = await codeFor('wanda@acme.example', before);
  await page.getByLabel('Code').fill(code === '111111' ? '222222' : '111111');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The code is wrong or has expired.').waitFor();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isPressed(page, title);
  await until(async () => (await team.feedback.voters(id)).data[0]?.email === 'wanda@acme.example');
  assert.deepEqual(await page.context().cookies(), []);

  // The same person on the public page is the same voter.
  const other = await openPage(browser);
  await other.page.goto(`${pages}/feedback/${id}`);
  await signInByCode(other.page, 'wanda@acme.example');
  await isPressed(other.page, 'Elsewhere');
  assert.equal(await countOf(id), 1);
  await page.reload();
  // Voters may read the entry, so that the button has its title.
  await isPressed(page, 'Elsewhere');
  await team.projects.update(project.id, { settings: { feedback: { voting: 'anyone' } } });
  assert.deepEqual(
    complaints.filter((text) => !/403|400/.test(text)),
    [],
  );
});
