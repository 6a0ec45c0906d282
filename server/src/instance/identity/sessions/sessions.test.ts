import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { sessionOf, signInLocally } from '../fixtures/browser.ts';

const server = await startTestServer({
  EARSHOT_TRUST_PROXY: '1',
  EARSHOT_PLACE_HEADERS: 'cf-ipcountry',
});
const { call } = server;

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Signs in with a browser. Returns its tokens. */
async function signInWith(email: string, userAgent: string): Promise<{ access_token: string; refresh_token: string }> {
  const { code, verifier } = await signInLocally(server, email);
  const body = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const headers = { 'user-agent': userAgent, 'cf-ipcountry': 'de', 'x-forwarded-for': '203.0.113.77' };
  return (await call('POST', '/v1/auth/token', { headers, body })).body;
}

const list = async (token: string): Promise<Json[]> => (await call('GET', '/v1/auth/sessions', { token })).body.data;
const statusOf = async (token: string) => (await sessionOf(server, token)).status;
const refresh = (token: string) =>
  call('POST', '/v1/auth/token', { body: { grant_type: 'refresh_token', refresh_token: token } });

test('lists the sign-ins of the user with browser, system, country and program, and without an address', async () => {
  const laptop = await signInWith('ada@example.com', FIREFOX);
  await signInWith('ada@example.com', SAFARI);
  await signInWith('eve@example.com', FIREFOX);
  const { body: device } = await call('POST', '/v1/auth/device', { body: { client_id: 'earshot-cli (laptop)' } });
  const decision = { user_code: device.user_code, allow: true };
  assert.equal((await call('POST', '/v1/auth/device/decide', { token: laptop.access_token, body: decision })).status, 200);
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const poll = { grant_type: grant, device_code: device.device_code };
  assert.equal((await call('POST', '/v1/auth/token', { headers: { 'user-agent': 'node' }, body: poll })).status, 200);

  const sessions = await list(laptop.access_token);
  assert.deepEqual(
    sessions.map(({ browser, os, country, program, is_current }) => [browser, os, country, program, is_current]),
    [
      [null, null, null, 'earshot-cli (laptop)', false],
      ['Safari', 'iOS', 'DE', null, false],
      ['Firefox', 'Linux', 'DE', null, true],
    ],
  );
  const { rows } = await sql<{ stored: string }>`SELECT string_agg(s::text, ' ') AS stored FROM sign_ins s`.execute(server.db);
  assert.doesNotMatch(rows[0]?.stored ?? '', /203\.0\.113|Mozilla/);
});

test('the last use is that of the newest token of the session', async () => {
  const first = await signInWith('mary@example.com', FIREFOX);
  await sql`UPDATE sign_ins s SET created_at = now() - interval '3 days' FROM users u WHERE u.id = s.user_id AND u.email = 'mary@example.com'`.execute(
    server.db,
  );
  await sql`UPDATE tokens t SET created_at = now() - interval '3 days' FROM users u WHERE u.id = t.user_id AND u.email = 'mary@example.com'`.execute(
    server.db,
  );
  const ageOf = async (token: string) => {
    const [session] = await list(token);
    return { used: Date.now() - Date.parse(session?.last_used_at), created: Date.now() - Date.parse(session?.created_at) };
  };
  const DAY_MS = 86_400_000;
  const { used, created } = await ageOf(first.access_token);
  assert.ok(used < 60_000 && created > 2 * DAY_MS, 'the request itself');

  const { body: second } = await refresh(first.refresh_token);
  // Expired access tokens are deleted. The refresh stays.
  await sql`DELETE FROM tokens t USING users u WHERE u.id = t.user_id AND u.email = 'mary@example.com' AND kind = 'access' AND used_at IS NULL
    AND t.created_at < now() - interval '1 day'`.execute(server.db);
  assert.ok((await ageOf(second.access_token)).used < 60_000);
});

