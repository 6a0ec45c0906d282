import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runJobs } from '../../testing/jobs.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;

/** A project's waitlist, with what the tests do to it. */
async function waitlist(settings: object = {}) {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { waitlist: { referral_boost: 1, ...settings } } } });
  let people = 0;
  return {
    ...project,
    query: { project_id: id },
    join: (body: object = {}, headers = {}) =>
      call('POST', '/v1/waitlist', { key, headers, body: { email: `person-${people++}@example.com`, ...body } }),
    position: async (code: string) => (await call('GET', '/v1/waitlist/position', { key, query: { referral_code: code } })).body,
    count: async () => (await call('GET', '/v1/waitlist/count', { key })).body.count as number,
    list: async (query: Record<string, string> = {}) =>
      (await call('GET', '/v1/waitlist', { token, query: { project_id: id, ...query } })).body,
    mails: async () => (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data as Json[],
  };
}

/** The mail to an address whose text has these words. */
const mailTo = ({ mails }: { mails: () => Promise<Json[]> }, email: string, words: string) =>
  until(async () => (await mails()).find(({ recipient, text }) => recipient === email && text.includes(words)));
const linkIn = ({ text }: Json, path: string) => new RegExp(`http\\S+/${path}\\?token=\\S+`).exec(text)?.[0] ?? '';

test('new entries get a position, a referral code and a welcome mail', async () => {
  const list = await waitlist();
  const { status, body } = await list.join({
    email: 'Ada@Example.com',
    name: ' Ada <b> ',
    referral_source: 'newsletter',
    metadata: { plan: 'pro' },
  });
  assert.equal(status, 201);
  const { id, created_at, referral_code, ...rest } = body;
  assert.match(id, /^wl_[0-9a-z]{26}$/);
  assert.match(referral_code, /^[a-z2-9]{12}$/);
  assert.ok(Date.now() - Date.parse(created_at) < 60_000);
  assert.deepEqual(rest, {
    project_id: list.id,
    email: 'Ada@Example.com',
    name: 'Ada <b>',
    status: 'waiting',
    position: 1,
    referral_url: `${server.url}/p/${list.slug}/waitlist?ref=${referral_code}`,
    referral_count: 0,
    rewards: [],
    leaderboard_rank: null,
  });
  assert.equal((await list.join()).body.position, 2);
  assert.equal(await list.count(), 2);
  assert.deepEqual(await list.position(referral_code.toUpperCase()), {
    status: 'waiting',
    position: 1,
    referral_code,
    referral_url: body.referral_url,
    referral_count: 0,
    rewards: [],
    leaderboard_rank: null,
    leaderboard: null,
  });
  const mail = await mailTo(list, 'Ada@Example.com', 'You are number 1 in line');
  assert.equal(mail.subject, 'You’re on the Acme waitlist');
  // The name is not verified, because anyone can enter an address.
  assert.ok(!/Ada (<|&lt;)b/.test(mail.html));
  assert.ok(mail.text.includes(body.referral_url));
});

test('an address joins once, regardless of spelling', async () => {
  const { join, count } = await waitlist();
  await join({ email: 'Ada@Example.com' });
  for (const email of ['ada@example.com', 'ADA@EXAMPLE.COM', ' ada@example.com ']) {
    const { status, body } = await join({ email });
    assert.deepEqual([status, body.code], [409, 'waitlist.email_taken']);
  }
  assert.equal(await count(), 1);
});

describe('rejects', async () => {
  const { key, join } = await waitlist();
  const cases: [body: object, error: string][] = [
    [{ email: undefined }, 'email is required'],
    [{ email: '' }, 'email is required'],
    [{ email: 'ada' }, 'email must be a valid email address'],
    [{ email: 'ada@example' }, 'email must be a valid email address'],
    [{ name: 'x'.repeat(101) }, 'name must be a string of at most 100 characters'],
    [{ metadata: [] }, 'metadata must be an object'],
    [{ metadata: { note: 'x'.repeat(4096) } }, 'metadata must be an object of at most 4 KiB'],
    [{ mail: 'a@b.co' }, 'mail is not a known field'],
  ];
  for (const [body, error] of cases)
    test(`${JSON.stringify(body).slice(0, 40)}: ${error}`, async () => {
      const answer = await join(body);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
    });

  test('an unknown referral code', async () => {
    for (const code of ['nobody', 'x'.repeat(50)]) {
      const { status, body } = await call('GET', '/v1/waitlist/position', { key, query: { referral_code: code } });
      assert.deepEqual([status, body.code], [404, 'waitlist.referral_code_not_found']);
    }
    assert.equal((await call('GET', '/v1/waitlist/position', { key })).body.error, 'referral_code is required');
  });
});

