import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { NOTIFICATIONS, type NotificationName } from '@earshot/contract/instance/notifications';
import { ROLES } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import { formatDate } from '../../platform/i18n/texts.ts';
import { parseId } from '../../platform/ids.ts';
import { retryJobs, runJobs, runScheduled } from '../../testing/jobs.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

// All kinds of notifications × roles of members. Its own server, because the mail server is unreachable and delayed jobs run.

const server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
const { call, db } = server;
const acme = await server.createProject('Acme');
const { id, key, token } = acme;
const projectId = parseId('prj', id);
const on = { token, query: { project_id: id } };
const create = async (path: string, body: object, caller: object = on) => {
  const { status, body: created } = await call('POST', `/v1${path}`, { ...caller, body });
  assert.ok(status < 300, JSON.stringify(created));
  return created;
};

/** Adds a member who has signed in. Without a name, a member of no project. */
async function join(role?: string) {
  const { email, token: own } = await server.signIn();
  if (!role) return { email, token: own, id: '', userId: '' };
  const { user_id } = await create(`/projects/${id}/members`, { email, role }, { token });
  const userId = parseId('usr', user_id) as string;
  await sql`UPDATE users SET issuer = 'https://id.example', subject = id::text WHERE id = ${userId}`.execute(db);
  return { email, token: own, id: user_id as string, userId };
}
const people = {
  viewer: await join('viewer'),
  member: await join('member'),
  admin: await join('admin'),
  demoted: await join('admin'),
  removed: await join('admin'),
  outsider: await join(),
};

const toSubject = (prefix: string, typeId: string) => parseId(prefix as 'fb', typeId) as string;
const entry = async (title: string) => toSubject('fb', (await create('/feedback', { title }, { key })).id);
const comment = async (body: string) => {
  const { id: target } = await create('/feedback', { title: 'Commented' }, { key });
  return toSubject('cmt', (await create(`/feedback/${target}/comments`, { body, internal: true })).id);
};
async function trigger(name: string): Promise<string> {
  const alert = await create('/alerts', { name, metric: 'visitors', condition: 'above', threshold: 1_000_000 });
  const triggerId = randomUUID();
  await sql`
    INSERT INTO analytics_alert_triggers (project_id, id, alert_id, condition, window_from, window_to, value, threshold, path)
    VALUES (${projectId}, ${triggerId}, ${toSubject('alr', alert.id)}, 'above', now() - interval '1 hour', now(), 5, 1, 'analytics')`.execute(
    db,
  );
  return triggerId;
}
await create('/waitlist', { email: 'ada@example.com' }, { key });
const today = new Date().toISOString().slice(0, 10);
/** A subject of each kind, and the text by which a reader would recognize it. */
const SUBJECTS: Record<NotificationName, [subject: string, text: string]> = {
  'feedback.assigned': [await entry('ASSIGNED entry'), 'ASSIGNED entry'],
  'feedback.mentioned': [await comment('MENTION in a note'), 'MENTION in a note'],
  'feedback.created': [await entry('CREATED entry'), 'CREATED entry'],
  'feedback.commented': [await comment('COMMENT of a user'), 'COMMENT of a user'],
  'feedback.vote_burst': [await entry('BURST of votes'), 'BURST of votes'],
  'feedback.pending': [await entry('PENDING entry'), 'PENDING entry'],
  'testimonial.submitted': [
    toSubject('tm', (await create('/testimonials', { author_name: 'A', content: 'PRAISE text', rating: 5 }, { key })).id),
    'PRAISE text',
  ],
  'waitlist.joined': [today, `1 sign-up on ${formatDate(new Date(today), 'en')}`],
  'alert.triggered': [await trigger('ALERT name'), 'ALERT name'],
  'webhook.disabled': [
    toSubject('whk', (await create('/webhooks', { url: 'https://example.com/x', description: 'ENDPOINT name' })).id),
    'ENDPOINT name',
  ],
};
const KINDS = Object.keys(SUBJECTS) as NotificationName[];
await runJobs(db, 'feedback.');
await runJobs(db, 'testimonial.');
await runJobs(db, 'waitlist.');

