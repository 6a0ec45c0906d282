import assert from 'node:assert/strict';
import { after, describe, mock, test } from 'node:test';
import { LANGUAGES } from '@earshot/contract/shared/languages';
import { sql } from 'kysely';
import { runJobs } from '../../../testing/jobs.ts';
import { type Received, startMailServer } from '../../../testing/mail-server.ts';
import { type Json, sharedTestServer, startTestServer, type TestClient } from '../../../testing/server.ts';
import { until, withinPeriod } from '../../../testing/until.ts';

// Mails go to a real mail server of the test's own.

let mailServer = await startMailServer();
const { port, count, mails } = mailServer;
after(() => mailServer.close());
const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, EARSHOT_MAIL_FROM: 'Acme <hello@acme.example>' });
const withoutMailServer = await sharedTestServer();

/** A project on one of the servers, with what the tests do there. */
async function board({ call, createProject, signUser }: TestClient) {
  const { id, key, token } = await createProject('Acme');
  /** Returns headers that verify an address, which then needs no confirmation. */
  const verify = async (email: unknown) => ({ 'x-user-token': await signUser({ id, token }, { id: 'u', email: String(email) }) });
  return {
    key,
    call,
    id,
    token,
    submit: async (body: { submitter_email?: string; title?: string } = {}) => {
      const headers = body.submitter_email ? await verify(body.submitter_email) : {};
      return (await call('POST', '/v1/feedback', { key, headers, body: { title: 'Export as CSV', ...body } })).body.id as string;
    },
    subscribe: async (entry: string, email: unknown) =>
      call('POST', `/v1/feedback/${entry}/subscribe`, { key, headers: await verify(email), body: { email } }),
    /** As anybody can, with any address. */
    follow: (entry: string, email: string) => call('POST', `/v1/feedback/${entry}/subscribe`, { key, body: { email } }),
    change: (entry: string, body: object) => call('PATCH', `/v1/feedback/${entry}`, { token, body }),
    merge: (entry: string, into: string) => call('POST', `/v1/feedback/${entry}/merge`, { token, body: { into } }),
    outbox: async () => (await call('GET', `/v1/projects/${id}/mails`, { token })).body.data as Json[],
    /** All mails of the project are written and gone, or have ended otherwise. */
    settled: async (least: number, status: string) =>
      await until(async () => {
        const { data } = (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body;
        return data.length >= least && data.every((mail: Json) => mail.status === status) && (data as Json[]);
      }),
  };
}

const headerOf = (mail: Received, name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';
const linkOf = (mail: Received) => /^<(.*)>$/.exec(headerOf(mail, 'list-unsubscribe'))?.[1] ?? '';
const recipients = async (from: number) => (await mails(from)).flatMap((mail) => mail.recipients).toSorted();

test('mails followers once per status change, in text and HTML, from the configured sender', async () => {
  const { submit, subscribe, change, settled } = await board(server);
  const id = await submit({ title: 'Export <b>“CSV”</b> & 表格 🦉', submitter_email: 'Ada@Example.com' });
  for (const email of ['grace@example.com', 'GRACE@example.com', 'ada@example.com'])
    assert.deepEqual((await subscribe(id, email)).body, { ok: true, confirmed: true });
  const from = count();
  await change(id, { status: 'in_progress', title: 'Export <b>“CSV”</b> & 表格 🦉' });
  await settled(2, 'sent');

  assert.deepEqual(await recipients(from), ['ada@example.com', 'grace@example.com']);
  for (const mail of await mails(from)) {
    assert.equal(mail.subject, '“Export <b>“CSV”</b> & 表格 🦉” is now in progress');
    assert.deepEqual([mail.from?.name, mail.from?.address], ['Acme', 'hello@acme.example']);
    assert.match(mail.text ?? '', /The status of an entry that you follow on Acme changed to “in progress”/);
    assert.match(mail.text ?? '', /View entry: http:\/\/127\.0\.0\.1:\d+\/p\/acme[\w-]*\/feedback\/fb_\w{26}/);
    assert.match(mail.html ?? '', /<h1 dir="auto">Export &lt;b&gt;“CSV”&lt;\/b&gt; &amp; 表格 🦉<\/h1>/);
    assert.ok(!mail.html?.includes('<b>'), 'a title is text, not HTML');
    for (const part of [mail.text, mail.html?.replaceAll('&amp;', '&')]) assert.ok(part?.includes(linkOf(mail)));
    assert.equal(headerOf(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.ok(linkOf(mail).startsWith(`${server.url}/v1/feedback/unsubscribe?token=`));
    assert.match(mail.messageId ?? '', /@acme\.example>$/);
  }
});

test('mails only status changes of public entries', async () => {
  const { submit, change, settled, outbox } = await board(server);
  const id = await submit({ submitter_email: 'ada@example.com' });
  await change(id, { title: 'Another title', pinned: true });
  await change(id, { status: 'new' });
  const hidden = await submit({ submitter_email: 'ada@example.com' });
  await change(hidden, { visibility: 'private', status: 'planned' });
  await change(id, { status: 'done' });
  await settled(1, 'sent');
  // A mail about the hidden entry would have been sent before this one.
  assert.deepEqual(
    (await outbox()).map(({ subject }) => subject),
    ['“Another title” is now done'],
  );
});

describe('an unverified address', () => {
  const confirmLinkOf = (mail: { text?: string }) => /http\S+\/confirm\?token=\S+/.exec(mail.text ?? '')?.[0] ?? '';

  test('gets only one confirmation mail a day, without text from unverified users', () =>
    withinPeriod(async () => {
      const { call, key, follow, change, settled } = await board(server);
      const from = count();
      const spam = 'BUY NOW https://spam.example';
      const { body: entry } = await call('POST', '/v1/feedback', {
        key,
        body: { title: spam, description: spam, submitter_name: spam, submitter_email: 'Victim@example.com' },
      });
      const { body: other } = await call('POST', '/v1/feedback', { key, body: { title: 'Dark mode' } });
      for (let again = 0; again < 5; again++)
        assert.deepEqual((await follow(other.id, 'victim@example.com')).body, { ok: true, confirmed: false });
      await settled(1, 'sent');
      await change(entry.id, { status: 'planned' });
      await change(other.id, { status: 'planned' });
      const told = await board(server);
      const marker = await told.submit({ submitter_email: 'later@example.com' });
      await told.change(marker, { status: 'planned' });
      await told.settled(1, 'sent');
      // Mails about these two would have been sent before this one.
      assert.deepEqual(await recipients(from), ['later@example.com', 'victim@example.com']);
      const mail = (await mails(from)).find((item) => item.recipients[0] === 'victim@example.com') as Received;
      assert.doesNotMatch(JSON.stringify(mail), /spam|BUY NOW|Dark mode/);

      // The link is for what was there when its mail was written; what came later gets a mail of its own.
      const link = confirmLinkOf(mail);
      const page = await call('GET', link);
      assert.match(page.body, /BUY NOW/);
      assert.doesNotMatch(page.body, /Dark mode/);
      assert.match(page.body, /<button>Confirm<\/button>/);
      let before = count();
      for (let again = 0; again < 2; again++) assert.deepEqual((await call('POST', link)).body, { ok: true });
      await settled(2, 'sent');
      await change(other.id, { status: 'in_progress' });
      await change(entry.id, { status: 'in_progress' });
      await settled(3, 'sent');
      const [next, news] = (await mails(before)).toSorted((a, b) => Number(linkOf(a) > '') - Number(linkOf(b) > ''));
      assert.deepEqual(
        [await recipients(before), news?.subject],
        [Array(2).fill('victim@example.com'), `“${spam}” is now in progress`],
      );
      assert.match((await call('GET', confirmLinkOf(next as Received))).body, /“Dark mode”\./);
      assert.deepEqual((await call('POST', confirmLinkOf(next as Received))).body, { ok: true });
      before = count();
      await change(other.id, { status: 'done' });
      await settled(4, 'sent');
      assert.deepEqual(await recipients(before), ['victim@example.com']);
      assert.equal((await call('POST', `${link.slice(0, -3)}AAA`)).status, 404);
      assert.equal((await call('POST', link.slice(0, link.indexOf('?')))).status, 400);
    }));

  test('is not confirmed by an expired link', async () => {
    const { call, submit, follow, settled, outbox } = await board(server);
    const id = await submit();
    await follow(id, 'late@example.com');
    await settled(1, 'sent');
    const [mail] = await outbox();
    const link = confirmLinkOf(mail);
    const sent = Date.parse(mail.created_at);
    try {
      mock.timers.enable({ apis: ['Date'], now: sent + 7 * 86_400_000 + 60_000 });
      const asPerson = { headers: { accept: 'text/html' } };
      for (const method of ['GET', 'POST']) {
        const { status, body } = await call(method, link, asPerson);
        assert.equal(status, 404);
        assert.match(body, /<h1>This link has expired<\/h1>\s*<p>Follow the entry again to get a new link\.<\/p>/);
      }
      assert.deepEqual((await call('POST', link)).body, {
        error: 'This link has expired. Follow the entry again to get a new link.',
        code: 'mails.link_expired',
      });
      mock.timers.setTime(sent + 7 * 86_400_000 - 60_000);
      assert.deepEqual((await call('POST', link)).body, { ok: true }, 'two minutes earlier');
    } finally {
      mock.timers.reset();
    }
  });

  test('sees titles of public entries and its own on the confirmation page, in every language', async () => {
    const { call, key, follow, change, settled } = await board(server);
    const submission = { title: 'Dark mode', submitter_email: 'owner@example.com' };
    const { id } = (await call('POST', '/v1/feedback', { key, body: submission })).body;
    await follow(id, 'lin@example.com');
    const sent = await settled(2, 'sent');
    /** Returns what an address reads in each language. */
    const readPages = async (email: string): Promise<string[]> => {
      const link = confirmLinkOf(sent.find(({ recipient }: Json) => recipient === email) ?? {});
      const pages = await Promise.all(LANGUAGES.map((language) => call('GET', link, { query: { lang: language } })));
      return pages.map(({ body }) => new RegExp(`<p>([^<]*${email}[^<]*)</p>`).exec(body)?.[1] ?? body);
    };
    for (const text of await readPages('lin@example.com')) assert.match(text, /[:：].*Dark mode/);
    await change(id, { visibility: 'private' });
    for (const text of await readPages('lin@example.com')) assert.match(text, /^[^:：]*[^:：\s][.。]$/);
    for (const text of await readPages('owner@example.com')) assert.match(text, /Dark mode/);
  });

  test('can confirm several entries on the same day', async () => {
    const { call, submit, follow, change, settled } = await board(server);
    const [a, b] = [await submit({ title: 'A' }), await submit({ title: 'B' })];
    let from = count();
    await follow(a, 'ada@example.com');
    await settled(1, 'sent');
    await call('POST', confirmLinkOf((await mails(from))[0] as Received));
    from = count();
    await follow(b, 'ada@example.com');
    await settled(2, 'sent');
    await call('POST', confirmLinkOf((await mails(from))[0] as Received));
    from = count();
    for (const id of [a, b]) await change(id, { status: 'done' });
    await settled(4, 'sent');
    assert.deepEqual(await recipients(from), ['ada@example.com', 'ada@example.com']);
  });

  test('is confirmed by a merge with an entry that it follows with confirmation', async () => {
    const { submit, subscribe, follow, merge, change, settled } = await board(server);
    const [a, b] = [await submit({ title: 'A' }), await submit({ title: 'B' })];
    await subscribe(a, 'ada@example.com');
    await follow(b, 'ada@example.com');
    await settled(1, 'sent');
    await merge(a, b);
    const from = count();
    await change(b, { status: 'done' });
    await settled(2, 'sent');
    assert.deepEqual(await recipients(from), ['ada@example.com']);
  });
});

describe('unsubscribing', () => {
  test('works with one click in the mail program: GET changes nothing, POST is idempotent', async () => {
    const { call, submit, subscribe, change, settled } = await board(server);
    const id = await submit();
    for (const email of ['ada@example.com', 'grace@example.com']) await subscribe(id, email);
    let from = count();
    await change(id, { status: 'planned' });
    await settled(2, 'sent');
    const mail = (await mails(from)).find((item) => item.recipients[0] === 'ada@example.com');
    assert.ok(mail);
    const link = linkOf(mail);

    const page = await call('GET', link);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.body, /<form method="post"><button>Unsubscribe<\/button>/);
    from = count();
    await change(id, { status: 'in_progress' });
    await settled(4, 'sent');
    assert.deepEqual(await recipients(from), ['ada@example.com', 'grace@example.com']);

    const oneClick = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' };
    for (let again = 0; again < 2; again++) {
      const { status, body } = await call('POST', link, oneClick);
      assert.deepEqual([status, body], [200, { ok: true }]);
    }
    from = count();
    await change(id, { status: 'done' });
    await settled(5, 'sent');
    assert.deepEqual(await recipients(from), ['grace@example.com']);
  });

  test('shows a page in the browser', async () => {
    const link = linkOf((await mails()).at(-1) as Received);
    const { status, headers, body } = await server.call('POST', link, { headers: { accept: 'text/html,*/*' } });
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(body, /<h1>Unsubscribed<\/h1>/);
  });

  test('requires a valid link', async () => {
    const link = linkOf((await mails()).at(-1) as Received);
    const [payload = '', signature = ''] = (new URL(link).searchParams.get('token') ?? '').split('.');
    const other = Buffer.from(JSON.stringify({ project_id: 'x', entry_id: 'x', email: 'x' })).toString('base64url');
    for (const token of ['x', `${other}.${signature}`, payload, `${payload}.`, `${payload}.${signature.slice(1)}`, '.'])
      for (const method of ['GET', 'POST'])
        assert.equal((await server.call(method, '/v1/feedback/unsubscribe', { query: { token } })).status, 404, token);
    for (const method of ['GET', 'POST']) assert.equal((await server.call(method, '/v1/feedback/unsubscribe')).status, 400);
  });
});

test('mails each follower of merged entries once, and unsubscribes from all of them', async () => {
  const { call, token, submit, subscribe, change, merge, settled } = await board(server);
  const [a, b] = [await submit({ title: 'A' }), await submit({ title: 'B' })];
  for (const email of ['ada@example.com', 'both@example.com']) await subscribe(a, email);
  for (const email of ['grace@example.com', 'both@example.com']) await subscribe(b, email);
  await merge(a, b);
  let from = count();
  await change(b, { status: 'planned' });
  await settled(3, 'sent');
  assert.deepEqual(await recipients(from), ['ada@example.com', 'both@example.com', 'grace@example.com']);
  const mail = (await mails(from)).find((item) => item.recipients[0] === 'both@example.com');
  await call('POST', linkOf(mail as Received));
  await call('POST', `/v1/feedback/${a}/unmerge`, { token });
  from = count();
  await change(a, { status: 'done' });
  await change(b, { status: 'done' });
  await settled(5, 'sent');
  assert.deepEqual(await recipients(from), ['ada@example.com', 'grace@example.com']);
});

test('a link from before a merge unsubscribes from the merge target', async () => {
  const { call, submit, change, merge, settled, outbox } = await board(server);
  const [a, b] = [await submit({ title: 'A', submitter_email: 'ada@example.com' }), await submit({ title: 'B' })];
  const from = count();
  await change(a, { status: 'planned' });
  await settled(1, 'sent');
  const [mail] = await mails(from);
  await merge(a, b);
  assert.equal((await call('POST', linkOf(mail as Received))).status, 200);
  await change(b, { status: 'done' });
  await runJobs(server.db, 'feedback.status_changed/');
  assert.equal((await outbox()).length, 1);
});

test('retries a rejected mail once the mail server accepts it', async () => {
  const { submit, change, settled, outbox } = await board(server);
  await mailServer.close();
  const id = await submit({ submitter_email: 'patient@example.com' });
  await change(id, { status: 'done' });
  const refused = await until(async () => (await outbox()).find(({ error }) => error));
  assert.deepEqual([refused.status, refused.recipient], ['queued', 'patient@example.com']);
  assert.match(refused.error, /ECONNREFUSED/);
  mailServer = await startMailServer(port);
  // The half minute until the next try is over.
  await until(async () => {
    const { numAffectedRows } = await sql`
      UPDATE pgboss.job SET start_after = now() WHERE name = 'mail.send' AND state = 'retry'`.execute(server.db);
    return numAffectedRows === 1n;
  });
  await settled(1, 'sent');
  assert.deepEqual(
    (await mailServer.mails()).map((mail) => mail.recipients),
    [['patient@example.com']],
  );
  assert.equal((await outbox())[0].error, null);
});

test('keeps mails in the outbox without a mail server, readable by admins', async () => {
  const { call, id: projectId, token, submit, subscribe, change, settled } = await board(withoutMailServer);
  const id = await submit();
  await subscribe(id, 'ada@example.com');
  await change(id, { status: 'declined' });
  const [mail] = await settled(1, 'kept');
  assert.deepEqual([mail.recipient, mail.subject, mail.error], ['ada@example.com', '“Export as CSV” is now declined', null]);
  assert.match(mail.id, /^ml_/);
  assert.match(mail.text, /Unsubscribe: http/);
  assert.match(mail.html, /^<!doctype html>/);
  const member = await withoutMailServer.signIn();
  await call('POST', `/v1/projects/${projectId}/members`, { token, body: { email: member.email, role: 'member' } });
  assert.equal((await call('GET', `/v1/projects/${projectId}/mails`, { token: member.token })).status, 403);
});

test('returns 400 for an invalid address', async () => {
  const { call, key, submit, subscribe } = await board(withoutMailServer);
  const id = await submit();
  for (const email of ['ada', 'ada@', '@example.com', 'a b@example.com', 'ada@example', 'ada@example.com,grace@example.com'])
    assert.equal((await subscribe(id, email)).body.error, 'email must be a valid email address', email);
  assert.equal((await call('POST', `/v1/feedback/${id}/subscribe`, { key, body: {} })).body.error, 'email is required');
  assert.equal((await subscribe('fb_00000000000000000000000000', 'ada@example.com')).status, 404);
});
