import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

test('creates an alert from a template with the keyboard, changes it, and shows its history', async () => {
  const { page, complaints, team, url } = await openProject(browser, earshot.url, accessToken);
  await team.analytics.goals.create({ name: 'Signed up', event: 'signed_up' });
  await page.goto(`${url}/analytics/alerts?filter=${encodeURIComponent('["page:is:/pricing"]')}`);
  await page.getByRole('heading', { name: 'No alerts yet' }).waitFor();
  await page.getByRole('button', { name: 'Few conversions of a goal' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  // Without a goal, the server names the field.
  await form.getByText('Complete the form for a preview').waitFor();
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByText(/is required with the metric conversions/).waitFor();
  await form.getByRole('button', { name: /Goal$/ }).click();
  await page.getByRole('option', { name: 'Signed up' }).click();
  await form.getByRole('region', { name: 'Preview' }).getByText('Less than four weeks of history').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Events stop arriving' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('row', { name: /Events stop arriving.*Received events.*Below a threshold: 1.*Learning/ }).waitFor();

  // New alerts begin with the filters of the page.
  await page.getByRole('button', { name: 'New alert' }).click();
  await form.getByLabel('Name').fill('Pricing');
  assert.equal(await form.getByLabel('Filters').inputValue(), 'page:is:/pricing');
  await form.getByRole('button', { name: /Condition/ }).click();
  await page.getByRole('option', { name: 'Above a threshold' }).click();
  await form.getByRole('textbox', { name: 'Threshold' }).fill('20');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /Pricing.*page:is:\/pricing/ }).waitFor();
  const alert = (await team.analytics.alerts.list()).data.find(({ name }) => name === 'Pricing');
  assert.deepEqual([alert?.threshold, alert?.condition, alert?.filters], [20, 'above', ['page:is:/pricing']]);

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions: Pricing' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Disable');
  await page.getByRole('row', { name: /Pricing.*Disabled/ }).waitFor();
  await choose('Edit');
  await form.getByRole('textbox', { name: 'Threshold' }).fill('30');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Above a threshold: 30/ }).waitFor();
  await choose('History');
  await form.getByText('Not triggered yet').waitFor();
  await page.keyboard.press('Escape');
  await choose('Delete');
  await form.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('row', { name: /Pricing/ }).waitFor({ state: 'detached' });

  await assertRouteAccessible(page, `${url}/analytics/alerts`);
  assert.deepEqual(
    complaints.filter((text) => !text.includes('400')),
    [],
  );
});

test('the link of an alert opens the report of its window', async () => {
  const { page, project, url } = await openProject(browser, earshot.url, accessToken);
  const event = { url: 'https://acme.example/', user_id: 'ada', timestamp: new Date(Date.now() - 50 * 60_000).toISOString() };
  await fetch(`${earshot.url}/v1/analytics/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-project-key': project.api_key },
    body: JSON.stringify({ events: [event] }),
  });
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  for (const [from, to, visitors] of [
    [at(60), at(40), 1],
    [at(40), at(20), 0],
  ] as const) {
    await page.goto(`${url}/analytics?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`);
    await page.getByRole('radio', { name: new RegExp(`^Visitors ${visitors}`) }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('from'), from);
  }
});
