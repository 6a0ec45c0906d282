import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { testConditions } from './dashboard-conditions.ts';
import { testPaths } from './dashboard-paths.ts';
import { testMeasurements } from './dashboard-measurements.ts';
import { testSharing } from './dashboard-sharing.ts';
import { assertRouteAccessible, createProject, downloadByMenu, openProject, typeDate } from './dashboard.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = await earshot.signIn('ada@example.com');
const HOUR_MS = 3_600_000;

/** Sends events of one visitor. The browser version distinguishes visitors. */
async function visit(key: string, version: number, events: object[]): Promise<void> {
  const response = await fetch(`${earshot.url}/v1/analytics/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-project-key': key,
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    },
    body: JSON.stringify({ events }),
  });
  assert.equal(response.status, 202, await response.text());
}

/** Creates a project with six recent visits, and opens its analytics as the owner. */
async function openAnalytics() {
  const { page, complaints, project, team, url: base } = await openProject(browser, earshot.url, accessToken);
  const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const visitors = Array.from({ length: 6 }, async (_, visitor) => {
    const isFromSearch = visitor % 2 === 0;
    await visit(project.api_key, 100 + visitor, [
      {
        url: `https://acme.example/${isFromSearch ? 'pricing' : ''}`,
        referrer: isFromSearch ? 'https://www.google.com/' : undefined,
        timestamp: at(visitor + 2),
      },
      ...(isFromSearch
        ? [
            {
              name: 'signed_up',
              url: 'https://acme.example/pricing',
              properties: { plan: 'pro' },
              revenue: { amount: '1000.10', currency: 'EUR' },
              timestamp: at(visitor + 1.9999),
            },
          ]
        : []),
    ]);
  });
  await Promise.all(visitors);
  const url = `${base}/analytics`;
  await page.goto(url);
  return { page, complaints, project, team, url };
}

test('shows totals, filters by clicking a breakdown, and keeps the filters in the URL', async () => {
  const { page, complaints } = await openAnalytics();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  await page.getByRole('img', { name: /^Visitors, / }).waitFor();

  // The cursor of the chart moves by keyboard, and describes each day.
  const cursor = page.getByRole('slider', { name: /^Data point/ });
  await cursor.focus();
  await page.keyboard.press('End');
  await page.locator('.plot-tooltip').getByText('Incomplete').waitFor();
  await page.keyboard.press('Home');
  assert.match((await cursor.getAttribute('aria-valuetext')) ?? '', /^\w{3}, \w{3} \d+, \d{4}: 0; /);
  await page.keyboard.press('Escape');
  await page.locator('.plot-tooltip').waitFor({ state: 'detached' });

  // Shares of the visitors, and another sort order.
  const sources = page.locator('.breakdown').filter({ has: page.getByRole('tab', { name: 'Sources' }) });
  await sources.getByRole('row', { name: /Google 3 50.0%/ }).waitFor();
  await sources.getByRole('button', { name: 'Sort by Visitors' }).click();
  await sources.getByRole('columnheader', { name: 'Sort by Visitors' }).and(page.locator('[aria-sort=ascending]')).waitFor();

  await page.getByRole('button', { name: 'Filter by Google' }).click();
  await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  assert.deepEqual(JSON.parse(new URL(page.url()).searchParams.get('filter') ?? ''), ['source:is:Google']);
  await page.getByRole('radio', { name: /^Page views/ }).click();
  await page.getByRole('img', { name: /^Page views, / }).waitFor();
  await page.reload();
  await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  await page.getByRole('img', { name: /^Page views, / }).waitFor();
  for (const tabs of await page.getByRole('tablist').all())
    assert.ok(await tabs.evaluate((list) => list.scrollWidth <= list.clientWidth), 'no tab is clipped');

  // Filters by an event property, and removes the filter.
  await page.getByRole('button', { name: 'Remove filter Source is Google' }).click();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: /Dimension$/ }).click();
  await page.getByRole('option', { name: 'Event property' }).click();
  await page.getByRole('combobox', { name: 'Property name' }).fill('plan');
  await page.getByRole('button', { name: 'Choose values…' }).click();
  await page.getByRole('option', { name: 'pro' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('button', { name: 'Remove filter plan is pro' }).waitFor();
  await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  await page.getByRole('button', { name: 'Remove filter plan is pro' }).click();
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByRole('button', { name: 'Filter by pro', exact: true }).click();
  await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  await page.getByRole('button', { name: 'Remove filter plan is pro' }).click();

  // Lists all values of the chart, for screen readers.
  await page.getByText('View as table').click();
  assert.ok((await page.getByRole('region', { name: 'Page views' }).getByRole('row').count()) > 20);
  assert.deepEqual(complaints, []);
});

