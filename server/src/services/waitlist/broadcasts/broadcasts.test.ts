import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { holdJobs, runJobs, runScheduled } from '../../../testing/jobs.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createWaitlist } from '../../../testing/waitlist.ts';

// Its own server, because it delivers emails.
const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
const { call } = server;

const QUESTION = { key: 'size', label: 'Size', type: 'select', options: ['S', 'L'] };
const CONTENT = { subject: 'We open <soon>', body: 'Hello **there**, see [our site](https://acme.example).' };

/** A waitlist on which `a` and `b` are confirmed and `a` answered S, `c` has not confirmed, and `d` was removed. */
async function setUp() {
  const list = await createWaitlist(server, { welcome_mail: false, questions: [QUESTION] });
  const unique = list.slug;
  const toEmail = (name: string) => `${name}-${unique}@example.com`;
  const join = async (name: string, body: object = {}) => (await list.join({ email: toEmail(name), ...body })).body;
  const a: Json = await join('a', { answers: { size: 'S' } });
  const b: Json = await join('b', { answers: { size: 'L' } });
  await list.update(await join('d'), { status: 'removed' });
  await list.configure({ waitlist: { double_opt_in: true } });
  await join('c');
  const post = (path: string, body: object, token = list.token) =>
    call('POST', `/v1/waitlist/broadcasts${path}`, { token, query: list.query, body });
  const broadcasts = async (): Promise<Json[]> =>
    (await call('GET', '/v1/waitlist/broadcasts', { token: list.token, query: list.query })).body.data;
  const received = async () =>
    (await smtp.mails()).filter(({ recipients, subject }) => recipients[0]?.includes(unique) && subject === CONTENT.subject);
  return { ...list, a, b, toEmail, post, broadcasts, received };
}

test('a broadcast reaches each person once, who unsubscribes with one click', async () => {
  const list = await setUp();
  const { body: preview } = await list.post('/preview', CONTENT);
  assert.equal(preview.recipient_count, 2);
  assert.match(preview.html, /<strong>there<\/strong>/);
  assert.match(preview.text, /Hello there/);
  const small = await list.post('/preview', { ...CONTENT, filter: { answer: ['size:is:S'] } });
  assert.equal(small.body.recipient_count, 1);

  const { status, body: broadcast } = await list.post('', CONTENT);
  assert.deepEqual([status, broadcast.status, broadcast.recipient_count], [201, 'sending', 2]);
  const sent = await until(async () => {
    const [first] = await list.broadcasts();
    return first?.delivered_count === 2 && first;
  });
  assert.deepEqual([sent.status, sent.recipient_count, sent.failed_count, sent.unsubscribed_count], ['sent', 2, 0, 0]);
  const mails = await list.received();
  assert.deepEqual(new Set(mails.map(({ recipients }) => recipients[0])), new Set([list.toEmail('a'), list.toEmail('b')]));
  assert.equal(mails.length, 2);

  // A process that ends before it records the emails sends them again, which the outbox refuses.
  const projectId = parseId('prj', list.id) as string;
  const id = parseId('wbr', broadcast.id) as string;
  await sql`UPDATE waitlist_broadcasts SET sent_at = NULL, last_number = 0, queued_count = 0 WHERE id = ${id}`.execute(server.db);
  const job = JSON.stringify({ project_id: projectId, id });
  await sql`INSERT INTO pgboss.job (name, data) VALUES ('waitlist.broadcast', ${job}::jsonb)`.execute(server.db);
  await runJobs(server.db, 'waitlist.broadcast');
  assert.equal((await list.broadcasts())[0]?.status, 'sent');
  const { rows } = await sql`SELECT FROM mails WHERE project_id = ${projectId} AND cause = ${`waitlist.broadcast:${id}`}`.execute(
    server.db,
  );
  assert.equal(rows.length, 2);

  const mail = mails.find(({ recipients }) => recipients[0] === list.toEmail('a'));
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const link = header('list-unsubscribe').slice(1, -1);
  const withoutToken = await server.call('POST', '/v1/waitlist/unsubscribe');
  assert.deepEqual([withoutToken.status, withoutToken.body.fields[0].path], [400, 'token']);
  assert.match(await (await fetch(link)).text(), /keeps its place/);
  for (const _ of [1, 2]) assert.equal((await fetch(link, { method: 'POST' })).status, 200);
  assert.equal((await list.broadcasts())[0]?.unsubscribed_count, 1);
  const next = await list.post('', { ...CONTENT, subject: 'Again' });
  assert.equal(next.body.recipient_count, 1);
  assert.equal((await list.list({ status: 'waiting' })).data[0].id, list.a.id, 'the place is kept');
  await list.remove(list.a);
  assert.equal((await fetch(link, { method: 'POST' })).status, 404);
});

