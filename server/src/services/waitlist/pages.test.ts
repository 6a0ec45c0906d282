import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';
import { createWaitlist } from '../../testing/waitlist.ts';

const server = await sharedTestServer();

/** A waitlist, and its page as a person uses it. */
async function setUp(settings: object = {}, name = 'Acme') {
  const list = await createWaitlist(server, settings, name);
  const url = `${server.url}/p/${list.slug}/waitlist`;
  const read = async (response: Response) => ({
    status: response.status,
    type: response.headers.get('content-type'),
    html: await response.text(),
  });
  return {
    ...list,
    url,
    look: async (query = '') => await read(await fetch(url + query)),
    send: async (fields: Record<string, string>, query = '') =>
      await read(await fetch(url + query, { method: 'POST', body: new URLSearchParams(fields) })),
  };
}

test('shows the escaped name and the color of the project', async () => {
  const { look, configure } = await setUp({}, '<script>alert(1)</script> & Söhne');
  await configure({ mail: { color: '#b45309' } });
  const { html } = await look();
  assert.ok(html.includes('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne') && !html.includes('<script'));
  assert.ok(html.includes('#b45309') && !html.includes('noindex'));
});

describe('accepts', () => {
  test('an address with surrounding spaces, and a blank name as none', async () => {
    const { send, list } = await setUp();
    assert.equal((await send({ email: ' ada@example.com ', name: '  ' })).status, 200);
    const [entry] = (await list()).data;
    assert.deepEqual([entry.email, entry.name], ['ada@example.com', null]);
  });

  test('sign-ups, and asks for confirmation when configured', async () => {
    const { send, count, mailTo } = await setUp({ double_opt_in: true });
    const { html } = await send({ email: 'ada@example.com' });
    assert.match(html, /<h1 dir="auto">Confirm your email address<\/h1>/);
    assert.doesNotMatch(html, /View your place/);
    assert.equal(await count(), 0);
    await mailTo('ada@example.com', 'Confirm');
  });

  test('sign-ups with a place, and links to it', async () => {
    const { url, send } = await setUp();
    const { html } = await send({ email: 'ada@example.com' });
    const [, path = ''] = /<a href="([^"]+)">View your place and rewards<\/a>/.exec(html) ?? [];
    assert.match(await (await fetch(new URL(path, url))).text(), /<h1[^>]*>You’re on the waitlist</);
  });

  test('a known address like a new one with private sign-ups', async () => {
    const { send, count, join } = await setUp({ private_signups: true });
    await join({ email: 'ada@example.com' });
    const neutral = ({ html }: { html: string }) => html.replaceAll(/[a-z2-9]{12}/g, 'CODE');
    const known = await send({ email: 'ADA@example.com' });
    assert.equal(known.status, 200);
    assert.equal(neutral(known), neutral(await send({ email: 'grace@example.com' })));
    assert.equal(await count(), 2);
  });

  test('honeypot sign-ups without storing them', async () => {
    const { send, count } = await setUp();
    assert.equal((await send({ email: 'bot@example.com', website: 'x' })).status, 200);
    assert.equal(await count(), 0);
  });
});

test('mentions the referral boost only when there is one', async () => {
  for (const [boost, promises] of [
    [1, true],
    [0, false],
  ] as const) {
    const { send } = await setUp({ referral_boost: boost });
    const { html } = await send({ email: 'ada@example.com' });
    assert.equal(/moves you up/.test(html), promises);
    assert.match(html, /\?ref=[a-z2-9]{12}/);
    const [, shared = ''] = /href="https:\/\/wa\.me\/\?text=([^"]+)"/.exec(html) ?? [];
    assert.match(decodeURIComponent(shared), /^Join me on the Acme\S* waitlist http\S+\?ref=[a-z2-9]{12}$/);
  }
});

describe('rejects', () => {
  test('text that cannot be stored', async () => {
    const { send, count } = await setUp();
    for (const [fields, error] of [
      [{ email: 'a\u0000da@example.com' }, 'email must not contain a NUL character'],
      [{ email: 'ada@example.com', name: 'A\u0000da' }, 'name must not contain a NUL character'],
    ] as const) {
      const { status, html } = await send(fields);
      assert.deepEqual([status, JSON.parse(html).error], [400, error]);
    }
    assert.equal(await count(), 0);
  });

  test('disposable addresses, with a message', async () => {
    const { send } = await setUp({ refuse_disposable: true });
    const { status, type, html } = await send({ email: 'a@mailinator.com' });
    assert.deepEqual([status, type], [400, 'text/html; charset=utf-8']);
    assert.match(html, /We don’t accept disposable addresses[\s\S]*<form/);
  });

  test('a name that is too long, with a page in browsers', async () => {
    const { slug } = await setUp();
    const response = await fetch(`${server.url}/p/${slug}/waitlist`, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ email: 'ada@example.com', name: 'x'.repeat(101) }),
    });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /name must be a string of at most 100 characters\. Go back, correct the input/);
  });

  test('addresses with invisible characters', async () => {
    const { join, send } = await setUp();
    for (const email of ['a\u200bda@example.com', 'a\u0001da@example.com', 'ada\u202e@example.com']) {
      assert.equal((await join({ email })).body.error, 'email must be a valid email address');
      assert.equal((await send({ email })).status, 400);
    }
    assert.equal((await join({ email: 'ädå.表@exämple.com' })).status, 201);
  });
});

test('the status page tells what a person waits for', async () => {
  const list = await createWaitlist(server, { double_opt_in: true });
  const { body: ada } = await list.join();
  const read = async () => (await fetch(`${server.url}/p/${list.slug}/waitlist/${ada.referral_code}`)).text();
  assert.match(await read(), /<h1[^>]*>Confirm your email address<[^]*Open the link in it to get your place/);
  for (const [status, title, text] of [
    ['invited', 'You are invited', 'We sent you an email with your invitation.'],
    ['waiting', 'You’re on the waitlist', 'You are number 1 in line.'],
    ['joined', 'You have access', 'Your place on the waitlist is used.'],
  ]) {
    await list.update(ada, { status });
    assert.match(await read(), new RegExp(`<h1[^>]*>${title}</h1><p[^>]*>${text}</p>`));
  }
});
