import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startMailServer } from '../../testing/mail-server.ts';
import { sharedTestServer, startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, EARSHOT_TRUST_PROXY: '1' });
const { call, db } = server;
const project = await server.createProject('Widgets');
const { id, key, token: owner } = project;
const on = { token: owner, query: { project_id: id } };

/** Requests a code from a network of its own, and returns it with its attempt. */
async function requestCode(email: string, mails = 1) {
  const { status, body } = await call('POST', '/v1/end-users/codes', { key, body: { email } });
  assert.equal(status, 200, body.error);
  const received = async () => (await smtp.mails()).filter(({ recipients }) => recipients.includes(email));
  await until(async () => (await received()).length >= mails);
  const code = /^(\d{6}) /.exec((await received())[mails - 1]?.subject ?? '')?.[1] ?? '';
  return { attempt: body.attempt as string, code };
}
const enter = (body: object, at = key) => call('POST', '/v1/end-users/sessions', { key: at, body });
const as = (token: string, at = key) => ({ key: at, headers: { 'x-user-token': token } });

test('a person who signs in within a widget is one voter with the pages, and takes over the votes of the browser', async () => {
  const settings = { feedback: { voting: 'confirmed' } };
  const entry: string = (await call('POST', '/v1/feedback', { key, body: { title: 'Dark mode' } })).body.id;
  const visitor = crypto.randomUUID();
  assert.equal((await call('POST', `/v1/feedback/${entry}/upvote`, { key, visitor })).body.upvote_count, 1);
  assert.equal((await call('PATCH', `/v1/projects/${id}`, { token: owner, body: { settings } })).status, 200);
  const other: string = (await call('POST', '/v1/feedback', { key, body: { title: 'Export' } })).body.id;
  const refused = await call('POST', `/v1/feedback/${other}/upvote`, { key, visitor });
  assert.deepEqual([refused.status, refused.body.code], [403, 'feedback.sign_in_required']);

  const { attempt, code } = await requestCode('ada@acme.example');
  const wrong = await enter({ attempt, code: code === '000000' ? '000001' : '000000' });
  assert.deepEqual([wrong.status, wrong.body.fields[0].path], [400, 'code']);
  const { status, body: person } = await enter({ attempt, code, visitor_id: visitor });
  assert.deepEqual([status, person.email, person.name], [200, 'ada@acme.example', null]);
  assert.match(person.token, /^eus_/);
  assert.equal((await enter({ attempt, code })).status, 400, 'a code is valid once');

  const voted = await call('POST', `/v1/feedback/${other}/upvote`, as(person.token));
  assert.deepEqual([voted.body.upvote_count, voted.body.viewer_vote], [1, 'up']);
  const { body: before } = await call('POST', `/v1/feedback/${entry}/upvote`, as(person.token));
  assert.equal(before.upvote_count, 1, 'the vote of the browser is the same vote');
  const { data } = (await call('GET', `/v1/feedback/${entry}/voters`, { token: owner })).body;
  assert.deepEqual(
    data.map(({ email, proof }: { email: string; proof: string }) => [email, proof]),
    [['ada@acme.example', 'confirmed']],
  );
  assert.equal((await call('GET', '/v1/feedback', { ...as(person.token), query: { mine: 'true' } })).status, 200);
});

test('a user of the product whose address is proven is the same voter', async () => {
  await call('PUT', '/v1/people/u_grace', { ...on, body: { email: 'grace@acme.example' } });
  const entry: string = (await call('POST', '/v1/feedback', { key, body: { title: 'Search' } })).body.id;
  const signed = await server.signUser(project, { id: 'u_grace' });
  await call('POST', `/v1/feedback/${entry}/upvote`, as(signed));
  const { body: person } = await enter(await requestCode('grace@acme.example'));
  assert.equal((await call('POST', `/v1/feedback/${entry}/upvote`, as(person.token))).body.upvote_count, 1);
});

test('a token belongs to its project, expires, and ends with the session', async () => {
  const { body: person } = await enter(await requestCode('eve@acme.example'));
  const mine = { query: { mine: 'true' } };
  const read = (by: object) => call('GET', '/v1/feedback', { ...by, ...mine });
  const rival = await server.createProject('Rival');
  assert.equal((await read(as(person.token, rival.key))).body.code, 'auth.user_token_expired');
  await sql`UPDATE end_user_sessions SET expires_at = now() WHERE email = 'eve@acme.example'`.execute(db);
  assert.equal((await read(as(person.token))).body.code, 'auth.user_token_expired');

  const { body: next } = await enter(await requestCode('eve@acme.example', 2));
  assert.equal((await read(as(next.token))).status, 200);
  assert.deepEqual((await call('DELETE', '/v1/end-users/sessions', as(next.token))).body, { ok: true });
  assert.equal((await read(as(next.token))).status, 401);
  assert.equal((await call('DELETE', '/v1/end-users/sessions', { key })).status, 200);
});

test('codes are limited, and require a mail server', async () => {
  const ask = () => call('POST', '/v1/end-users/codes', { key, body: { email: 'flood@acme.example' } });
  for (let count = 0; count < 5; count++) assert.equal((await ask()).status, 200);
  const refused = await ask();
  assert.deepEqual([refused.status, refused.body.code], [429, 'end_users.too_many_codes']);
  const plain = await sharedTestServer();
  const { key: plainKey } = await plain.createProject('No mail');
  const { status, body } = await plain.call('POST', '/v1/end-users/codes', { key: plainKey, body: { email: 'a@acme.example' } });
  assert.deepEqual([status, body.code], [409, 'end_users.codes_not_available']);
});
