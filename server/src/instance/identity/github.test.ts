import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../testing/server.ts';
import { challengeOf, createBrowser, isCallback, isReturn, loginUrl, signInThrough } from './fixtures/browser.ts';
import { formOf, serve } from './fixtures/issuer.ts';

// Responses according to GitHub's documentation: docs.github.com/apps/oauth-apps and /rest/users.
const octocat = { id: 583_231, login: 'octocat', name: null as string | null, avatar_url: 'https://github.example/octocat.png' };
let emails = [
  { email: 'old@example.com', primary: false, verified: true },
  { email: 'octocat@example.com', primary: true, verified: true },
];
const seen = { challenge: '' };
/** Deviations from GitHub's regular behavior. */
let fault: 'token' | 'no' | 'down' | undefined;

const github = await serve(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://github.example');
  const json = (body: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.pathname === '/login/oauth/authorize') {
    seen.challenge = url.searchParams.get('code_challenge') ?? '';
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    if (fault === 'no') back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', 'a code of GitHub');
    back.searchParams.set('iss', `http://${request.headers.host}/login/oauth`);
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    return response.writeHead(302, { location: back.href }).end();
  }
  if (url.pathname === '/login/oauth/access_token') {
    const form = await formOf(request);
    const isRight =
      fault !== 'token' &&
      form.get('client_secret') === 'a secret of the test' &&
      challengeOf(form.get('code_verifier') ?? '') === seen.challenge;
    return json(
      isRight
        ? { access_token: 'gho_test', token_type: 'bearer', scope: 'read:user,user:email' }
        : { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
    );
  }
  if (fault === 'down') return response.writeHead(502).end('<h1>Unicorn</h1>');
  if (request.headers.authorization !== 'Bearer gho_test') return response.writeHead(401).end();
  if (url.pathname === '/api/v3/user') return json(octocat);
  if (url.pathname === '/api/v3/user/emails') return json(emails);
  return response.writeHead(404).end();
});

const server = await startTestServer({
  EARSHOT_GITHUB_URL: github,
  EARSHOT_GITHUB_CLIENT_ID: 'earshot',
  EARSHOT_GITHUB_CLIENT_SECRET: 'a secret of the test',
});

test('users sign in with GitHub, with their verified primary address, and keep their account when renamed', async () => {
  const { user } = await signInThrough(server);
  assert.deepEqual([user.email, user.name, user.avatar_url], ['octocat@example.com', 'octocat', octocat.avatar_url]);
  octocat.login = 'hexacat';
  octocat.name = 'Mona Lisa';
  emails = [{ email: 'new@example.com', primary: true, verified: false }];
  const { user: renamed } = await signInThrough(server);
  assert.deepEqual([renamed.id, renamed.email, renamed.name], [user.id, null, 'Mona Lisa']);
});

test('errors at GitHub end the sign-in with an error', async () => {
  const cases = [
    ['no', 'access_denied'],
    ['token', 'server_error'],
    ['down', 'server_error'],
  ] as const;
  for (const [what, error] of cases) {
    fault = what;
    const { back, user } = await signInThrough(server);
    fault = undefined;
    assert.equal(user, undefined);
    assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('state')], [error, 'client state'], what);
  }
});

test('rejects responses of another issuer', async () => {
  const browser = createBrowser();
  const callback = await browser.follow(loginUrl(server), isCallback);
  callback.searchParams.set('iss', 'https://evil.example/login/oauth');
  const back = await browser.follow(callback.href, isReturn);
  assert.equal(back.searchParams.get('error'), 'server_error');
});
