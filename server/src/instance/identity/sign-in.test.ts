import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Answer, type Json, startTestServer } from '../../testing/server.ts';
import {
  challengeOf,
  createBrowser,
  exchange,
  isReturn,
  loginUrl,
  newVerifier,
  passLocalProvider,
  sessionOf,
  signedIn,
  signInLocally,
} from './fixtures/browser.ts';

const server = await startTestServer();

test('a sign-in with code and PKCE returns tokens of the user', async () => {
  const { back, code, verifier } = await signInLocally(server, 'Ada@Example.com');
  assert.equal(back.searchParams.get('state'), 'client state');
  assert.equal(back.href.includes('token'), false, 'no token stands in a URL');
  const { status, body, headers } = await exchange(server, { code, verifier });
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(Object.keys(body).toSorted(), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
  assert.deepEqual([body.token_type, body.expires_in], ['Bearer', 3600]);
  const session = await sessionOf(server, body.access_token);
  assert.equal(session.body.user.email, 'ada@example.com');
  assert.equal(session.body.kind, 'access');
});

test('the first user owns the first project, the second does not', async () => {
  const first = await signedIn(server, 'ada@example.com');
  const projects = (token: string) => server.call('GET', '/v1/projects', { token });
  const { body } = await projects(first.access_token);
  assert.deepEqual(
    body.data.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [['My first project', 'owner']],
  );
  const second = await signedIn(server, 'grace@example.com');
  assert.equal((await projects(second.access_token)).body.total, 0);
});

test('the same address at the same provider is the same user', async () => {
  const ids = new Set<string>();
  for (const email of ['same@example.com', 'SAME@example.com']) {
    const { access_token: token } = await signedIn(server, email);
    ids.add((await sessionOf(server, token)).body.user.id);
  }
  assert.equal(ids.size, 1);
});

test('PKCE challenge, state and nonce are new for each sign-in', async () => {
  const seen = new Set<string | null>();
  for (let n = 0; n < 2; n++) {
    const response = await createBrowser().visit(loginUrl(server));
    assert.equal(response.status, 302);
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.equal(searchParams.get('redirect_uri'), `${server.url}/v1/auth/callback`);
    for (const name of ['state', 'nonce', 'code_challenge']) seen.add(searchParams.get(name));
  }
  assert.equal(seen.size, 6);
});

test('the callback rejects states of other browsers', async (t) => {
  const browser = createBrowser();
  const callback = await passLocalProvider(browser, loginUrl(server), 'ada@example.com');
  const tampered = new URL(callback);
  tampered.searchParams.set('state', `${callback.searchParams.get('state')?.slice(1)}x`);

  const refused = async (answer: Response) => {
    assert.equal(answer.status, 400);
    assert.match(((await answer.json()) as { error: string }).error, /^state is unknown, expired, already used/);
  };
  await t.test('tampered', async () => await refused(await browser.visit(tampered.href)));
  await t.test('without a cookie', async () => await refused(await createBrowser().visit(callback.href)));
  await t.test('with the cookie of another browser', async () => {
    const other = createBrowser();
    await other.visit(loginUrl(server));
    await refused(await other.visit(callback.href));
  });
  await t.test('expired', async () => {
    const late = createBrowser();
    const lateCallback = await passLocalProvider(late, loginUrl(server), 'ada@example.com');
    await sql`UPDATE login_attempts SET expires_at = now() WHERE expires_at > now()`.execute(server.db);
    await refused(await late.visit(lateCallback.href));
  });
});

test('the sign-in cookie has a path and is HttpOnly', async () => {
  const { headers } = await server.call('GET', loginUrl(server));
  assert.match(
    headers.getSetCookie()[0] ?? '',
    /^earshot_sign_in=[0-9A-Za-z]{43}; Max-Age=3600; Path=\/v1\/auth; HttpOnly; SameSite=Lax$/,
  );
});

test('an empty cookie is replaced', async () => {
  const { headers } = await server.call('GET', loginUrl(server), { headers: { cookie: 'earshot_sign_in=' } });
  assert.match(headers.getSetCookie()[0] ?? '', /^earshot_sign_in=[0-9A-Za-z]{43};/);
  const provider = createBrowser();
  const callback = await passLocalProvider(provider, headers.get('location') ?? '', 'ada@example.com');
  for (const cookie of [undefined, 'earshot_sign_in=']) {
    const answer = await server.call('GET', callback.href, { headers: cookie === undefined ? {} : { cookie } });
    assert.equal(answer.status, 400);
  }
});

test('two concurrent sign-ins of one browser both succeed', async () => {
  const browser = createBrowser();
  const [first, second] = [newVerifier(), newVerifier()];
  const one = await passLocalProvider(browser, loginUrl(server, { code_challenge: challengeOf(first) }), 'ada@example.com');
  const two = await passLocalProvider(browser, loginUrl(server, { code_challenge: challengeOf(second) }), 'grace@example.com');
  for (const [callback, verifier] of [
    [two, second],
    [one, first],
  ] as const) {
    const back = await browser.follow(callback.href, isReturn);
    const { body } = await exchange(server, { code: back.searchParams.get('code') ?? '', verifier });
    const { user } = (await sessionOf(server, body.access_token)).body;
    assert.equal(user.email, callback === one ? 'ada@example.com' : 'grace@example.com');
  }
});

test('of ten concurrent callbacks, one returns a code', async () => {
  const browser = createBrowser();
  const callback = await passLocalProvider(browser, loginUrl(server), 'ada@example.com');
  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.visit(callback.href)));
  assert.equal(answers.filter(({ status }) => status === 302).length, 1);
});

