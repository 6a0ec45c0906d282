import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { runScheduled } from '../../testing/jobs.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createVisitor, readField, type Visitor } from './fixtures/visitor.ts';

const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, EARSHOT_TRUST_PROXY: '1' });
const { db } = server;
const project = await server.createProject('Acme');
const base = `/p/${project.slug}`;

/** Returns the last mail to an address, once there are as many as given. */
async function mailTo(address: string, count = 1) {
  const list = async () => (await smtp.mails()).filter(({ recipients }) => recipients.includes(address));
  await until(async () => (await list()).length >= count);
  const mail = (await list())[count - 1];
  assert.ok(mail);
  return mail;
}

const codeOf = ({ subject }: { subject?: string | undefined }) => /^(\d{6}) /.exec(subject ?? '')?.[1] ?? '';

/** Requests a code, and returns the page that asks for it. */
async function requestCode(visitor: Visitor, email: string, { at = base, returnTo = '', headers = {} } = {}) {
  const { text } = await visitor.visit(`${at}/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  const form = { email, return_to: readField(text, 'return_to') };
  return await visitor.visit(`${at}/sign-in`, { form, headers });
}

const enter = (visitor: Visitor, page: string, code: string, { at = base, headers = {} } = {}) =>
  visitor.visit(`${at}/sign-in/code`, {
    form: {
      code,
      attempt: readField(page, 'attempt'),
      email: readField(page, 'email'),
      return_to: readField(page, 'return_to'),
    },
    headers,
  });

/** Signs in by a mailed code. */
async function signIn(email: string, { at = base, visitor = createVisitor(server.url), mails = 1, returnTo = '' } = {}) {
  const { text } = await requestCode(visitor, email, { at, returnTo });
  const answer = await enter(visitor, text, codeOf(await mailTo(email, mails)), { at });
  assert.equal(answer.status, 303, answer.text);
  return { visitor, location: answer.location };
}

const accountOf = async (visitor: Visitor, at = base) => await visitor.visit(`${at}/account`);

test('a mailed code signs in, and no page before it sets a cookie', async () => {
  const visitor = createVisitor(server.url);
  for (const path of ['', '/feedback', '/roadmap', '/changelog', '/sign-in', '/account', '/sso?token=x']) {
    const { headers } = await visitor.visit(base + path);
    assert.equal(headers.get('set-cookie'), null, path);
  }
  const home = await visitor.visit(`${base}/feedback`);
  assert.match(home.text, new RegExp(`class="account" href="${base}/sign-in\\?return_to=`));

  const asked = await requestCode(visitor, 'Ada@Acme.example', { returnTo: `${base}/feedback` });
  assert.equal(asked.status, 200);
  assert.equal(asked.headers.get('set-cookie'), null);
  const mail = await mailTo('ada@acme.example');
  assert.match(mail.subject ?? '', /^\d{6} is your code for Acme$/);
  assert.equal(mail.from?.name, 'Acme');

  const wrong = await enter(visitor, asked.text, codeOf(mail) === '000000' ? '000001' : '000000');
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /The code is wrong or has expired/);
  assert.equal(wrong.headers.get('set-cookie'), null);

  const code = codeOf(mail);
  const answer = await enter(visitor, asked.text, `${code.slice(0, 3)} ${code.slice(3)}`);
  assert.deepEqual([answer.status, answer.location], [303, `${base}/feedback`]);
  const cookie = answer.headers.get('set-cookie') ?? '';
  assert.match(cookie, new RegExp(`^earshot_person_${project.id}=\\w{43}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax$`));

  const page = await visitor.visit(`${base}/feedback`);
  assert.match(page.text, /class="account" dir="auto" href="[^"]+\/account">ada@acme\.example</);
  assert.equal(page.headers.get('cache-control'), 'private, no-store');
  assert.equal(page.headers.get('etag'), null);
  const other = await createVisitor(server.url).visit(`${base}/feedback`);
  assert.doesNotMatch(other.text, /ada@acme/);
  // A code signs in once.
  assert.equal((await enter(createVisitor(server.url), asked.text, code)).status, 400);
});

