import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';
import { assertStill, observeShifts, readShifts, sumShifts } from './layout-shift.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

// All other routes: assertRouteAccessible.
test('pages with many parts do not move while these arrive one after another', async () => {
  const { page, team, user, url } = await openProject(browser, earshot.url, accessToken);
  const entry = await user.feedback.submit({ title: 'Export every list as CSV', description: 'We do it by hand.' });
  for (const body of ['In May.', 'For all lists.', 'And as a spreadsheet.']) await team.feedback.comments.add(entry.id, { body });
  await team.changelog.create({ title: 'Dark mode', content: 'For all pages.', published: true });
  for (const email of ['bob@example.com', 'eve@example.com', 'dan@example.com']) await user.waitlist.join({ email });
  await observeShifts(page);
  for (const width of [1440, 390])
    for (const path of ['', `/feedback/${entry.id}`, '/waitlist', '/analytics']) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(url + path);
      await page.locator('h1').first().waitFor();
      // The network never rests: the stream of changes stays open.
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await assertStill(page, `${path || 'first steps'} at ${width} px`);
    }
});

test('a click is not lost while the panels above the button are loaded', async () => {
  const { page, user, url } = await openProject(browser, earshot.url, accessToken);
  user.analytics.page({ user_id: 'ada', url: 'https://acme.example/' });
  await user.analytics.flush();
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(/analytics\/breakdown/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto(`${url}/analytics`);
  await page.getByRole('button', { name: 'New goal' }).hover();
  await page.mouse.down();
  allow();
  await page.locator('.panel-rows .skeleton').first().waitFor({ state: 'detached' });
  await page.mouse.up();
  await page.getByRole('dialog', { name: 'New goal' }).waitFor();
});

test('analytics shows figures or that there are none, never both', async () => {
  const { page, url } = await openProject(browser, earshot.url, accessToken);
  const texts: string[] = [];
  await page.exposeFunction('report', (text: string) => texts.push(text));
  await page.addInitScript(
    `new MutationObserver(() => { const text = document.querySelector('main')?.innerText ?? ''; if (/No data in this period/.test(text)) report(text); })
      .observe(document, { subtree: true, childList: true, attributes: true, characterData: true })`,
  );
  // The panels are faster than the figures that decide.
  const panel = page.waitForResponse(/analytics\/breakdown/);
  await page.route(/analytics\/overview/, async (route) => {
    await panel;
    await route.continue();
  });
  await page.goto(`${url}/analytics`);
  await page.getByRole('heading', { name: 'No visits yet' }).waitFor();
  assert.deepEqual(texts, []);
});

test('sections of the settings without much content are not higher than the window', async () => {
  const { page, url } = await openProject(browser, earshot.url, accessToken);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const section of ['general', 'test', 'danger']) {
    await page.goto(`${url}/settings/${section}`);
    await page.getByRole('link', { name: 'Danger zone' }).waitFor();
    const { height, window } = await page.evaluate<{ height: number; window: number }>(
      '({ height: document.documentElement.scrollHeight, window: innerHeight })',
    );
    assert.equal(height, window, section);
  }
});

test('text is in Inter, and does not move when the font arrives', async () => {
  const { page, team, project, url } = await openProject(browser, earshot.url, accessToken);
  await team.changelog.create({ title: 'Dark mode', content: 'For all pages, in the evening. '.repeat(20), published: true });
  await observeShifts(page);
  for (const at of [`${url}/changelog`, `${earshot.url}/p/${project.slug}/changelog`]) {
    const { promise: shown, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\.woff2$/, async (route) => {
      await shown;
      await route.continue();
    });
    await page.goto(at, { waitUntil: 'commit' });
    await page.getByText('Dark mode').first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    const before = sumShifts(await readShifts(page));
    release();
    const loaded = await page.evaluate<string[]>(
      "document.fonts.ready.then(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))",
    );
    assert.ok(
      loaded.some((family) => /^"?Inter(?: Variable)?"?$/.test(family)),
      loaded.join(),
    );
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const after = sumShifts(await readShifts(page));
    assert.ok(after - before < 0.01, `${at}: ${after - before}`);
    await page.unrouteAll();
  }
});
