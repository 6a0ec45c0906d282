import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { Provider } from 'oidc-provider';
import { freePort } from '@earshot/server/testing/process';
import { launchBrowser, openPage } from './browser.ts';
import { enterEmail, openSignedOut, signIn } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();

/** Script that requests another access token for the session of the browser. */
const ACCESS_TOKEN = `fetch('/v1/auth/token', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"grant_type":"refresh_token"}',
}).then(async (response) => (await response.json()).access_token)`;

test('signs in locally, creates a project with a key, and runs the displayed request', async () => {
  const first = await startEarshot();
  const { page, complaints } = await openSignedOut(browser, first);
  await page.goto(first.url);
  // An input of the type `email` would reject the address.
  await page.getByLabel('Email address').fill('Zoë@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('heading', { name: 'Getting started' }).waitFor();
  assert.equal(new URL(page.url()).search, '', 'the URL contains neither code nor state');
  await page.getByRole('button', { name: 'zoë@example.com' }).waitFor();
  await page.getByText(first.key, { exact: true }).waitFor();

  // Runs the request that the page shows.
  const curl = (await page.getByRole('region', { name: 'Shell' }).textContent()) ?? '';
  const [, url = '', header = '', , body = ''] = /^curl (\S+) -H '([^']+)' -H '([^']+)' -d '([^']+)'$/.exec(curl) ?? [];
  const [name = '', value = ''] = header.split(': ');
  const response = await fetch(url, { method: 'POST', headers: { [name]: value, 'content-type': 'application/json' }, body });
  assert.equal(response.status, 201, curl);
  await page.getByText('Feedback received: Dark mode, please').waitFor();

  await page.getByRole('button', { name: 'Switch project: My first project' }).click();
  await page.getByRole('menuitem', { name: 'New project' }).click();
  await page.getByLabel('Name').fill('Second');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('button', { name: 'Switch project: Second' }).waitFor();

  await page.getByRole('button', { name: 'zoë@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  // Requests on the way are refused after the session.
  const unexpected = complaints.filter((complaint) => !complaint.includes('status of 401'));
  assert.deepEqual(unexpected, []);
});

test('keeps the session out of reach of scripts, across reloads, and shares it between tabs', async () => {
  const { page } = await openSignedOut(browser, earshot);
  await signIn(page, earshot.url, 'ada@example.com');
  const stored = await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])');
  assert.doesNotMatch(String(stored), /earshot_[ar]t_/);
  await page.reload();
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();

  // Concurrently: each tab requires a separate token, and the refresh cookie is valid once.
  const tabs = await Promise.all(Array.from({ length: 4 }, () => page.context().newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(earshot.url)));
  await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: 'Getting started' }).waitFor()));

  // Signing out in one tab ends the session of the others. A failure is reported.
  const signOut = async () => {
    await page.getByRole('button', { name: 'ada@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await page.route('**/v1/auth/session', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await signOut();
  await page.getByRole('alertdialog').getByText('Connection lost.').waitFor();
  await page.unrouteAll();
  await signOut();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  for (const tab of tabs) await tab.getByRole('heading', { name: 'Your session has ended' }).waitFor();
});

test('stays signed in after a reload that interrupts the refresh request', async () => {
  const { page } = await openSignedOut(browser, earshot);
  await signIn(page, earshot.url, 'ada@example.com');
  // The server has consumed the refresh token, but the page is reloaded before the response arrives.
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
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/auth/token'));
  await Promise.all([aborted, page.reload()]);
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();
});

test('keeps input when the session ends', async () => {
  // The profile keeps the clock.
  const { page } = await openPage(browser);
  await page.clock.install();
  await signIn(page, earshot.url, 'ada@example.com');
  await page.getByRole('button', { name: 'Switch project: My first project' }).click();
  await page.getByRole('menuitem', { name: 'New project' }).click();
  await page.getByLabel('Name').fill('Typed before the end');
  // Ends all sessions from another device.
  const token = await page.evaluate(ACCESS_TOKEN);
  await fetch(`${earshot.url}/v1/auth/session?everywhere=true`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${String(token)}` },
  });
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  assert.equal(await page.locator('input[name=name]').inputValue(), 'Typed before the end');
  // Continues after 45 minutes.
  await page.clock.fastForward('45:00');

  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await Promise.all([window.waitForEvent('close'), enterEmail(window, 'ada@example.com')]);
  // The interrupted request continues automatically.
  await page.getByRole('button', { name: 'Switch project: Typed before the end' }).waitFor();
});

test('signs in by keyboard', async () => {
  const { page } = await openSignedOut(browser, earshot);
  await page.goto(earshot.url);
  // The field has the focus when the page opens.
  await page.getByLabel('Email address').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('grace@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'grace@example.com' }).waitFor();
});

test('rejects an invalid address with a message, and reports an unavailable server', async () => {
  const { page } = await openSignedOut(browser, earshot);
  await page.goto(earshot.url);
  await page.getByLabel('Email address').fill('ada@localhost');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter a valid email address.').waitFor();
  // The dashboard accepts this address, the provider rejects it.
  await page.getByLabel('Email address').fill('ada@-.example');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in on this machine' }).waitFor();
  await page.getByText('Enter a valid email address.').waitFor();
  assert.equal(await page.getByLabel('Email address').inputValue(), 'ada@-.example');
  await page.route('**/v1/auth/token', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('Sign-in failed: the server is unavailable.').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('signs in with an external OpenID Connect issuer, and shows the contact for invitations to others', async () => {
  const port = await freePort();
  const issuer = await startIssuer(`http://127.0.0.1:${port}/v1/auth/callback`);
  const external = await startEarshot({
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
    await page.goto(external.url + path);
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
    await page.waitForURL(`${issuer}/**`);
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    return page;
  };
  const page = await signInAs('alan');
  await page.waitForURL(`${external.url}/projects/*`);
  await page.getByRole('button', { name: 'alan@acme.example' }).waitFor();

  // Also for the page that authorizes a device.
  const rejected = await signInAs('grace', '/device?user_code=BCDF-GHJK');
  await rejected.waitForURL(`${external.url}/sign-in?to=**`);
  await rejected
    .getByRole('alert')
    .getByText('this instance is by invitation only: ask it@acme.example to invite you.')
    .waitFor();
  await rejected.getByRole('button', { name: 'Sign in with Acme ID' }).waitFor();
  // Error texts in URLs are shown only for a sign-in that this window started.
  await rejected.goto(`${external.url}/sign-in?state=x&error=access_denied&error_description=Call+0123`);
  await rejected.getByRole('alert').getByText('Sign-in failed.').waitFor();
});

test('returns to the sign-in page with a message after canceling at the issuer', async () => {
  const port = await freePort();
  const issuer = await startIssuer(`http://127.0.0.1:${port}/v1/auth/callback`);
  const external = await startEarshot({
    PORT: String(port),
    EARSHOT_OIDC_ISSUER: issuer,
    EARSHOT_OIDC_CLIENT_ID: 'earshot',
    EARSHOT_OIDC_CLIENT_SECRET: 'a secret of the test',
  });
  const { page } = await openPage(browser);
  await page.goto(external.url);
  await page.getByRole('button', { name: 'Sign in with Single sign-on' }).click();
  await page.waitForURL(`${issuer}/**`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(`${external.url}/sign-in`);
  await page.getByText('The sign-in was canceled.').waitFor();
});

/** Starts an external identity provider with its own pages. */
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
