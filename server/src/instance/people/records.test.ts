import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { runScheduled } from '../../testing/jobs.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

// Records outside the schema test: queued mails, retention periods, concurrent exports.

const server = await startTestServer({ EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' });
const { call, db } = server;

test('queued mails to an erased person are not sent', async () => {
  const { id, key, token } = await server.createProject();
  await call('POST', '/v1/changelog/subscribe', { key, body: { email: 'queued@example.com' } });
  // Its job may have run by now: then it waits again, as after a failure.
  const projectId = parseId('prj', id) as string;
  await sql`UPDATE mails SET status = 'queued' WHERE project_id = ${projectId}`.execute(db);
  const { body } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: 'queued@example.com' } });
  assert.deepEqual([body.erased.mails, body.erased.changelog_subscriptions], [1, 1]);
  assert.deepEqual((await call('GET', `/v1/projects/${id}/mails`, { token })).body.data, []);
  const { rows } = await sql`
    SELECT 1 FROM pgboss.job WHERE name = 'mail.send' AND data ->> 'project_id' = ${projectId}`.execute(db);
  assert.deepEqual(rows, []);
});

test('an address used as user id is erased with the address, in any case', async () => {
  const project = await server.createProject();
  const { id, key, token } = project;
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export as CSV' } });
  const userToken = await server.signUser(project, { id: 'Sub.Ada@example.com', name: 'Ada' });
  const asUser = { key, headers: { 'x-user-token': userToken } };
  assert.equal((await call('POST', `/v1/feedback/${entry.id}/upvote`, asUser)).status, 200);
  assert.equal((await call('POST', `/v1/feedback/${entry.id}/comments`, { ...asUser, body: { body: 'Please' } })).status, 201);
  const { body } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: 'sub.ada@example.com' } });
  assert.deepEqual([body.erased.feedback_votes_anonymized, body.erased.feedback_comments], [1, 1]);
  // Data that cannot be linked to the person is named, with the reason.
  const kinds = body.not_erased.map(({ kind, reason }: { kind: string; reason: string }) => (reason.length > 20 ? kind : ''));
  assert.deepEqual(kinds, ['anonymous_visits', 'anonymous_feedback', 'team_content', 'members', 'backups']);
  const { rows } = await sql`
    SELECT 1 FROM feedback_votes WHERE project_id = ${parseId('prj', id)} AND voter ILIKE '%sub.ada%'`.execute(db);
  assert.deepEqual(rows, []);
});