describe('referrals', () => {
  for (const [boost, place] of [
    [0, 5],
    [1, 4],
    [3, 2],
    [100, 1],
  ] as const)
    test(`move up by ${boost}: from 5 to ${place}`, async () => {
      const { join, position } = await waitlist({ referral_boost: boost });
      const codes: string[] = [];
      for (let index = 0; index < 5; index++) codes.push((await join()).body.referral_code);
      await join({ referral_code: codes[4]?.toUpperCase() });
      const { position: now, referral_count } = await position(codes[4] as string);
      assert.deepEqual([now, referral_count], [place, 1]);
    });

  test('by the same mailbox or with an unknown code do not count', async () => {
    const { join, position, count } = await waitlist();
    await join();
    const { body: ada } = await join({ email: 'ada@example.com' });
    const { body: gmail } = await join({ email: 'a.da@gmail.com' });
    for (const [email, code] of [
      ['ada+2@example.com', ada.referral_code],
      ['Ada+work@Example.com', ada.referral_code],
      ['ad.a+x@googlemail.com', gmail.referral_code],
      ['grace@example.com', 'nobody'],
    ])
      assert.equal((await join({ email, referral_code: code })).status, 201);
    const { position: place, referral_count } = await position(ada.referral_code);
    assert.deepEqual([place, referral_count], [2, 0]);
    assert.equal((await position(gmail.referral_code)).referral_count, 0);
    assert.equal(await count(), 7);
  });

  test('link to the configured page', async () => {
    const { join } = await waitlist({ page_url: 'https://acme.example/join?lang=en' });
    const { body } = await join();
    assert.equal(body.referral_url, `https://acme.example/join?lang=en&ref=${body.referral_code}`);
  });
});

test('honeypot sign-ups get a regular response and are not stored', async () => {
  const { join, count, list } = await waitlist();
  const machine = await join({ website: 'https://spam.example' });
  const person = await join({ website: '' });
  assert.deepEqual([machine.status, Object.keys(machine.body)], [201, Object.keys(person.body)]);
  assert.deepEqual([await count(), (await list()).total], [1, 1]);
});

test('disposable addresses are rejected when configured', async () => {
  const { join, id, token } = await waitlist();
  assert.equal((await join({ email: 'a@mailinator.com' })).status, 201);
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { waitlist: { refuse_disposable: true } } } });
  for (const email of ['b@mailinator.com', 'b@x.MAILINATOR.com']) {
    const { status, body } = await join({ email });
    assert.deepEqual([status, body.error], [400, 'email must not be a disposable address']);
  }
  assert.equal((await join({ email: 'b@example.com' })).status, 201);
});

test('an Idempotency-Key joins once', async () => {
  const { join, count } = await waitlist();
  const headers = { 'idempotency-key': 'once' };
  const send = () => join({ email: 'ada@example.com' }, headers);
  const answers = await Promise.all([send(), send(), send()]);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.id]),
    answers.map(() => [201, answers[0]?.body.id]),
  );
  assert.equal(await count(), 1);
  assert.equal((await join({ email: 'grace@example.com' }, headers)).status, 409);
});

