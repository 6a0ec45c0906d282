import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

/** Opens a page of a new project, and marks its document. */
async function openAt(path: string) {
  const opened = await openProject(browser, earshot.url, accessToken);
  await opened.page.goto(opened.url + path);
  await opened.page.locator('h1').first().waitFor();
  await opened.page.evaluate('document.body.dataset.mark = "kept"');
  return opened;
}

const isKept = (page: Page) => page.evaluate<boolean>('document.body.dataset.mark === "kept"');

/** Sends POST requests to a path of the API, and drops the answers. Returns their idempotency keys. */
async function dropAnswers(page: Page, path: RegExp): Promise<string[]> {
  const keys: string[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    await route.fetch();
    await route.abort();
  });
  return keys;
}

test('a page whose script can’t be loaded is shown when the server answers again, without a reload', async () => {
  const { page } = await openAt('/feedback');
  await page
    .getByRole('link', { name: 'New entry' })
    .or(page.getByRole('button', { name: 'New entry' }))
    .first()
    .waitFor();
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Waitlist', exact: true }).click();
  await page.getByRole('alert').getByText('Connection lost.').waitFor();
  // Neither do dialogs and parts of pages replace the page.
  await page.keyboard.press('?');
  await page.getByRole('alertdialog').getByText('Connection lost.').waitFor();
  await page.getByRole('link', { name: 'Feedback', exact: true }).waitFor();
  await page.unrouteAll();
  await page.getByRole('heading', { name: 'Waitlist', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  assert.ok(await isKept(page));
});

test('a script of an earlier version reloads the page once, when it is shown', async () => {
  const { page } = await openAt('/feedback');
  const missing = (route: Route) => route.fulfill({ status: 404, body: '' });
  await page.route(/\/assets\/waitlist-page-/, missing);
  const link = page.getByRole('link', { name: 'Waitlist', exact: true });
  const [request] = await Promise.all([page.waitForRequest(/\/assets\/waitlist-page-/), link.hover()]);
  await request.response();
  assert.ok(await isKept(page), 'a link that is hovered does not reload the page');
  await link.click();
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  assert.ok(!(await isKept(page)));
  assert.match(page.url(), /\/waitlist$/);
  await page.unrouteAll();
  await page.getByRole('heading', { name: 'Waitlist', level: 1 }).waitFor();
});

test('a form that is sent again after a lost answer stores its input once', async () => {
  const { page, team } = await openAt('/feedback');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Dark mode');
  const keys = await dropAnswers(page, /\/v1\/feedback\/by-team/);
  const create = dialog.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await dialog.getByRole('alert').getByText('No connection. Your input is kept.').waitFor();
  await page.unrouteAll();
  await create.click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual(
    (await team.feedback.list()).data.map(({ title }) => title),
    ['Dark mode'],
  );
  // The same input is another entry afterwards.
  await page.keyboard.press('n');
  await dialog.getByLabel('Title').fill('Dark mode');
  await create.click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await team.feedback.list()).total, 2);
});

test('an editor saves by itself after an interruption, and creates one entry', async () => {
  const { page, team } = await openAt('/changelog/new');
  const title = page.getByRole('textbox', { name: 'Title' });
  const keys = await dropAnswers(page, /\/v1\/changelog(?:\?|$)/);
  await title.fill('Faster');
  await page.getByText('Saving failed: No connection. Your input is kept.').waitFor();
  await page.route('**/v1/**', (route) => route.abort());
  await title.fill('Faster search');
  await page.getByText('Connection lost.').waitFor();
  assert.ok(keys.length > 0);
  await page.unrouteAll();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { data } = await team.changelog.list();
  assert.deepEqual(
    data.map((entry) => entry.title),
    ['Faster search'],
  );
});

test('a token that can’t be renewed counts as a lost connection', async () => {
  const { page } = await openAt('/feedback');
  await page.getByRole('heading', { name: 'No feedback yet' }).waitFor();
  await page.route('**/v1/auth/token', (route) => route.abort());
  await page.route(/\/v1\/(?!auth)/, (route) =>
    route.fulfill({ status: 401, json: { error: 'Expired', code: 'auth.token_invalid' } }),
  );
  await page.getByRole('link', { name: 'Testimonials', exact: true }).click();
  await page.getByRole('status').getByText('Connection lost.').waitFor();
  await page.unrouteAll();
  await page.getByText('Connection lost.').first().waitFor({ state: 'detached' });
  await until(async () => (await page.getByText('Loading failed').count()) === 0);
});

test('a page whose requests were too many says so without a wait, and is loaded later', async () => {
  const { page } = await openAt('/feedback');
  const isList = ({ pathname }: URL) => pathname === '/v1/waitlist';
  let requests = 0;
  await page.route(isList, (route) => {
    requests++;
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '60' },
      json: { error: 'Too many requests; try again later' },
    });
  });
  await page.getByRole('link', { name: 'Waitlist', exact: true }).click();
  await page.getByText('Too many requests; try again later.').first().waitFor();
  assert.ok(requests > 0);
  await page.unroute(isList);
  await page.getByText('Too many requests; try again later.').first().waitFor({ state: 'detached' });
  assert.ok(await isKept(page));
});

test('signing out while requests run does not say that the session ended', async () => {
  const { page } = await openAt('/feedback');
  const held = Promise.withResolvers<void>();
  let dialogs: number | undefined;
  const isRead = ({ pathname }: URL) => pathname === '/v1/waitlist/stats';
  const began = page.waitForRequest((request) => isRead(new URL(request.url())));
  await page.route(isRead, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Waitlist', exact: true }).click();
  await began;
  await page.route('**/v1/auth/session', async (route) => {
    if (route.request().method() !== 'DELETE') return await route.continue();
    const response = await route.fetch();
    // The session has ended, and the page has not left yet.
    const refused = page.waitForResponse((one) => one.url().endsWith('/v1/auth/token') && one.status() === 400);
    held.resolve();
    await refused;
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    dialogs = await page.getByText('Your session has ended').count();
    return await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'ada@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email address').waitFor();
  assert.equal(dialogs, 0);
});

test('a session that could not be ended is not left silently', async () => {
  const { page } = await openAt('/feedback');
  await page.route('**/v1/auth/session', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'ada@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByText('Connection lost').waitFor();
});
