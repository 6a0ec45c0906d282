import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMailServer } from '@earshot/server/testing/mail-server';
import { freePort } from '@earshot/server/testing/process';
import { until } from '@earshot/server/testing/until';
import { addPasskey, plugInAuthenticator } from './authenticator.ts';
import { launchBrowser, openPage } from './browser.ts';
import { assertAccessible, AXE } from './axe.ts';
import { enterEmail } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const smtp = await startMailServer();
after(() => smtp.close());
const port = await freePort();
const browser = await launchBrowser();
// Browsers bind passkeys to a host name.
const url = `http://localhost:${port}`;
const earshot = await startEarshot({
  PORT: String(port),
  EARSHOT_PUBLIC_URL: url,
  EARSHOT_ACCOUNTS: 'on',
  EARSHOT_SIGN_UP: 'invited',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
});

test('the first user creates an account by the setup link, adds a passkey and signs in with it', async () => {
  const { page, complaints } = await openPage(browser);
  // Unlike a script element, permitted by the policy of the dashboard.
  await page.addInitScript(AXE);
  await plugInAuthenticator(page);
  await page.goto(earshot.run('setup-link'));
  await page.getByLabel('Email address').fill('ada@acme.example');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await assertAccessible(page);
  await page.getByLabel('Name').press('Enter');

  await addPasskey(page);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/\/projects\/new$/);
  assert.deepEqual(complaints, []);
});

test('a program begins a sign-in, whose page has the same ways', async () => {
  const { page } = await openPage(browser);
  const returnTo = 'http://127.0.0.1:9/signed-in';
  const query = new URLSearchParams({ provider: 'account', return_to: returnTo, code_challenge: 'x'.repeat(43), state: 's' });
  await page.goto(`${url}/v1/auth/login?${query.toString()}`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  const mails = smtp.count();
  await enterEmail(page, 'ada@acme.example');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await until(() => smtp.count() > mails);
  const [mail] = await smtp.mails(mails);
  await page.getByLabel('Code').fill(/\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '');
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url().startsWith(returnTo)),
    page.keyboard.press('Enter'),
  ]);
  assert.match(request.url(), /[?&]state=s&code=\w+/);
});

test('lists the devices of a person, and signs out the others with the personal tokens', async () => {
  const signIn = async () => {
    const { page } = await openPage(browser);
    await page.addInitScript(AXE);
    await page.goto(earshot.run('user', 'recover', '--email', 'ada@acme.example'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as ada@acme.example').waitFor();
    return page;
  };
  const token = earshot.run('token', 'create', '--email', 'ada@acme.example');
  const other = await signIn();
  const page = await signIn();
  const table = page.getByRole('region', { name: 'Sessions' });
  await table.getByText('This device').waitFor();
  assert.match(await table.getByRole('row').nth(1).innerText(), /^Chrom\w+.* on Linux This device/);

  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Also revoke personal access tokens').click();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Sign out other devices' }).click();
  await dialog.waitFor({ state: 'detached' });
  await table.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await other.reload();
  await other.getByRole('button', { name: 'Sign in' }).waitFor();
  const { status } = await fetch(`${url}/v1/auth/session`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(status, 401);
});

test('a button of the account page that is pressed while the page loads works', async () => {
  const { page } = await openPage(browser);
  let load: (() => void) | undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/v1/auth/session', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(earshot.run('user', 'recover', '--email', 'ada@acme.example'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/account$/);
  const button = page.getByRole('button', { name: 'Add a passkey' });
  // The button appears after the profile, which would move it away from the pointer.
  setTimeout(() => load?.(), 500);
  await button.hover();
  await page.mouse.down();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  await page.mouse.up();
  await page.getByRole('dialog').waitFor();
});

test('signs in with a mailed code by keyboard, and with a link of the command line', async () => {
  const { page } = await openPage(browser);
  await page.goto(url);
  await page.getByLabel('Email address').fill('ada@acme.example');
  const mails = smtp.count();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await until(() => smtp.count() > mails);
  const [mail] = await smtp.mails(mails);
  await page.getByLabel('Code').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await page.getByText(/^Code must/).waitFor();
  await page.getByLabel('Code').fill(/\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/projects\/new$/);

  const { page: other } = await openPage(browser);
  await other.goto(earshot.run('user', 'recover', '--email', 'ada@acme.example'));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByText('Signed in as ada@acme.example').waitFor();
});
