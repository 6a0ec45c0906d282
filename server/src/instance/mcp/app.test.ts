import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { sql } from 'kysely';
import { signedIn } from '../identity/fixtures/browser.ts';
import { sharedTestServer } from '../../testing/server.ts';
import { createApp } from './fixtures/app.ts';
import { callTool, ERAS } from './fixtures/client.ts';

// The authorization of the official client: it discovers, registers, authorizes and refreshes, with the URL of the server only.

const server = await sharedTestServer();
const acme = await server.createProject('Acme');
const { access_token: browser } = await signedIn(server, acme.email);

/** Connects an app. */
async function connectApp(decision: object = {}) {
  const app = createApp(server, browser);
  await assert.rejects(app.connectClient(), UnauthorizedError);
  await app.finish(await app.visitConsent(decision));
  return app;
}

for (const [version, mode] of Object.entries(ERAS))
  test(`the official client connects with the URL only, in the protocol version ${version}`, async () => {
    const app = createApp(server, browser);
    await assert.rejects(app.connectClient(mode), UnauthorizedError);
    const { searchParams, pathname } = app.authorizationUrl();
    assert.equal(pathname, '/v1/oauth/authorize');
    assert.deepEqual(
      ['response_type', 'code_challenge_method', 'resource'].map((name) => searchParams.get(name)),
      ['code', 'S256', `${server.url}/mcp`],
    );
    await app.finish(await app.visitConsent());
    const client = await app.connectClient(mode);
    assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.match((await callTool(client, 'list_projects', {})).text, /"name":"Acme"/);
    await client.close();
  });

test('the client refreshes an expired access token without the user', async () => {
  const app = await connectApp();
  const before = app.stored.tokens as { access_token: string };
  await sql`
    UPDATE oauth_tokens SET expires_at = now() WHERE kind = 'access' AND grant_id IN (
      SELECT g.id FROM oauth_grants g JOIN users u ON u.id = g.user_id WHERE u.email = ${acme.email})`.execute(server.db);
  const client = await app.connectClient();
  assert.match((await callTool(client, 'list_projects', {})).text, /"name":"Acme"/);
  assert.notEqual((app.stored.tokens as { access_token: string }).access_token, before.access_token);
  await client.close();
});

test('the client asks the user again when the app was disconnected', async () => {
  const app = await connectApp();
  const { body } = await server.call('GET', '/v1/auth/connected-apps', { token: browser });
  for (const { id } of body.data) await server.call('DELETE', `/v1/auth/connected-apps/${id}`, { token: browser });
  await assert.rejects(app.connectClient(), UnauthorizedError);
  await app.finish(await app.visitConsent());
  const client = await app.connectClient();
  assert.match((await callTool(client, 'list_projects', {})).text, /"name":"Acme"/);
  await client.close();
});

test('the client asks the user for a scope that a tool lacks, and keeps the granted scopes', async () => {
  const app = await connectApp({ scopes: ['projects:read'] });
  const client = await app.connectClient();
  assert.match((await callTool(client, 'list_projects', {})).text, /"name":"Acme"/);
  await assert.rejects(callTool(client, 'list_feedback', { project_id: acme.id }), UnauthorizedError);
  const requested = app.authorizationUrl().searchParams.get('scope')?.split(' ') ?? [];
  assert.ok(requested.includes('feedback:read') && requested.includes('projects:read'), String(requested));
  await app.finish(await app.visitConsent({ scopes: ['projects:read', 'feedback:read'] }));
  assert.match((await callTool(client, 'list_feedback', { project_id: acme.id })).text, /"total":0/);
  await client.close();
});

test('the client learns that the user refused, and rejects a response of another issuer', async () => {
  const app = createApp(server, browser);
  await assert.rejects(app.connectClient(), UnauthorizedError);
  await assert.rejects(app.finish(await app.visitConsent({ allow: false })), /access_denied/);
  await assert.rejects(app.connectClient(), UnauthorizedError);
  const response = await app.visitConsent();
  response.set('iss', 'https://evil.example');
  await assert.rejects(app.finish(response), /issuer/i);
});
