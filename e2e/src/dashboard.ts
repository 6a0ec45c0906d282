import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Earshot } from '@earshot/sdk';
import type { Browser, Locator, Page } from 'playwright-core';
import { createBrowser, signInLocally } from '@earshot/server/instance/identity/fixtures/browser';
import { IS_LONG } from '@earshot/server/testing/long';
import { until } from '@earshot/server/testing/until';
import { assertAccessible, AXE } from './axe.ts';
import { openReusedPage, type StorageState } from './browser.ts';
import { assertStill, observeShifts } from './layout-shift.ts';

/** Begins a session as a sign-in of the dashboard does. Returns what the browser keeps of it. */
async function beginSession(url: string, email: string): Promise<StorageState> {
  const { code, verifier } = await signInLocally({ url }, email);
  const response = await createBrowser().post(`${url}/v1/auth/token`, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
  });
  const { refresh_token: value } = (await response.json()) as { refresh_token: string };
  const { hostname: domain, origin } = new URL(url);
  const attributes = { domain, path: '/v1/auth/token', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' } as const;
  return {
    cookies: [{ name: 'earshot_refresh', value, ...attributes }],
    origins: [{ origin, localStorage: [{ name: 'earshot.signed-in', value: 'yes' }] }],
  };
}

/** Opens an empty page on which nobody is signed in, like `openProject`. */
export const openSignedOut = (browser: Browser, { url }: { url: string }) =>
  openReusedPage(browser, { cookies: [], origins: [{ origin: url, localStorage: [] }] });

/** Enters an address on the sign-in page. */
export async function enterEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
}

/** Signs in through the local provider with an address. */
export async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url);
  await enterEmail(page, email);
  await page.getByRole('button', { name: email }).waitFor();
}

let projectCount = 0;

/** Creates a project that is owned by the user of the token. */
export const createProject = (url: string, accessToken: string) =>
  new Earshot({ accessToken, baseUrl: url }).projects.create({ name: `Acme ${++projectCount}` });

/** Creates a project, and opens an empty page whose user is signed in. `team` and `user` are clients with a session token and an API key. */
export async function openProject(browser: Browser, baseUrl: string, accessToken: string, email = 'ada@example.com') {
  const project = await createProject(baseUrl, accessToken);
  const team = new Earshot({ accessToken, projectId: project.id, baseUrl });
  const user = new Earshot({ projectKey: project.api_key, baseUrl });
  const { page, complaints } = await openReusedPage(browser, await beginSession(baseUrl, email));
  return { page, complaints, project, team, user, url: `${baseUrl}/projects/${project.slug}` };
}

/** Types the digits of a date into a field, such as `01312020` for January 31. Each part continues to the next one. */
export async function typeDate(within: Page | Locator, label: string, digits: string): Promise<void> {
  const field = within.getByRole('group', { name: label, exact: true });
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(digits);
}

/** Returns the accessible name of the focused element, after the heading of its section. */
const FOCUSED = `(document.activeElement.closest('section')?.querySelector('h2')?.textContent ?? '') +
  (document.activeElement.getAttribute('aria-label') ?? '')`;

/** Drags the item of the focused handle by keyboard: presses a key until the target whose name contains a text has the focus, and drops the item. */
export async function dragByKeyboard(page: Page, key: 'ArrowUp' | 'Tab', target: string): Promise<void> {
  const focused = () => page.evaluate<string>(FOCUSED);
  const handle = await focused();
  await page.keyboard.press('Enter');
  // The first target gets the focus a moment later.
  await until(async () => (await focused()) !== handle);
  for (let hops = 0; hops < 20 && !(await focused()).includes(target); hops++) await page.keyboard.press(key);
  assert.ok((await focused()).includes(target), `${key} leads to ${target}, not to ${await focused()}`);
  await page.keyboard.press('Enter');
}

/** Downloads a file by an item of the menu of a button. */
export async function downloadByMenu(page: Page, button: Locator, item: RegExp): Promise<Buffer> {
  await button.click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return readFileSync(await download.path());
}

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Waits until colors have changed; other animations may run forever. */
const TRANSITIONS_END = `new Promise(requestAnimationFrame).then(() =>
  Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)))`;

/** Returns the elements that scroll sideways. Code, boards and tabs may. */
const SCROLLING_SIDEWAYS = `[...document.querySelectorAll('main *, header, nav')].filter((one) => !one.closest('pre, .board, .prose, .tabs') &&
  ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
  .map((one) => one.className || one.tagName)`;

/** Opens a page, and waits until it shows its content. */
export async function openPath(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

async function load(page: Page, url: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  // A reload restores the position, which moves what is visible.
  await page.evaluate('scrollTo(0, 0)');
  await openPath(page, url);
  await page.evaluate(AXE);
  await page.evaluate(TRANSITIONS_END);
}

/**
 * Asserts that a dashboard page has no axe-core violations, fits the window, and does not move while it is loaded. The short version loads it
 * once, in the wide window with light colors, and then checks the contrast of dark colors in the narrow one. The long version loads it in both
 * windows, and checks all rules with both colors.
 */
export async function assertRouteAccessible(page: Page, url: string): Promise<void> {
  await observeShifts(page);
  for (const window of WINDOWS) {
    const isWide = window === WINDOWS[0];
    const description = `${url} at ${window.width} px`;
    await page.setViewportSize(window);
    if (IS_LONG || isWide) {
      await load(page, url);
      await assertStill(page, description);
      await assertAccessible(page, description);
    }
    // Charts draw themselves again when the window has changed.
    const fits = until(() => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'));
    await assert.doesNotReject(fits, `${description}: the page fits the window`);
    const findScrolling = () => page.evaluate<string[]>(SCROLLING_SIDEWAYS);
    await until(async () => (await findScrolling()).length === 0).catch(() => {});
    assert.deepEqual(await findScrolling(), [], `${description}: no part scrolls sideways`);
    if (!IS_LONG && isWide) continue;
    // The color schemes differ only in colors.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(TRANSITIONS_END);
    await assertAccessible(page, `${description}, dark`, ['color-contrast']);
  }
}
