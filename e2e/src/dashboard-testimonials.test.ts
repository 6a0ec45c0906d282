import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({});
const accessToken = await earshot.signIn('ada@example.com');

test('searches testimonials, and approves, rejects and deletes several at once', async () => {
  const { page, user, team, url, complaints } = await openProject(browser, earshot.url, accessToken);
  for (const [author_name, content] of [
    ['Alan', 'Fine.'],
    ['Grace', 'It saves me an hour a day.'],
    ['Grace', 'Setup took a minute.'],
    ['Spammer', 'Buy cheap watches'],
  ] as const)
    await user.testimonials.submit({ author_name, content, rating: 5 });
  const counts = async () => (await team.testimonials.summary()).statuses;
  await page.goto(`${url}/testimonials`);
  await page.getByRole('radio', { name: 'Pending 4' }).waitFor();
  await page.getByText('Buy cheap watches').waitFor();

  // Newest first: Spammer, Grace, Grace, Alan. Shift+J extends the selection.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.getByText('2 testimonials selected').waitFor();
  // Undone while the list is still being refreshed.
  const { promise: isUndone, resolve: refresh } = Promise.withResolvers<void>();
  await page.route(/\/v1\/testimonials\?/, async (route) => {
    await isUndone;
    await route.continue();
  });
  await page.keyboard.press('a');
  await page.getByRole('radio', { name: 'Approved 2' }).waitFor();
  assert.deepEqual(await counts(), { pending: 2, approved: 2, rejected: 0 });
  await page.keyboard.press('Control+z');
  refresh();
  await until(async () => (await counts())?.pending === 4);

  await page.getByRole('searchbox').fill('ala');
  await page.getByText('Buy cheap watches').waitFor({ state: 'detached' });
  await page
    .getByText('Select the testimonial of Alan')
    .or(page.getByLabel('Select the testimonial of Alan'))
    .check({ force: true });
  await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('radio', { name: 'Rejected 1' }).waitFor();
  await page.getByRole('heading', { name: 'No testimonials match your search' }).waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Select all on this page').check({ force: true });
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 3 testimonials?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No pending testimonials' }).waitFor();
  assert.deepEqual(await counts(), { pending: 0, approved: 0, rejected: 1 });

  await page.getByRole('link', { name: 'Request testimonials' }).click();
  await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor();
  await assertRouteAccessible(page, `${url}/testimonials?status=rejected`);
  assert.deepEqual(complaints, []);
});

test('the palette begins with recent pages and places, and says why it found a record', async () => {
  const { page, user, team, url, complaints } = await openProject(browser, earshot.url, accessToken);
  const { id } = await user.feedback.submit({ title: 'Export as CSV', description: 'We send an invoice each month.' });
  await team.changelog.create({ title: 'Invoice numbers', content: 'Counted per year.' });
  await page.goto(`${url}/feedback/${id}`);
  await page.getByRole('heading', { name: 'Export as CSV' }).waitFor();
  await page.goto(`${url}/waitlist`);
  await page.getByRole('heading', { name: 'Waitlist' }).waitFor();
  await page.keyboard.press('Control+k');
  const items = page.getByRole('dialog').getByRole('menuitem');
  await items.first().waitFor();
  assert.match((await items.first().textContent()) ?? '', /^Export as CSV/);
  assert.match((await items.nth(1).textContent()) ?? '', /^Getting started/);
  assert.equal(await page.getByRole('menuitem', { name: /^Next / }).count(), 0);
  await page.keyboard.type('invoice');
  await items.filter({ hasText: 'We send an invoice each month.' }).waitFor();
  // The searches of feedback and of the changelog end one after the other.
  await until(async () => (await items.first().textContent())?.startsWith('Invoice numbers'));
  await items.filter({ hasText: 'We send an invoice' }).click();
  await page.getByRole('heading', { name: 'Export as CSV' }).waitFor();
  // Words that find nothing in the project are an unanswered search.
  const { id: help } = await team.indexes.create({ name: 'Help' });
  await page.keyboard.press('Control+k');
  await items.first().waitFor();
  await page.keyboard.type('kerberos');
  await page.getByText('No results', { exact: true }).waitFor();
  await until(async () => (await team.indexes.insights(help)).missed_queries.some(({ query }) => query === 'kerberos'));
  assert.deepEqual(complaints, []);
});
