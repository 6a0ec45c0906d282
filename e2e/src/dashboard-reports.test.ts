import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

// The page of weekly and monthly reports.

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

const weekAgo = () => new Date(Date.now() - 7 * 86_400_000).toISOString();

async function openReports() {
  const opened = await openProject(browser, earshot.url, accessToken);
  await opened.page.goto(`${opened.url}/settings/reports`);
  const list = async () => (await opened.team.projects.reports.list(opened.project.id)).data;
  return { ...opened, list };
}

test('adds and removes recipients, and changes their frequency', async () => {
  const { page, list, complaints, url } = await openReports();
  const own = page.getByRole('row', { name: /\(you\)/ });
  await own.getByRole('button', { name: /Frequency for/ }).click();
  await page.getByRole('option', { name: 'Monthly' }).click();
  await until(async () => (await list())[0]?.frequency === 'monthly');

  await page.getByRole('button', { name: 'Add recipient…' }).click();
  await page.getByLabel('Email address').fill('Investor@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  const added = page.getByRole('row', { name: /investor@example\.com/ });
  await added.getByText('Not confirmed').waitFor();
  assert.equal((await list()).length, 2);

  await added.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await added.waitFor({ state: 'detached' });
  await own.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText('No recipients').waitFor();
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await own.waitFor();
  assert.deepEqual(complaints, []);
  await assertRouteAccessible(page, `${url}/settings/reports`);
});

test('shows the report without running anything in it, and sends it to the reader', async () => {
  const { page, team, project, complaints } = await openReports();
  const sent = await fetch(`${earshot.url}/v1/analytics/import?project_id=${project.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    // Last week on every day of this week.
    body: JSON.stringify({
      events: [{ event_id: randomUUID(), url: 'https://acme.example/pricing', user_id: 'ada', timestamp: weekAgo() }],
    }),
  });
  assert.equal(sent.status, 202);
  await page.reload();
  await page
    .getByText(/^Acme.*: weekly report, /)
    .first()
    .waitFor();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Weekly report' }).waitFor();
  await frame.getByRole('row', { name: '/pricing 1 visitor' }).waitFor();
  assert.equal(
    await frame
      .locator('.report-bar')
      .first()
      .evaluate((bar) => bar.getBoundingClientRect().height),
    4,
  );
  assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-popups allow-popups-to-escape-sandbox');
  await page
    .locator('section.panel')
    .last()
    .getByRole('button', { name: /Frequency/ })
    .click();
  await page.getByRole('option', { name: 'Monthly' }).click();
  await frame.getByRole('heading', { name: 'Monthly report' }).waitFor();
  await page.getByRole('button', { name: 'Send to me' }).click();
  await page.getByText('Report sent to your address').waitFor();
  const subjects = await until(async () => {
    const { data } = await team.projects.mails.list(project.id);
    return data.length > 0 && data.map(({ subject }) => subject);
  });
  assert.match(subjects.join('\n'), /monthly report/);
  assert.deepEqual(complaints, []);
});