test('a person who unsubscribes while a broadcast is sent receives nothing, and its figures outlast the outbox', async () => {
  const list = await createWaitlist(server, { welcome_mail: false });
  const projectId = parseId('prj', list.id) as string;
  // Two batches.
  const records = Array.from({ length: 350 }, (_, index) => ({
    external_id: `old:${index}`,
    email: `p${index}-${list.slug}@example.com`,
  }));
  await call('POST', '/v1/waitlist/batch', { token: list.token, query: list.query, body: { records } });
  const release = await holdJobs(server.db);
  const { body: sent } = await call('POST', '/v1/waitlist/broadcasts', { token: list.token, query: list.query, body: CONTENT });
  await runJobs(server.db, 'waitlist.broadcast');
  const { rows } = await sql<{ headers: Record<string, string> }>`
    SELECT headers FROM mails WHERE project_id = ${projectId} AND recipient = ${records[0]?.email}`.execute(server.db);
  assert.equal((await fetch((rows[0]?.headers['List-Unsubscribe'] ?? '').slice(1, -1), { method: 'POST' })).status, 200);
  await sql`
    UPDATE waitlist_entries SET unsubscribed_at = now() WHERE project_id = ${projectId} AND email = ${records[250]?.email}`.execute(
    server.db,
  );
  await release();
  const read = async (): Promise<Json> =>
    (await call('GET', '/v1/waitlist/broadcasts', { token: list.token, query: list.query })).body.data[0];
  await until(async () => (await read()).delivered_count === 348, 60_000);
  await until(async () => {
    const { body } = await call('GET', `/v1/projects/${list.id}/mails`, { token: list.token, query: { status: 'canceled' } });
    return body.data.some(({ recipient }: Json) => recipient === records[0]?.email);
  });
  const received = (await smtp.mails()).flatMap(({ recipients }) => recipients);
  for (const index of [0, 250]) assert.ok(!received.includes(records[index]?.email as string), `${index}`);
  assert.equal(received.filter((address) => address.includes(list.slug)).length, 348);

  await sql`DELETE FROM mails WHERE project_id = ${projectId}`.execute(server.db);
  const { id, status, delivered_count, failed_count, unsubscribed_count } = await read();
  assert.deepEqual([id, status, delivered_count, failed_count, unsubscribed_count], [sent.id, 'sent', 348, 0, 1]);
});

