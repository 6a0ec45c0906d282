import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

// API keys and the request log.

const browser = await launchBrowser();
const earshot = await startEarshot({});
const accessToken = await earshot.signIn('ada@example.com');

async function openSettings(section: string) {
  const opened = await openProject(browser, earshot.url, accessToken);
  await opened.page.goto(`${opened.url}/settings/${section}`);
  return opened;
}

test('creates, restricts and revokes a key, and rotates the default key', async () => {
  const { page, project, team, user, complaints } = await openSettings('keys');
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  const choose = async (key: string, action: string) => {
    await page.getByRole('button', { name: `Actions of ${key}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await row(/^Default/)
    .getByText(project.api_key)
    .waitFor();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('default');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('An API key with this name already exists').waitFor();
  await page.getByLabel('Name').fill('Shop');
  await page.getByLabel('Allowed origins').fill('https://shop.example/');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText(/Allowed origins: line 1 must be an origin/).waitFor();
  await page.getByLabel('Allowed origins').fill('https://shop.example\nhttps://*.shop.example');
  await page.getByRole('button', { name: 'Create key' }).click();
  await row(/^Shop .*https:\/\/shop\.example.*Never/).waitFor();

  const shop = (await team.projects.keys.list(project.id)).data.find(({ name }) => name === 'Shop');
  const projectKey = shop?.key ?? '';
  await new Earshot({ projectKey, baseUrl: earshot.url }).feedback.submit({ title: 'From a server' });
  await until(async () => {
    const { data } = await team.projects.keys.list(project.id);
    return data.find(({ name }) => name === 'Shop')?.last_used_at;
  });
  await page.reload();
  await row(/^Shop .*now/).waitFor();
  await choose('Shop', 'Edit…');
  await page.getByLabel('Name').fill('Store');
  await page.getByLabel('Allowed origins').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await row(/^Store .*All/).waitFor();
  await choose('Store', 'Revoke…');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await row(/^Store/).waitFor({ state: 'detached' });
  await assert.rejects(new Earshot({ projectKey, baseUrl: earshot.url }).feedback.list());

  await choose('Default', 'Rotate…');
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByRole('row').nth(2).waitFor();
  await user.feedback.submit({ title: 'With the old key' });
  await choose('Default', 'Rotate…');
  await page.getByText('Revoke immediately').click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await row(project.api_key).waitFor({ state: 'detached' });
  // The browser reports the refusals.
  assert.deepEqual(
    complaints.filter((complaint) => !/status of 4/.test(complaint)),
    [],
  );
});

test('the request log hides the dashboard, and finds requests by status, path and id', async () => {
  const { page, complaints, url, user, team } = await openSettings('general');
  const { id } = await user.feedback.submit({ title: 'Export' });
  await assert.rejects(user.feedback.get('fb_00000000000000000000000000'));
  await team.feedback.update(id, { status: 'planned' });
  await page.goto(`${url}/settings/request-log`);
  const row = (name: RegExp) => page.getByRole('row', { name });
  const choose = async (filter: RegExp, option: string) => {
    await page.getByRole('button', { name: filter }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await row(/:\d\d [AP]M 201 .*POST \/v1\/feedback .*pk_…/).waitFor();
  await row(new RegExp(`200 .*PATCH /v1/feedback/${id}`)).waitFor();
  assert.equal(await row(/Session/).count(), 0);
  await choose(/^Keys and tokens/, 'Dashboard and command line');
  await row(/GET .*Session/)
    .first()
    .waitFor();
  assert.equal(await row(/pk_…/).count(), 0);
  await choose(/^Dashboard and/, 'Keys and tokens');
  await choose(/^Status/, 'Client error (4xx)');
  await row(/201 /).waitFor({ state: 'detached' });

  // Enter opens the details, whose URL can be shared. Back closes them.
  await row(/404 .*GET \/v1\/feedback\/fb_0{26} feedback\.not_found/)
    .getByRole('button')
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Request' });
  const requestId = (await dialog.getByText(/^req_/).textContent()) ?? '';
  assert.match(page.url(), new RegExp(requestId));
  await page.reload();
  await dialog.getByText('feedback.not_found').waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await choose(/^Client error/, 'Status: All');
  await row(/201 /).waitFor();
  await page.getByRole('searchbox', { name: 'Search paths' }).fill(requestId);
  await row(/201 /).waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Search paths' }).fill(id);
  await row(/404 /).waitFor({ state: 'detached' });
  await row(/PATCH/).click();
  await dialog.getByText('Personal access token').waitFor();
  assert.deepEqual(complaints, []);
});

test('finds sections by the words of their settings', async () => {
  const { page, complaints } = await openSettings('general');
  const navigation = page.getByRole('navigation', { name: 'Settings' });
  await navigation.getByRole('searchbox').fill('time zone');
  await navigation.getByRole('link', { name: 'Members' }).waitFor({ state: 'detached' });
  await navigation.getByRole('link', { name: 'Analytics' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).waitFor();
  assert.deepEqual(complaints, []);
});
