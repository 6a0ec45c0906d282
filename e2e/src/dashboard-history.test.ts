import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import type { Page } from 'playwright-core';
import { AS_PEOPLE, launchBrowser } from './browser.ts';
import { chooseDisplay } from './dashboard-inbox.ts';
import { openPath, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = await earshot.signIn('ada@example.com');

/** Creates a project with one entry of each kind, and opens its dashboard as the owner. */
async function openFilled() {
  const opened = await openProject(browser, earshot.url, accessToken);
  const { project, team, user } = opened;
  await user.feedback.submit({ title: 'Export as CSV' });
  await user.waitlist.join({ email: 'grace@example.com' });
  await team.changelog.create({ title: 'Dark mode', content: 'It is dark.' });
  const index = await team.indexes.create({ name: 'Guides' });
  const visited = await fetch(`${earshot.url}/v1/analytics/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-project-key': project.api_key,
      'user-agent': AS_PEOPLE.userAgent ?? '',
    },
    body: JSON.stringify({ url: 'https://acme.example/pricing' }),
  });
  assert.equal(visited.status, 202);
  await team.projects.update(project.id, { name: `${project.name} 2` });
  return { ...opened, index };
}

const getLength = (page: Page) => page.evaluate<number>('history.length');
const choose = (button: string, option: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: button }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

const chooseLastWeek = async (page: Page) => {
  await page.getByRole('button', { name: /^Last \d+ days$/ }).click();
  await page.getByRole('menuitem', { name: 'Last 7 days' }).click();
};

/** A click on each page with filters, and the search parameters that follow. */
const CLICKS: [path: string, click: (page: Page) => Promise<void>, search: RegExp][] = [
  ['/analytics', chooseLastWeek, /period=7d/],
  ['/analytics', (page) => page.getByRole('tab', { name: 'Browsers' }).click(), /device_tab=browser/],
  ['/analytics/retention', choose('Interval', 'Months'), /cohorts=month/],
  ['/analytics/funnel', choose('Order', 'Any order'), /order=any/],
  ['/analytics/paths', choose('Direction', 'Previous steps'), /direction=previous/],
  ['/feedback', choose('Sort', 'Most votes'), /sort=top/],
  // Without a view, the URL gets the last one a moment later.
  ['/feedback/board?order=top&lanes=none&density=comfortable', (page) => chooseDisplay(page, 'Type'), /lanes=type/],
  ['/waitlist', choose('Status', 'Invited'), /status=invited/],
  [
    '/waitlist',
    async (page) => {
      await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Referrals' }).click();
      await page.getByRole('option', { name: '3 or more' }).click();
    },
    /min_referrals=3/,
  ],
  ['/changelog', choose('Status', 'Draft'), /status=draft/],
  ['/testimonials', (page) => page.getByRole('radio', { name: 'Approved' }).click(), /status=approved/],
  ['/settings/request-log', choose('Method', 'POST'), /method=POST/],
  ['/settings/audit-log', choose('Action', 'Changed settings'), /action=/],
  ['/settings/mail', choose('Status', 'Sent'), /status=sent/],
];

test('Back undoes a click on a filter, a period, a tab or an order', async (t) => {
  const { page, complaints, url, index } = await openFilled();
  const guides: (typeof CLICKS)[number] = [`/help/${index.id}/insights`, chooseLastWeek, /period=7d/];
  for (const [path, click, search] of [...CLICKS, guides])
    await t.test(`${path} ${search.source}`, async () => {
      await openPath(page, url + path);
      const [before, steps] = [page.url(), await getLength(page)];
      await click(page);
      await page.waitForURL(search);
      assert.equal(await getLength(page), steps + 1, 'one step');
      await page.goBack();
      await page.waitForURL(before);
      await page.goForward();
      await page.waitForURL(search);
      // The same choice once more is not a step.
      await click(page);
      assert.equal(await getLength(page), steps + 1, 'no second step');
    });
  assert.deepEqual(complaints, []);
});

test('a search by typing is one step, which Back leaves and an empty field undoes', async (t) => {
  const { page, complaints, url, index } = await openFilled();
  for (const path of ['/feedback', '/waitlist', '/changelog', `/help/${index.id}/search`, '/feedback?sort=top'])
    await t.test(path, async () => {
      await page.goto(url + path);
      const field = page.getByRole('main').getByRole('searchbox');
      await field.click();
      const steps = await getLength(page);
      const before = page.url();
      for (const letter of 'dark') {
        const typed = (await field.inputValue()) + letter;
        await page.keyboard.type(letter);
        await page.waitForURL((current) => current.searchParams.get('q') === typed);
      }
      assert.equal(await getLength(page), steps + 1, 'four letters are one step');
      await page.goBack();
      await page.waitForURL(before);
      await until(async () => (await field.inputValue()) === '');

      await field.click();
      await page.keyboard.type('w');
      await page.waitForURL(/q=w/);
      await page.keyboard.press('Backspace');
      await page.waitForURL(before);
      assert.equal(await getLength(page), steps + 1);
      assert.equal(await page.evaluate("document.activeElement.type === 'search'"), true, 'the field keeps the focus');
    });
  assert.deepEqual(complaints, []);
});

test('letters that are typed while the URL changes stay', async () => {
  const { page, url } = await openFilled();
  // Types a letter at the moment of the change, before the page shows it.
  await page.addInitScript(`{
    const push = history.pushState;
    history.pushState = (...step) => {
      push.apply(history, step);
      if (document.activeElement.value === 'dar') document.execCommand('insertText', false, 'k');
    };
  }`);
  await page.goto(`${url}/feedback`);
  const field = page.getByRole('main').getByRole('searchbox');
  await field.fill('dar');
  await page.waitForURL(/q=dark/);
  assert.equal(await field.inputValue(), 'dark');

  // Two steps of a funnel, whose pauses end together.
  await page.goto(`${url}/analytics/funnel`);
  await page.getByRole('combobox', { name: 'Step 2', exact: true }).waitFor();
  await page.evaluate(`[...document.querySelectorAll('.funnel-steps input')].forEach((step, index) => {
    step.focus();
    document.execCommand('insertText', false, ['/pricing', 'signed_up'][index]);
  })`);
  await page.waitForURL(/pricing.*signed_up/);
  assert.equal(await page.getByRole('combobox', { name: 'Step 1', exact: true }).inputValue(), '/pricing');
});

test('a step keeps the position and the focus, and the fields of a funnel follow the URL', async () => {
  const { page, url } = await openFilled();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`${url}/analytics`);
  const tab = page.getByRole('tab', { name: 'Browsers' });
  await tab.scrollIntoViewIfNeeded();
  /** Returns whether the tab is in the window. Rows above it may still change their height. */
  const isInView = async () => {
    const { y = -1 } = (await tab.boundingBox()) ?? {};
    return y > 0 && y < 500;
  };
  await tab.click();
  await page.waitForURL(/device_tab=browser/);
  await until(isInView);
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Browsers');
  await page.goBack();
  await page.getByRole('tab', { name: 'Devices', selected: true }).waitFor();
  await until(isInView);

  await page.goto(`${url}/analytics/funnel`);
  const first = page.getByRole('combobox', { name: 'Step 1', exact: true });
  await first.fill('/pricing');
  // The new step is added before the text is in the URL, and does not lose it.
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('combobox', { name: 'Step 3', exact: true }).waitFor();
  await page.waitForURL(/pricing/);
  await page.getByRole('button', { name: 'Remove step 3' }).click();
  await page.getByRole('combobox', { name: 'Step 3', exact: true }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('combobox', { name: 'Step 3', exact: true }).waitFor();
  assert.equal(await first.inputValue(), '/pricing');
});

test('the board opens with the last view, and one click on Back leaves it', async () => {
  const { page, url } = await openFilled();
  await page.goto(`${url}/feedback`);
  await page.getByRole('link', { name: 'Board' }).click();
  await page.waitForURL(/board\?.*lanes=none/);
  await chooseDisplay(page, 'Type');
  await page.waitForURL(/lanes=type/);
  // The tab of the page itself is not a step.
  const steps = await getLength(page);
  await page.getByRole('main').getByRole('link', { name: 'Board' }).click();
  assert.equal(await getLength(page), steps);
  await page.getByRole('main').getByRole('link', { name: 'Inbox' }).click();
  await page.waitForURL(/\/feedback$/);
  await page.getByRole('main').getByRole('link', { name: 'Board' }).click();
  await page.waitForURL(/lanes=type/);
  await page.goBack();
  await page.waitForURL(/\/feedback$/);
});
