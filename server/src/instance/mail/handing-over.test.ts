import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readConfig } from '../../platform/config/config.ts';
import { startServer } from '../../server.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { retryJobs, runJobs } from '../../testing/jobs.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

// Results of failed deliveries, for each step of SMTP.

let behavior: Parameters<typeof startMailServer>[1] = {};
const smtp = await startMailServer(0, {
  rejectRecipient: (address) => behavior?.rejectRecipient?.(address),
  rejectMessage: () => behavior?.rejectMessage?.(),
  delayRecipient: async () => await behavior?.delayRecipient?.(),
  dropsAfterRecipient: () => behavior?.dropsAfterRecipient?.() ?? false,
});
after(() => smtp.close());
const server = await startTestServer({
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
});
const { call, db } = server;

/** Creates a project with one mail to its owner: a waitlist mail or a test mail. */
async function setUp(next: typeof behavior, name = 'Acme') {
  behavior = next;
  const { id, key, token, email } = await server.createProject(name);
  const mail = async (): Promise<Json> => (await call('GET', `/v1/projects/${id}/mails`, { token })).body.data[0];
  return {
    id,
    token,
    email,
    mail,
    join: () => call('POST', '/v1/waitlist', { key, body: { email } }),
    becomes: (status: string) => until(async () => (await mail())?.status === status && (await mail())),
    /** Returns the number of times that the mail arrived. */
    arrived: async () => (await smtp.mails()).filter(({ recipients }) => recipients[0] === email).length,
    test: () => call('POST', `/v1/projects/${id}/mails/test`, { token }),
    retry: async (mailId: string) => (await call('POST', `/v1/projects/${id}/mails/${mailId}/retry`, { token })).body,
  };
}

const hurry = () => retryJobs(db, 'mail.send');
const untilSent = (mail: () => Promise<Json>) =>
  until(async () => {
    await hurry();
    return (await mail())?.status === 'sent';
  });
const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

describe('before the transfer of the text, failures are retried', () => {
  test('after a lost connection', async () => {
    let tries = 0;
    const { join, mail, arrived } = await setUp({ dropsAfterRecipient: () => ++tries === 1 });
    await join();
    const waiting = await until(async () => {
      const one = await mail();
      return one?.error && one;
    });
    assert.equal(waiting.status, 'queued');
    assert.doesNotMatch(waiting.error, /may have accepted the mail/);
    await untilSent(mail);
    assert.deepEqual([tries, await arrived()], [2, 1]);
  });

  test('unless another node has started to send the mail', async () => {
    let isAsked = false;
    let goOn = () => {};
    const goingOn = new Promise<void>((resolve) => (goOn = resolve));
    const { join, email, mail, arrived } = await setUp({
      delayRecipient: async () => {
        isAsked = true;
        await goingOn;
      },
    });
    await join();
    await until(() => isAsked);
    await sql`UPDATE mails SET status = 'sending' WHERE recipient = ${email}`.execute(db);
    goOn();
    await until(async () => {
      const { rows } = await sql`SELECT 1 FROM pgboss.job WHERE name = 'mail.send' AND state = 'retry'`.execute(db);
      return rows.length === 1;
    });
    assert.equal((await mail()).status, 'sending', 'the other node’s');
    // The other node was killed, so its mail may have been sent.
    await hurry();
    await until(async () => (await mail()).status === 'failed');
    assert.match((await mail()).error, /may have accepted the mail/);
    assert.equal(await arrived(), 0);
  });
});

describe('after the transfer of the text', () => {
  test('a rejection means that the mail was not accepted, so it is retried', async () => {
    let isBusy = true;
    const { join, mail, arrived } = await setUp({
      rejectMessage: () => (isBusy ? refusal(451, 'Greylisted, come back later') : undefined),
    });
    await join();
    const waiting = await until(async () => {
      const one = await mail();
      return one?.error && one;
    });
    assert.equal(waiting.status, 'queued');
    assert.match(waiting.error, /Greylisted, come back later/);
    isBusy = false;
    await untilSent(mail);
    assert.equal(await arrived(), 1);
    assert.equal((await mail()).error, null);
  });

  test('a failure to store the result does not send the mail twice', async () => {
    const { join, email, becomes, arrived, retry } = await setUp({});
    // The database fails once, when the result is stored.
    await sql`CREATE SEQUENCE notes`.execute(db);
    await sql
      .raw(
        `CREATE FUNCTION lose_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF nextval('notes') = 1 THEN RAISE EXCEPTION 'the note is lost'; END IF; RETURN NEW; END $$;
        CREATE TRIGGER lose_note BEFORE UPDATE ON mails FOR EACH ROW
          WHEN (NEW.status = 'sent' AND NEW.recipient = '${email}') EXECUTE FUNCTION lose_note()`,
      )
      .execute(db);
    await join();
    const failed = await becomes('failed');
    assert.match(failed.error, /may have accepted the mail. It is not retried automatically$/);
    await until(async () => {
      await hurry();
      const { rows } =
        await sql`SELECT 1 FROM pgboss.job WHERE name = 'mail.send' AND state NOT IN ('completed', 'failed')`.execute(db);
      return !rows.length;
    });
    assert.equal(await arrived(), 1);
    // The owner retries the mail manually.
    assert.equal((await retry(failed.id)).status, 'queued');
    await becomes('sent');
    assert.equal(await arrived(), 2);
  });
});

test('a rejected test mail returns the reason and stays failed', async () => {
  const { test: send, mail, arrived } = await setUp({ rejectRecipient: () => refusal(550, 'No such mailbox') });
  const { status, body } = await send();
  assert.equal(status, 503);
  assert.match(body.error, /^The mail server smtp:\/\/127\.0\.0\.1:\d+ \(SMTP_URL\) did not accept the mail: .*No such mailbox/);
  const failed = await mail();
  assert.deepEqual([failed.status, /No such mailbox/.test(failed.error)], ['failed', true]);
  await runJobs(db, 'mail.send');
  assert.deepEqual([(await mail()).status, await arrived()], ['failed', 0]);
});

test('mails have one sender and a one-line subject, regardless of the project name', async () => {
  const { test: send, email } = await setUp({}, 'Acme “Ltd”, <evil@example.net>; 表格');
  assert.equal((await send()).body.status, 'sent');
  const mail = (await smtp.mails()).find(({ recipients }) => recipients[0] === email);
  assert.deepEqual([mail?.from?.name, mail?.from?.address], ['Acme “Ltd”, <evil@example.net>; 表格', 'hello@acme.example']);
  assert.equal(mail?.subject, 'Test email from Acme “Ltd”, <evil@example.net>; 表格');
  assert.ok(mail?.html?.includes('Acme “Ltd”, &lt;evil@example.net&gt;; 表格') && !mail.html.includes('<evil'));
});

test('a missing sender is reported on startup', async () => {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const unset = await startServer({
    config: readConfig({
      PORT: '0',
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: database.clickhouseUrl,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    }),
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
  await until(() => lines.some((line) => line.includes('EARSHOT_MAIL_FROM') && line.includes('earshot@localhost')));
  await unset.stop();
  await database.drop();
});