test('the mail is in no outbox, except in test projects', async () => {
  const listed = async (of: typeof project) =>
    (await server.call('GET', `/v1/projects/${of.id}/mails`, { token: of.token })).body;
  await signIn('outbox@acme.example');
  assert.equal((await listed(project)).total, 0);
  const tested = await server.createProject('Staging');
  await server.call('PATCH', `/v1/projects/${tested.id}`, {
    token: tested.token,
    body: { settings: { test: { enabled: true } } },
  });
  const visitor = createVisitor(server.url);
  const { text } = await requestCode(visitor, 'tester@acme.example', { at: `/p/${tested.slug}` });
  const [mail] = (await listed(tested)).data;
  assert.equal(mail.recipient, 'tester@acme.example');
  assert.equal((await enter(visitor, text, codeOf(mail), { at: `/p/${tested.slug}` })).status, 303);
});

test('a code has five tries, and ends after ten minutes', async () => {
  const visitor = createVisitor(server.url);
  const { text } = await requestCode(visitor, 'tries@acme.example');
  const code = codeOf(await mailTo('tries@acme.example'));
  const wrong = code === '123456' ? '654321' : '123456';
  for (let tries = 0; tries < 5; tries++) assert.equal((await enter(visitor, text, wrong)).status, 400);
  assert.equal((await enter(visitor, text, code)).status, 400, 'no tries left');

  const { text: later } = await requestCode(visitor, 'late@acme.example');
  const late = codeOf(await mailTo('late@acme.example'));
  await sql`UPDATE end_user_codes SET created_at = now() - interval '11 minutes' WHERE email = 'late@acme.example'`.execute(db);
  assert.equal((await enter(visitor, later, late)).status, 400);
});

