import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { until } from '../../server/src/testing/until.ts';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { assertRouteAccessible, createProject, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = earshot.signIn('ada@example.com');
const HOUR_MS = 3_600_000;

/** A visitor of their own: whoever has another browser is another person. */
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

/** A project with six visits of the last hours, its owner before the figures. */
async function openAnalytics() {
  const { page, complaints, project, team, url: base } = await openProject(browser, earshot.url, accessToken);
  const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  for (let visitor = 0; visitor < 6; visitor++) {
    const isFromSearch = visitor % 2 === 0;
    await visit(project.api_key, 100 + visitor, [
      {
        url: `https://acme.example/${isFromSearch ? 'pricing' : ''}`,
        referrer: isFromSearch ? 'https://www.google.com/' : undefined,
        timestamp: at(visitor + 2),
      },
      ...(isFromSearch
        ? [{ name: 'signed_up', url: 'https://acme.example/pricing', properties: { plan: 'pro' }, timestamp: at(visitor + 1.9) }]
        : []),
    ]);
  }
  const url = `${base}/analytics`;
  await page.goto(url);
  return { page, complaints, project, team, url };
}

test('figures, breakdowns that filter by a click, and an address that another one can open', async () => {
  const { page, complaints } = await openAnalytics();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  await page.getByRole('img', { name: /^Visitors, / }).waitFor();
  await page.getByRole('button', { name: 'Only Google' }).click();
  await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  assert.deepEqual(JSON.parse(new URL(page.url()).searchParams.get('filter') ?? ''), ['source:is:Google']);
  await page.getByRole('radio', { name: /^Page views/ }).click();
  await page.getByRole('img', { name: /^Page views, / }).waitFor();
  await page.reload();
  await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  await page.getByRole('img', { name: /^Page views, / }).waitFor();

  // A property of events, and back to everything.
  await page.getByRole('button', { name: 'Remove the filter Sources is Google' }).click();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: /What$/ }).click();
  await page.getByRole('option', { name: 'A property of events' }).click();
  await page.getByLabel('Name of the property').fill('plan');
  await page.getByLabel('Value').fill('pro');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the filter plan is pro' }).waitFor();
  await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  await page.getByRole('button', { name: 'Remove the filter plan is pro' }).click();
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByRole('button', { name: 'Only pro', exact: true }).click();
  await page.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  await page.getByRole('button', { name: 'Remove the filter plan is pro' }).click();

  // Every value of the chart, for those who don't see it.
  await page.getByText('As a table').click();
  assert.ok((await page.getByRole('region', { name: 'Page views' }).getByRole('row').count()) > 20);
  assert.deepEqual(complaints, []);
});

test('other dates in another time zone are asked for and stand in the address', async () => {
  const { page } = await openAnalytics();
  await page.getByRole('button', { name: /Last 30 days/ }).click();
  await page.getByRole('menuitem', { name: 'Last 24 hours' }).click();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  await page.getByRole('button', { name: /Last 24 hours/ }).click();
  await page.getByRole('menuitem', { name: 'Other dates …' }).click();
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To, included').fill('2020-01-31');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tokyo');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/from=2020-01-01/);
  assert.match(page.url(), /timezone=Asia/);
  await page.getByRole('button', { name: /Jan 1, 2020 – Jan 31, 2020/ }).waitFor();
});

test('figures that lack events of the last seconds say up to when they have all', async () => {
  const { page } = await openAnalytics();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  assert.equal(await page.getByText(/^Data up to/).count(), 0);
  // As a server that is behind would answer.
  await page.route('**/v1/analytics/overview?**', async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    await route.fulfill({ response, json: { ...found, as_of: new Date(Date.parse(found.to) - 60_000).toISOString() } });
  });
  await page.reload();
  await page.getByText(/^Data up to \d\d:\d\d:\d\d$/).waitFor();
});

