import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { runScheduled } from '../../testing/jobs.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { HOUR_MS, until, withinPeriod } from '../../testing/until.ts';

const server = await startTestServer();
const { call } = server;
const { id, key, token } = await server.createProject('Acme');
const subscribe = (email: unknown) => call('POST', '/v1/changelog/subscribe', { key, body: { email } });
const mails = async () => (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data as Json[];
const subscribers = async (query: object = {}) =>
  (await call('GET', '/v1/changelog/subscribers', { token, query: { project_id: id, ...query } })).body;

const linkTo = async (email: string, path: string) => {
  const mail = (await mails()).find(({ recipient, text }) => recipient === email && text.includes(`/changelog/${path}?`));
  return new RegExp(`http\\S+/${path}\\?token=\\S+`).exec(mail?.text ?? '')?.[0] ?? '';
};

test('an address is subscribed by POST of the confirmation link, not by GET', async () => {
  assert.deepEqual((await subscribe('Ada@Example.com')).body, { ok: true });
  const link = await linkTo('Ada@Example.com', 'confirm');
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match(await page.text(), /<form method="post"><button>Confirm<\/button><\/form>/);
  assert.equal((await subscribers()).data[0].confirmed_at, null, 'a mail scanner opened it');
  assert.equal((await subscribers({ confirmed: false })).total, 1);
  assert.equal((await subscribers({ confirmed: true })).total, 0);

  const confirmed = await fetch(link, { method: 'POST', headers: { accept: 'text/html' } });
  assert.match(await confirmed.text(), /Subscription confirmed/);
  assert.equal((await fetch(link, { method: 'POST' })).status, 200, 'twice is no harm');
  const { data, total } = await subscribers();
  assert.deepEqual([total, data[0].email], [1, 'ada@example.com']);
  assert.ok(data[0].confirmed_at);
  assert.equal((await subscribers({ confirmed: true })).total, 1);
});

test('repeated requests mail at most once an hour; the response does not reveal subscribers', async () => {
  const count = async (email: string) => (await mails()).filter(({ recipient }) => recipient.toLowerCase() === email).length;
  await withinPeriod(async () => {
    const name = randomUUID();
    for (let index = 0; index < 3; index++) assert.deepEqual((await subscribe(`${name}@example.com`)).body, { ok: true });
    assert.equal(await count(`${name}@example.com`), 1);
    for (const other of [`${name}@Example.com`, `${name.toUpperCase()}@EXAMPLE.COM`, `${name}+again@example.com`])
      await subscribe(other);
    assert.deepEqual(
      [await count(`${name}@example.com`), await count(`${name}+again@example.com`)],
      [1, 0],
      'written in another way',
    );
  }, HOUR_MS);
  const before = await count('ada@example.com');
  assert.deepEqual((await subscribe('ADA@example.com')).body, { ok: true });
  assert.equal(await count('ada@example.com'), before);
});

test('addresses that the team adds are asked once in 30 days, and are subscribed by their confirmation only', async () => {
  const add = (emails: unknown) =>
    call('POST', '/v1/changelog/subscribers', { token, query: { project_id: id }, body: { emails } });
  const added = async (email: string) =>
    (await mails()).filter(
      ({ recipient, text }) => recipient === email && text.includes('would like to send you product updates'),
    );
  assert.deepEqual((await add(['New@example.com', 'new@example.com', 'ada@example.com', 'second@example.com'])).body, {
    asked: 2,
    skipped: 2,
  });
  assert.deepEqual((await add(['second@example.com'])).body, { asked: 0, skipped: 1 });
  assert.deepEqual(
    [
      (await added('new@example.com')).length,
      (await added('ada@example.com')).length,
      (await added('second@example.com')).length,
    ],
    [1, 0, 1],
  );
  assert.deepEqual((await add(['tag@example.com'])).body, { asked: 1, skipped: 0 });
  assert.deepEqual((await add(['tag+a@example.com'])).body, { asked: 0, skipped: 1 }, 'one mailbox');
  const findSubscriber = async (email: string) => (await subscribers()).data.find((one: Json) => one.email === email);
  const { confirmed_at: at, language } = await findSubscriber('second@example.com');
  assert.deepEqual([at, language], [null, null]);
  const link = await linkTo('second@example.com', 'confirm');
  const headers = { accept: 'text/html', 'accept-language': 'de' };
  assert.equal((await fetch(link, { method: 'POST', headers })).status, 200);
  const confirmed = await findSubscriber('second@example.com');
  assert.deepEqual([Boolean(confirmed.confirmed_at), confirmed.language], [true, 'de']);
  for (const emails of [[], ['nobody'], 'second@example.com', undefined]) assert.equal((await add(emails)).status, 400);
});

test('confirmation links expire and do not confirm later subscriptions', async () => {
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { retention: { unconfirmed_days: 1 } } } });
  await subscribe('late@example.com');
  const link = await linkTo('late@example.com', 'confirm');
  const isConfirmed = async () =>
    (await subscribers()).data.find(({ email }: Json) => email === 'late@example.com').confirmed_at !== null;
  try {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 25 * 3_600_000 });
    const page = await fetch(link, { method: 'POST', headers: { accept: 'text/html' } });
    assert.deepEqual([page.status, /Subscribe to the changelog again/.test(await page.text())], [404, true]);
    const forPrograms = await fetch(link, { method: 'POST' });
    assert.equal(((await forPrograms.json()) as Json).code, 'mails.link_expired');
  } finally {
    mock.timers.reset();
  }
  await sql`UPDATE changelog_subscribers SET created_at = created_at + interval '1 minute' WHERE email = 'late@example.com'`.execute(
    server.db,
  );
  assert.equal((await fetch(link, { method: 'POST' })).status, 404, 'as if it were of a new subscription');
  assert.equal(await isConfirmed(), false);
  await sql`UPDATE changelog_subscribers SET created_at = created_at - interval '1 minute' WHERE email = 'late@example.com'`.execute(
    server.db,
  );
  assert.equal((await fetch(link, { method: 'POST' })).status, 200);
  assert.equal(await isConfirmed(), true);
});