test('an address receives five codes an hour for one network, and ten in all', async () => {
  const from = (network: number) => ({ headers: { 'x-forwarded-for': `198.51.${network}.7` } });
  const statuses = [];
  for (let count = 0; count < 6; count++)
    statuses.push((await requestCode(createVisitor(server.url), 'Limit@acme.example', from(1))).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  const concurrent = await Promise.all(
    Array.from({ length: 8 }, (_, index) => requestCode(createVisitor(server.url), 'limit@acme.example', from(index + 2))),
  );
  assert.equal(concurrent.filter(({ status }) => status === 200).length, 5);
  assert.match(concurrent.find(({ status }) => status === 429)?.text ?? '', /has received too many codes/);
  const other = await server.createProject('Other');
  const elsewhere = await requestCode(createVisitor(server.url), 'limit@acme.example', { at: `/p/${other.slug}`, ...from(1) });
  assert.equal(elsewhere.status, 200, 'limits belong to a project');
  await sql`UPDATE end_user_codes SET created_at = now() - interval '61 minutes' WHERE email = 'limit@acme.example'`.execute(db);
  assert.equal((await requestCode(createVisitor(server.url), 'limit@acme.example', from(1))).status, 200);
  await runScheduled(db, 'end-users.clean');
  const { rows } = await sql`SELECT FROM end_user_codes WHERE email = 'limit@acme.example'`.execute(db);
  assert.equal(rows.length, 1);
});

test('bots that fill the trap receive a page and no code', async () => {
  const form = { email: 'bot@acme.example', website: 'https://spam.example' };
  assert.equal((await createVisitor(server.url).visit(`${base}/sign-in`, { form })).status, 200);
  // A later mail has arrived, and none before it.
  await signIn('after-bot@acme.example');
  assert.ok(!(await smtp.mails()).some(({ recipients }) => recipients.includes('bot@acme.example')));
});

test('the signed token of the product signs in by redirect, and stays in no URL', async () => {
  const token = await server.signUser(project, { id: 'u_sso', name: 'Grace', email: 'grace@acme.example' });
  const visitor = createVisitor(server.url);
  const target = `${server.url}${base}/feedback?sort=top`;
  const answer = await visitor.visit(`${base}/sso?token=${token}&return_to=${encodeURIComponent(target)}`);
  assert.deepEqual([answer.status, answer.location], [303, `${base}/feedback?sort=top`]);
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  assert.match((await accountOf(visitor)).text, /<strong dir="auto">Grace<\/strong>/);
  const { body: log } = await server.call('GET', `/v1/projects/${project.id}/request-log`, { token: project.token });
  assert.doesNotMatch(JSON.stringify(log), /sso|eyJ/);

  // The sign-in page leads to the product, with the page to return to.
  assert.doesNotMatch((await visitor.visit(`${base}/sign-in`)).text, /Sign in with/);
  await server.call('PATCH', `/v1/projects/${project.id}`, {
    token: project.token,
    body: { settings: { pages: { sign_in_url: 'https://app.acme.example/login?from=board' } } },
  });
  const { text } = await visitor.visit(`${base}/sign-in?return_to=${encodeURIComponent(`${base}/roadmap`)}`);
  const returns = encodeURIComponent(`${server.url}${base}/roadmap`);
  assert.ok(text.includes(`href="https://app.acme.example/login?from=board&amp;return_to=${returns}"`), text);
});

test('rejected tokens lead to the sign-in page, which says why', async () => {
  const other = await server.createProject('Other');
  const foreign = await server.signUser(other, { id: 'u_1' });
  const visitor = createVisitor(server.url);
  for (const token of ['', 'x.y.z', foreign]) {
    const { status, location, headers } = await visitor.visit(`${base}/sso?token=${token}&return_to=${base}/roadmap`);
    assert.deepEqual([status, headers.get('set-cookie')], [303, null]);
    assert.equal(location, `${base}/sign-in?problem=rejected&return_to=${encodeURIComponent(`${base}/roadmap`)}`);
    assert.match((await visitor.visit(location ?? '')).text, /role="alert">Acme could not sign you in/);
  }
  const { text } = await visitor.visit(`${base}/sign-in?problem=expired`);
  assert.match(text, /Your sign-in with Acme has expired/);
});

test('a sign-in returns to pages of the site only', async () => {
  const token = await server.signUser(project, { id: 'u_return' });
  const account = `${base}/account`;
  for (const [given, expected] of [
    [`${base}/roadmap`, `${base}/roadmap`],
    [`${base}/feedback#new`, `${base}/feedback#new`],
    [base, base],
    [`${server.url}${base}`, base],
    ['', account],
    ['https://evil.example/', account],
    ['//evil.example/', account],
    [String.raw`/\evil.example/`, account],
    [`${base}/../other/feedback`, account],
    [`${base}//evil.example`, `${base}//evil.example`],
    [`${base}x/feedback`, account],
    [`${server.url}${base}@evil.example/`, account],
    ['/v1/feedback', account],
    ['javascript:alert(1)', account],
    [`${base}/\r\nset-cookie: a=b`, account],
  ] as const) {
    const { location } = await createVisitor(server.url).visit(
      `${base}/sso?token=${token}&return_to=${encodeURIComponent(given)}`,
    );
    assert.equal(location, expected, given);
  }
});

test('a session belongs to one project', async () => {
  const other = await server.createProject('Neighbor');
  const { visitor } = await signIn('tenant@acme.example');
  const [[, token] = ['', '']] = [...visitor.cookies];
  visitor.cookies.set(`earshot_person_${other.id}`, token);
  const { status, location } = await accountOf(visitor, `/p/${other.slug}`);
  assert.deepEqual(
    [status, location],
    [303, `/p/${other.slug}/sign-in?return_to=${encodeURIComponent(`/p/${other.slug}/account`)}`],
  );
  const { body: entry } = await server.call('POST', '/v1/feedback', { key: other.key, body: { title: 'Dark mode' } });
  assert.equal((await visitor.call('POST', `/v1/feedback/${entry.id}/upvote`, { key: other.key })).status, 400);
  assert.equal((await accountOf(visitor)).status, 200);
});

test('requests of other origins act for nobody who is signed in', async () => {
  const { visitor } = await signIn('csrf@acme.example');
  const { body: entry } = await server.call('POST', '/v1/feedback', { key: project.key, body: { title: 'Dark mode' } });
  const foreign = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' }];
  for (const headers of foreign) {
    const vote = await visitor.call('POST', `/v1/feedback/${entry.id}/upvote`, { key: project.key, headers });
    assert.equal(vote.status, 400, 'a vote without a voter');
    const renamed = await visitor.visit(`${base}/account`, { form: { name: 'Mallory' }, headers });
    assert.equal(renamed.status, 303);
    await visitor.visit(`${base}/account/erase`, { form: { confirm: 'on' }, headers });
    await visitor.visit(`${base}/sign-out`, { form: {}, headers });
  }
  const { text, status } = await accountOf(visitor);
  assert.equal(status, 200);
  assert.doesNotMatch(text, /Mallory/);
  // Nor can another site sign in a visitor as somebody else.
  const { text: page } = await requestCode(visitor, 'mallory@evil.example');
  const code = codeOf(await mailTo('mallory@evil.example'));
  assert.equal((await enter(visitor, page, code, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 400);
  assert.equal((await enter(createVisitor(server.url), page, code)).status, 303);
});

test('browsers without Sec-Fetch-Site are recognized by their origin', async () => {
  const { visitor } = await signIn('origin@acme.example');
  const post = async (origin: string | undefined, name: string) => {
    const [[cookie, value] = ['', '']] = [...visitor.cookies];
    const headers = {
      cookie: `${cookie}=${value}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(origin && { origin }),
    };
    return await fetch(`${server.url}${base}/account`, { method: 'POST', redirect: 'manual', headers, body: `name=${name}` });
  };
  assert.equal((await post('https://evil.example', 'Eve')).status, 303);
  assert.equal((await post('null', 'Eve')).status, 303);
  assert.equal((await post(undefined, 'Eve')).status, 303);
  assert.equal((await post(server.url, 'Ada')).status, 200);
  assert.match((await accountOf(visitor)).text, /value="Ada"/);
});

test('a name is saved for the sessions of the person, and known at the next sign-in', async () => {
  const { visitor } = await signIn('name@acme.example');
  const saved = await visitor.visit(`${base}/account`, { form: { name: 'Ada <b>' } });
  assert.match(saved.text, /Your name has been saved[\s\S]*value="Ada &lt;b&gt;"/);
  const { visitor: phone } = await signIn('name@acme.example', { mails: 2 });
  assert.match((await accountOf(phone)).text, /value="Ada &lt;b&gt;"/);
});

test('signing out ends the session', async () => {
  const { visitor } = await signIn('out@acme.example');
  const cookies = new Map(visitor.cookies);
  assert.match((await visitor.visit(`${base}/sign-out`, { form: {} })).text, /You are signed out/);
  assert.equal(visitor.cookies.size, 0);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  assert.equal((await accountOf(visitor)).status, 303, 'a stolen cookie is worthless');
});

test('sessions end after 90 days, and with the revoked secret of their token', async () => {
  const token = await server.signUser(project, { id: 'u_revoked' });
  const visitor = createVisitor(server.url);
  await visitor.visit(`${base}/sso?token=${token}`);
  const { visitor: byCode } = await signIn('expiry@acme.example');
  const rotate = (revoke_now: boolean) =>
    server.call('POST', `/v1/projects/${project.id}/identity-secrets/rotate`, { token: project.token, body: { revoke_now } });
  await rotate(false);
  assert.equal((await accountOf(visitor)).status, 200);
  await rotate(true);
  assert.equal((await accountOf(visitor)).status, 303);
  assert.equal((await accountOf(byCode)).status, 200);
  await sql`
    UPDATE end_user_sessions SET expires_at = now()
    WHERE project_id = ${parseId('prj', project.id)} AND email = 'expiry@acme.example'`.execute(db);
  assert.equal((await accountOf(byCode)).status, 303);
  await runScheduled(db, 'end-users.clean');
  const { rows } = await sql`SELECT FROM end_user_sessions WHERE email = 'expiry@acme.example'`.execute(db);
  assert.equal(rows.length, 0);
});

test('sites without a mail server and a sign-in URL offer no sign-in', async () => {
  const silent = await startTestServer();
  const { slug } = await silent.createProject();
  const visitor = createVisitor(silent.url);
  assert.doesNotMatch((await visitor.visit(`/p/${slug}/feedback`)).text, /class="account"/);
  assert.match((await visitor.visit(`/p/${slug}/sign-in`)).text, /Signing in is not available/);
  const asked = await visitor.visit(`/p/${slug}/sign-in`, { form: { email: 'ada@acme.example' } });
  assert.deepEqual([asked.status, /Signing in is not available/.test(asked.text)], [404, true]);
});
