import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { runJobs, runScheduled } from '../../testing/jobs.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { signedIn } from '../identity/fixtures/browser.ts';

// A day of a team, with a real mail server, a chat receiver and two nodes: each person is notified once of what concerns them.

const OWNER = 'ada@acme.example';
const MEMBER = 'grace@acme.example';
const FOLLOWER = 'follower@customer.example';

test('a day of a team notifies each person once', { timeout: 180_000 }, async () => {
  const smtp = await startMailServer();
  after(() => smtp.close());
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
    EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on',
  };
  const server = await startTestServer(env);
  const other = await startTestServer(env);
  const { call, db } = server;
  const slack = await startReceiver();

  /** Sends the mails that are due by now, and returns those to a person since the last call. */
  const seen = new Set<string>();
  async function mailsTo(address: string) {
    for (const prefix of ['feedback.', 'changelog.', 'notifications.mail', 'reports.send', 'mail.send'])
      await runJobs(db, prefix);
    const mails = await smtp.mails();
    const fresh = mails.filter(({ messageId, recipients }) => recipients.includes(address) && !seen.has(`${messageId}`));
    for (const { messageId } of fresh) seen.add(`${messageId}`);
    return fresh;
  }
  const linkIn = (text: string | undefined, path: string) => new RegExp(`http\\S+${path}\\S*`).exec(text ?? '')?.[0] ?? '';

  const { access_token: owner } = await signedIn(server, OWNER);
  const { body: project } = await call('POST', '/v1/projects', { token: owner, body: { name: 'Acme' } });
  const on = { token: owner, query: { project_id: project.id } };
  const key = project.api_key as string;

  // The owner invites a member, who follows the link in the mail and signs in.
  const members = `/v1/projects/${project.id}/members`;
  const { body: invited } = await call('POST', members, { token: owner, body: { email: MEMBER, role: 'member' } });
  const [invitation] = await mailsTo(MEMBER);
  assert.match(invitation?.subject ?? '', /added you to Acme/);
  assert.equal(linkIn(invitation?.text, '/projects/'), invited.invitation.url);
  const { access_token: member } = await signedIn(server, MEMBER);
  const listed = (await call('GET', members, { token: member })).body.data as Json[];
  assert.deepEqual(
    listed.map(({ email, state }) => [email, state]),
    [
      [OWNER, 'active'],
      [MEMBER, 'active'],
    ],
  );

  // A user gives feedback, and follows it: the chat has a message, the members an entry in their list.
  await call('POST', '/v1/webhooks', { ...on, body: { url: slack.url, format: 'slack', types: ['feedback.created'] } });
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export to CSV' } });
  const [message] = await until(() => slack.received.length > 0 && slack.received);
  assert.match(message?.body ?? '', /New feedback.*Export to CSV/s);
  await runJobs(db, 'feedback.');
  const notices = (await call('GET', '/v1/notifications', { ...on, token: member })).body;
  assert.deepEqual(
    notices.data.map(({ heading, title }: Json) => `${heading}: ${title}`),
    ['New feedback: Export to CSV'],
  );
  await call('POST', `/v1/feedback/${entry.id}/subscribe`, { key, body: { email: FOLLOWER } });
  const [confirmation] = await mailsTo(FOLLOWER);
  assert.equal((await fetch(linkIn(confirmation?.text, '/v1/feedback/confirm'), { method: 'POST' })).status, 200);
  assert.equal((await mailsTo(MEMBER)).length, 1, 'the first feedback of a project');

  // An assignment is one mail.
  await call('PATCH', `/v1/feedback/${entry.id}`, { token: owner, body: { assignee_id: invited.user_id } });
  assert.deepEqual(
    (await mailsTo(MEMBER)).map(({ subject }) => subject),
    [`${OWNER} assigned an entry to you: Export to CSV`],
  );

  // Two public replies are one mail to the follower, an internal note none.
  const comment = (body: object) => call('POST', `/v1/feedback/${entry.id}/comments`, { token: member, body });
  await comment({ body: 'We are on it.' });
  await comment({ body: 'Next week.' });
  await comment({ body: 'He pays us nothing.', internal: true });
  const [replies, ...more] = await mailsTo(FOLLOWER);
  assert.equal(more.length, 0);
  assert.ok(replies?.text?.includes('We are on it.') && replies.text.includes('Next week.'));
  assert.ok(!JSON.stringify(replies).includes('pays us nothing'));

  // A release is one mail. After one click, there are no more.
  const release = (title: string) =>
    call('POST', '/v1/changelog', { ...on, body: { title, content: 'Done.', published: true, feedback_ids: [entry.id] } });
  await release('CSV export');
  const shipped = await mailsTo(FOLLOWER);
  assert.deepEqual(
    shipped.map(({ subject }) => subject),
    ['CSV export – shipped on Acme'],
  );
  const oneClick = shipped[0]?.headers.find((header) => header.key === 'list-unsubscribe')?.value.slice(1, -1) ?? '';
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  assert.equal((await fetch(oneClick, { method: 'POST', body })).status, 200);
  await call('PATCH', `/v1/feedback/${entry.id}`, { token: owner, body: { status: 'planned' } });
  await comment({ body: 'Tell us how it works for you.' });
  assert.deepEqual(await mailsTo(FOLLOWER), []);

  // At 8:00, the member gets one daily mail of what waited, although two nodes look for due ones.
  for (const title of ['Dark mode', 'Offline mode']) await call('POST', '/v1/feedback', { key, body: { title } });
  await mailsTo(MEMBER);
  await sql`UPDATE notifications SET created_at = created_at - interval '1 day' WHERE pending_mail = 'daily'`.execute(db);
  await Promise.all([server, other].map((node) => runScheduled(node.db, 'notifications.daily')));
  const digests = await mailsTo(MEMBER);
  assert.equal(digests.length, 1);
  for (const title of ['Dark mode', 'Offline mode']) assert.ok(digests[0]?.text?.includes(title), title);

  // On Monday, the creator of the project gets one report, although two nodes look for due ones.
  await mailsTo(OWNER);
  const projectId = parseId('prj', project.id);
  await sql`UPDATE projects SET created_at = now() - interval '60 days' WHERE id = ${projectId}`.execute(db);
  await sql`UPDATE report_subscriptions SET starts_at = now() - interval '60 days' WHERE project_id = ${projectId}`.execute(db);
  await sql`UPDATE feedback_entries SET created_at = date_trunc('week', now() - interval '8 hours') - interval '3 days' WHERE project_id = ${projectId}`.execute(
    db,
  );
  await Promise.all([server, other].map((node) => runScheduled(node.db, 'reports.queue')));
  const reports = (await mailsTo(OWNER)).filter(({ subject }) => subject?.includes('weekly'));
  assert.equal(reports.length, 1);
  assert.ok(reports[0]?.text?.includes('Export to CSV'));

  // The record of who was notified of what.
  const { rows } = await sql<{ event: string; recipient: string }>`
    SELECT event, recipient FROM told WHERE project_id = ${projectId} AND subject_id = ${entry.id} ORDER BY told_at`.execute(db);
  assert.deepEqual(
    rows.map(({ event, recipient }) => `${event} ${recipient}`),
    [`feedback.commented ${FOLLOWER}`, `changelog.published ${FOLLOWER}`],
  );
});
