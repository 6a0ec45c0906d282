import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { Provider } from 'oidc-provider';
import { freePort } from '../../server/src/testing/process.ts';
import { launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();

test('someone signs in on their laptop, gets a project and its key, and its first call works', async () => {
  const earshot = await startEarshot();
  const { page, complaints } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  assert.equal(new URL(page.url()).search, '', 'neither code nor state stays in the address bar');
  await page.getByText('ada@example.com', { exact: true }).waitFor();
  const card = page.locator('.card', { hasText: 'My first project' });
  const key = await card.locator('dd code').first().textContent();
  assert.equal(key, earshot.key);

  // The call that the page shows, as it stands there.
  const curl = (await card.locator('pre').first().textContent()) ?? '';
  const [, url = '', header = '', , body = ''] = /^curl (\S+) -H '([^']+)' -H '([^']+)' -d '([^']+)'$/.exec(curl) ?? [];
  const [name = '', value = ''] = header.split(': ');
  const response = await fetch(url, { method: 'POST', headers: { [name]: value, 'content-type': 'application/json' }, body });
  assert.equal(response.status, 201, curl);

  await page.getByLabel('Name').fill('Second');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Second' }).waitFor();

  await page.reload();
  await page.getByText('ada@example.com', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the keyboard alone is enough to sign in', async () => {
  const earshot = await startEarshot();
  const { page } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail address').waitFor();
  // The field has the focus when the page opens.
  await page.keyboard.type('grace@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('grace@example.com', { exact: true }).waitFor();
});

test('an address that is none is refused in words', async () => {
  const earshot = await startEarshot();
  const { page } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The browser lets this one pass, the provider does not.
  await page.getByLabel('E-mail address').fill('ada@localhost');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This must be an e-mail address.').waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), 'ada@localhost');
});

test('someone signs in at an external OpenID Connect issuer', async () => {
  const port = await freePort();
  const issuer = await startIssuer(`http://127.0.0.1:${port}/v1/auth/callback`);
  const earshot = await startEarshot({
    PORT: String(port),
    EARSHOT_OIDC_ISSUER: issuer,
    EARSHOT_OIDC_CLIENT_ID: 'earshot',
    EARSHOT_OIDC_CLIENT_SECRET: 'a secret of the test',
    EARSHOT_OIDC_NAME: 'Acme ID',
  });
  const { page } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
  await page.waitForURL(`${issuer}/**`);
  await page.locator('input[name=login]').fill('alan');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${earshot.url}/`);
  await page.getByText('alan@acme.example', { exact: true }).waitFor();
});

test('whoever cancels at the issuer comes back to where they were, and reads so', async () => {
  const port = await freePort();
  const issuer = await startIssuer(`http://127.0.0.1:${port}/v1/auth/callback`);
  const earshot = await startEarshot({
    PORT: String(port),
    EARSHOT_OIDC_ISSUER: issuer,
    EARSHOT_OIDC_CLIENT_ID: 'earshot',
    EARSHOT_OIDC_CLIENT_SECRET: 'a secret of the test',
  });
  const { page } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in with Single sign-on' }).click();
  await page.waitForURL(`${issuer}/**`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(`${earshot.url}/`);
  await page.getByText('The sign-in was cancelled.').waitFor();
});

/** An identity provider that is not ours, with its own pages. */
async function startIssuer(redirectUri: string): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const provider = new Provider(url, {
    clients: [{ client_id: 'earshot', client_secret: 'a secret of the test', redirect_uris: [redirectUri] }],
    cookies: { keys: ['a key of the test'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({ sub: login, email: `${login}@acme.example`, email_verified: true }),
    }),
  });
  const serve = provider.callback();
  server.on('request', (request, response) => void serve(request, response));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return url;
}
