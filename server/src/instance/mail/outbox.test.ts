import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readConfig } from '../../platform/config/config.ts';
import { startServer } from '../../server.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { restartAbandoned, retryJobs, runJobs, runScheduled } from '../../testing/jobs.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { freePort, startServerProcess } from '../../testing/process.ts';
import { type Json, startTestServer, type TestClient } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const EARSHOT_MAIL_FROM = 'Earshot <hello@acme.example>';

/** Failures of the mail server, which each test sets. */
let behavior: NonNullable<Parameters<typeof startMailServer>[1]> = {};
const smtp = await startMailServer(0, {
  rejectRecipient: (address) => behavior.rejectRecipient?.(address),
  dropsAfterMessage: () => behavior.dropsAfterMessage?.() ?? false,
});
after(() => smtp.close());
const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, EARSHOT_MAIL_FROM });

/** Creates a project while the mail server has these failures. `received` returns the mails that it receives from now on. */
async function setUp(failures: typeof behavior = {}) {
  behavior = failures;
  const before = smtp.count();
  return { received: () => smtp.mails(before), ...(await project()) };
}

async function project(of: TestClient = server) {
  const { id, key, token } = await of.createProject('Acme');
  const list = async (query = {}) => (await of.call('GET', `/v1/projects/${id}/mails`, { token, query })).body.data as Json[];
  return {
    id,
    key,
    token,
    list,
    /** Causes a mail to this address. */
    join: (email: string) => of.call('POST', '/v1/waitlist', { key, body: { email } }),
    mailTo: (email: string, status: string) =>
      until(async () => (await list()).find((mail) => mail.recipient === email && mail.status === status)),
    retry: (mail: string) => of.call('POST', `/v1/projects/${id}/mails/${mail}/retry`, { token }),
    test: () => of.call('POST', `/v1/projects/${id}/mails/test`, { token }),
  };
}

const hurry = (isLast = false) => retryJobs(server.db, 'mail.send', isLast);

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

test('mails have the project’s name, a text part, an unsubscribe link and a reply address', async () => {
  const { received, id, token, join, mailTo } = await setUp();
  await server.call('PATCH', `/v1/projects/${id}`, {
    token,
    body: { settings: { mail: { color: '#b45309', reply_to: 'team@acme.example' } } },
  });
  await join('ada@example.com');
  await mailTo('ada@example.com', 'sent');
  const [mail] = await received();
  assert.ok(mail);
  assert.deepEqual([mail.from?.name, mail.from?.address], ['Acme', 'hello@acme.example']);
  assert.equal(mail.replyTo?.[0]?.address, 'team@acme.example');
  assert.ok(mail.html?.includes('background: #b45309') && mail.html.includes('prefers-color-scheme: dark'));
  assert.ok(mail.text?.includes('You are number 1 in line at Acme.'));
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  assert.match(header('list-unsubscribe') ?? '', /^<http\S+\/v1\/waitlist\/leave\?token=\S+>$/);
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
});

test('the record of who was notified outlasts the mail, in exports too, until the person is erased', async () => {
  const { id, token, join, mailTo } = await setUp();
  const { call, db } = server;
  const { body: entry } = await join('ada@example.com');
  const told = async () =>
    (await call('POST', `/v1/projects/${id}/people/export`, { token, body: { email: 'Ada@example.com' } })).body.told as Json[];
  await mailTo('ada@example.com', 'sent');
  assert.deepEqual(await told(), [], 'a welcome announces no event');
  await call('POST', '/v1/waitlist/invite', { token, query: { project_id: id }, body: { ids: [entry.id] } });
  const sent = await until(async () => (await told())[0]);
  const { told_at, ...record } = sent;
  assert.deepEqual(record, { recipient: 'ada@example.com', event: 'waitlist.invited', subject_id: entry.id });
  assert.ok(Date.now() - Date.parse(told_at) < 60_000);

  await sql`UPDATE mails SET created_at = now() - interval '100 days'`.execute(db);
  await runScheduled(db, 'retention.enforce');
  assert.deepEqual((await call('GET', `/v1/projects/${id}/mails`, { token })).body.data, []);
  assert.deepEqual(await told(), [sent]);
  await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: 'ada@example.com' } });
  assert.deepEqual(await told(), []);
});

test('rejected mails are recorded and retried, and arrive once', async () => {
  let isFull = true;
  const { received, join, mailTo, list } = await setUp({
    rejectRecipient: () => (isFull ? refusal(450, 'Mailbox is full') : undefined),
  });
  await join('ada@example.com');
  const waiting = await until(async () => (await list()).find(({ error }) => error));
  assert.deepEqual([waiting.status, waiting.error.includes('Mailbox is full')], ['queued', true]);
  isFull = false;
  await until(async () => {
    await hurry();
    return (await list())[0]?.status === 'sent';
  });
  assert.equal((await mailTo('ada@example.com', 'sent')).error, null);
  assert.equal((await received()).length, 1);
});

