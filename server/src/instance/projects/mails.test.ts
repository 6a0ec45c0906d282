import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/process.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

// The outbox as admins see it, on an instance without a mail server.

const database = await createTestDatabase();
const metricsPort = await freePort();
const server = await startTestServer({ DATABASE_URL: database.url, EARSHOT_METRICS_PORT: String(metricsPort) });
const { call } = server;

async function setUp(ownerEmail?: string) {
  const project = await server.createProject('Acme', ownerEmail);
  const { id, token } = project;
  return {
    ...project,
    list: async (query: Record<string, string | number> = {}) =>
      (await call('GET', `/v1/projects/${id}/mails`, { token, query })).body,
    send: (body?: object, as = token) => call('POST', `/v1/projects/${id}/mails/test`, { token: as, body }),
    /** Adds an admin, who has signed in or is only invited, with a token all the same. */
    addAdmin: async (email: string, { hasSignedIn = true } = {}) => {
      const admin = await server.signIn(email);
      await call('POST', `/v1/projects/${id}/members`, { token, body: { email, role: 'admin' } });
      if (hasSignedIn)
        await sql`UPDATE users SET issuer = 'https://id.example', subject = id::text WHERE email = ${email}`.execute(server.db);
      return admin;
    },
    retry: (mail: string, as = token) => call('POST', `/v1/projects/${id}/mails/${mail}/retry`, { token: as }),
  };
}

test('lists mails newest first, in pages, by status', async () => {
  const { list, send } = await setUp();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { body } = await send();
    assert.equal(body.status, 'kept');
    ids.unshift(body.id);
  }
  const listed = ({ data }: Json) => data.map(({ id }: Json) => id);
  assert.deepEqual(listed(await list()), ids);
  const page = await list({ limit: 2, page: 2 });
  assert.deepEqual([listed(page), page.total, page.page, page.limit], [[ids[2]], 3, 2, 2]);
  for (const [status, total] of [
    ['kept', 3],
    ['sent', 0],
    ['failed', 0],
    ['queued', 0],
    ['sending', 0],
  ] as const) {
    const { data, total: counted } = await list({ status });
    assert.deepEqual([data.length, counted], [total, total], status);
  }
  assert.equal(
    (await list({ status: 'lost' })).error,
    'status must be one of queued, sending, kept, sent, failed, suppressed, canceled',
  );
  assert.equal((await list({ limit: 101 })).error, 'limit must be an integer from 1 to 100');
});

test('a mail contains everything that its recipient sees, and no more', async () => {
  const { id: projectId, list, send, email } = await setUp();
  const { body } = await send();
  const { id, text, html, created_at, updated_at, ...rest } = body;
  assert.match(id, /^ml_[0-9a-z]{26}$/);
  assert.ok(Date.parse(created_at) <= Date.parse(updated_at));
  assert.match(text, /was sent from the settings of Acme/);
  assert.match(html, /^<!doctype html>/);
  assert.deepEqual(rest, {
    project_id: projectId,
    recipient: email,
    subject: 'Test email from Acme',
    status: 'kept',
    error: null,
  });
  assert.deepEqual((await list()).data, [body]);
});

test('test mails can be sent to oneself and to members who have signed in only', async () => {
  const { id, token, email, send, addAdmin, list } = await setUp();
  await addAdmin('Grace@acme.example');
  await addAdmin('invited@acme.example', { hasSignedIn: false });
  const elsewhere = await setUp();
  await elsewhere.addAdmin('elsewhere@acme.example');
  await sql`UPDATE users SET name = 'Click http://evil.example' WHERE email = ${email}`.execute(server.db);
  for (const body of [undefined, {}, { recipient: email }, { recipient: email.toUpperCase() }]) {
    const { body: sent } = await send(body);
    assert.equal(sent.recipient, email);
    assert.doesNotMatch(sent.text + sent.html, /evil/, 'what the sender calls themselves');
  }
  assert.equal((await send({ recipient: 'grace@ACME.example' })).body.recipient, 'Grace@acme.example');
  for (const recipient of ['invited@acme.example', 'elsewhere@acme.example', elsewhere.email, 'victim@example.net']) {
    const { status, body } = await send({ recipient });
    assert.deepEqual(
      [status, body.error],
      [400, 'recipient must be your own address or the address of a project member who has signed in'],
      recipient,
    );
  }
  assert.equal((await list()).total, 7, 'with two invitations');
  await sql`UPDATE users SET email = NULL, issuer = 'https://id.example', subject = id::text WHERE email = ${email}`.execute(
    server.db,
  );
  assert.equal((await send()).body.error, 'recipient is required because your account has no email address');
  assert.equal(
    (await call('POST', `/v1/projects/${id}/mails/test`, { token, body: { recipient: 'grace@acme.example' } })).status,
    200,
  );
  for (const [body, error] of [
    [{ recipient: 'ada' }, 'recipient must be a valid email address'],
    [{ recipient: 'ada@example.com, grace@example.com' }, 'recipient must be a valid email address'],
    [{ recipient: null }, 'recipient must be a valid email address'],
    [{ to: 'ada@example.com' }, 'to is not a known field'],
  ] as const)
    assert.deepEqual((await send(body)).body.error, error);
});

