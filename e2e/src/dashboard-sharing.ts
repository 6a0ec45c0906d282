import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import type { Browser } from 'playwright-core';
import { AS_PEOPLE, openPage } from './browser.ts';
import type { openProject } from './dashboard.ts';
import { startSite } from './site.ts';

// Segments and shared links of analytics, of which dashboard-analytics.test.ts opens the pages.

type Opened = Awaited<ReturnType<typeof openProject>>;

interface Setup {
  browser: Browser;
  earshotUrl: string;
  openAnalytics: () => Promise<Pick<Opened, 'page' | 'complaints' | 'project' | 'team'> & { url: string }>;
}

export function testSharing({ browser, earshotUrl, openAnalytics }: Setup): void {
  test('saves filters as a segment, and shares them by a link', async () => {
    const { page, complaints, project, team, url } = await openAnalytics();
    await page.getByRole('button', { name: 'Filter by Google' }).click();
    await page.getByRole('button', { name: 'Segments', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save segment…' }).click();
    await page.getByLabel('Name').fill('From search');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Segment saved').waitFor();
    await page.goto(url);
    await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
    await page.getByRole('button', { name: 'Segments', exact: true }).click();
    await page.getByRole('menuitem', { name: 'From search' }).click();
    await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();

    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Shared links' });
    await dialog.getByText('No links yet').waitFor();
    await dialog.getByLabel('Name').fill('Our agency');
    await dialog.getByRole('button', { name: /Shows$/ }).click();
    await page.getByRole('option', { name: 'Only the segment From search' }).click();
    await dialog.getByLabel('Password').fill('short');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText(/^Password must be/).waitFor();
    await dialog.getByLabel('Password').fill('correct horse');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('password protected').waitFor();
    const link = (await dialog.locator('code').textContent()) ?? '';

    const { page: guest, complaints: guestComplaints } = await openPage(browser, AS_PEOPLE);
    await guest.goto(link);
    await guest.getByRole('heading', { name: 'Password required' }).waitFor();
    await guest.getByLabel('Password').fill('wrong horse');
    await guest.keyboard.press('Enter');
    await guest.getByText('password is incorrect').waitFor();
    await guest.getByLabel('Password').fill('correct horse');
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { name: `${project.name}: From search` }).waitFor();
    await guest.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
    await guest.getByRole('button', { name: 'Filter by /pricing' }).first().click();
    await guest.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
    await guest.reload();
    await guest.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
    assert.equal(await guest.getByRole('button', { name: 'New goal' }).count(), 0);
    assert.equal(await guest.getByRole('button', { name: 'Note…' }).count(), 0);

    // A revoked link stops working for people who have it open.
    await dialog.getByRole('button', { name: 'Revoke: Our agency' }).click();
    await page
      .getByRole('dialog', { name: /^Revoke the link/ })
      .getByRole('button', { name: 'Revoke', exact: true })
      .click();
    await dialog.getByText('No links yet').waitFor();
    await guest.getByRole('button', { name: /^Period|Last 30 days/ }).click();
    await guest.getByRole('menuitem', { name: 'Last 7 days' }).click();
    await guest.getByRole('heading', { name: 'Shared link not found' }).waitFor();
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('400')),
      [],
    );
    assert.deepEqual(
      guestComplaints.filter((complaint) => !/40[134]/.test(complaint)),
      [],
    );

    // Renames a segment, replaces its filters, and deletes it.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Source is Google' }).click();
    await page.getByRole('button', { name: 'Filter by /pricing' }).first().click();
    await page.getByRole('button', { name: 'Remove filter Page is /pricing' }).waitFor();
    await page.getByRole('button', { name: 'Segments', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Manage segments…' }).click();
    await page.getByLabel('Rename From search').fill('Pricing');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Replace the filters of Pricing with current filters' }).click();
    await until(async () => {
      const [segment] = (await team.analytics.segments.list()).data;
      return segment?.name === 'Pricing' && segment.filters.join(' ') === 'page:is:/pricing';
    });
    await page.getByRole('button', { name: 'Delete: Pricing' }).click();
    await page
      .getByRole('dialog', { name: /^Delete the segment/ })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await page.getByText('No segments yet.', { exact: false }).waitFor();
    await page.goto(page.url().replace(/\/analytics.*/, '/analytics/segments'));
    await page.getByRole('link', { name: 'Open the overview' }).waitFor();
  });

  test('a website shows the reports of a shared link in a frame', async () => {
    const { page } = await openAnalytics();
    // The list is read before the link is created, and arrives afterwards.
    const created = page.waitForResponse((response) => response.status() === 201);
    await page.route(
      '**/v1/analytics/shares?*',
      async (route) => {
        const response = await route.fetch();
        await created;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Shared links' });
    await dialog.getByLabel('Name').fill('Open “startup” & figures');
    await dialog.getByText('Allow websites to show it in a frame').click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const frame = (await dialog.locator('code').last().textContent()) ?? '';
    const body = `<!doctype html><title>Figures</title>${frame.replace('" title', '?theme=dark" title')}`;
    const site = await startSite(earshotUrl, { '/': { policy: `; frame-src ${earshotUrl}`, body } });
    const { page: guest } = await openPage(browser, AS_PEOPLE);
    await guest.goto(site);
    const reports = guest.frameLocator('iframe[title="Open “startup” & figures"]');
    await reports.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
    await reports.locator(':root[data-scheme=dark]').waitFor();
  });
}
