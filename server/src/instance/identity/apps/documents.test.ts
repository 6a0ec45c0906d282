import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestServer } from '../../../testing/server.ts';
import { startWebsite } from '../fixtures/website.ts';
import { challengeOf, newVerifier, signedIn } from '../fixtures/browser.ts';
import { isDocumentUrl } from './documents.ts';
import { authorize, connect, REDIRECT_URI, refresh, requestAccess, statusOf } from './fixtures/app.ts';

const site = await startWebsite();
const server = await startTestServer({ EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' });
const browser = (await signedIn(server, 'ada@example.com')).access_token;

let count = 0;
/** Publishes a document, whose `client_id` is its URL. Returns the URL. */
function publish(changes: object = {}, headers: Record<string, string> = {}, path = `/apps/${count++}.json`): string {
  const document = { client_id: site.url + path, client_name: 'Assistant', redirect_uris: [REDIRECT_URI], ...changes };
  return site.answer(path, { headers, body: JSON.stringify(document) });
}

const query = (clientId: string) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: REDIRECT_URI,
  code_challenge: challengeOf(newVerifier()),
  code_challenge_method: 'S256',
});
const readings = (url: string) => site.requests.filter((path) => site.url + path === url).length;
const makeOld = (url: string) =>
  sql`UPDATE oauth_clients SET document_expires_at = now() WHERE document_url = ${url}`.execute(server.db);

test('the metadata of the server names the support of documents', async () => {
  const { body } = await server.call('GET', '/.well-known/oauth-authorization-server');
  assert.equal(body.client_id_metadata_document_supported, true);
});

test('an app whose client id is the URL of a document connects without registration', async () => {
  const clientId = publish({ token_endpoint_auth_method: 'none', client_uri: site.url, scope: 'feedback:read' });
  const party = { clientId, browser, verifier: newVerifier() };
  const request = await requestAccess(server, party);
  const { body } = await server.call('GET', '/v1/auth/authorization-request', { token: browser, query: { request } });
  assert.deepEqual([body.client_name, body.client_host, body.redirect_host], ['Assistant', new URL(site.url).host, null]);
  const tokens = await connect(server, party);
  assert.equal(await statusOf(server, tokens.access_token), 200);
  assert.equal((await refresh(server, party, tokens.refresh_token)).status, 200);
  const { body: apps } = await server.call('GET', '/v1/auth/connected-apps', { token: browser });
  assert.deepEqual([apps.data[0].client_name, apps.data[0].client_host], ['Assistant', new URL(site.url).host]);
  assert.equal(readings(clientId), 1, 'the document is read once');
});

test('a document is read again when its time is over, and its changes apply', async () => {
  const clientId = publish();
  const { target: first } = await authorize(server, query(clientId));
  assert.equal(first?.pathname, '/authorize');
  publish({ redirect_uris: ['https://other.example/callback'] }, {}, new URL(clientId).pathname);
  assert.equal((await authorize(server, query(clientId))).status, 302, 'the stored metadata is used');
  await makeOld(clientId);
  const { status, body } = await authorize(server, query(clientId));
  assert.equal(status, 400);
  assert.match(body, /redirect_uri is not a registered redirect URI/);
  assert.equal(readings(clientId), 2);
});

