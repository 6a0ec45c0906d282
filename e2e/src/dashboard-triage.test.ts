import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { chooseDisplay } from './dashboard-inbox.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = await earshot.signIn('ada@example.com');

const titlesOf = (page: Page) => page.getByRole('list', { name: 'Entries' }).locator('.row-title').allTextContents();
const shows = (page: Page, ...expected: string[]) => until(async () => (await titlesOf(page)).join() === expected.join());

test('views are tabs with counts, each a step of Back, over rows of one line', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  const [csv, dark, login] = [
    await user.feedback.submit({ title: 'Export as CSV', tags: ['api', 'data', 'reports'] }),
    await user.feedback.submit({ title: 'Dark mode' }),
    await user.feedback.submit({ title: 'Login fails' }),
  ];
  await team.feedback.update(csv.id, { status: 'planned' });
  await team.feedback.upvote(csv.id);
  await team.feedback.comments.add(csv.id, { body: 'In May.' });
  await team.feedback.update(dark.id, { assignee_id: (await team.session.get()).user.id });
  await team.feedback.update(login.id, { status: 'done' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/feedback`);
  await shows(page, 'Login fails', 'Dark mode', 'Export as CSV');
  const tabs = page.getByRole('navigation', { name: 'Views' });
  for (const [tab, ...titles] of [
    ['Triage 1', 'Dark mode'],
    ['Mine 1', 'Dark mode'],
    ['Top voted 2', 'Export as CSV', 'Dark mode'],
    ['No answer 1', 'Dark mode'],
    ['All 3', 'Login fails', 'Dark mode', 'Export as CSV'],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click();
    await shows(page, ...titles);
    await tabs.locator('[aria-current=page]', { hasText: tab.slice(0, -2) }).waitFor();
  }
  await page.goBack();
  await page.waitForURL(/answered=false/);
  await page.getByRole('group', { name: 'Answer is Not answered' }).waitFor();
  await page.goBack();
  await page.waitForURL(/view=top/);
  await shows(page, 'Export as CSV', 'Dark mode');

  const row = page.getByRole('listitem').filter({ hasText: 'Export as CSV' });
  await row.getByTitle('More tags: reports').waitFor();
  assert.equal((await row.boundingBox())?.height, 36);
  await chooseDisplay(page, 'Comfortable');
  await until(async () => ((await row.boundingBox())?.height ?? 0) > 50);
  await page.reload();
  await until(async () => ((await row.boundingBox())?.height ?? 0) > 50);
  await chooseDisplay(page, 'Compact');

  await team.feedback.update(csv.id, { status: 'new' });
  for (let number = 0; number < 30; number++) await user.feedback.submit({ title: `Idea ${number}` });
  await page.goto(`${url}/feedback`);
  await page.getByRole('link', { name: 'Idea 29' }).waitFor();
  const inView = `[...document.querySelectorAll('.row')].filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length`;
  await assert.doesNotReject(
    until(async () => (await page.evaluate<number>(inView)) >= 20),
    'twenty rows fit the window',
  );
  assert.deepEqual(complaints, []);
});

test('Space previews entries next to the list, and an entry leads to its neighbors and back', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  for (const title of ['Print view', 'Export as CSV', 'Dark mode'])
    await user.feedback.submit({
      title,
      description: `About ${title}`,
      metadata: { plan: 'pro', page: 'https://acme.example/' },
    });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/feedback?sort=newest&status=new`);
  await shows(page, 'Dark mode', 'Export as CSV', 'Print view');
  const preview = (title: string) => page.getByRole('complementary', { name: `Preview of “${title}”` });
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await preview('Dark mode').getByText('About Dark mode').waitFor();
  await page.keyboard.press('j');
  await preview('Export as CSV').getByText('About Export as CSV').waitFor();
  await page.keyboard.press('4');
  await until(async () => (await team.feedback.list({ status: 'in_progress' })).total === 1);
  await page.keyboard.press('Control+z');
  await until(async () => (await team.feedback.list({ status: 'in_progress' })).total === 0);
  await shows(page, 'Dark mode', 'Export as CSV', 'Print view');
  await page.getByRole('link', { name: 'Export as CSV' }).first().focus();
  await page.keyboard.press('k');
  await preview('Dark mode').waitFor();
  await page.keyboard.press('Escape');
  await preview('Dark mode').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Preview entry').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Dark mode' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dark mode', level: 1 }).waitFor();
  await page.getByText('1 of 3').waitFor();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('link', { name: 'https://acme.example/' }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Previous entry' }).isDisabled());
  await page.getByRole('button', { name: 'Next entry' }).click();
  await page.getByRole('heading', { name: 'Export as CSV', level: 1 }).waitFor();
  await page.getByText('2 of 3').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Print view', level: 1 }).waitFor();
  await page.keyboard.press('k');
  await page.getByRole('heading', { name: 'Export as CSV', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Print view', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Filtered list' }).click();
  await page.waitForURL(/status=new/);
  await shows(page, 'Dark mode', 'Export as CSV', 'Print view');
  assert.deepEqual(complaints, []);
});

test('a merge of selected entries shows its result before, and keeps the entry with most votes', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  const csv = await user.feedback.submit({ title: 'Export as CSV' });
  const excel = await user.feedback.submit({ title: 'Export to Excel' });
  for (const name of ['grace', 'alan', 'joan']) await team.feedback.voteOnBehalf(csv.id, { email: `${name}@example.com` });
  for (const name of ['grace', 'mary']) await team.feedback.voteOnBehalf(excel.id, { email: `${name}@example.com` });
  await team.feedback.comments.add(excel.id, { body: 'Soon.' });
  await page.goto(`${url}/feedback`);
  await shows(page, 'Export to Excel', 'Export as CSV');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge 2 entries' });
  assert.ok(await dialog.getByRole('radio', { name: 'Export as CSV' }).isChecked());
  const result = dialog.getByRole('region', { name: 'After merging' });
  await result.getByText('4 votes').waitFor();
  await result.getByText('(1 person voted twice and counts once)').waitFor();
  await dialog.locator('.radio', { hasText: 'Export to Excel' }).click();
  await result.getByText('Export to Excel').waitFor();
  await dialog.getByRole('button', { name: 'Merge 2 entries' }).click();
  await page.getByText('Merged into “Export to Excel”').waitFor();
  await shows(page, 'Export to Excel');
  const { upvote_count, comment_count } = await team.feedback.get(excel.id);
  assert.deepEqual([upvote_count, comment_count], [4, 1]);
  assert.deepEqual(complaints, []);
});