test('unsubscribes with one click', async () => {
  await call('POST', '/v1/changelog', { token, query: { project_id: id }, body: { title: 'News', published: true } });
  // The mails of all test files wait in one queue.
  const link = await until(() => linkTo('ada@example.com', 'unsubscribe'), 60_000);
  // As a mail program does it (RFC 8058).
  const answer = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  assert.deepEqual(await answer.json(), { ok: true });
  assert.ok(!(await subscribers()).data.some(({ email }: Json) => email === 'ada@example.com'));
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  assert.match(await page.text(), /Unsubscribe\?/);
});

test('the team asks nobody again after the email and the subscription were deleted, or who unsubscribed', async () => {
  const add = async (...emails: string[]) =>
    (await call('POST', '/v1/changelog/subscribers', { token, query: { project_id: id }, body: { emails } })).body.asked;
  assert.equal(await add('asked@example.com', 'left@example.com'), 2);
  assert.equal((await fetch(await linkTo('left@example.com', 'confirm'), { method: 'POST' })).status, 200);
  await call('POST', '/v1/changelog', { token, query: { project_id: id }, body: { title: 'More', published: true } });
  const leave = await until(() => linkTo('left@example.com', 'unsubscribe'), 60_000);
  assert.equal((await fetch(leave, { method: 'POST' })).status, 200);
  await sql`DELETE FROM mails WHERE recipient IN ('asked@example.com', 'left@example.com')`.execute(server.db);
  await sql`DELETE FROM changelog_subscribers WHERE email = 'asked@example.com'`.execute(server.db);
  assert.equal(await add('Asked@example.com', 'left@example.com'), 0);
  await sql`UPDATE changelog_asked SET asked_at = asked_at - interval '31 days'`.execute(server.db);
  assert.equal(await add('asked@example.com', 'left@example.com'), 1, 'a month later, except who unsubscribed');

  // Times that no longer count are deleted, except of people who unsubscribed.
  await sql`UPDATE changelog_asked SET asked_at = asked_at - interval '31 days'`.execute(server.db);
  await runScheduled(server.db, 'changelog.forget-days');
  const left = await sql<{ asked_at: Date | null }>`SELECT asked_at FROM changelog_asked`.execute(server.db);
  assert.ok(left.rows.length && left.rows.every(({ asked_at: at }) => at === null));

  // Over the daily limit of the mailbox, nobody is asked, and the team can ask later.
  await sql`
    INSERT INTO mails (project_id, id, cause, recipient, mailbox, sender_name, subject, text_body, html_body, headers, is_unsolicited, status)
    SELECT project_id, gen_random_uuid(), 'test:' || n, 'full@example.com', 'full@example.com', sender_name, subject, '', '', headers, true, 'sent'
    FROM (SELECT * FROM mails LIMIT 1) AS m CROSS JOIN generate_series(1, 100) AS n`.execute(server.db);
  assert.equal(await add('full@example.com'), 0);
  await sql`DELETE FROM mails WHERE recipient = 'full@example.com'`.execute(server.db);
  assert.equal(await add('full@example.com'), 1);

  // Only the person can subscribe again. An erasure deletes the record.
  await subscribe('left@example.com');
  assert.equal((await fetch(await linkTo('left@example.com', 'confirm'), { method: 'POST' })).status, 200);
  const { rows } = await sql`SELECT FROM changelog_asked WHERE unsubscribed_at IS NOT NULL AND asked_at IS NOT NULL`.execute(
    server.db,
  );
  assert.equal(rows.length, 0);
  const count = async () => (await sql`SELECT FROM changelog_asked`.execute(server.db)).rows.length;
  const before = await count();
  await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: 'left@example.com' } });
  assert.equal(await count(), before - 1);
});