test('a broadcast that cannot continue is incomplete, and resumes where it stopped', async () => {
  const list = await setUp();
  const { body: broadcast } = await list.post('', { ...CONTENT, filter: { answer: ['size:is:S'] } });
  const id = parseId('wbr', broadcast.id) as string;
  const read = async (): Promise<Json> => (await list.broadcasts())[0];
  await until(async () => (await read()).delivered_count === 1);
  const run = async (filter: object, { queued = 0 } = {}) => {
    await sql`
      UPDATE waitlist_broadcasts SET sent_at = NULL, last_number = 0, queued_count = ${queued}, filter = ${JSON.stringify(filter)}::jsonb
      WHERE id = ${id}`.execute(server.db);
    const job = { name: 'waitlist.broadcast', data: { project_id: parseId('prj', list.id), id }, retry_limit: 0 };
    await sql`
      INSERT INTO pgboss.job (name, data, retry_limit)
      SELECT name, data, retry_limit FROM jsonb_to_record(${JSON.stringify(job)}::jsonb) AS j (name text, data jsonb, retry_limit int)`.execute(
      server.db,
    );
    await until(async () => (await read()).status !== 'sending');
    return await read();
  };
  const resume = () => list.post(`/${broadcast.id}/resume`, {});
  assert.deepEqual((await resume()).body.status, 'sent', 'nothing to resume');

  const { status, stop_reason } = await run({ answer: ['shoe:is:42'] });
  assert.deepEqual([status, stop_reason], ['incomplete', 'filter']);
  const refused = await resume();
  assert.deepEqual([refused.status, refused.body.code], [409, 'waitlist_broadcasts.filter_deleted']);
  assert.equal((await read()).status, 'incomplete');
  await sql`UPDATE waitlist_broadcasts SET filter = '{}' WHERE id = ${id}`.execute(server.db);
  assert.deepEqual(
    [(await resume()).status, (await until(async () => (await read()).status === 'sent' && (await read()))).stop_reason],
    [200, null],
  );
  // `a` received the email before.
  await until(async () => (await read()).delivered_count === 2);
  assert.equal((await list.received()).length, 2);

  // The count exceeds its type.
  assert.equal((await run({}, { queued: 2 ** 31 - 1 })).stop_reason, 'error', 'the last attempt failed');
  await sql`
    UPDATE waitlist_broadcasts SET stop_reason = NULL, progressed_at = now() - interval '5 hours' WHERE id = ${id}`.execute(
    server.db,
  );
  await runScheduled(server.db, 'waitlist.stalled-broadcasts');
  assert.equal((await read()).stop_reason, 'error', 'its job was lost');
  const { body: entries } = await call('GET', `/v1/projects/${list.id}/audit-log`, { token: list.token });
  assert.ok(JSON.stringify(entries).includes('waitlist_broadcast.resumed'));
});

test('a member sends a test to themselves, and viewers send nothing', async () => {
  const list = await setUp();
  assert.equal((await list.post('/test', CONTENT)).status, 200);
  const own = (await smtp.mails()).filter(({ recipients }) => recipients[0] === list.email);
  assert.equal(own.at(-1)?.subject, CONTENT.subject);
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${list.id}/members`, { token: list.token, body: { email: viewer.email, role: 'viewer' } });
  for (const path of ['', '/test', '/preview']) assert.equal((await list.post(path, CONTENT, viewer.token)).status, 403);
  for (const [body, path] of [
    [{ body: 'x' }, 'subject'],
    [{ subject: ' ', body: 'x' }, 'subject'],
    [{ ...CONTENT, filter: { answer: ['shoe:is:42'] } }, 'answer'],
    [{ ...CONTENT, filter: { reward: 'gold' } }, 'reward'],
    [{ ...CONTENT, filter: { status: 'removed' } }, 'filter.status'],
  ] as const) {
    const refused = await list.post('', body);
    assert.deepEqual([refused.status, refused.body.fields[0].path], [400, path], JSON.stringify(refused.body));
  }
  assert.deepEqual(await list.broadcasts(), []);
  // A project sends 20 emails a day to a mailbox, twice as many should the day end just now.
  let last = await list.post('/test', CONTENT);
  for (let sent = 2; last.status === 200 && sent <= 40; sent++) last = await list.post('/test', CONTENT);
  assert.deepEqual(
    [last.status, last.body.code, last.body.error],
    [409, 'mails.limit_exceeded', `${list.email} already received the daily maximum of 20 emails; try again tomorrow`],
  );
});