test('a merge says that comments become visible for more people before it reveals them', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  const csv = await user.feedback.submit({ title: 'Export as CSV' });
  const excel = await user.feedback.submit({ title: 'Export to Excel' });
  await team.feedback.voteOnBehalf(csv.id, { email: 'grace@example.com' });
  await team.feedback.comments.add(excel.id, { body: 'For your bank?' });
  await team.feedback.update(excel.id, { visibility: 'private' });
  await page.goto(`${url}/feedback`);
  await shows(page, 'Export to Excel', 'Export as CSV');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge 2 entries' });
  const warning = dialog.getByText('1 comment will be visible to people who can’t see it now.');
  await warning.waitFor();
  await dialog.locator('.radio', { hasText: 'Export to Excel' }).click();
  await warning.waitFor({ state: 'detached' });
  await dialog.locator('.radio', { hasText: 'Export as CSV' }).click();
  await warning.waitFor();
  await dialog.getByRole('button', { name: 'Merge 2 entries' }).click();
  await page.getByText('Merged into “Export as CSV”').waitFor();
  assert.equal((await team.feedback.get(csv.id)).comment_count, 1);
  assert.deepEqual(complaints, []);
});

test('the board searches and filters, and keeps its columns', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  await user.feedback.submit({ title: 'Export as CSV', type: 'feature' });
  await user.feedback.submit({ title: 'Login fails', type: 'bug' });
  const done = await user.feedback.submit({ title: 'Export as PDF' });
  await team.feedback.update(done.id, { status: 'planned' });
  await page.goto(`${url}/feedback/board`);
  await page.getByText('Login fails').waitFor();
  await page.getByRole('searchbox', { name: 'Search feedback' }).fill('export');
  await page.getByText('Login fails').waitFor({ state: 'detached' });
  await page.getByText('Export as PDF').waitFor();
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Planned' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('Export as PDF').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Export as CSV').waitFor();
  assert.equal(await page.getByRole('heading', { name: /^Planned/ }).count(), 0);
  await assertRouteAccessible(page, page.url());
  assert.deepEqual(complaints, []);
});
