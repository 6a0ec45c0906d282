import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const { page, project, complaints } = await openProject(browser, earshot.url, await earshot.signIn('ada@example.com'));

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(earshot.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};

/** An app that waits for the browser on a loopback port. */
const app = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Connected</h1>'));
await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
after(() => app.close());
const callback = `http://127.0.0.1:${(app.address() as { port: number }).port}/callback`;

/** Registers an app, and returns the URL that it opens in the browser. */
async function prepare(redirectUri = callback) {
  const registered = await post('/v1/oauth/register', { client_name: 'Assistant', redirect_uris: [redirectUri] });
  const { client_id: clientId } = JSON.parse(registered.text) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'abc',
  });
  return { clientId, verifier, url: `${earshot.url}/v1/oauth/authorize?${query.toString()}` };
}

test('connects an app with selected permissions and projects, and disconnects it', async () => {
  const { clientId, verifier, url } = await prepare();
  await page.goto(url);
  await page.getByText('Assistant requests access as ada@example.com.').waitFor();
  await page.getByText('Access is given to a program on your device.').waitFor();
  assert.equal(await page.getByLabel('Read and export personal data of users').isChecked(), false);
  for (const name of ['Read and change feedback', 'Read analytics']) await page.getByText(name, { exact: true }).click();
  await page.getByRole('button', { name: 'All my projects' }).click();
  await page.getByRole('option', { name: 'Selected projects' }).click();
  assert.equal(await page.getByRole('button', { name: 'Allow' }).isDisabled(), true, 'no project is selected');
  await page.getByText(project.name, { exact: true }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Connected' }).waitFor();
  const answer = new URL(page.url()).searchParams;
  assert.deepEqual([answer.get('state'), answer.get('iss')], ['abc', earshot.url]);

  const exchanged = await post('/v1/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: answer.get('code'),
    code_verifier: verifier,
  });
  const { access_token: token, scope } = JSON.parse(exchanged.text) as { access_token: string; scope: string };
  const scopes = scope.split(' ');
  assert.ok(scopes.includes('feedback:read') && scopes.includes('changelog:write'), scope);
  for (const refused of ['feedback:write', 'analytics:read', 'personal_data:read']) assert.ok(!scopes.includes(refused));
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } };
  const use = () => post('/mcp', call, { authorization: `Bearer ${token}` });
  assert.ok((await use()).text.includes(project.id));

  await page.goto(`${earshot.url}/account`);
  const apps = page.locator('.panel', { has: page.getByRole('heading', { name: 'Connected apps' }) });
  await apps.getByRole('cell', { name: 'Assistant' }).waitFor();
  await apps.getByText('1 project', { exact: true }).waitFor();
  await assertRouteAccessible(page, `${earshot.url}/account`);
  await apps.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await apps.getByText('No connected apps').waitFor();
  assert.equal((await use()).status, 401);
  assert.deepEqual(complaints, []);
});

test('the consent page is accessible, and refuses on request', async () => {
  const { url } = await prepare();
  await page.goto(url);
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  await assertRouteAccessible(page, page.url());
  const consent = page.url();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Connected' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
  await page.goto(consent);
  await page.getByRole('alert').getByText('The request of the app expired or was already decided').waitFor();
});

test('names the website that receives access, and refuses unknown apps', async () => {
  const { url } = await prepare('https://assistant.example/callback');
  await page.goto(url);
  await page.getByText('Access is given to the website assistant.example.').waitFor();
  await page.goto(url.replace('assistant.example', 'evil.example'));
  await page.getByRole('heading', { name: 'The app can’t be connected' }).waitFor();
});