test('a session is ended once, by its user only, with all its tokens', async () => {
  const laptop = await signInWith('lin@example.com', FIREFOX);
  const phone = await signInWith('lin@example.com', SAFARI);
  const { access_token: foreign } = await signInWith('eve@example.com', FIREFOX);
  const id = (await list(laptop.access_token)).find(({ is_current: isCurrent }) => !isCurrent)?.id;
  const end = (token: string) => call('DELETE', `/v1/auth/sessions/${id}`, { token });
  assert.equal((await end(foreign)).body.code, 'auth.session_not_found');
  assert.equal(await statusOf(phone.access_token), 200);
  assert.deepEqual((await end(laptop.access_token)).body, { ok: true });
  assert.equal(await statusOf(phone.access_token), 401);
  assert.equal((await refresh(phone.refresh_token)).status, 400);
  assert.equal((await end(laptop.access_token)).status, 404);
  assert.equal((await list(laptop.access_token)).length, 1);
});

test('all other sessions end, those that are about to begin too, and personal tokens only on request', async () => {
  const laptop = await signInWith('joan@example.com', FIREFOX);
  const phone = await signInWith('joan@example.com', SAFARI);
  const { access_token: foreign } = await signInWith('eve@example.com', FIREFOX);
  const { body: project } = await call('POST', '/v1/projects', { token: laptop.access_token, body: { name: 'Acme' } });
  const create = async (body: object) =>
    (await call('POST', '/v1/auth/tokens', { token: laptop.access_token, body })).body.token as string;
  const limited = await create({ name: 'CI', project_ids: [project.id] });
  const free = await create({ name: 'Script' });
  const pending = await signInLocally(server, 'joan@example.com');
  const { body: device } = await call('POST', '/v1/auth/device', { body: {} });
  await call('POST', '/v1/auth/device/decide', {
    token: phone.access_token,
    body: { user_code: device.user_code, allow: true },
  });

  const endOthers = (token: string, query = {}) => call('DELETE', '/v1/auth/sessions', { token, query });
  assert.deepEqual((await endOthers(laptop.access_token)).body, { ok: true });
  assert.deepEqual(
    await Promise.all([laptop.access_token, phone.access_token, limited, free, foreign].map(statusOf)),
    [200, 401, 200, 200, 200],
  );
  const late = { grant_type: 'authorization_code', code: pending.code, code_verifier: pending.verifier };
  assert.equal((await call('POST', '/v1/auth/token', { body: late })).status, 400);
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const poll = await call('POST', '/v1/auth/token', { body: { grant_type: grant, device_code: device.device_code } });
  assert.equal(poll.body.error, 'invalid_grant');

  await endOthers(laptop.access_token, { personal_tokens: 'true' });
  assert.deepEqual(await Promise.all([laptop.access_token, limited, free].map(statusOf)), [200, 401, 401]);
  const { body: log } = await call('GET', `/v1/projects/${project.id}/audit-log`, { token: laptop.access_token });
  const revoked = log.data.filter(({ action }: Json) => action === 'token.revoked');
  assert.deepEqual(
    revoked.map(({ target_name, actor_name }: Json) => `${target_name} ${actor_name}`).toSorted(),
    ['CI joan@example.com', 'Script joan@example.com'],
    'also the token for all projects',
  );
});

test('with a personal token, all sessions end, and the token itself stays', async () => {
  const { access_token: token } = await signInWith('rosa@example.com', FIREFOX);
  const { body: made } = await call('POST', '/v1/auth/tokens', { token, body: { name: 'Script' } });
  assert.deepEqual(
    (await list(made.token)).map(({ is_current: isCurrent }) => isCurrent),
    [false],
  );
  await call('DELETE', '/v1/auth/sessions', { token: made.token, query: { personal_tokens: 'true' } });
  assert.deepEqual([await statusOf(token), await statusOf(made.token)], [401, 200]);
});