test('the query of return_to is kept, also for pages of this instance', async () => {
  const returns = [
    ['http://127.0.0.1:9/signed-in?from=cli', 'http://127.0.0.1:9/signed-in?from=cli&state=s&code='],
    ['/device?user_code=BCDF-GHJK', `${server.url}/device?user_code=BCDF-GHJK&state=s&code=`],
    [`${server.url}/`, `${server.url}/?state=s&code=`],
  ] as const;
  for (const [return_to, start] of returns) {
    const browser = createBrowser();
    const callback = await passLocalProvider(browser, loginUrl(server, { return_to, state: 's' }), 'ada@example.com');
    const answer = await browser.visit(callback.href);
    assert.equal(answer.headers.get('location')?.slice(0, start.length), start);
  }
});

test('a callback works once', async () => {
  const browser = createBrowser();
  const callback = await passLocalProvider(browser, loginUrl(server), 'ada@example.com');
  assert.equal((await browser.visit(callback.href)).status, 302);
  assert.equal((await browser.visit(callback.href)).status, 400);
});

test('an invalid provider code returns an error to the program', async () => {
  const browser = createBrowser();
  const callback = await passLocalProvider(browser, loginUrl(server), 'ada@example.com');
  callback.searchParams.set('code', 'another');
  const back = await browser.follow(callback.href, isReturn);
  assert.equal(back.searchParams.get('error'), 'server_error');
  assert.equal(back.searchParams.get('state'), 'client state');
  assert.equal(back.searchParams.get('code'), null);
});

test('canceling returns access_denied', async () => {
  const browser = createBrowser();
  const callback = await passLocalProvider(browser, loginUrl(server), 'ada@example.com');
  callback.searchParams.delete('code');
  callback.searchParams.set('error', 'access_denied');
  const back = await browser.follow(callback.href, isReturn);
  assert.deepEqual(
    ['error', 'state', 'code'].map((name) => back.searchParams.get(name)),
    ['access_denied', 'client state', null],
  );
});

const isRefused = async (answer: Promise<Answer<Json>>) => {
  const { status, body } = await answer;
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
};

test('a wrong verifier is rejected and consumes the code', async () => {
  const { code, verifier } = await signInLocally(server, 'ada@example.com');
  await isRefused(exchange(server, { code, verifier: newVerifier() }));
  await isRefused(exchange(server, { code, verifier }));
});

test('reuse of a one-time code is rejected and ends its sign-in', async () => {
  const { code, verifier } = await signInLocally(server, 'ada@example.com');
  const { body: tokens } = await exchange(server, { code, verifier });
  await isRefused(exchange(server, { code, verifier }));
  assert.equal((await sessionOf(server, tokens.access_token)).status, 401);
});

test('of ten concurrent exchanges at most one succeeds, and the sign-in ends', async () => {
  const sign = await signInLocally(server, 'ada@example.com');
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(server, sign)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  assert.equal((await sessionOf(server, won[0]?.body.access_token)).status, 401);
});

test('one-time codes expire after a minute', async () => {
  const { code, verifier } = await signInLocally(server, 'ada@example.com');
  const { rows } = await sql<{ seconds: number }>`
    UPDATE authorization_codes SET expires_at = now() WHERE sign_in_id IS NULL AND expires_at > now()
    RETURNING extract(epoch FROM old.expires_at - now())::int AS seconds`.execute(server.db);
  assert.ok(rows.every(({ seconds }) => seconds <= 60));
  await isRefused(exchange(server, { code, verifier }));
});

test('invalid sign-in parameters return 400 with the field', async () => {
  const challenge = challengeOf(newVerifier());
  const cases: [Record<string, string>, RegExp][] = [
    [{ return_to: 'https://evil.example/' }, /^return_to must be/],
    [{ return_to: '//evil.example/' }, /^return_to must be/],
    [{ return_to: String.raw`/\evil.example` }, /^return_to must be/],
    [{ return_to: 'javascript:alert(1)' }, /^return_to must be/],
    [{ return_to: `${server.url}@evil.example/` }, /^return_to must be/],
    [{ return_to: `${server.url.replace('//', '//me@')}/` }, /^return_to must be/],
    [{ return_to: '/#fragment' }, /^return_to must be/],
    [{ return_to: '/\u0000' }, /^return_to must not contain a NUL character/],
    [{ return_to: `/${'x'.repeat(2048)}` }, /^return_to must be a string of at most 2,048 characters/],
    [{ state: 'x'.repeat(513) }, /^state must be a string of at most 512 characters/],
    [{ return_to: 'http://localhost.evil.example/' }, /^return_to must be/],
    [{ code_challenge: 'short' }, /^code_challenge must be/],
    [{ code_challenge_method: 'plain' }, /^code_challenge_method must be/],
    [{ provider: 'github' }, /^provider must be/],
    [{ provider: 'myspace' }, /^provider must be/],
  ];
  for (const [query, message] of cases) {
    const { status, body } = await server.call('GET', loginUrl(server, { code_challenge: challenge, ...query }));
    assert.equal(status, 400, JSON.stringify(query));
    assert.match(body.error, message);
  }
});

test('lists the providers for sign-in buttons', async () => {
  assert.deepEqual((await server.call('GET', '/v1/auth/providers')).body, {
    data: [{ id: 'local', name: 'This machine' }],
    public_url: server.url,
  });
});

test('sign-in pages on localhost redirect to the address of the callback', async () => {
  const { port } = new URL(server.url);
  const response = await fetch(`http://localhost:${port}/device?user_code=A`, { redirect: 'manual' }).catch(() => undefined);
  // Some machines resolve localhost to other addresses, too.
  if (response) assert.equal(response.headers.get('location'), `${server.url}/device?user_code=A`);
});
