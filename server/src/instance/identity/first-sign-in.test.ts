import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestServer, type TestClient } from '../../testing/server.ts';
import {
  challengeOf,
  createBrowser,
  exchange,
  isReturn,
  loginUrl,
  newVerifier,
  passLocalProvider,
  sessionOf,
} from './fixtures/browser.ts';

/** Sign-ins of all these addresses that come back from the provider at the same moment. Answers their access tokens. */
async function signInAtOnce(server: TestClient, emails: string[]): Promise<string[]> {
  const ready = await Promise.all(
    emails.map(async (email) => {
      const [browser, verifier] = [createBrowser(), newVerifier()];
      const callback = await passLocalProvider(browser, loginUrl(server, { code_challenge: challengeOf(verifier) }), email);
      return { browser, verifier, callback };
    }),
  );
  const backs = await Promise.all(ready.map(({ browser, callback }) => browser.follow(callback.href, isReturn)));
  return await Promise.all(
    backs.map(async (back, n) => {
      const { body } = await exchange(server, { code: back.searchParams.get('code') ?? '', verifier: ready[n]?.verifier ?? '' });
      return body.access_token as string;
    }),
  );
}

test('of many concurrent first sign-ins, one owns the first project', async () => {
  const server = await startTestServer();
  const tokens = await signInAtOnce(
    server,
    Array.from({ length: 8 }, (_, n) => `person${n}@example.com`),
  );
  const totals = await Promise.all(tokens.map(async (token) => (await server.call('GET', '/v1/projects', { token })).body.total));
  assert.equal(
    totals.reduce((sum, total) => sum + total, 0),
    1,
  );
});

test('concurrent first sign-ins of one person create one user, who owns the project', async () => {
  const server = await startTestServer();
  const tokens = await signInAtOnce(
    server,
    Array.from({ length: 8 }, () => 'ada@example.com'),
  );
  const sessions = await Promise.all(tokens.map((token) => sessionOf(server, token)));
  assert.equal(new Set(sessions.map(({ body }) => body.user.id)).size, 1);
  assert.equal((await server.call('GET', '/v1/projects', { token: tokens[0] })).body.total, 1);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int FROM users`.execute(server.db);
  assert.equal(rows[0]?.count, 1);
});

test('concurrent first sign-ins of an invited person claim the invitation once', async () => {
  const server = await startTestServer();
  const { id, token } = await server.createProject();
  await server.call('POST', `/v1/projects/${id}/members`, { token, body: { email: 'grace@example.com', role: 'viewer' } });
  const tokens = await signInAtOnce(
    server,
    Array.from({ length: 8 }, () => 'Grace@example.com'),
  );
  for (const each of tokens) assert.equal((await server.call('GET', `/v1/projects/${id}`, { token: each })).body.role, 'viewer');
  assert.equal((await server.call('GET', `/v1/projects/${id}/members`, { token })).body.total, 2);
});
