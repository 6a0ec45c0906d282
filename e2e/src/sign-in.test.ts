import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { Provider } from 'oidc-provider';
import { freePort } from '../../server/src/testing/process.ts';
import { launchBrowser, openPage } from './browser.ts';
import { signIn } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();

/** Another access token of this browser, as a page gets its own. */
const ACCESS_TOKEN = `fetch('/v1/auth/token', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"grant_type":"refresh_token"}',
}).then(async (response) => (await response.json()).access_token)`;

test('someone signs in on their laptop, gets a project and its key, and its first call works', async () => {
  const earshot = await startEarshot();
  const { page, complaints } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  assert.equal(new URL(page.url()).search, '', 'neither code nor state stays in the address bar');
  await page.getByRole('button', { name: 'ada@example.com' }).waitFor();
  await page.getByText(earshot.key, { exact: true }).waitFor();

  // The call that the page shows, as it stands there.
  const curl = (await page.getByRole('region', { name: 'Shell' }).textContent()) ?? '';
  const [, url = '', header = '', , body = ''] = /^curl (\S+) -H '([^']+)' -H '([^']+)' -d '([^']+)'$/.exec(curl) ?? [];
  const [name = '', value = ''] = header.split(': ');
  const response = await fetch(url, { method: 'POST', headers: { [name]: value, 'content-type': 'application/json' }, body });
  assert.equal(response.status, 201, curl);
  await page.getByText('It is here: Dark mode, please').waitFor();

  await page.getByRole('button', { name: 'Project My first project: switch' }).click();
  await page.getByRole('menuitem', { name: 'New project' }).click();
  await page.getByLabel('Name').fill('Second');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('button', { name: 'Project Second: switch' }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: 'ada@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the session is in no script’s reach, outlives a reload, and is shared by tabs', async () => {
  const earshot = await startEarshot();
  const { page } = await openPage(browser);
  await signIn(page, earshot.url, 'ada@example.com');
  const kept = await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])');
  assert.doesNotMatch(String(kept), /earshot_[ar]t_/);
  await page.reload();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();

  // All at once: each tab needs a token of its own, and the cookie is good for one use at a time.
  const tabs = await Promise.all(Array.from({ length: 4 }, () => page.context().newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(earshot.url)));
  await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: 'First steps' }).waitFor()));

  // Signing out in one tab is seen in the others.
  await page.getByRole('button', { name: 'ada@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  for (const tab of tabs) await tab.getByRole('heading', { name: 'Your session has ended' }).waitFor();
});

test('who reloads a page before its answer has come stays signed in', async () => {
  const earshot = await startEarshot();
  const { page } = await openPage(browser);
  await signIn(page, earshot.url, 'ada@example.com');
  // The server has taken the refresh token, and the page that asked is gone before the next one arrives.
  await page.route('**/v1/auth/token', async (route) => {
    const request = route.request();
    const { status } = await fetch(request.url(), {
      method: 'POST',
      headers: await request.allHeaders(),
      body: request.postData(),
    });
    assert.equal(status, 200);
    await route.abort();
  });
  await Promise.all([page.waitForEvent('requestfailed'), page.reload()]);
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
});

test('a session that ends while somebody types takes nothing from them', async () => {
  const earshot = await startEarshot();
  const { page } = await openPage(browser);
  await page.clock.install();
  await signIn(page, earshot.url, 'ada@example.com');
  await page.getByRole('button', { name: 'Project My first project: switch' }).click();
  await page.getByRole('menuitem', { name: 'New project' }).click();
  await page.getByLabel('Name').fill('Typed before the end');
  // On another machine, somebody ends all sessions.
  const token = await page.evaluate(ACCESS_TOKEN);
  await fetch(`${earshot.url}/v1/auth/session?everywhere=true`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${String(token)}` },
  });
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  assert.equal(await page.locator('input[name=name]').inputValue(), 'Typed before the end');
  // They come back from lunch.
  await page.clock.fastForward('45:00');

  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await window.getByRole('button', { name: 'Sign in' }).click();
  await window.getByLabel('Email address').fill('ada@example.com');
  await Promise.all([window.waitForEvent('close'), window.keyboard.press('Enter')]);
  // What was asked before goes on by itself.
  await page.getByRole('button', { name: 'Project Typed before the end: switch' }).waitFor();
});

test('the keyboard alone is enough to sign in', async () => {
  const earshot = await startEarshot();
  const { page } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address').waitFor();
  // The field has the focus when the page opens.
  await page.keyboard.type('grace@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'grace@example.com' }).waitFor();
});

test('an address that is none is refused in words', async () => {
  const earshot = await startEarshot();
  const { page } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The browser lets this one pass, the provider does not.
  await page.getByLabel('Email address').fill('ada@localhost');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter a valid email address.').waitFor();
  assert.equal(await page.getByLabel('Email address').inputValue(), 'ada@localhost');
});

test('someone signs in at an external OpenID Connect issuer, and the next one is told whom to ask for an invitation', async () => {
  const port = await freePort();
  const issuer = await startIssuer(`http://127.0.0.1:${port}/v1/auth/callback`);
  const earshot = await startEarshot({
    PORT: String(port),
    EARSHOT_OIDC_ISSUER: issuer,
    EARSHOT_OIDC_CLIENT_ID: 'earshot',
    EARSHOT_OIDC_CLIENT_SECRET: 'a secret of the test',
    EARSHOT_OIDC_NAME: 'Acme ID',
    EARSHOT_SIGN_UP: 'invited',
    EARSHOT_CONTACT: 'it@acme.example',
  });
  const signInAs = async (login: string, path = '/') => {
    const { page } = await openPage(browser);
    await page.goto(earshot.url + path);
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
    await page.waitForURL(`${issuer}/**`);
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    return page;
  };
  const page = await signInAs('alan');
  await page.waitForURL(`${earshot.url}/projects/*`);
  await page.getByRole('button', { name: 'alan@acme.example' }).waitFor();

  // On the way to let a device in, too.
  const hers = await signInAs('grace', '/device?user_code=BCDF-GHJK');
  await hers.waitForURL(`${earshot.url}/sign-in?to=**`);
  await hers.getByRole('alert').getByText('this instance is by invitation only: ask it@acme.example to invite you.').waitFor();
  await hers.getByRole('button', { name: 'Sign in with Acme ID' }).waitFor();
  // The error text of a link is shown only for a sign-in that this window began.
  await hers.goto(`${earshot.url}/sign-in?state=x&error=access_denied&error_description=Call+0123`);
  await hers.getByRole('alert').getByText('The sign-in did not succeed.').waitFor();
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
  await page.waitForURL(`${earshot.url}/sign-in`);
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
