import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = earshot.signIn('ada@example.com');

test('creates a token with selected permissions for one project, and lists them', async () => {
  const { page, complaints, project } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${earshot.url}/account`);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('Release notes');
  await dialog.getByRole('button', { name: /Permissions/ }).click();
  await page.getByRole('option', { name: 'Selected permissions' }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText(/^Permissions of the token must/).waitFor();
  await dialog.getByText('Read, change and publish the changelog').click();
  await dialog.getByRole('button', { name: /Projects/ }).click();
  await page.getByRole('option', { name: 'Selected projects' }).click();
  await dialog.getByText(project.name, { exact: true }).first().click();
  await page.evaluate(AXE);
  await assertAccessible(page, 'new token');
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const made = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row').filter({ hasText: 'Release notes' });
  await row.getByText('changelog:write').waitFor();
  await row.getByText('1 project').waitFor();
  const limited = new Earshot({ baseUrl: earshot.url, accessToken: made, projectId: project.id });
  assert.equal((await limited.changelog.list()).total, 0);
  await assert.rejects(limited.feedback.list(), { code: 'auth.scope_required' });
  // The browser logs the rejected attempt.
  assert.deepEqual(complaints, ['Failed to load resource: the server responded with a status of 400 (Bad Request)']);
});

test('creates, rotates, revokes, edits and deletes tokens and service accounts', async () => {
  const { page, complaints, project, team, url } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${url}/settings/service-accounts`);
  await page.getByText('No service accounts yet').waitFor();
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Release pipeline');
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  await dialog.getByText('Select at least one permission.').waitFor();
  await dialog.getByRole('button', { name: /Changelog/ }).click();
  await page.getByRole('option', { name: 'Read and change' }).click();
  await dialog.getByLabel('Expires in (days)').fill('');
  await page.evaluate(AXE);
  await assertAccessible(page, 'new service account');
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  const token = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row').filter({ hasText: 'Release pipeline' });
  await row.getByText('Changelog (change)').waitFor();
  await row.getByText('Does not expire').waitFor();
  const bot = new Earshot({ baseUrl: earshot.url, accessToken: token, projectId: project.id });
  assert.equal((await bot.changelog.list()).total, 0);
  await assert.rejects(bot.feedback.list(), { code: 'auth.scope_required' });

  await row.getByRole('button', { name: 'Rotate token of Release pipeline' }).click();
  await dialog.getByText('Revoke previous tokens immediately').click();
  await dialog.getByRole('button', { name: 'Rotate token' }).click();
  const next = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await row.getByText(`…${next.slice(-4)}`).waitFor();
  await assert.rejects(bot.changelog.list(), { code: 'auth.token_invalid' });

  const { token: second } = await team.projects.serviceAccounts
    .list(project.id)
    .then(({ data: [account] }) => team.projects.serviceAccounts.rotate(project.id, account?.id ?? '', {}));
  await page.reload();
  await row.getByRole('button', { name: `Revoke …${next.slice(-4)} of Release pipeline` }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await row.getByText(`…${next.slice(-4)}`).waitFor({ state: 'detached' });
  const withToken = (value = '') => new Earshot({ baseUrl: earshot.url, accessToken: value, projectId: project.id });
  await assert.rejects(withToken(next).changelog.list(), { code: 'auth.token_invalid' });
  assert.equal((await withToken(second ?? '').changelog.list()).total, 0);

  await row.getByRole('button', { name: 'Edit Release pipeline' }).click();
  await dialog.getByLabel('Name').fill('Releases');
  await dialog.getByRole('button', { name: /Feedback/ }).click();
  await page.getByRole('option', { name: 'Read', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const edited = page.getByRole('row').filter({ hasText: 'Releases' });
  await edited.getByText('Feedback, Changelog (change)').waitFor();
  const { data } = await team.projects.serviceAccounts.list(project.id);
  assert.deepEqual(data[0]?.scopes, ['changelog:write', 'feedback:read']);

  await edited.getByRole('button', { name: 'Delete Releases' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No service accounts yet').waitFor();
  assert.deepEqual(complaints, []);
});