test('kept mails can be queued again', async () => {
  const { list, send, retry } = await setUp();
  const { body } = await send();
  const again = await retry(body.id);
  assert.deepEqual([again.status, again.body.status, again.body.id], [200, 'queued', body.id]);
  await until(async () => (await list({ status: 'kept' })).total === 1);
  assert.equal((await list()).total, 1);
});

test('a mailbox gets 20 mails of a project a day on all nodes; others are suppressed', async () => {
  // At Gmail all of these are one mailbox.
  const { id, token, list, retry, addAdmin } = await setUp('ada.l@gmail.com');
  const tokens = [token, (await addAdmin('AdaL+1@gmail.com')).token, (await addAdmin('ada.l+2@googlemail.com')).token];
  const other = await startTestServer({ DATABASE_URL: database.url });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? server : other).call('POST', `/v1/projects/${id}/mails/test`, { token: tokens[index % 3] }),
    ),
  );
  const results = answers.map(({ status, body }) => `${status} ${body.status ?? body.code}`);
  const REFUSED = '409 mails.limit_exceeded';
  assert.deepEqual([...new Set(results)].toSorted(), ['200 kept', REFUSED]);
  assert.equal(results.filter((result) => result !== REFUSED).length, 20);
  const { data: suppressed, total } = await list({ status: 'suppressed' });
  assert.equal(total, 10);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const held = results.filter((result, index) => index % 2 && result === REFUSED).length;
  assert.match(metrics, new RegExp(`^earshot_mails_suppressed_total ${held}$`, 'm'));

  const { token: grace } = await addAdmin('grace.h@gmail.com');
  assert.equal((await call('POST', `/v1/projects/${id}/mails/test`, { token: grace })).body.status, 'kept', 'of somebody else');
  const elsewhere = await setUp('adal@gmail.com');
  assert.equal((await elsewhere.send()).body.status, 'kept', 'by somebody else');
  const refused = await retry(suppressed[0].id);
  assert.deepEqual(
    [refused.status, refused.body.error],
    [409, `${suppressed[0].recipient} already received the daily maximum of 20 emails; try again tomorrow`],
  );
  await sql`
    UPDATE mails SET created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day'
    WHERE project_id = ${parseId('prj', id)}`.execute(server.db);
  assert.equal((await retry(suppressed[0].id)).body.status, 'queued', 'the day after');
});

test('unsolicited mails have a separate limit of 5 a day', async () => {
  const { id, token, key, email, list, send, retry } = await setUp('victim@mailbox.example');
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { waitlist: { double_opt_in: true } } } });
  await call('POST', '/v1/waitlist', { key, body: { email } });
  const request = await until(async () => (await list({ status: 'kept' })).data[0]);
  for (let n = 0; n < 8; n++) await call('POST', '/v1/waitlist', { key, body: { email: email.replace('@', `+${n}@`) } });
  await until(async () => (await list({ status: 'kept' })).total === 5);
  const suppressed = await until(async () => {
    const { data } = await list({ status: 'suppressed' });
    return data.length === 4 && data;
  });
  const refused = await retry(suppressed[0].id);
  assert.deepEqual(
    [refused.status, refused.body.error],
    [409, `${suppressed[0].recipient} already received the daily maximum of 5 unsolicited emails; try again tomorrow`],
  );
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.match(metrics, /^earshot_unsolicited_mails_suppressed_total 4$/m);

  // The welcome to a confirmed address is wanted.
  assert.deepEqual((await call('POST', /http\S+\/confirm\?token=\S+/.exec(request.text)?.[0] ?? '')).body, { ok: true });
  await until(async () => (await list()).data[0].subject === 'You’re on the Acme waitlist');
  for (let n = 1; n < 20; n++) assert.equal((await send()).body.status, 'kept', `wanted mail ${n + 1}`);
  const { status, body } = await send();
  assert.deepEqual(
    [status, body.code, body.error],
    [409, 'mails.limit_exceeded', `${email} already received the daily maximum of 20 emails; try again tomorrow`],
  );
  await until(async () => (await list({ status: 'kept' })).total === 25);
});

test('mails require the role admin of the project', async () => {
  const [mine, other] = [await setUp(), await setUp()];
  const { body } = await mine.send();
  assert.equal((await other.retry(body.id)).status, 404, 'another project’s mail is not found');
  for (const [role, expected] of [
    ['viewer', 403],
    ['member', 403],
    ['admin', 200],
  ] as const) {
    const someone = await server.signIn();
    await call('POST', `/v1/projects/${mine.id}/members`, { token: mine.token, body: { email: someone.email, role } });
    const answers = [
      await call('GET', `/v1/projects/${mine.id}/mails`, { token: someone.token }),
      await mine.send({}, someone.token),
      await mine.retry(body.id, someone.token),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [expected, expected, expected],
      role,
    );
  }
  assert.equal((await other.list()).total, 0);
});
