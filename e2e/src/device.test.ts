import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchBrowser, openPage } from './browser.ts';
import { enterEmail, openSignedOut } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();

const post = async (path: string, body: object) => {
  const response = await fetch(earshot.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
};

const poll = (deviceCode: string | undefined) =>
  post('/v1/auth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode });

test('authorizes a device in the browser, which then gets tokens', async () => {
  const device = await post('/v1/auth/device', { client_id: 'earshot-cli' });
  assert.equal((await poll(device.device_code)).error, 'authorization_pending');
  const { page, complaints } = await openSignedOut(browser, earshot);
  await page.goto(device.verification_uri_complete ?? '');
  await enterEmail(page, 'ada@example.com');
  await page.getByText(device.user_code ?? '').waitFor();
  await page.getByText('“earshot-cli” requests access as ada@example.com').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Access allowed. Return to the program.').waitFor();

  const { access_token: token } = await poll(device.device_code);
  const session = await fetch(`${earshot.url}/v1/auth/session`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(((await session.json()) as { user: { email: string } }).user.email, 'ada@example.com');
  assert.deepEqual(complaints, []);
});

test('accepts a typed code in any case, rejects a wrong code, and denies access', async () => {
  const device = await post('/v1/auth/device', {});
  const { page } = await openSignedOut(browser, earshot);
  await page.goto(device.verification_uri ?? '');
  await enterEmail(page, 'ada@example.com');
  await page.getByLabel('Code').fill('BBBB-BBBB');
  await page.keyboard.press('Enter');
  await page.getByText('The user code is unknown, expired or already used.').waitFor();
  await page.getByLabel('Code').fill((device.user_code ?? '').toLowerCase().replace('-', ''));
  await page.keyboard.press('Enter');
  await page.getByText(device.user_code ?? '').waitFor();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('Access denied.').waitFor();
  assert.equal((await poll(device.device_code)).error, 'access_denied');
});

test('pages fit a phone, in light and dark mode', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openPage(browser, { viewport: { width: 390, height: 844 }, colorScheme });
    const assertFits = async (location: string) => {
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 390, `${location} is ${width} pixels wide`);
    };
    await page.goto(earshot.url);
    await page.getByLabel('Email address').waitFor();
    await assertFits('/');
    await enterEmail(page, 'ada@example.com');
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await assertFits('/ signed in');
    await page.goto(`${earshot.url}/device`);
    await page.getByLabel('Code').waitFor();
    await assertFits('/device');
  }
});
