import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot, signUserToken } from '@earshot/sdk';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, downloadByMenu, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

test('people are found, filtered and exported; a person is separated, merged and deleted', async () => {
  const opened = await openProject(browser, earshot.url, accessToken);
  const { page, url, team, complaints } = opened;
  await page.goto(`${url}/people`);
  await page.getByRole('heading', { name: 'No people yet' }).waitFor();

  // Grace votes with a signed token, of which the server of the product knows more.
  const { id: projectId, api_key: projectKey } = opened.project;
  const { data } = await team.projects.identitySecrets.list(projectId);
  const secret = data[0]?.secret ?? '';
  const grace = { id: 'u_1', name: 'Grace', email: 'grace@example.com', attributes: { plan: 'pro', seats: 12 } };
  const userToken = () => signUserToken(grace, { projectId, secret });
  const product = new Earshot({ projectKey, baseUrl: earshot.url, userToken });
  const entry = await product.feedback.submit({ title: 'Export as CSV' });
  await product.feedback.upvote(entry.id);
  await team.people.put('u_1', { company: { id: 'acme', name: 'Acme Inc.' } });
  await team.people.put('u_2', { name: 'Alan', attributes: { plan: 'free' } });
  await page.reload();
  const table = page.getByRole('region', { name: 'People' });
  await table.getByRole('row', { name: /Grace.*u_1.*Acme Inc\./ }).waitFor();
  await table.getByRole('row', { name: /Alan.*u_2.*Never/ }).waitFor();

  // Attributes filter the list, also after a reload.
  await page.getByRole('button', { name: 'Filter by attribute' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Attribute' }).click();
  await page.getByRole('option', { name: 'plan' }).click();
  await page.getByLabel('Value').fill('pro');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await table.getByText('Alan').waitFor({ state: 'detached' });
  await page.reload();
  await table.getByRole('link', { name: 'Grace' }).waitFor();
  assert.equal(await table.getByText('Alan').count(), 0);
  const csv = await downloadByMenu(page, page.getByRole('button', { name: 'Export CSV' }), /^CSV$/);
  assert.match(csv.toString(), /u_1,grace@example\.com,Grace/);
  await page.getByRole('button', { name: 'Remove filter plan is pro' }).click();
  await table.getByText('Alan').waitFor();
  await page.getByRole('searchbox').fill('grace@example');
  await table.getByText('Alan').waitFor({ state: 'detached' });
  await assertRouteAccessible(page, page.url());

  // A segment of people.
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'New segment…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Customers');
  await dialog.getByRole('button', { name: /Attribute$/ }).click();
  await page.getByRole('option', { name: 'plan' }).click();
  await dialog.getByLabel('Value').fill('pro');
  await dialog.getByText('One person matches').waitFor();
  await dialog.getByRole('button', { name: 'Create segment' }).click();
  await table.getByText('Alan').waitFor({ state: 'detached' });
  await table.getByRole('link', { name: 'Grace' }).waitFor();
  await page.reload();
  await table.getByRole('link', { name: 'Grace' }).waitFor();
  await page.getByRole('button', { name: 'Edit segment…' }).click();
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByRole('group', { name: 'Condition 2' }).getByRole('button', { name: /About/ }).click();
  await page.getByRole('option', { name: 'Votes' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await team.people.segments.list()).data[0]?.definition.conditions.length, 2);
  await assertRouteAccessible(page, page.url());
  await page.getByRole('button', { name: 'Delete segment…' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await table.getByText('Alan').waitFor();

  // The page of a person.
  await page.getByRole('link', { name: 'Grace' }).click();
  await page.getByRole('heading', { name: 'Grace' }).waitFor();
  await page.getByText('Voted for').waitFor();
  await page.getByRole('link', { name: 'Export as CSV' }).first().waitFor();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByText('Acme Inc.').waitFor();
  await details.getByText('12').waitFor();
  const personUrl = page.url();
  await assertRouteAccessible(page, personUrl);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Reports of analytics are limited to the person.
  for (const [user_id, path] of [
    ['u_1', '/docs'],
    ['u_2', '/pricing'],
  ])
    await fetch(`${earshot.url}/v1/analytics/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-project-key': projectKey, 'user-agent': 'Mozilla/5.0 Firefox/142.0' },
      body: JSON.stringify({ url: `https://acme.example${path}`, user_id }),
    });
  await page.getByRole('link', { name: 'Open in analytics' }).click();
  const chip = page.getByRole('button', { name: 'Remove filter User: u_1' });
  await chip.waitFor();
  await page
    .getByRole('button', { name: /\/docs/ })
    .first()
    .waitFor();
  assert.equal(await page.getByRole('button', { name: /\/pricing/ }).count(), 0);
  await page.locator('.tabs').getByRole('link', { name: 'People' }).click();
  const users = page.getByRole('region', { name: 'People' });
  await users.getByRole('row', { name: /Grace u_1/ }).waitFor();
  assert.equal(await users.getByRole('row', { name: /u_2/ }).count(), 0);
  await chip.click();
  await users.getByRole('row', { name: /Alan u_2/ }).waitFor();
  await assertRouteAccessible(page, page.url());
  await users.getByRole('link', { name: '1 visit of u_2' }).click();
  await page
    .getByRole('region', { name: 'Visits' })
    .getByRole('row', { name: /Alan u_2.*\/pricing/ })
    .waitFor();
  await assertRouteAccessible(page, page.url());
  await page.setViewportSize({ width: 1440, height: 900 });

  // The company of the person.
  await page.goto(`${url}/people/companies`);
  const companies = page.getByRole('region', { name: 'Companies' });
  await companies.getByRole('row', { name: /Acme Inc\. acme 1/ }).waitFor();
  await assertRouteAccessible(page, page.url());
  await page.getByRole('link', { name: 'Acme Inc.' }).click();
  await page.getByText('Voted for').waitFor();
  await page.getByRole('link', { name: 'Export as CSV' }).first().waitFor();
  await assertRouteAccessible(page, page.url());
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('complementary', { name: 'Details' }).getByRole('link', { name: 'Grace' }).click();
  await page.getByRole('heading', { name: 'Grace' }).waitFor();

  await page.getByRole('button', { name: 'Separate grace@example.com' }).click();
  await page.getByRole('button', { name: 'Separate', exact: true }).click();
  await details.getByText('grace@example.com').waitFor({ state: 'detached' });
  assert.equal((await team.people.list({ email: 'grace@example.com' })).data[0]?.user_ids.length, 0);

  await page.getByRole('button', { name: 'Actions for Grace' }).click();
  await page.getByRole('menuitem', { name: 'Merge…' }).click();
  await page.getByRole('button', { name: /^Alan/ }).click();
  await page.getByRole('heading', { name: 'Alan' }).waitFor();
  await details.getByText('u_1').waitFor();
  await details.getByText('u_2').waitFor();

  await page.getByRole('button', { name: 'Actions for Alan' }).click();
  await page.getByRole('menuitem', { name: 'Delete person…' }).click();
  await page.getByRole('button', { name: 'Delete person' }).click();
  await table.getByRole('row', { name: /grace@example\.com/ }).waitFor();
  assert.deepEqual(
    (await team.people.list()).data.map(({ emails }) => emails),
    [['grace@example.com']],
  );
  assert.deepEqual(complaints, []);
});