test('mails fail with the reason after the last attempt, and can be retried manually', async () => {
  let isKnown = false;
  const { received, join, mailTo, list, retry, token, id } = await setUp({
    rejectRecipient: () => (isKnown ? undefined : refusal(550, 'No such mailbox')),
  });
  await join('ada@example.com');
  await until(async () => {
    await hurry(true);
    return (await list({ status: 'failed' })).length === 1;
  });
  const failed = await mailTo('ada@example.com', 'failed');
  assert.match(failed.error, /No such mailbox/);
  assert.deepEqual([(await list({ status: 'sent' })).length, (await list({ status: 'queued' })).length], [0, 0]);
  isKnown = true;
  assert.equal((await retry(failed.id)).body.status, 'queued');
  await mailTo('ada@example.com', 'sent');
  assert.equal((await received()).length, 1);
  // Sent mails are not sent again.
  assert.equal((await retry(failed.id)).body.status, 'sent');
  await runJobs(server.db, 'mail.send');
  assert.equal((await received()).length, 1);
  for (const mail of ['ml_00000000000000000000000000', 'ml_1', 'fb_1']) assert.equal((await retry(mail)).status, 404);
  assert.equal((await server.call('GET', `/v1/projects/${id}/mails`, { token, query: { status: 'lost' } })).status, 400);
});

describe('at most once, when the outcome is unknown', () => {
  test('the mail fails with the reason and is not retried automatically', async () => {
    let texts = 0;
    const { join, mailTo, list } = await setUp({ dropsAfterMessage: () => Boolean(++texts) });
    await join('ada@example.com');
    const failed = await mailTo('ada@example.com', 'failed');
    assert.match(failed.error, /may have accepted the mail. It is not retried automatically$/);
    await runJobs(server.db, 'mail.send');
    assert.deepEqual([texts, (await list())[0]?.status], [1, 'failed']);
  });

  test('mails in transfer when a node is killed are not sent again; others arrive', { timeout: 120_000 }, async () => {
    const database = await createTestDatabase();
    let onText: (() => void) | undefined;
    const { received } = await setUp({
      dropsAfterMessage: () => {
        onText?.();
        return Boolean(onText);
      },
    });
    const env = { DATABASE_URL: database.url, SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, EARSHOT_MAIL_FROM };
    const first = await startTestServer(env);
    const { id, key, token } = await first.createProject('Acme');
    await first.stop();

    const killed = await startServerProcess({ ...env, EARSHOT_THROTTLE: 'off' });
    onText = () => killed.child.kill('SIGKILL');
    const emails = Array.from({ length: 40 }, (_, index) => `person-${index}@example.com`);
    for (const email of emails) {
      const body = JSON.stringify({ email });
      await fetch(`${killed.url}/v1/waitlist`, {
        method: 'POST',
        headers: { 'x-project-key': key, 'content-type': 'application/json' },
        body,
      }).catch(() => {});
    }
    await until(() => killed.child.signalCode);
    onText = undefined;

    const next = await startTestServer(env);
    await restartAbandoned(next.db, 'mail.send');
    const finished = await until(async () => {
      const { data } = (await next.call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body;
      return data.every(({ status }: Json) => status === 'sent' || status === 'failed') && (data as Json[]);
    }, 90_000);
    const uncertain = finished.filter(({ status }: Json) => status === 'failed');
    assert.ok(uncertain.length >= 1 && uncertain.length <= 10, `${uncertain.length} were under way`);
    for (const { error } of uncertain) assert.match(error, /may have accepted the mail/);
    const arrived = (await received()).map(({ recipients }) => recipients[0]);
    assert.equal(new Set(arrived).size, arrived.length, 'nobody got it twice');
    assert.equal(arrived.length, finished.length - uncertain.length);
  });
});

describe('a test mail', () => {
  test('is sent immediately', async () => {
    const { received, test: send } = await setUp();
    const { status, body } = await send();
    assert.deepEqual([status, body.status], [200, 'sent']);
    const [mail] = await received();
    assert.deepEqual([mail?.subject, mail?.recipients], ['Test email from Acme', [body.recipient]]);
  });

  test('is kept without a mail server', async () => {
    const { test: send } = await project(await startTestServer());
    assert.equal((await send()).body.status, 'kept');
  });

  test('reports errors without the password', async () => {
    const port = await freePort();
    const { test: send, list } = await project(await startTestServer({ SMTP_URL: `smtp://ada:secret@127.0.0.1:${port}` }));
    const { status, headers, body } = await send();
    assert.equal(status, 503);
    assert.ok(headers.get('retry-after'));
    assert.match(
      body.error,
      new RegExp(`^The mail server smtp://127\\.0\\.0\\.1:${port} \\(SMTP_URL\\) did not accept the mail: .*ECONNREFUSED`),
    );
    const [mail] = await list();
    assert.deepEqual([mail.status, /ECONNREFUSED/.test(mail.error)], ['failed', true]);
  });
});

test('an invalid SMTP_URL is reported on startup', async () => {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const port = await freePort();
  const unable = await startServer({
    config: readConfig({
      PORT: '0',
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: database.clickhouseUrl,
      SMTP_URL: `smtp://ada:secret@127.0.0.1:${port}`,
    }),
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
  const line = await until(() => lines.find((text) => text.includes('SMTP_URL')));
  await unable.stop();
  await database.drop();
  assert.ok(line.includes(`smtp://127.0.0.1:${port}`) && line.includes('ECONNREFUSED'));
  assert.ok(!line.includes('secret'));
});