/** Tells all members of subjects, regardless of their role at that time. */
async function tell(kinds: NotificationName[], who: { userId: string }[], mail: 'daily' | 'immediate'): Promise<void> {
  await runJobs(db, 'notifications.mail');
  for (const table of ['notifications', 'mails'])
    await sql`DELETE FROM ${sql.table(table)} WHERE project_id = ${projectId}`.execute(db);
  for (const kind of kinds)
    for (const { userId } of who)
      await sql`
        INSERT INTO notifications (project_id, user_id, id, kind, subject, event_id, pending_mail, created_at)
        VALUES (${projectId}, ${userId}, ${randomUUID()}, ${kind}, ${SUBJECTS[kind][0]}, ${randomUUID()}, ${mail}, now() - interval '2 days')`.execute(
        db,
      );
}
const setRole = (person: { id: string }, role: string) =>
  call('PATCH', `/v1/projects/${id}/members/${person.id}`, { token, body: { role } });
const readMails = async (email: string, status?: string): Promise<Json[]> =>
  (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100, ...(status && { status }) } })).body.data.filter(
    (mail: Json) => mail.recipient === email && mail.text.includes('you are a member of'),
  );
const readList = async (by: string) =>
  (await call('GET', '/v1/notifications', { token: by, query: { project_id: id, limit: 100 } })).body;

const members = [people.viewer, people.member, people.admin, people.demoted, people.removed];
await tell(KINDS, members, 'daily');
await setRole(people.demoted, 'viewer');
await call('DELETE', `/v1/projects/${id}/members/${people.removed.id}`, { token });
await runScheduled(db, 'notifications.daily');
await runJobs(db, 'notifications.mail');

const ROLE = { viewer: 'viewer', member: 'member', admin: 'admin', demoted: 'viewer', removed: null, outsider: null } as const;
const NAMES = Object.keys(ROLE) as (keyof typeof ROLE)[];
/** Texts that reached a person in the list and by mail. */
const reached = new Map<string, { list: Json; mail: string }>();
for (const name of NAMES) {
  const mails = (await readMails(people[name].email)).map(({ subject, text, html }) => [subject, text, html]);
  reached.set(name, { list: await readList(people[name].token), mail: JSON.stringify(mails) });
}

describe('each kind of notification reaches those whose current role may read it', () => {
  for (const name of NAMES) {
    const role = ROLE[name];
    const { list, mail } = reached.get(name) ?? { list: {}, mail: '' };
    const readable = KINDS.filter((kind) => role && ROLES.indexOf(NOTIFICATIONS[kind].role) <= ROLES.indexOf(role));
    test(`${name}: ${readable.length} notifications`, () => assert.equal(list.total ?? 0, readable.length));
    for (const kind of KINDS)
      for (const [medium, content] of Object.entries({ list: JSON.stringify(list), mail }))
        test(`${kind}: the ${medium} of ${name}`, () =>
          assert.equal(content.includes(SUBJECTS[kind][1]), readable.includes(kind), content.slice(0, 1_000)));
  }
});

test('a waiting mail is canceled when its recipient is demoted or removed', async () => {
  const [demoted, removed, kept] = [await join('admin'), await join('admin'), await join('admin')];
  await tell(['webhook.disabled'], [demoted, removed, kept], 'daily');
  await runScheduled(db, 'notifications.daily');
  await runJobs(db, 'notifications.mail');
  for (const { email } of [demoted, removed, kept])
    // The mail server was unreachable.
    await until(async () => (await readMails(email, 'queued'))[0]?.error);
  await setRole(demoted, 'member');
  await call('DELETE', `/v1/projects/${id}/members/${removed.id}`, { token });
  await retryJobs(db, 'mail.send');
  for (const { email } of [demoted, removed]) {
    const canceled = await until(async () => (await readMails(email, 'canceled'))[0]);
    assert.match(canceled.error, /no longer a member/);
    // Nobody can send it by hand.
    await call('POST', `/v1/projects/${id}/mails/${canceled.id}/retry`, { token });
    await until(async () => (await readMails(email, 'canceled'))[0]);
  }
  assert.equal((await readMails(kept.email, 'queued')).length, 1);
});
