import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { startTestServer } from '../../../testing/server.ts';
import { deleteExpiredClients } from './clients-store.ts';
import { authorize, connect, createParty, REDIRECT_URI, refresh, registerApp, requestAccess, statusOf } from './fixtures/app.ts';
import { deleteExpiredGrants } from './grants-store.ts';
import { deleteExpiredRequests } from './requests-store.ts';

const server = await startTestServer();
const register = (body: unknown) => server.call('POST', '/v1/oauth/register', { body });

async function removeExpired() {
  await deleteExpiredRequests(server.db);
  await deleteExpiredGrants(server.db);
  await deleteExpiredClients(server.db);
}

test('an app registers without a secret, and learns what it may do', async () => {
  const { status, headers, body } = await register({
    client_name: '  Claude  ',
    redirect_uris: [REDIRECT_URI, 'https://claude.example/callback'],
    token_endpoint_auth_method: 'client_secret_basic',
    application_type: 'native',
    scope: 'feedback:read',
    contacts: ['ada@example.com'],
  });
  assert.deepEqual([status, headers.get('cache-control')], [201, 'no-store']);
  const { client_id: id, client_id_issued_at: issuedAt, ...rest } = body;
  assert.match(id, /^app_\w{26}$/);
  assert.ok(Math.abs(issuedAt - Date.now() / 1000) < 60);
  assert.deepEqual(rest, {
    client_name: 'Claude',
    redirect_uris: [REDIRECT_URI, 'https://claude.example/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
  assert.equal((await register({ redirect_uris: [REDIRECT_URI] })).body.client_name, 'App without a name');
});

test('invalid registrations are refused with the codes of the standard', async () => {
  const cases: [unknown, string][] = [
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ client_name: 'x' }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://app.example/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT_URI, 'javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 21 }, () => REDIRECT_URI) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [`https://app.example/${'x'.repeat(2048)}`] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT_URI], client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT_URI], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT_URI], response_types: ['token'] }, 'invalid_client_metadata'],
    ['{', 'invalid_client_metadata'],
  ];
  for (const [body, error] of cases) {
    const answer = await register(body);
    assert.deepEqual([answer.status, answer.body.error], [400, error], JSON.stringify(body).slice(0, 100));
    assert.ok(answer.body.error_description);
  }
});

test('registrations of apps that nobody connects end, and connected apps stay', async () => {
  const party = await createParty(server, 'ada@example.com');
  const unused = await registerApp(server);
  const expire = () => sql`UPDATE oauth_clients SET expires_at = now() - interval '1 second'`.execute(server.db);
  const isKnown = async (clientId: string) =>
    (await sql`SELECT FROM oauth_clients WHERE id = ${parseId('app', clientId)}`.execute(server.db)).rows.length === 1;
  const tokens = await connect(server, party);
  const request = await requestAccess(server, party);
  await expire();
  await removeExpired();
  assert.deepEqual([await isKnown(unused), await isKnown(party.clientId)], [false, true]);
  assert.equal((await authorize(server, { client_id: unused, redirect_uri: REDIRECT_URI })).status, 400);
  assert.equal(await statusOf(server, tokens.access_token), 200);
  assert.ok(request);

  const { body: next } = await refresh(server, party, tokens.refresh_token);
  await sql`UPDATE oauth_grants SET expires_at = now() - interval '1 second'`.execute(server.db);
  await removeExpired();
  assert.equal(await statusOf(server, next.access_token), 401);
  assert.equal(await isKnown(party.clientId), true, 'the app can connect again with its registration');
  await expire();
  await removeExpired();
  assert.equal(await isKnown(party.clientId), false);
});

test('registrations are limited by address', async () => {
  const throttled = await startTestServer({ EARSHOT_THROTTLE: 'on' });
  const send = () => throttled.call('POST', '/v1/oauth/register', { body: { redirect_uris: [REDIRECT_URI] } });
  const statuses = [];
  for (let count = 0; count < 31; count++) statuses.push((await send()).status);
  assert.deepEqual([statuses.filter((status) => status === 201).length, statuses.at(-1)], [30, 429]);
});