test('requests a custom range in another time zone, and keeps it in the URL', async () => {
  const { page } = await openAnalytics();
  await page.getByRole('button', { name: /Last 30 days/ }).click();
  await page.getByRole('menuitem', { name: 'Last 24 hours' }).click();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  await page.getByRole('button', { name: /Last 24 hours/ }).click();
  await page.getByRole('menuitem', { name: 'Custom range…' }).click();
  await typeDate(page, 'Days', '0101202001312020');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: /^Asia\/Tokyo/ }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/from=2020-01-01/);
  assert.match(page.url(), /timezone=Asia/);
  await page.getByRole('button', { name: /Jan 1, 2020 – Jan 31, 2020/ }).waitFor();

  // Compares with a custom period, and not at all for all time.
  await page.getByRole('button', { name: 'vs. Previous period' }).click();
  await page.getByRole('menuitem', { name: 'Custom range…' }).click();
  await typeDate(page, 'From', '06012019');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.locator('.legend').getByText('Jun 1 – Jul 1, 2019').waitFor();
  await page.getByRole('button', { name: /Jan 1, 2020/ }).click();
  await page.getByRole('menuitem', { name: 'All time' }).click();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^vs\./ }).count(), 0);
});

test('shows all values of a breakdown with search and CSV, and countries on a map', async () => {
  const { page, complaints, team, project } = await openAnalytics();
  await visit(project.api_key, 99, [{ url: 'https://acme.example/docs/start' }]);
  await team.analytics.overview();
  await page.reload();
  await page.getByRole('button', { name: 'Details: Pages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pages' });
  await dialog.getByRole('row').nth(3).waitFor();
  await dialog.getByPlaceholder('Search pages').fill('docs');
  await dialog.getByRole('row', { name: /pricing/ }).waitFor({ state: 'detached' });
  const save = async (name: RegExp) => (await downloadByMenu(page, dialog.getByRole('button', { name: 'CSV' }), name)).toString();
  const csv = await save(/^CSV$/);
  assert.equal(await save(/^CSV for Excel/), `\uFEFF${csv}`);
  assert.match(
    csv,
    /^Name,Visitors,%,Visits,Views,Events,Time on page,Scroll depth,Exit rate\r\n\/docs\/start,1,0\.1429,1,1,1,,,1\r\n$/,
  );

  // A second dimension makes a table of both.
  await dialog.getByPlaceholder('Search pages').fill('');
  await dialog.getByRole('button', { name: /Add a dimension$/ }).click();
  await page.getByRole('option', { name: 'Sources', exact: true }).click();
  const both = dialog.getByRole('region', { name: 'Pages × Sources' });
  await both.getByRole('row', { name: 'Filter by /pricing 3 – 3' }).waitFor();
  assert.match(
    await save(/^CSV$/),
    /^Pages,Sources,Visitors,Visits,Views,Events\r\n\/,Direct,3,3,3,3\r\n\/pricing,Google,3,3,3,6\r\n/,
  );
  await dialog.getByRole('button', { name: /Metric$/ }).click();
  await page.getByRole('option', { name: 'Events', exact: true }).click();
  await both.getByRole('row', { name: 'Filter by /pricing 6 – 6' }).waitFor();
  await both.getByRole('button', { name: 'Filter by Google' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove filter Source is Google' }).click();
  const map = page.getByRole('img', { name: /^Map of visitors by country/ });
  await map.waitFor();
  assert.ok((await map.locator('path').count()) > 150);
  assert.deepEqual(complaints, []);
});

test('shows current visitors, and compares two segments', async () => {
  const { page, complaints, team, project, url } = await openAnalytics();
  await team.analytics.segments.create({ name: 'From search', filters: ['source:is:Google'] });
  await visit(project.api_key, 99, [{ url: 'https://acme.example/now' }]);
  await page.goto(`${url}/realtime`);
  const now = page.getByRole('region', { name: 'Current visitors' });
  await now.getByText('1', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Filter by /now' }).waitFor();

  await page.getByRole('link', { name: 'Compare segments' }).click();
  await page.getByRole('row', { name: 'Visitors 3 7 −57.1%' }).waitFor();
  await page.getByRole('img', { name: /^Visitors, / }).waitFor();
  await page.getByRole('row', { name: '/pricing 3 100.0% 3 42.9%' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('shows the time up to which reports are complete', async () => {
  const { page } = await openAnalytics();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  assert.equal(await page.getByText(/^Data up to/).count(), 0);
  // Simulates a server with a backlog of events.
  await page.route('**/v1/analytics/overview?**', async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    await route.fulfill({ response, json: { ...report, as_of: new Date(Date.parse(report.to) - 60_000).toISOString() } });
  });
  await page.reload();
  await page.getByText(/^Data up to \d\d:\d\d:\d\d$/).waitFor();
});

test('shows conversions of a goal, and notes in the chart', async () => {
  const { page, project, team } = await openAnalytics();
  await page.getByRole('button', { name: 'New goal' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Signed up');
  await page.getByRole('textbox', { name: 'Event' }).fill('signed_up');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('row', { name: /Signed up.* 3 3 50.0%/ }).waitFor();
  await page.getByRole('button', { name: 'Show conversions of Signed up' }).click();
  await page.getByRole('radio', { name: /^Conversions 3/ }).waitFor();
  await page.getByRole('radio', { name: /^Conversion rate 50.0%/ }).click();
  await page.getByRole('img', { name: /^Conversion rate, / }).waitFor();
  await page.getByRole('button', { name: 'Remove goal Signed up' }).click();
  await page.getByRole('radio', { name: /^Conversions/ }).waitFor({ state: 'detached' });

  // Only events with a property count.
  await visit(project.api_key, 99, [{ name: 'signed_up', url: 'https://acme.example/pricing', properties: { plan: 'free' } }]);
  await page.getByRole('button', { name: 'Actions: Signed up' }).click();
  await page.getByRole('menuitem', { name: 'Edit goal' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('combobox', { name: 'Property name' }).fill('plan');
  await condition.getByRole('button', { name: 'Choose values…' }).click();
  await page.getByRole('option', { name: /^pro/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('row', { name: /Signed up.*signed_up · plan is pro.* 3 3 / }).waitFor();

  await page.getByRole('button', { name: 'Note…' }).click();
  await page.getByLabel('Text').fill('Launched on a Saturday');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const marker = page.getByRole('button', { name: /^1 note, / });
  await marker.waitFor();
  assert.equal((await team.analytics.annotations.list()).total, 1);
  const [inside, plot] = await Promise.all([marker.boundingBox(), page.locator('.u-over').boundingBox()]);
  assert.ok(inside && plot && inside.x > plot.x && inside.x < plot.x + plot.width, 'the marker is inside of the plot');
  await marker.click();
  await page.getByRole('dialog', { name: 'Notes' }).getByText('Launched on a Saturday').waitFor();
  await page.getByRole('button', { name: 'Delete the note “Launched on a Saturday”' }).click();
  await marker.waitFor({ state: 'detached' });
});

test('updates the number of current visitors', async () => {
  const { page, project } = await openAnalytics();
  await page.getByText('0 visitors now').waitFor();
  const site = await startSite(earshot.url, {
    '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme</title><script defer src="{earshot}/t.js" data-key="${project.api_key}"></script></html>`,
  });
  const { page: visitor } = await openPage(browser, AS_PEOPLE);
  await visitor.goto(site);
  await page.getByText('1 visitor now').waitFor();
});

test('exports events as CSV, and the chart as PNG', async () => {
  const { page } = await openAnalytics();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  const save = (name: RegExp) => downloadByMenu(page, page.getByRole('button', { name: 'Export' }), name);
  const csv = (await save(/^Events as CSV$/)).toString();
  assert.equal((await save(/^Events as CSV for Excel/)).toString(), `\uFEFF${csv}`);
  assert.equal(csv.trim().split('\n').length, 10);
  assert.match(csv, /signed_up/);
  const png = await save(/^Chart as PNG/);
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
});

test('shows a funnel, and keeps steps, period and filters in the URL', async () => {
  const { page, complaints } = await openAnalytics();
  await page.getByRole('button', { name: 'Filter by Google' }).click();
  await page.getByRole('button', { name: 'Remove filter Source is Google' }).waitFor();
  await page.getByRole('link', { name: 'Funnel' }).click();
  await page.getByRole('heading', { name: 'Enter a page or an event' }).waitFor();
  await page.getByRole('combobox', { name: 'Step 1' }).fill('/pricing');
  await page.getByRole('combobox', { name: 'Step 2' }).fill('signed_up');
  const result = page.getByRole('region', { name: 'Funnel' });
  await result.getByText('3 of 3 completed all steps').waitFor();
  await page.getByRole('button', { name: 'Remove filter Source is Google' }).click();
  await page.getByRole('combobox', { name: 'Step 1' }).fill('/*');
  await result.getByText('3 of 6 completed all steps').waitFor();
  await result.getByText('50.0% of the previous step · 3 dropped off, 50.0%').waitFor();
  await result.getByText('€3,000.30 revenue in this period').first().waitFor();
  await page.getByRole('button', { name: /Compare by$/ }).click();
  await page.getByRole('option', { name: 'Sources', exact: true }).click();
  const values = page.getByRole('table', { name: 'Compare by' });
  await values.getByRole('row', { name: 'Google 3 3 100.0% 100.0%' }).waitFor();
  await values.getByRole('row', { name: 'Direct 3 0 0.0% 0.0%' }).waitFor();
  await page.getByRole('button', { name: 'Conditions of step 2' }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('button', { name: /Dimension$/ }).click();
  await page.getByRole('option', { name: 'Page', exact: true }).click();
  await condition.getByRole('button', { name: 'Choose values…' }).click();
  await page.getByRole('searchbox').fill('/offer');
  await page.getByRole('option', { name: '/offer' }).click();
  await page.getByRole('searchbox').fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Apply' }).click();
  await result.getByText('Page is /offer').waitFor();
  await result.getByText('0 of 6 completed all steps').waitFor();
  await page.reload();
  await result.getByText('6 dropped off, 100.0%').waitFor();
  assert.deepEqual(complaints, []);
});

test('a funnel of many events can be estimated, and the URL keeps the choice', async () => {
  const { page, complaints, project, url } = await openAnalytics();
  const steps = encodeURIComponent('["page:/*","event:signed_up"]');
  await page.goto(`${url}/funnel?steps=${steps}`);
  const result = page.getByRole('region', { name: 'Funnel' });
  await result.getByText('3 of 6 completed all steps').waitFor();
  assert.equal(await page.getByRole('switch', { name: /^Estimate/ }).count(), 0, 'few events are counted');
  await earshot.claimEventCount(project.id, 20_000_000);
  await page.reload();
  const estimate = result.getByRole('switch', { name: /^Estimate from (25|12\.5)\.?0?% of the people$/ });
  await result.getByText('3 of 6 completed all steps').waitFor();
  await result.getByText('Faster for large numbers of events').waitFor();
  await estimate.click({ force: true });
  await page.waitForURL(/precision=approximate/);
  // The people of the sample are random: their number is a multiple of 4 or 8.
  await result.getByText(/^\d+ of (0|4|8|12|16|20|24|32|40|48) completed all steps$/).waitFor();
  assert.equal(await estimate.isChecked(), true);
  await estimate.click({ force: true });
  await result.getByText('3 of 6 completed all steps').waitFor();
  assert.deepEqual(complaints, []);
});

testMeasurements({ openAnalytics, visit });
testConditions({ openAnalytics, visit });
testPaths({ openAnalytics, visit });

testSharing({ browser, earshotUrl: earshot.url, openAnalytics });

test('pages have no axe violations and fit the window', async () => {
  const { page, url, team } = await openAnalytics();
  const goal = await team.analytics.goals.create({ name: 'Signed up', event: 'signed_up' });
  await team.analytics.segments.create({ name: 'From search', filters: ['source:is:Google'] });
  await team.analytics.annotations.create({ time: new Date().toISOString(), text: 'Launched' });
  const filter = encodeURIComponent('["source:is:Google"]');
  const goalAndFilter = `?goal_id=${goal.id}&metric=conversion_rate&filter=${filter}`;
  for (const query of ['', goalAndFilter, '?from=2020-01-01&to=2020-01-02']) await assertRouteAccessible(page, url + query);
  const steps = encodeURIComponent('["page:/*","event:signed_up"]');
  for (const path of [`/funnel?steps=${steps}&compare_by=source`, '/funnel', '/retention', '/paths', '/realtime', '/segments'])
    await assertRouteAccessible(page, url + path);
  const open = await team.analytics.shares.create({ name: 'Open' });
  const locked = await team.analytics.shares.create({ name: 'Locked', password: 'correct horse' });
  for (const share of [open, locked]) await assertRouteAccessible(page, share.url);
  const empty = await createProject(earshot.url, accessToken);
  await assertRouteAccessible(page, `${earshot.url}/projects/${empty.slug}/analytics`);
});
