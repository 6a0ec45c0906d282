import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

test('shows new notifications without a reload, opens them by keyboard, and marks them as read', async () => {
  const { page, complaints, user, url } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${url}/notifications`);
  await page.getByRole('heading', { name: 'No unread notifications' }).waitFor();
  const entry = await user.feedback.submit({ title: 'Export to CSV', description: 'For our **accountant**' });
  const list = page.getByRole('list', { name: 'Notifications' });
  await list.getByRole('link', { name: /Unread.*New feedback.*Export to CSV.*For our accountant/ }).waitFor();
  const count = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Notifications/ });
  await count.getByText('1').waitFor();

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/feedback/${entry.id}`);
  await count.getByText('1').waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('heading', { name: 'No unread notifications' }).waitFor();
  await page.getByRole('radio', { name: 'All' }).click();
  await list.getByRole('link', { name: /^New feedback/ }).focus();
  await page.keyboard.press('u');
  await list.getByRole('link', { name: /^Unread/ }).waitFor();
  await user.feedback.comments.add(entry.id, { body: 'Every week, please' });
  await list.getByRole('link', { name: /New comment/ }).waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('2 marked as read').waitFor();
  await list
    .getByRole('link', { name: /^Unread/ })
    .first()
    .waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('changes what a member receives', async () => {
  const { page, team, url } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${url}/notifications`);
  await page.getByRole('link', { name: 'Change what you receive' }).click();
  await page.getByRole('button', { name: /New feedback$/ }).click();
  await page.getByRole('option', { name: 'Immediately' }).click();
  await page.getByText('Default: Daily at 8:00').waitFor();
  const { preferences } = await team.notifications.preferences();
  assert.equal(preferences.find(({ kind }) => kind === 'feedback.created')?.preference, 'immediate');
});

test('the pages are accessible', async () => {
  const { page, user, url } = await openProject(browser, earshot.url, accessToken);
  for (const title of ['Dark mode', 'Ein sehr langer Titel '.repeat(8)]) await user.feedback.submit({ title, description: 'x' });
  await user.waitlist.join({ email: 'grace@example.com' });
  await assertRouteAccessible(page, `${url}/notifications`);
  await assertRouteAccessible(page, `${url}/settings/notifications`);
});