test('the time of a document is that of Cache-Control, within limits', async () => {
  const cases: [string | undefined, minutes: number][] = [
    [undefined, 60],
    ['max-age=7200', 120],
    ['public, max-age=1', 5],
    ['no-store', 5],
    ['max-age=99999999999', 24 * 60],
  ];
  for (const [value, minutes] of cases) {
    const clientId = publish({}, value === undefined ? {} : { 'cache-control': value });
    await authorize(server, query(clientId));
    const { rows } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM document_expires_at - now()) / 60)::int AS minutes
      FROM oauth_clients WHERE document_url = ${clientId}`.execute(server.db);
    assert.deepEqual(rows, [{ minutes }], value);
  }
});

test('concurrent requests of a new app read its document once', async () => {
  const clientId = publish();
  const answers = await Promise.all(Array.from({ length: 5 }, () => authorize(server, query(clientId))));
  for (const { status } of answers) assert.equal(status, 302);
  assert.equal(readings(clientId), 1);
});

test('invalid documents are refused, and are not stored', async () => {
  const redirecting = site.answer('/redirecting.json', { status: 302, headers: { location: publish() } });
  const missing = `${site.url}/missing.json`;
  const cases: [string, RegExp][] = [
    [publish({ client_id: 'https://claude.example/client.json' }), /its client_id must be its URL/],
    [publish({ client_id: undefined }), /must contain client_id/],
    [publish({ client_name: '' }), /must contain client_id, client_name/],
    [publish({ client_name: 'x'.repeat(101) }), /must contain/],
    [publish({ redirect_uris: [] }), /must contain/],
    [publish({ redirect_uris: REDIRECT_URI }), /must contain/],
    [publish({ redirect_uris: ['http://app.example/callback'] }), /must have https/],
    [publish({ grant_types: ['client_credentials'] }), /grant_types must contain/],
    [publish({ token_endpoint_auth_method: 'private_key_jwt' }), /token_endpoint_auth_method must be none/],
    [publish({ client_secret: 'x' }), /token_endpoint_auth_method must be none/],
    [publish({}, { 'content-type': 'text/html' }), /its content type is not/],
    [site.answer('/page.json', { body: '<!doctype html>' }), /it is not JSON/],
    [site.answer('/null.json', { body: 'null' }), /must contain/],
    [publish({ logo: 'x'.repeat(33_000) }), /it cannot be read/],
    [redirecting, /it cannot be read/],
    [missing, /it cannot be read/],
    [site.answer('/empty.json', { status: 204 }), /it cannot be read/],
    ['https://localhost:9/client.json', /it cannot be read/],
    ['https://nowhere.invalid/client.json', /it cannot be read/],
  ];
  for (const [clientId, message] of cases) {
    const { status, target, body } = await authorize(server, query(clientId));
    assert.deepEqual([status, target], [400, undefined], clientId);
    assert.match(body, message);
    const { rows } = await sql`SELECT FROM oauth_clients WHERE document_url = ${clientId}`.execute(server.db);
    assert.equal(rows.length, 0, clientId);
  }
});

test('a redirect URI that the document does not list is refused', async () => {
  const { status, target } = await authorize(server, { ...query(publish()), redirect_uri: 'https://evil.example/callback' });
  assert.deepEqual([status, target], [400, undefined]);
});

test('documents in private networks are not requested', async () => {
  const guarded = await startTestServer();
  const before = site.requests.length;
  const clientId = publish();
  const { port } = new URL(site.url);
  for (const url of [clientId, clientId.replace('localhost', '127.0.0.1'), `https://[::1]:${port}/client.json`]) {
    const { status, body } = await authorize(guarded, query(url));
    assert.equal(status, 400);
    assert.match(body, /it cannot be read/);
    assert.doesNotMatch(body, /private|public address/, 'the reason would tell which names are in the network');
  }
  assert.equal(site.requests.length, before);
});

test('the client id of a token request is a document that an authorization request has read', async () => {
  const clientId = publish();
  const { status, body } = await refresh(server, { clientId, browser, verifier: '' }, 'earshot_ort_x');
  assert.deepEqual([status, body.error], [400, 'invalid_client']);
  assert.equal(readings(clientId), 0);
});

const URLS: [string, boolean][] = [
  ['https://app.example/client.json', true],
  ['https://app.example:8443/a/b?version=2', true],
  ['http://app.example/client.json', false],
  ['https://app.example', false],
  ['https://app.example/', false],
  ['https://app.example/client.json#x', false],
  ['https://app.example/client.json#', false],
  ['https://ada@app.example/client.json', false],
  ['https://app.example/a/../client.json', false],
  ['https://app.example/a/%2e%2e/client.json', false],
  ['https://app.example\\client.json', false],
  ['https://APP.example/client.json', false],
  ['https://app.example/cli\tent.json', false],
  [`https://app.example/${'x'.repeat(2048)}`, false],
  ['app_00000000000000000000000000', false],
];
for (const [url, expected] of URLS)
  test(`${url.slice(0, 60)} ${expected ? 'can' : 'cannot'} be the URL of a document`, () => {
    assert.equal(isDocumentUrl(url), expected);
  });