test('records are deleted after the retention period of their project only', async () => {
  const [strict, other] = [await server.createProject(), await server.createProject()];
  const { status } = await call('PATCH', `/v1/projects/${strict.id}`, {
    token: strict.token,
    body: {
      settings: {
        waitlist: { double_opt_in: true },
        retention: { mail_days: 5, told_days: 5, webhook_delivery_days: 5, unconfirmed_days: 5 },
      },
    },
  });
  assert.equal(status, 200);
  const count = async ({ id }: { id: string }) => {
    const projectId = parseId('prj', id) as string;
    const { rows } = await sql<Record<string, number>>`SELECT
      (SELECT count(*)::int FROM mails WHERE project_id = ${projectId}) AS mails,
      (SELECT count(*)::int FROM told WHERE project_id = ${projectId}) AS told,
      (SELECT count(*)::int FROM webhook_deliveries WHERE project_id = ${projectId}) AS deliveries,
      (SELECT count(*)::int FROM changelog_subscribers WHERE project_id = ${projectId}) AS subscribers,
      (SELECT count(*)::int FROM feedback_subscribers WHERE project_id = ${projectId}) AS followers,
      (SELECT count(*)::int FROM waitlist_entries WHERE project_id = ${projectId}) AS waiting,
      (SELECT (unconfirmed + waiting)::int FROM waitlist_lines WHERE project_id = ${projectId}) AS line`.execute(db);
    return rows[0];
  };
  for (const { id, key, token } of [strict, other]) {
    const { body: webhook } = await call('POST', '/v1/webhooks', {
      token,
      query: { project_id: id },
      body: { url: (await startReceiver()).url, types: ['waitlist.invited'] },
    });
    await call('POST', `/v1/webhooks/${webhook.id}/test`, { token });
    for (const email of ['ada@example.com', 'alan@example.com', 'grace@example.com']) {
      await call('POST', '/v1/changelog/subscribe', { key, body: { email } });
      await call('POST', '/v1/waitlist', { key, body: { email } });
      await call('POST', '/v1/feedback', { key, body: { title: 'Export', submitter_email: email } });
    }
    await until(async () => {
      const { data } = (await call('GET', `/v1/projects/${id}/mails`, { token })).body;
      return data.length === 9 && data.every((mail: { status: string }) => mail.status === 'kept');
    });
    for (const days of [4, 6])
      await sql`
        INSERT INTO told (project_id, mail_id, subject_id, event, recipient, told_at)
        VALUES (${parseId('prj', id)}, ${randomUUID()}, 'fb_1', 'feedback.commented', 'ada@example.com', now() - make_interval(days => ${days}))`.execute(
        db,
      );
  }
  const before = await count(other);
  const old = sql`now() - interval '6 days'`;
  for (const table of ['changelog_subscribers', 'feedback_subscribers'])
    await sql`
      UPDATE ${sql.table(table)} SET created_at = ${old}, confirmed_at = ${old} WHERE email = 'alan@example.com'`.execute(db);
  for (const [table, condition] of [
    ['mails', sql`recipient = 'ada@example.com'`],
    ['webhook_deliveries', sql`true`],
    ['changelog_subscribers', sql`email = 'ada@example.com'`],
    ['feedback_subscribers', sql`email = 'ada@example.com'`],
    ['waitlist_entries', sql`email = 'ada@example.com'`],
  ] as const)
    await sql`UPDATE ${sql.table(table)} SET created_at = ${old} WHERE ${condition}`.execute(db);
  await runScheduled(db, 'retention.enforce');
  assert.deepEqual(await count(strict), { mails: 6, told: 1, deliveries: 0, subscribers: 2, followers: 2, waiting: 2, line: 2 });
  assert.deepEqual(await count(other), before);
});

test('slow export readers block only further exports', async () => {
  const { id, key, token } = await server.createProject();
  const projectId = parseId('prj', id) as string;
  await call('POST', '/v1/feedback', { key, body: { title: 'Export', submitter_email: 'slow@example.com' } });
  await call('POST', '/v1/waitlist', { key, body: { email: 'slow@example.com' } });
  // More than the buffers of a connection hold.
  await sql`UPDATE waitlist_entries SET notes = repeat('x', 30000000) WHERE project_id = ${projectId}`.execute(db);
  await sql`UPDATE feedback_entries SET description = repeat('x', 30000000) WHERE project_id = ${projectId}`.execute(db);
  const body = JSON.stringify({ email: 'slow@example.com' });
  const { hostname, port } = new URL(server.url);
  const readers = [
    ['POST', `/v1/projects/${id}/people/export`, `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`, body],
    ['GET', `/v1/waitlist/export.csv?project_id=${id}`, '', ''],
  ].map(([method, path, headers, content]) => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n${content}`);
    return socket;
  });
  await Promise.all(readers.map((socket) => once(socket, 'readable')));
  const ask = () => call('POST', `/v1/projects/${id}/people/export`, { token, body: { email: 'slow@example.com' } });
  const askWaitlist = () => call('GET', '/v1/waitlist/export.csv', { token, query: { project_id: id } });
  for (const refused of [await ask(), await askWaitlist()])
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60']);
  assert.equal((await call('GET', '/v1/feedback', { key })).status, 200);
  for (const socket of readers) socket.destroy();
  await until(async () => (await ask()).status === 200);
  assert.equal((await askWaitlist()).status, 200);
});
