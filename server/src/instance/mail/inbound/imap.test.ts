import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { DOVECOT, startDovecot } from './fixtures/dovecot.ts';
import { runJobs, runScheduled } from '../../../testing/jobs.ts';
import { freePort } from '../../../testing/process.ts';
import { type Json, startTestServer, type TestServer } from '../../../testing/server.ts';
import { checkMailbox, readMailbox } from './imap.ts';
import { READ_BYTES } from './message.ts';

const skip = DOVECOT ? false : 'Dovecot 2.3 is not installed (apt-get install dovecot-imapd)';
const ADDRESS = 'reply@in.acme.example';

/** Returns an entry that a person follows, with a function that writes their reply to the team's. */
async function follow({ call, db, createProject, signUser }: TestServer) {
  const project = await createProject('Acme');
  const { id, key, token } = project;
  const headers = { 'x-user-token': await signUser(project, { id: 'u_1', email: 'ada@example.com' }) };
  const { body: entry } = await call('POST', '/v1/feedback', { key, headers, body: { title: 'Export' } });
  await call('POST', `/v1/feedback/${entry.id}/comments`, { token, body: { body: 'Which format?' } });
  await runJobs(db, 'feedback.commented/mail-replies');
  const { rows } = await sql<{ reply_to: string }>`
    SELECT reply_to FROM mails WHERE project_id = ${parseId('prj', id)} AND cause LIKE 'feedback.replies:%'`.execute(db);
  return {
    reply: (text: string, rest = '') =>
      `Message-ID: <${randomUUID()}@example.com>\r\nFrom: ada@example.com\r\nTo: ${rows[0]?.reply_to}\r\n${rest}\r\n${text}\r\n`,
    comments: async (): Promise<string[]> =>
      (await call('GET', `/v1/feedback/${entry.id}/comments`, { token })).body.data.map(({ body }: Json) => body).slice(1),
  };
}

