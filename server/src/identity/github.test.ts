import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../testing/server.ts';
import { challengeOf, createBrowser, exchange, isReturn, loginUrl, newVerifier, sessionOf } from './fixtures/browser.ts';
import { formOf, serve } from './fixtures/issuer.ts';

// What GitHub answers, by its documentation: docs.github.com/apps/oauth-apps and /rest/users.
const octocat = { id: 583_231, login: 'octocat', name: null as string | null, avatar_url: 'https://github.example/octocat.png' };
let emails = [
  { email: 'old@example.com', primary: false, verified: true },
  { email: 'octocat@example.com', primary: true, verified: true },
];
const seen = { challenge: '' };

const github = await serve(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://github.example');
  const json = (body: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.pathname === '/login/oauth/authorize') {
    seen.challenge = url.searchParams.get('code_challenge') ?? '';
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('code', 'a code of GitHub');
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    return response.writeHead(302, { location: back.href }).end();
  }
  if (url.pathname === '/login/oauth/access_token') {
    const form = await formOf(request);
    const isRight =
      form.get('client_secret') === 'a secret of the test' && challengeOf(form.get('code_verifier') ?? '') === seen.challenge;
    return json(
      isRight
        ? { access_token: 'gho_test', token_type: 'bearer', scope: 'read:user,user:email' }
        : { error: 'incorrect_client_credentials' },
    );
  }
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

async function signIn() {
  const verifier = newVerifier();
  const back = await createBrowser().follow(loginUrl(server, { code_challenge: challengeOf(verifier) }), isReturn);
  const { body } = await exchange(server, { code: back.searchParams.get('code') ?? '', verifier });
  return (await sessionOf(server, body.access_token)).body.user;
}

test('people sign in by GitHub, with their primary address if it is verified, and stay the same when renamed', async () => {
  const user = await signIn();
  assert.deepEqual([user.email, user.name, user.avatar_url], ['octocat@example.com', 'octocat', octocat.avatar_url]);
  octocat.login = 'hexacat';
  octocat.name = 'Mona Lisa';
  emails = [{ email: 'new@example.com', primary: true, verified: false }];
  const renamed = await signIn();
  assert.deepEqual([renamed.id, renamed.email, renamed.name], [user.id, null, 'Mona Lisa']);
});