test('rejects invalid addresses and unsigned links', async () => {
  for (const [email, error] of [
    [undefined, 'email is required'],
    ['ada', 'email must be a valid email address'],
    ['a@b', 'email must be a valid email address'],
  ]) {
    const { status, body } = await subscribe(email);
    assert.deepEqual([status, body.error], [400, error]);
  }
  for (const path of ['confirm', 'unsubscribe']) {
    const { status, body } = await call('POST', `/v1/changelog/${path}`, { query: { token: 'a.b' } });
    assert.deepEqual([status, body.code], [404, 'mails.link_target_not_found']);
    assert.equal((await call('POST', `/v1/changelog/${path}`)).status, 400);
    for (const query of ['?token=a.b', '?token=', '']) {
      const page = await fetch(`${server.url}/v1/changelog/${path}${query}`, { headers: { accept: 'text/html' } });
      assert.deepEqual([page.status, /Invalid link/.test(await page.text())], [404, true], query);
    }
  }
  // One purpose does not serve another.
  await subscribe('linus@example.com');
  const link = await linkTo('linus@example.com', 'confirm');
  assert.equal((await fetch(link.replace('/confirm?', '/unsubscribe?'), { method: 'POST' })).status, 404);
});

test('the team deletes a subscription by id, which invalidates its link', async () => {
  await subscribe('leaves@example.com');
  const link = await linkTo('leaves@example.com', 'confirm');
  const { data } = await subscribers();
  const { id: subscription } = data.find(({ email }: Json) => email === 'leaves@example.com');
  assert.match(subscription, /^sub_[0-9a-z]{26}$/);
  const remove = () => call('DELETE', `/v1/changelog/subscribers/${subscription}`, { token });
  assert.deepEqual((await remove()).body, { ok: true });
  assert.ok(!(await subscribers()).data.some(({ email }: Json) => email === 'leaves@example.com'));
  assert.equal((await fetch(link, { method: 'POST' })).status, 404);
  assert.deepEqual([(await remove()).status, (await remove()).body.error], [404, 'Subscription not found']);
});