describe('with double opt-in', async () => {
  const list = await waitlist({ double_opt_in: true });
  const { join, position, count, mails } = list;
  const confirm = async (email: string) => {
    const link = linkIn(await mailTo(list, email, '/confirm?'), 'confirm');
    return { link, answer: await fetch(link, { method: 'POST' }) };
  };

  test('entries count once confirmed, by POST and not by GET', async () => {
    const { status, body } = await join({ email: 'ada@example.com' });
    assert.deepEqual([status, body.position, body.status], [201, null, 'waiting']);
    assert.equal(await count(), 0);
    const link = linkIn(await mailTo(list, 'ada@example.com', '/confirm?'), 'confirm');
    const page = await fetch(link, { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /<form method="post"><button>Confirm<\/button><\/form>/);
    assert.equal(await count(), 0, 'a mail scanner opened it');
    const pressed = await fetch(link, { method: 'POST', headers: { accept: 'text/html' } });
    assert.match(await pressed.text(), /You are number 1 in line/);
    assert.equal((await fetch(link, { method: 'POST' })).status, 200, 'twice is no harm');
    assert.equal(await count(), 1);
    assert.equal((await position(body.referral_code)).position, 1);
    await mailTo(list, 'ada@example.com', 'You are number 1 in line');
  });

  test('repeated sign-ups return 409 and resend the link at most once an hour', async () => {
    await join({ email: 'grace@example.com' });
    await mailTo(list, 'grace@example.com', '/confirm?');
    for (let index = 0; index < 3; index++) assert.equal((await join({ email: 'Grace@example.com' })).status, 409);
    const sent = (await mails()).filter(({ recipient, text }) => recipient === 'grace@example.com' && text.includes('/confirm?'));
    assert.ok(sent.length === 2 || sent.length === 3, 'three, should the hour have ended just now');
  });

  test('referrals count after confirmation, and are applied when the referrer confirms later', async () => {
    await confirm('grace@example.com');
    const { body: late } = await join({ email: 'linus@example.com' });
    for (const email of ['x@example.com', 'y@example.com']) await join({ email, referral_code: late.referral_code });
    assert.equal((await position(late.referral_code)).referral_count, 0);
    for (const email of ['x@example.com', 'y@example.com']) await confirm(email);
    assert.deepEqual(
      [(await position(late.referral_code)).position, (await position(late.referral_code)).referral_count],
      [null, 2],
    );
    await confirm('linus@example.com');
    // Fifth, and two up.
    assert.equal((await position(late.referral_code)).position, 3);
  });
});

test('with private sign-ups a known address gets the response of a new one, and a mail', async () => {
  const list = await waitlist({ private_signups: true });
  const first = await list.join({ email: 'ada@example.com', name: 'Ada' });
  const again = await list.join({ email: 'ADA@example.com', name: 'Ada' });
  const other = await list.join({ email: 'grace@example.com', name: 'Ada' });
  assert.deepEqual([first.status, again.status, other.status], [201, 201, 201]);
  const shape = (body: Json) => Object.entries(body).map(([name, value]) => [name, typeof value, String(value).length > 5]);
  assert.deepEqual(shape(again.body), shape(other.body));
  assert.equal(again.body.position, other.body.position);
  assert.equal(await list.count(), 2);
  const mail = await mailTo(list, 'ada@example.com', 'already');
  assert.equal(mail.subject, 'You’re already on the Acme waitlist');
});

test('with private sign-ups and double opt-in, responses for known and new addresses are equal', async () => {
  const { key, join, count, list } = await waitlist({ private_signups: true, double_opt_in: true });
  const first = await join({ email: 'ada@example.com' });
  const again = await join({ email: 'ada@example.com' });
  const { id: _i, referral_code: _c, referral_url: _u, created_at: _t, ...known } = again.body;
  const { id, referral_code, referral_url, created_at, ...fresh } = first.body;
  assert.ok(id && referral_url && created_at);
  assert.deepEqual([again.status, known], [first.status, fresh]);
  for (const code of [referral_code, again.body.referral_code]) {
    const { status } = await call('GET', '/v1/waitlist/position', { key, query: { referral_code: code } });
    assert.equal(status, 404);
  }
  assert.deepEqual([await count(), (await list()).total], [0, 1]);
});

test('the link in each mail leaves permanently, and welcome mails can be disabled', async () => {
  const list = await waitlist();
  await list.join({ email: 'ada@example.com' });
  const link = linkIn(await mailTo(list, 'ada@example.com', '/leave?'), 'leave');
  assert.match(await (await fetch(link, { headers: { accept: 'text/html' } })).text(), /Leave the waitlist\?/);
  assert.equal(await list.count(), 1);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  assert.deepEqual(await (await fetch(link, { method: 'POST', body })).json(), { ok: true });
  assert.deepEqual([await list.count(), (await list.list()).total], [0, 0]);
  assert.equal((await fetch(link, { headers: { accept: 'text/html' } })).status, 404);
  for (const path of ['confirm', 'leave']) {
    assert.equal((await call('POST', `/v1/waitlist/${path}`, { query: { token: 'a.b' } })).status, 404);
    assert.equal((await call('POST', `/v1/waitlist/${path}`)).body.error, 'token is required');
  }

  const quiet = await waitlist({ welcome_mail: false });
  await quiet.join();
  await runJobs(server.db, 'waitlist.joined/');
  assert.deepEqual(await quiet.mails(), []);
});

describe('the public page', async () => {
  const { slug, join, position, count } = await waitlist();
  const url = `${server.url}/p/${slug}/waitlist`;
  const send = async (fields: Record<string, string>, query = '') => {
    const response = await fetch(url + query, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, text: await response.text() };
  };

  test('adds people with their referrer', async () => {
    const { body } = await join();
    const page = await fetch(`${url}?ref=${body.referral_code}`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const joined = await send({ email: 'ada@example.com', name: '<b>', website: '' }, `?ref=${body.referral_code}`);
    assert.equal(joined.status, 200);
    assert.match(joined.text, /You are number 2 in line[^]*\?ref=[a-z2-9]{12}/);
    assert.equal((await position(body.referral_code)).referral_count, 1);
  });

  test('shows errors', async () => {
    const again = await send({ email: 'ADA@example.com' });
    assert.deepEqual([again.status, /Already on the waitlist/.test(again.text)], [409, true]);
    assert.equal((await send({ email: 'ada' })).status, 400);
    const before = await count();
    assert.equal((await send({ email: 'm@example.com', website: 'x' })).status, 200);
    assert.equal(await count(), before);
    assert.equal((await fetch(`${server.url}/p/nobody-has-this/waitlist`)).status, 404);
  });
});