test('replies are read from a mailbox', { skip, timeout: 120_000 }, async (t) => {
  const mailbox = await startDovecot(DOVECOT as string, { user: 'reply@acme', password: 'p w/d@ü%' });
  const env = { EARSHOT_MAIL_IN_ADDRESS: ADDRESS, EARSHOT_IMAP_URL: mailbox.url };

  await t.test('once, oldest first, and marked as seen', async () => {
    const server = await startTestServer(env);
    const { reply, comments } = await follow(server);
    const { token } = await server.createProject();
    assert.deepEqual((await server.call('GET', '/v1/diagnostics', { token })).body.mail_in, {
      address: ADDRESS,
      server: `imap://127.0.0.1:${mailbox.port}`,
      error: null,
    });
    const twice = reply('Once');
    for (const mail of [
      reply('First'),
      twice,
      'Subject: spam\r\n\r\nBuy',
      twice,
      reply('Away', 'Auto-Submitted: auto-replied\r\n'),
    ])
      await mailbox.deliver(mail);
    const attachment = Buffer.alloc(3 * READ_BYTES, 'A').toString();
    const head = 'Content-Type: multipart/mixed; boundary=x\r\n';
    await mailbox.deliver(
      reply(`--x\r\nContent-Type: text/plain\r\n\r\nLarge\r\n--x\r\nContent-Type: image/png\r\n\r\n${attachment}\r\n--x--`, head),
    );
    await runScheduled(server.db, 'mail.read-mailbox');
    assert.deepEqual(await comments(), ['First', 'Once', 'Large']);
    assert.equal(await mailbox.countSeen(), 6);
    await mailbox.deliver(reply('Second'));
    await runScheduled(server.db, 'mail.read-mailbox');
    assert.deepEqual((await comments()).at(-1), 'Second');
  });

  await t.test('again when they could not be taken, without delaying others', async () => {
    for (const subject of ['fails', 'works']) await mailbox.deliver(`Subject: ${subject}\r\n\r\nText`);
    const taken: string[] = [];
    const take = (failing: boolean) => async (raw: Buffer) => {
      const subject = /Subject: (\w+)/.exec(raw.toString())?.[1] ?? '';
      if (failing && subject === 'fails') throw new Error('database unavailable');
      taken.push(subject);
    };
    const { signal } = new AbortController();
    await assert.rejects(readMailbox(mailbox, take(true), signal), /^Error: database unavailable$/);
    await readMailbox(mailbox, take(false), signal);
    await readMailbox(mailbox, take(false), signal);
    assert.deepEqual(taken, ['works', 'fails']);
  });

  await t.test('not while the server is unavailable or refuses, which diagnostics report', async () => {
    const CASES: [url: string, error: RegExp][] = [
      [mailbox.url.replace(/:[^:@]+@/, ':wrong@'), /Authentication failed/i],
      [`${mailbox.url}/Missing`, /Mailbox doesn't exist: Missing/],
      [`imap://a:b@127.0.0.1:${await freePort()}`, /ECONNREFUSED/],
    ];
    for (const [url, error] of CASES) await assert.rejects(checkMailbox({ url }), error);
    const [url, error] = CASES[0] as (typeof CASES)[number];
    const server = await startTestServer({ ...env, EARSHOT_IMAP_URL: url, EARSHOT_LOG_LEVEL: 'silent' });
    await runScheduled(server.db, 'mail.read-mailbox');
    const { token } = await server.createProject();
    assert.match((await server.call('GET', '/v1/diagnostics', { token })).body.mail_in.error, error);
    assert.equal((await server.call('GET', '/health')).status, 200);
  });
});

test('a mailbox with a self-signed certificate is read with EARSHOT_IMAP_CA only', { skip, timeout: 120_000 }, async () => {
  const mailbox = await startDovecot(DOVECOT as string, { user: 'reply', password: 'secret', isEncrypted: true });
  const { tlsUrl, startTlsUrl, certificatePath = '' } = mailbox;
  for (const url of [tlsUrl, startTlsUrl]) {
    await checkMailbox({ url, certificatePath });
    await assert.rejects(checkMailbox({ url }), /self-signed certificate/);
    await assert.rejects(checkMailbox({ url: url.replace('localhost', '127.0.0.1'), certificatePath }), /IP: 127\.0\.0\.1/);
    await assert.rejects(checkMailbox({ url, certificatePath: '/missing.pem' }), /ENOENT.*missing\.pem/);
  }
  const server = await startTestServer({
    EARSHOT_MAIL_IN_ADDRESS: ADDRESS,
    EARSHOT_IMAP_URL: tlsUrl,
    EARSHOT_IMAP_CA: certificatePath,
  });
  const { reply, comments } = await follow(server);
  await mailbox.deliver(reply('Encrypted'));
  await runScheduled(server.db, 'mail.read-mailbox');
  assert.deepEqual(await comments(), ['Encrypted']);
});

test('two nodes that read a mailbox at the same time take each message once', { skip, timeout: 120_000 }, async () => {
  const mailbox = await startDovecot(DOVECOT as string, { user: 'reply', password: 'secret' });
  const { url: databaseUrl } = await createTestDatabase();
  const env = { DATABASE_URL: databaseUrl, EARSHOT_MAIL_IN_ADDRESS: ADDRESS, EARSHOT_MAIL_IN_SECRET: 's'.repeat(20) };
  const nodes = [await startTestServer(env), await startTestServer(env)] as const;
  const { reply, comments } = await follow(nodes[0]);
  const texts = Array.from({ length: 12 }, (_, at) => `Reply ${at}`);
  for (const text of texts) await mailbox.deliver(reply(text));
  const outcomes = { taken: 0, ignored: 0, refused: 0 };
  const { signal } = new AbortController();
  const { promise: both, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  await Promise.all(
    nodes.map(({ call }) => {
      let isFirst = true;
      const take = async (raw: Buffer) => {
        // Both nodes have listed all messages.
        if (isFirst && (waiting += 1) === nodes.length) resolve();
        isFirst = false;
        await both;
        const { body } = await call('POST', '/v1/mail/inbound', {
          token: env.EARSHOT_MAIL_IN_SECRET,
          body: { raw: raw.toString() },
        });
        outcomes[body.outcome as keyof typeof outcomes] += 1;
      };
      return readMailbox(mailbox, take, signal);
    }),
  );
  assert.deepEqual(outcomes, { taken: texts.length, ignored: texts.length, refused: 0 });
  assert.deepEqual((await comments()).toSorted(), texts.toSorted());
  assert.equal(await mailbox.countSeen(), texts.length);
});