test('a goal tells how many did what they should, and a note what happened then', async () => {
  const { page, team } = await openAnalytics();
  await page.getByRole('button', { name: 'New goal' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Signed up');
  await page.getByRole('textbox', { name: 'Event' }).fill('signed_up');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Show conversions' }).click();
  await page.getByRole('radio', { name: /^Conversions 3/ }).waitFor();
  await page.getByRole('radio', { name: /^Conversion rate 50%/ }).click();
  await page.getByRole('img', { name: /^Conversion rate, / }).waitFor();

  await page.getByRole('button', { name: 'Note …' }).click();
  await page.getByLabel('What happened').fill('Launched on a Saturday');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Launched on a Saturday').waitFor();
  assert.equal((await team.analytics.annotations.list()).total, 1);
  await page.getByRole('button', { name: 'Delete the note “Launched on a Saturday”' }).click();
  await page.getByText('Launched on a Saturday').waitFor({ state: 'detached' });
});

test('who is there now is counted as they come, and what they do gets into the figures by itself', async () => {
  const { page, project } = await openAnalytics();
  await page.getByText('0 visitors now').waitFor();
  const site = await startSite(earshot.url, {
    '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme</title><script defer src="{earshot}/t.js" data-key="${project.api_key}"></script></html>`,
  });
  const { page: visitor } = await openPage(browser, AS_PEOPLE);
  await visitor.goto(site);
  await page.getByText('1 visitor now').waitFor();
});

test('events are taken along as CSV, and the chart as a picture', async () => {
  const { page } = await openAnalytics();
  await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return readFileSync(await download.path());
  };
  const csv = (await save('Events as CSV')).toString();
  assert.equal(csv.trim().split('\n').length, 10);
  assert.match(csv, /signed_up/);
  const png = await save('Chart as PNG');
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
});

test('a funnel tells who comes through, and keeps its steps, the period and the filters in the address', async () => {
  const { page, complaints } = await openAnalytics();
  await page.getByRole('button', { name: 'Only Google' }).click();
  await page.getByRole('button', { name: 'Remove the filter Sources is Google' }).waitFor();
  await page.getByRole('link', { name: 'Funnel' }).click();
  await page.getByRole('heading', { name: 'Fill in a step' }).waitFor();
  await page.getByRole('combobox', { name: 'Step 1' }).fill('/pricing');
  await page.getByRole('button', { name: 'What step 2 is' }).click();
  await page.getByRole('option', { name: 'Event' }).click();
  await page.getByRole('combobox', { name: 'Step 2' }).fill('signed_up');
  const result = page.getByRole('region', { name: 'Funnel' });
  await result.getByText('3 come this far, 100% of those who began').last().waitFor();
  await page.getByRole('button', { name: 'Remove the filter Sources is Google' }).click();
  await page.getByRole('combobox', { name: 'Step 1' }).fill('/*');
  await result.getByText('6 come this far, 100% of those who began').waitFor();
  await result.getByText('3 stop here, 50%').waitFor();
  await page.reload();
  await result.getByText('3 stop here, 50%').waitFor();
  assert.deepEqual(complaints, []);
});

test('retention and paths of the same visits', async () => {
  const { page, complaints } = await openAnalytics();
  await page.getByRole('link', { name: 'Retention' }).click();
  await page.getByRole('region', { name: 'Retention' }).getByRole('row').nth(2).waitFor();
  await page.getByRole('link', { name: 'Paths' }).click();
  const paths = page.getByRole('region', { name: 'Paths' });
  await page.getByLabel('From this page').fill('/pricing');
  await paths.getByRole('heading', { name: '3 visits' }).waitFor();
  await paths.getByRole('listitem').filter({ hasText: 'signed_up' }).waitFor();
  await page.getByLabel('From this page').fill('/');
  await paths.getByRole('listitem').filter({ hasText: 'end of the visit' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('filters are kept under a name, and a link shows them to somebody without an account', async () => {
  const { page, complaints, project, team, url } = await openAnalytics();
  await page.getByRole('button', { name: 'Only Google' }).click();
  await page.getByRole('button', { name: 'Segments', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save these filters …' }).click();
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
  await dialog.getByText('No link yet.').waitFor();
  await dialog.getByLabel('Name').fill('Our agency');
  await dialog.getByRole('button', { name: /Shows$/ }).click();
  await page.getByRole('option', { name: 'Only the segment From search' }).click();
  await dialog.getByLabel('Password').fill('short');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  await dialog.getByText(/^password must be/).waitFor();
  await dialog.getByLabel('Password').fill('correct horse');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  await dialog.getByText('with a password').waitFor();
  const link = (await dialog.locator('code').textContent()) ?? '';

  const { page: guest, complaints: ofGuest } = await openPage(browser, AS_PEOPLE);
  await guest.goto(link);
  await guest.getByRole('heading', { name: 'These figures ask for a password' }).waitFor();
  await guest.getByLabel('Password').fill('wrong horse');
  await guest.keyboard.press('Enter');
  await guest.getByText('password is incorrect').waitFor();
  await guest.getByLabel('Password').fill('correct horse');
  await guest.keyboard.press('Enter');
  await guest.getByRole('heading', { name: `${project.name}: From search` }).waitFor();
  await guest.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  await guest.getByRole('button', { name: 'Only /pricing' }).first().click();
  await guest.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  await guest.reload();
  await guest.getByRole('radio', { name: /^Visitors 3/ }).waitFor();
  assert.equal(await guest.getByRole('button', { name: 'New goal' }).count(), 0);
  assert.equal(await guest.getByRole('button', { name: 'Note …' }).count(), 0);

  // Ended, it is gone for who has it open as well.
  await dialog.getByRole('button', { name: 'End: Our agency' }).click();
  await page
    .getByRole('dialog', { name: /^End the link/ })
    .getByRole('button', { name: 'End', exact: true })
    .click();
  await dialog.getByText('No link yet.').waitFor();
  await guest.getByRole('button', { name: /^Period|Last 30 days/ }).click();
  await guest.getByRole('menuitem', { name: 'Last 7 days' }).click();
  await guest.getByRole('heading', { name: 'Shared link not found' }).waitFor();
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes('400')),
    [],
  );
  assert.deepEqual(
    ofGuest.filter((complaint) => !/40[134]/.test(complaint)),
    [],
  );

  // A segment is renamed, given other filters, and deleted.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove the filter Sources is Google' }).click();
  await page.getByRole('button', { name: 'Only /pricing' }).first().click();
  await page.getByRole('button', { name: 'Remove the filter Pages is /pricing' }).waitFor();
  await page.getByRole('button', { name: 'Segments', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Manage segments …' }).click();
  await page.getByLabel('Rename From search').fill('Pricing');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Give Pricing the filters of now' }).click();
  await until(async () => {
    const [segment] = (await team.analytics.segments.list()).data;
    return segment?.name === 'Pricing' && segment.filters.join(' ') === 'page:is:/pricing';
  });
  await page.getByRole('button', { name: 'Delete: Pricing' }).click();
  await page
    .getByRole('dialog', { name: /^Delete the segment/ })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await page.getByText('No segment yet.', { exact: false }).waitFor();
});

test('axe finds nothing, whatever is open, and nothing is wider than the window', async () => {
  const { page, url, team } = await openAnalytics();
  const goal = await team.analytics.goals.create({ name: 'Signed up', event: 'signed_up' });
  await team.analytics.annotations.create({ time: new Date().toISOString(), text: 'Launched' });
  const filter = encodeURIComponent('["source:is:Google"]');
  for (const query of ['', `?goal_id=${goal.id}&metric=conversion_rate`, `?filter=${filter}`, '?from=2020-01-01&to=2020-01-02'])
    await assertRouteAccessible(page, url + query);
  const steps = encodeURIComponent('["page:/*","event:signed_up"]');
  for (const path of [`/funnel?steps=${steps}`, '/funnel', '/retention', '/paths']) await assertRouteAccessible(page, url + path);
  const open = await team.analytics.shares.create({ name: 'Open' });
  const locked = await team.analytics.shares.create({ name: 'Locked', password: 'correct horse' });
  for (const share of [open, locked]) await assertRouteAccessible(page, share.url);
  const empty = await createProject(earshot.url, accessToken);
  await assertRouteAccessible(page, `${earshot.url}/projects/${empty.slug}/analytics`);
});
