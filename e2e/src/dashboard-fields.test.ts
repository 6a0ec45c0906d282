import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { launchBrowser, openPage } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();

const earshot = await startEarshot();
const token = await earshot.signIn('ada@example.com');

test('a custom status is created, set, and has a column of the board', async () => {
  const { page, complaints, team, user, project, url } = await openProject(browser, earshot.url, token);
  const { id } = await user.feedback.submit({ title: 'Dark mode' });
  await page.goto(`${url}/settings/feedback`);
  await page.getByRole('button', { name: 'New status' }).click();
  await page.getByLabel('Name of the custom status').fill('Planned for Q3');
  await page.getByRole('button', { name: /Color of Planned for Q3/ }).click();
  await page.getByRole('option', { name: 'Pink' }).click();
  await page.getByRole('button', { name: 'Move Planned for Q3 up' }).click();
  await page.getByRole('region', { name: 'Statuses' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Statuses saved').waitFor();
  const { statuses } = (await team.projects.get(project.id)).settings.feedback;
  assert.deepEqual(
    statuses.filter(({ key }) => key),
    [{ key: 'planned_for_q3', status: 'planned', name: 'Planned for Q3', color: 'pink' }],
  );

  await page.goto(`${url}/feedback`);
  await page.getByRole('button', { name: 'Status: New' }).click();
  await page.getByRole('menuitem', { name: 'Planned for Q3' }).click();
  await page.getByRole('button', { name: 'Status: Planned for Q3' }).waitFor();
  await until(async () => (await team.feedback.get(id)).custom_status === 'planned_for_q3');
  await page.goto(`${url}/feedback/board`);
  const column = page.locator('.column', { has: page.getByRole('heading', { name: 'Planned for Q3' }) });
  await column.getByText('Dark mode').waitFor();
  assert.deepEqual(complaints, []);
});

test('statuses get names, colors and an order, which every page shows', async () => {
  const { page, complaints, team, user, project, url } = await openProject(browser, earshot.url, token);
  const { id } = await user.feedback.submit({ title: 'Dark mode' });
  await team.feedback.update(id, { status: 'in_progress' });

  await page.goto(`${url}/settings/feedback`);
  await page.getByLabel('Name of “In progress”').fill('Beta');
  await page.getByRole('button', { name: /Color of Beta/ }).click();
  await page.getByRole('option', { name: 'Teal' }).click();
  await page.getByRole('button', { name: 'Move Beta up' }).click();
  await page.getByRole('region', { name: 'Statuses' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Statuses saved').waitFor();
  const { statuses } = (await team.projects.get(project.id)).settings.feedback;
  assert.deepEqual(
    statuses.slice(2, 4).map(({ status, name, color }) => [status, name, color]),
    [
      ['in_progress', 'Beta', 'teal'],
      ['planned', null, null],
    ],
  );
  await page.getByLabel('Name of “Planned”').fill('Beta');
  await page.getByRole('region', { name: 'Statuses' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('has the same name').waitFor();
  await page.getByLabel('Name of “Planned”').fill('');

  await page.goto(`${url}/feedback`);
  await page.getByRole('button', { name: 'Status: Beta' }).click();
  await page.getByRole('menuitem', { name: 'Beta' }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${url}/feedback/board`);
  await page.locator('.board h2 .status').last().waitFor();
  assert.deepEqual(await page.locator('.board h2 .status').allTextContents(), [
    'New',
    'Under review',
    'Beta',
    'Planned',
    'Done',
    'Declined',
  ]);

  const site = `${earshot.url}/p/${project.slug}`;
  await page.goto(`${site}/roadmap`);
  assert.deepEqual(await page.locator('h2.status').allTextContents(), ['Beta 1', 'Planned 0', 'Done 0']);
  // The browser reports the rejected name.
  assert.deepEqual(
    complaints.filter((text) => !text.includes('400')),
    [],
  );
  await assertRouteAccessible(page, `${url}/settings/feedback`);
});

test('custom fields are declared, filled in by visitors and members, and filtered', async () => {
  const { page, complaints, team, project, url } = await openProject(browser, earshot.url, token);
  await page.goto(`${url}/settings/feedback`);
  const create = async (label: string, type: string, isPublic: boolean) => {
    await page.getByRole('button', { name: 'New field…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New field' });
    await dialog.getByLabel('Label').fill(label);
    await dialog.getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: type }).click();
    if (type === 'Selection') await dialog.getByLabel('Options').fill('free\npro');
    if (!isPublic) {
      await dialog.getByRole('button', { name: /Who sees it/ }).click();
      await page.getByRole('option', { name: 'Members' }).click();
    }
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await create('Your plan', 'Selection', true);
  await create('Seats', 'Number', true);
  await create('Account', 'Text', false);

  const visitor = await openPage(browser);
  await visitor.page.goto(`${earshot.url}/p/${project.slug}/feedback`);
  await visitor.page.getByRole('link', { name: 'Give feedback' }).click();
  const form = visitor.page.getByRole('dialog');
  await form.getByLabel('Title').fill('Export as CSV');
  await form.getByLabel('Your plan').selectOption('pro');
  await form.getByLabel('Seats').fill('12');
  assert.equal(await form.getByLabel('Account').count(), 0);
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('heading', { name: 'Thank you!' }).waitFor();
  const [entry] = (await team.feedback.list()).data;
  assert.deepEqual(entry?.fields, { your_plan: 'pro', seats: 12 });
  await form.getByRole('tab', { name: 'All feedback' }).click();
  await form.getByRole('button', { name: 'Export as CSV', exact: true }).click();
  await form.getByText('Your plan').waitFor();
  assert.deepEqual(visitor.complaints, []);

  await page.goto(`${url}/feedback/${entry?.id}`);
  await page.getByLabel('Account').fill('Acme');
  await page.keyboard.press('Enter');
  await until(async () => (await team.feedback.get(entry?.id ?? '')).fields?.account === 'Acme');
  await page.getByRole('button', { name: /Your plan/ }).click();
  await page.getByRole('option', { name: 'free' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('“free”').waitFor();
  assert.deepEqual((await team.feedback.get(entry?.id ?? '')).fields, { your_plan: 'free', seats: 12, account: 'Acme' });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page
    .getByRole('button', { name: /Your plan/ })
    .getByText('pro')
    .waitFor();

  await page.goto(`${url}/feedback`);
  await page.getByRole('button', { name: 'New entry' }).click();
  const added = page.getByRole('dialog');
  await added.getByLabel('Title').fill('Dark mode');
  await added.getByLabel('Account').fill('Globex');
  await added.getByLabel('Seats').fill('3');
  await page.keyboard.press('Enter');
  await added.waitFor({ state: 'detached' });
  assert.deepEqual((await team.feedback.list({ q: 'dark' })).data[0]?.fields, { account: 'Globex', seats: 3 });
  await page.getByRole('link', { name: 'Dark mode' }).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Seats' }).click();
  await page.getByLabel('Value').fill('10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('link', { name: 'Dark mode' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Condition of Seats/ }).click();
  await page.getByRole('menuitem', { name: 'is more than' }).click();
  await page.getByRole('link', { name: 'Export as CSV' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('field'), 'seats:gt:10');
  assert.deepEqual(complaints, []);
  await assertRouteAccessible(page, `${url}/feedback/${entry?.id}`);
});
