import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSearchConsoleServer } from '@earshot/server/services/analytics/fixtures/search-console-server';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, downloadByMenu, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

// Connection with Search Console in the settings, and the panel of search terms.

const EMAIL = 'earshot@acme.iam.gserviceaccount.com';
const SITE = 'sc-domain:acme.example';

const google = await startSearchConsoleServer();
const browser = await launchBrowser();
const earshot = await startEarshot(google.env);
const accessToken = await earshot.signIn('ada@example.com');

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
const term = (query: string, page: string, clicks: number, impressions: number, position: number) => ({
  query,
  page: `https://acme.example${page}`,
  clicks,
  impressions,
  position,
});

test('connects a property, shows search terms, and disconnects', async () => {
  const { page, url, team, complaints } = await openProject(browser, earshot.url, accessToken);
  const timestamp = new Date(Date.now() - 3_600_000).toISOString();
  await team.analytics.import({
    events: [{ event_id: crypto.randomUUID(), url: 'https://acme.example/', visitor_id: 'v1', timestamp }],
  });
  google.days.set(daysAgo(3), [
    term('invoices', '/', 4, 40, 2),
    term('prices', '/pricing', 1, 10, 6.4),
    ...Array.from({ length: 10 }, (_, index) => term(`term ${index}`, '/', 0, 5, 20)),
  ]);

  await page.goto(`${url}/settings/analytics`);
  await page.getByRole('button', { name: 'Connect Search Console' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('JSON key').fill('no key');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('must be the JSON key of a service account').first().waitFor();
  const file = { name: 'key.json', mimeType: 'application/json', buffer: Buffer.from(google.createKey(EMAIL)) };
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose file…' }).click(),
  ]);
  await chooser.setFiles(file);
  await dialog.getByRole('button', { name: 'Save' }).click();

  // The owner forgot to add the service account in Search Console.
  await page.getByText(`Add ${EMAIL} as a user`).waitFor();
  google.grant(EMAIL, { [SITE]: 'siteFullUser' });
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Select property' }).click();
  const panel = page.getByRole('region', { name: 'Google Search Console' });
  await panel.getByText('Days', { exact: true }).waitFor();
  await panel.getByText(SITE).waitFor();
  assert.deepEqual(
    complaints.filter((text) => !text.includes('400')),
    [],
  );
  complaints.length = 0;
  await assertRouteAccessible(page, `${url}/settings/analytics`);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/analytics?period=30d`);
  await page.locator('.panel').last().scrollIntoViewIfNeeded();
  await page.getByRole('row', { name: 'invoices 4 40 10.0% 2.0' }).waitFor();
  await page.getByRole('button', { name: 'Details: Search terms' }).click();
  await dialog.getByText('term 9').waitFor();
  await dialog.getByRole('button', { name: 'Sort by Position' }).click();
  await dialog.getByRole('searchbox').fill('price');
  await dialog.getByText('term 9').waitFor({ state: 'detached' });
  const csv = await downloadByMenu(page, dialog.getByRole('button', { name: 'CSV' }), /^CSV$/);
  assert.equal(csv.toString(), 'query,clicks,impressions,ctr,position\nprices,1,10,0.1,6.4\n');
  await page.keyboard.press('Escape');
  await page.goto(`${url}/analytics?period=30d&filter=${encodeURIComponent('["source:is:Google"]')}`);
  await page.locator('.panel').last().scrollIntoViewIfNeeded();
  await page.getByText('can only be filtered by one page').waitFor();

  // A key that was deleted in Google Cloud is reported with what to do.
  google.revoke(EMAIL);
  await earshot.runScheduled('analytics.search-console');
  await page.goto(`${url}/settings/analytics`);
  await panel.getByText('Google rejects the key. Create a new key in Google Cloud').waitFor();
  // The properties cannot be listed, but the key and the connection can be changed.
  await panel.getByRole('button', { name: 'Change property…' }).click();
  await panel.getByRole('alert').waitFor();
  await panel.getByRole('button', { name: 'Change key…' }).waitFor();
  await panel.getByRole('button', { name: 'Disconnect' }).click();
  await dialog.getByText('all search terms of the project are deleted').waitFor();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Connect Search Console' }).waitFor();
  assert.deepEqual(
    complaints.filter((text) => !text.includes('409')),
    [],
  );
});
