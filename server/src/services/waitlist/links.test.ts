import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { type Json, startTestServer } from '../../testing/server.ts';
import { createWaitlist, linkIn } from '../../testing/waitlist.ts';

const server = await startTestServer();
const PAGE = { headers: { accept: 'text/html' } };
const press = (link: string) => fetch(link, { method: 'POST', ...PAGE });
const oneClick = (link: string) =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

/** A waitlist with double opt-in, and someone who has their links. */
async function setUp() {
  const list = await createWaitlist(server, { double_opt_in: true });
  const { body } = await list.join({ email: 'ada@example.com' });
  const mail = await list.mailTo('ada@example.com', 'Confirm');
  return { ...list, person: body, confirm: linkIn(mail, 'confirm'), leave: linkIn(mail, 'leave') };
}

test('pages show title, question, name and color of the project, and GET changes nothing', async () => {
  const { confirm, leave, configure, list, count } = await setUp();
  await configure({ mail: { color: '#b45309' } });
  for (const [link, title, button] of [
    [confirm, 'Confirm your email address', 'Confirm'],
    [leave, 'Leave the waitlist?', 'Leave the waitlist'],
  ] as const)
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(link, { method, ...PAGE });
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer', 'the token stays here');
      const html = await response.text();
      if (method === 'HEAD') continue;
      for (const part of [`<h1>${title}</h1>`, `<button>${button}</button>`, 'ada@example.com', 'Acme', '#b45309', 'noindex'])
        assert.ok(html.includes(part), part);
    }
  assert.deepEqual([await count(), (await list()).data[0].confirmed_at], [0, null]);
});

describe('links', () => {
  test('to confirm expire after seven days with instructions; links to leave do not expire', async () => {
    const { confirm, leave, count, list } = await setUp();
    try {
      mock.timers.enable({ apis: ['Date'], now: Date.now() + 7 * 86_400_000 });
      const page = await press(confirm);
      const text = await page.text();
      assert.equal(page.status, 404);
      assert.ok(text.includes('This link has expired') && text.includes('Sign up for the waitlist again'));
      assert.equal(((await (await oneClick(confirm)).json()) as Json).code, 'mails.link_expired');
      assert.equal(await count(), 0);
      assert.equal((await press(leave)).status, 200);
    } finally {
      mock.timers.reset();
    }
    assert.equal((await list()).total, 0);
  });

  test('are valid for their purpose only', async () => {
    const { confirm, leave, list } = await setUp();
    for (const [link, other] of [
      [confirm, 'leave'],
      [leave, 'confirm'],
    ] as const) {
      const swapped = link.replace(/(confirm|leave)\?/, `${other}?`);
      assert.deepEqual([(await fetch(swapped)).status, (await press(swapped)).status], [404, 404]);
    }
    const feedback = leave.replace('/waitlist/leave', '/feedback/unsubscribe');
    assert.equal((await press(feedback)).status, 404);
    assert.equal((await list()).total, 1);
  });

  test('with a truncated or modified token are invalid, in browsers and for programs', async () => {
    const { confirm, count } = await setUp();
    const [payload, signature] = (new URL(confirm).searchParams.get('token') ?? '').split('.') as [string, string];
    const forged = Buffer.from(JSON.stringify({ project_id: 'x', entry_id: 'x' })).toString('base64url');
    for (const token of [payload, `${payload}.`, `${payload}.${signature.slice(0, -2)}`, `${forged}.${signature}`, '.', 'x']) {
      const link = `${server.url}/v1/waitlist/confirm?token=${encodeURIComponent(token)}`;
      const page = await press(link);
      assert.equal(page.status, 404);
      assert.match(await page.text(), /Invalid link/);
      const answer = await oneClick(link);
      assert.deepEqual(
        [answer.status, await answer.json()],
        [404, { error: 'The resource of this link was not found', code: 'mails.link_target_not_found' }],
      );
    }
    for (const query of ['', '?token=', '?token=a&token=b', `?token=${'x'.repeat(2001)}`])
      for (const method of ['GET', 'POST'])
        assert.equal((await fetch(`${server.url}/v1/waitlist/confirm${query}`, { method })).status, 400, query);
    assert.equal(await count(), 0);
  });

  test('return 404 when their entry or project is deleted', async () => {
    const one = await setUp();
    await one.remove(one.person);
    for (const link of [one.confirm, one.leave]) assert.equal((await fetch(link, PAGE)).status, 404);
    assert.equal((await press(one.confirm)).status, 404);
    assert.equal((await press(one.leave)).status, 200, 'who has left has left');
    const two = await setUp();
    await server.call('DELETE', `/v1/projects/${two.id}`, { token: two.token, query: { confirm: two.slug } });
    for (const link of [two.confirm, two.leave]) assert.equal((await press(link)).status, 404);
  });
});

describe('confirming', () => {
  test('is idempotent under concurrency', async () => {
    const { confirm, count, list, mails, mailTo, position, person } = await setUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => oneClick(confirm)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const [{ confirmed_at }] = (await list()).data;
    await oneClick(confirm);
    assert.deepEqual([await count(), (await list()).data[0].confirmed_at], [1, confirmed_at]);
    assert.equal((await position(person.referral_code)).body.position, 1);
    await mailTo('ada@example.com', 'You are number 1 in line');
    assert.equal((await mails()).filter(({ subject }) => subject === 'You’re on the Acme waitlist').length, 1);
  });

  test('does not restore removed entries, but assigns their rank when the team restores them', async () => {
    const { confirm, update, person, list, count, join } = await setUp();
    await update(person, { status: 'removed' });
    assert.equal((await press(confirm)).status, 200);
    assert.deepEqual([await count(), (await list()).data[0].position], [0, null]);
    const { body } = await join({ email: 'grace@example.com' });
    await update(body, { status: 'invited' });
    assert.equal((await update(person, { status: 'waiting' })).body.position, 1);
    assert.equal(await count(), 2);
  });

  test('is not required for invited entries; entries that return to waiting are in line', async () => {
    const { confirm, update, person, count, invite } = await setUp();
    // Nobody who has yet to confirm is in line.
    assert.equal((await invite({ count: 5 })).body.total, 0);
    assert.equal((await invite({ ids: [person.id] })).body.total, 0);
    assert.equal((await update(person, { status: 'invited' })).status, 200);
    assert.equal(await count(), 1);
    const page = await (await press(confirm)).text();
    assert.match(page, /You’re on the waitlist/);
    assert.doesNotMatch(page, /in line/);
    const back = await update(person, { status: 'waiting' });
    assert.deepEqual([back.body.position, Boolean(back.body.confirmed_at)], [1, true]);
  });
});

test('leaving withdraws the referral credit and releases the address', async () => {
  const { join, position, mailTo, configure, count } = await setUp();
  await configure({ waitlist: { double_opt_in: false } });
  await join();
  const { body: grace } = await join({ email: 'grace@example.com' });
  await join({ email: 'linus@example.com', referral_code: grace.referral_code });
  const place = async () => {
    const { position: at, referral_count } = (await position(grace.referral_code)).body;
    return [at, referral_count];
  };
  assert.deepEqual(await place(), [1, 1]);
  const link = linkIn(await mailTo('linus@example.com', 'number 3'), 'leave');
  assert.deepEqual(await (await oneClick(link)).json(), { ok: true });
  assert.deepEqual([await place(), await count()], [[2, 0], 2]);
  assert.equal((await join({ email: 'Linus@example.com' })).status, 201);
});
