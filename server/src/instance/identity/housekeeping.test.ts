import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestServer } from '../../testing/server.ts';
import { deleteExpiredDevices } from './devices-store.ts';
import { exchange, loginUrl, sessionOf, signedIn, signInLocally } from './fixtures/browser.ts';
import { deleteExpiredSignIns } from './sign-in-store.ts';
import { deleteExpiredTokens } from './tokens-store.ts';

const server = await startTestServer();
const { db } = server;

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*)::int FROM login_attempts) AS attempts, (SELECT count(*)::int FROM authorization_codes) AS codes,
      (SELECT count(*)::int FROM device_authorizations) AS devices, (SELECT count(*)::int FROM tokens) AS tokens,
      (SELECT count(*)::int FROM sign_ins) AS sign_ins`.execute(db);
  return rows[0];
}

async function removeExpired() {
  await deleteExpiredSignIns(db);
  await deleteExpiredDevices(db);
  await deleteExpiredTokens(db);
}

test('expired records are deleted, and those for replays and polls kept for a day', async () => {
  const sign = await signInLocally(server, 'ada@example.com');
  const { body: tokens } = await exchange(server, sign);
  await server.call('GET', loginUrl(server));
  await server.call('POST', '/v1/auth/device', { body: {} });
  const all = { attempts: 1, codes: 1, devices: 1, tokens: 2, sign_ins: 1 };
  await removeExpired();
  assert.deepEqual(await counts(), all);

  for (const table of ['login_attempts', 'authorization_codes', 'device_authorizations'])
    await sql`UPDATE ${sql.table(table)} SET expires_at = now() - interval '1 minute'`.execute(db);
  await removeExpired();
  assert.deepEqual(await counts(), { ...all, attempts: 0 });
  assert.equal((await exchange(server, sign)).status, 400);
  assert.equal((await sessionOf(server, tokens.access_token)).status, 401, 'a late replay still ends the sign-in');

  for (const table of ['authorization_codes', 'device_authorizations'])
    await sql`UPDATE ${sql.table(table)} SET expires_at = now() - interval '25 hours'`.execute(db);
  await removeExpired();
  assert.deepEqual(await counts(), { attempts: 0, codes: 0, devices: 0, tokens: 0, sign_ins: 0 });
});

test('a sign-in is deleted with its last token, without affecting others', async () => {
  await signedIn(server, 'ada@example.com');
  const other = await signedIn(server, 'grace@example.com');
  await sql`UPDATE tokens SET expires_at = now() FROM users u WHERE u.id = user_id AND u.email = 'ada@example.com'`.execute(db);
  await sql`UPDATE sign_ins SET created_at = now() - interval '2 days'`.execute(db);
  await removeExpired();
  const { tokens, sign_ins } = (await counts()) ?? {};
  assert.deepEqual({ tokens, sign_ins }, { tokens: 2, sign_ins: 1 });
  assert.equal((await sessionOf(server, other.access_token)).status, 200);
});
