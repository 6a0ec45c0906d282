import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, dragByKeyboard, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

async function openHelp(titles: [title: string, category?: string][]) {
  const opened = await openProject(browser, earshot.url, accessToken);
  const { team } = opened;
  const { id } = await team.indexes.create({ name: 'Help' });
  for (const [title, category] of titles)
    await team.indexes.documents.create(id, { title, content: 'Text.', ...(category && { category }) });
  const order = async () =>
    (await team.indexes.documents.order(id)).categories.map(({ name, documents }) => [
      name,
      ...documents.map(({ title }) => title),
    ]);
  const becomes = (expected: (string | null)[][]) =>
    until(async () => JSON.stringify(await order()) === JSON.stringify(expected)).catch(async () =>
      assert.deepEqual(await order(), expected),
    );
  return { ...opened, id, becomes, url: `${opened.url}/help` };
}

test('articles and categories are moved by keyboard, by drag and by menu', async () => {
  const { page, complaints, id, becomes, url } = await openHelp([
    ['Invoices', 'Billing'],
    ['Refunds', 'Billing'],
    ['Taxes', 'Billing'],
    ['Install', 'Start'],
  ]);
  await page.goto(`${url}/${id}`);
  await page.getByRole('link', { name: 'Order', exact: true }).click();

  // By keyboard: the third article before the first. The list of articles, which the page shows until the order is loaded, has longer names.
  const row = (title: string) => page.getByRole('row', { name: title, exact: true });
  await row('Taxes').focus();
  await page.keyboard.press('Tab');
  await dragByKeyboard(page, 'ArrowUp', 'Insert before Invoices');
  await becomes([
    ['Billing', 'Taxes', 'Invoices', 'Refunds'],
    ['Start', 'Install'],
  ]);

  // By mouse: into another category.
  await row('Invoices').dragTo(row('Install'), { sourcePosition: { x: 12, y: 20 }, targetPosition: { x: 200, y: 3 } });
  await becomes([
    ['Billing', 'Taxes', 'Refunds'],
    ['Start', 'Invoices', 'Install'],
  ]);

  // By menu.
  await page.getByRole('button', { name: 'More actions for “Refunds”' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await page.getByRole('button', { name: 'Move Start up' }).click();
  await becomes([
    ['Start', 'Invoices', 'Install'],
    ['Billing', 'Refunds', 'Taxes'],
  ]);

  await page.getByRole('button', { name: 'New category' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Security');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'More actions for “Install”' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'More actions for “Start”' }).click();
  await page.getByRole('menuitem', { name: 'Rename category' }).click();
  await page.getByLabel('Name', { exact: true }).fill('First steps');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'More actions for “Billing”' }).click();
  await page.getByRole('menuitem', { name: 'Remove category' }).click();
  await becomes([
    [null, 'Refunds', 'Taxes'],
    ['First steps', 'Invoices'],
    ['Security', 'Install'],
  ]);
  await assertRouteAccessible(page, `${url}/${id}/order`);
  assert.deepEqual(complaints, []);
});

test('collections are moved, and articles are searched, filtered and sorted by their figures', async () => {
  const { page, complaints, team, user, id, url } = await openHelp([
    ['Invoices', 'Billing'],
    ['Refunds', 'Billing'],
    ['Install'],
  ]);
  const invoices = (await team.indexes.documents.list(id, { limit: 3 })).data.find(({ title }) => title === 'Invoices');
  for (const helpful of [true, true, false]) await user.indexes.documents.rate(id, invoices?.id ?? '', helpful);
  await team.indexes.create({ name: 'Guides' });
  await page.goto(url);
  await page.getByRole('button', { name: 'Move Help up' }).click();
  await until(async () => (await team.indexes.list()).data[0]?.name === 'Help');

  await page.goto(`${url}/${id}`);
  await page.getByRole('row', { name: /Invoices Published Billing 0 67% \(3\)/ }).waitFor();
  const titles = () => page.getByRole('row').getByRole('link').allTextContents();
  const show = (expected: string[]) =>
    until(async () => String(await titles()) === String(expected)).catch(async () => assert.deepEqual(await titles(), expected));
  await show(['Install', 'Invoices', 'Refunds']);
  await page.getByRole('button', { name: 'Sort by Helpful' }).click();
  await show(['Invoices', 'Install', 'Refunds']);
  await page.getByRole('columnheader', { name: 'Sort by Helpful' }).and(page.locator('[aria-sort=descending]')).waitFor();
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('in');
  await show(['Invoices', 'Install']);
  await page.getByRole('button', { name: /Category/ }).click();
  await page.getByRole('option', { name: 'Without category' }).click();
  await show(['Install']);
  await page.goBack();
  await show(['Invoices', 'Install']);
  assert.deepEqual(complaints, []);
});
