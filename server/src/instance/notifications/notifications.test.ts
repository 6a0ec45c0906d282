import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOTIFICATION_NAMES } from '@earshot/contract/instance/notifications';
import { sql } from 'kysely';
import { formatId, parseId } from '../../platform/ids.ts';
import { runJobs, runScheduled } from '../../testing/jobs.ts';
import { type Json, startTestServer } from '../../testing/server.ts';

// A server of its own, because the tests run its delayed jobs.
const server = await startTestServer();
const { call, db } = server;

/** Creates a project with an owner and one person in each other role, all of whom have signed in. */
async function createTeam() {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const on = { query: { project_id: id } };
  const ownerId = (await call('GET', `/v1/projects/${id}/members`, { token })).body.data[0].user_id as string;
  const join = async (role: string) => {
    const { email, token: own } = await server.signIn();
    const { body } = await call('POST', `/v1/projects/${id}/members`, { token, body: { email, role } });
    await hasSignedIn(body.user_id);
    return { email, token: own, id: body.user_id as string };
  };
  await hasSignedIn(ownerId);
  return {
    id,
    key,
    owner: { token, id: ownerId },
    member: await join('member'),
    viewer: await join('viewer'),
    submit: async (title: string, caller: object = { key }) => {
      const { status, body } = await call('POST', '/v1/feedback', { ...caller, body: { title } });
      assert.equal(status, 201, body.error);
      return body.id as string;
    },
    comment: async (entry: string, body: object, caller: object = { key }) => {
      const { status, body: answer } = await call('POST', `/v1/feedback/${entry}/comments`, { ...caller, body });
      assert.equal(status, 201, answer.error);
      return answer;
    },
    list: async (by: string, query: object = {}) => {
      await settle();
      return (await call('GET', '/v1/notifications', { token: by, query: { project_id: id, ...query } })).body;
    },
    prefer: (by: string, body: object) => call('PATCH', '/v1/notifications/preferences', { token: by, ...on, body }),
    /** Mails to a member, except the invitation, oldest first. */
    mails: async (to: { email: string }) => {
      await settle();
      const { data } = (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body;
      return (data as Json[])
        .filter(({ recipient, subject }) => recipient === to.email && !subject.includes('added you'))
        .toReversed();
    },
  };
}

/** Makes the user one who has signed in. Tokens of tests are made without a sign-in. */
const hasSignedIn = (user: string) =>
  sql`UPDATE users SET issuer = 'https://id.example', subject = id::text WHERE id = ${parseId('usr', user)}`.execute(db);

const nameOf = async ({ token }: { token: string }) => (await call('GET', '/v1/auth/session', { token })).body.user.email;

/** Waits until members are notified of all events so far. */
async function settle(): Promise<void> {
  for (const prefix of ['feedback.', 'testimonial.', 'waitlist.', 'notifications.mail']) await runJobs(db, prefix);
}

const headingsOf = ({ data }: Json) => data.map(({ heading, title }: Json) => `${heading}: ${title}`);

test('members are notified of assignments, mentions, new feedback and comments, and never of own actions', async () => {
  const { owner, member, viewer, submit, comment, list, mails } = await createTeam();
  const entry = await submit('Export to CSV');
  await settle();
  await call('PATCH', `/v1/feedback/${entry}`, { token: owner.token, body: { assignee_id: member.id } });
  await call('PATCH', `/v1/feedback/${entry}`, { token: viewer.token, body: { assignee_id: viewer.id } });
  await comment(entry, { body: 'Yes **please**' });
  await comment(entry, { body: 'Look', internal: true, mentioned_ids: [member.id, owner.id] }, { token: owner.token });
  assert.deepEqual(headingsOf(await list(member.token)), [
    `${await nameOf(owner)} mentioned you in an internal note: Export to CSV`,
    'New comment: Export to CSV',
    `${await nameOf(owner)} assigned an entry to you: Export to CSV`,
    'New feedback: Export to CSV',
  ]);
  assert.deepEqual(headingsOf(await list(owner.token)), ['New comment: Export to CSV', 'New feedback: Export to CSV']);
  const [commented] = (await list(viewer.token)).data;
  assert.equal(commented.text, 'Yes please');
  assert.match(commented.url, new RegExp(`/projects/[\\w-]+/feedback/${entry}$`));

  const subjects = (await mails(member)).map(({ subject }) => subject);
  assert.equal(subjects.length, 2, 'the first mail immediately, the others together; comments are mailed the next morning');
  assert.match(subjects[0], /^New feedback: Export to CSV$/, 'the first feedback of a project is mailed immediately');
  assert.match(subjects[1], /2 updates/);
  const [, bundled] = await mails(member);
  for (const text of ['assigned an entry to you', 'mentioned you', '/settings/notifications'])
    assert.ok(bundled?.text.includes(text) && bundled.html.includes(text), text);
  assert.equal((await mails(viewer)).length, 1);
});

test('preferences decide about the list and mails, and each member has their own', async () => {
  const { id, owner, member, viewer, submit, list, prefer, mails } = await createTeam();
  await submit('First');
  await settle();
  assert.equal((await prefer(viewer.token, { 'feedback.created': 'off' })).status, 200);
  const { body } = await prefer(member.token, { 'feedback.created': 'immediate', 'waitlist.joined': 'off' });
  const chosen = Object.fromEntries(body.preferences.map(({ kind, preference }: Json) => [kind, preference]));
  assert.deepEqual(
    [chosen['feedback.created'], chosen['waitlist.joined'], chosen['feedback.assigned'], 'webhook.disabled' in chosen],
    ['immediate', 'off', 'immediate', false],
  );
  await submit('Second');
  assert.equal((await list(viewer.token)).total, 1, 'only the first');
  assert.deepEqual(headingsOf(await list(member.token)), ['New feedback: Second', 'New feedback: First']);
  assert.deepEqual(
    (await mails(member)).map(({ subject }) => subject),
    ['New feedback: First', 'New feedback: Second'],
  );
  const { body: ofOwner } = await call('GET', '/v1/notifications/preferences', {
    token: owner.token,
    query: { project_id: id },
  });
  assert.deepEqual(
    ofOwner.preferences.map(({ kind }: Json) => kind),
    NOTIFICATION_NAMES,
  );
  assert.ok(ofOwner.preferences.every((one: Json) => one.preference === one.default));
  const wrong = await prefer(member.token, { 'feedback.created': 'weekly' });
  assert.deepEqual([wrong.status, wrong.body.fields[0].path], [400, 'feedback.created']);
  assert.equal((await prefer(member.token, { 'feedback.sung': 'off' })).status, 400);
});

test('members with a segment are notified of feedback of its people only', async () => {
  const { id, key, owner, member, viewer, submit, comment, list, prefer } = await createTeam();
  const asOwner = { token: owner.token, query: { project_id: id } };
  for (const [user, plan] of Object.entries({ u_pro: 'pro', u_free: 'free' }))
    await call('PUT', `/v1/people/${user}`, { ...asOwner, body: { attributes: { plan } } });
  const conditions = [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' }];
  const body = { name: 'Customers', definition: { match: 'all', conditions } };
  const { body: segment } = await call('POST', '/v1/people/segments', { ...asOwner, body });
  const as = async (user: string) => ({
    key,
    headers: { 'x-user-token': await server.signUser({ id, token: owner.token }, { id: user }) },
  });
  const { body: chosen } = await prefer(member.token, { segment_id: segment.id });
  assert.equal(chosen.segment_id, segment.id);

  await submit('Of a visitor');
  await submit('Of a free user', await as('u_free'));
  const entry = await submit('Of a customer', await as('u_pro'));
  await comment(entry, { body: 'Me too' }, await as('u_free'));
  assert.deepEqual(headingsOf(await list(member.token)), ['New feedback: Of a customer']);
  assert.equal((await list(viewer.token)).total, 4, 'members without a segment are told of everyone');
  await call('PATCH', `/v1/feedback/${entry}`, { token: owner.token, body: { assignee_id: member.id } });
  assert.equal((await list(member.token)).total, 2, 'assignments are not about a person');

  const unknown = await prefer(member.token, { segment_id: 'psg_01kaga0zrefb8tqs3yh4kx9m2d' });
  assert.deepEqual([unknown.status, unknown.body.fields[0].path], [400, 'segment_id']);
  assert.equal((await prefer(viewer.token, { segment_id: segment.id })).status, 403);
  await call('DELETE', `/v1/people/segments/${segment.id}`, { token: owner.token });
  await submit('Of anyone');
  assert.equal((await list(member.token)).total, 3);
});

test('a daily mail at 8:00 contains what was neither read nor mailed, once', async () => {
  const { id, member, submit, comment, list, mails } = await createTeam();
  const entry = await submit('Dark mode');
  for (const text of ['One', 'Two', 'Three']) await comment(entry, { body: text });
  await call('POST', '/v1/waitlist', { key: (await keyOf(id)) as string, body: { email: 'ada@example.com' } });
  const [, , read] = (await list(member.token)).data;
  await call('PATCH', `/v1/notifications/${read.id}`, { token: member.token, body: { read: true } });
  // It may have become 8:00 since the first one.
  await sql`UPDATE notifications SET created_at = now() WHERE project_id = ${parseId('prj', id)}`.execute(db);
  await runScheduled(db, 'notifications.daily');
  assert.equal((await mails(member)).length, 1, 'nothing is due before 8:00');
  await sql`UPDATE notifications SET created_at = created_at - interval '1 day' WHERE project_id = ${parseId('prj', id)}`.execute(
    db,
  );
  await runScheduled(db, 'notifications.daily');
  await runScheduled(db, 'notifications.daily');
  const [, daily, ...more] = await mails(member);
  assert.equal(more.length, 0);
  assert.match(daily?.subject, /^Acme.*: 3 updates since yesterday$/);
  assert.ok(daily?.text.includes('1 sign-up on') && !daily.text.includes('ada@example.com'), daily?.text);
});

const keyOf = async (id: string) =>
  (await sql<{ key: string }>`SELECT key FROM project_keys WHERE project_id = ${parseId('prj', id)}`.execute(db)).rows[0]?.key;

test('notifications are marked as read, one by one and all, by their member only', async () => {
  const { id, owner, member, submit, list } = await createTeam();
  for (const title of ['A', 'B', 'C']) await submit(title);
  const { data } = await list(member.token);
  const mark = (notification: string, read: boolean, token = member.token) =>
    call('PATCH', `/v1/notifications/${notification}`, { token, body: { read } });
  const { body } = await mark(data[1].id, true);
  assert.ok(body.read_at);
  assert.deepEqual(headingsOf(await list(member.token, { unread: true })).length, 2);
  assert.deepEqual(headingsOf(await list(member.token, { unread: false })), [`New feedback: ${data[1].title}`]);
  assert.equal((await mark(data[1].id, false)).body.read_at, null);
  const foreign = await mark(data[0].id, true, owner.token);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'notifications.not_found']);
  assert.equal((await mark(formatId('ntf', parseId('prj', id) as string), true)).status, 404);
  const all = (token: string, until?: string) =>
    call('POST', '/v1/notifications/read', { token, query: { project_id: id }, body: until ? { until } : {} });
  assert.equal((await all(member.token, data[1].created_at)).body.marked, 2);
  assert.equal((await all(member.token)).body.marked, 1);
  assert.equal((await list(member.token, { unread: true })).total, 0);
  assert.equal((await list(owner.token, { unread: true })).total, 3);
  assert.equal((await list(member.token, { kind: 'waitlist.joined' })).total, 0);
});

describe('a notification disappears', () => {
  test('with its subject', async () => {
    const { id, owner, member, submit, comment, list } = await createTeam();
    const [kept, gone] = [await submit('Kept'), await submit('Gone')];
    const note = await comment(kept, { body: 'x' });
    await comment(gone, { body: 'y' });
    const praise = await call('POST', '/v1/testimonials', {
      key: (await keyOf(id)) as string,
      body: { author_name: 'Ada', author_email: 'ada@example.com', content: 'Wonderful', rating: 5 },
    });
    assert.equal(praise.status, 201, praise.body.error);
    assert.equal((await list(member.token)).total, 5);
    const by = { token: owner.token };
    await call('DELETE', `/v1/feedback/${gone}`, by);
    await call('DELETE', `/v1/feedback/${kept}/comments/${note.id}`, by);
    assert.deepEqual(headingsOf(await list(member.token)), ['Testimonial awaiting approval: Wonderful', 'New feedback: Kept']);
    await call('DELETE', `/v1/testimonials/${praise.body.id}`, by);
    assert.equal((await list(member.token)).total, 1);
  });

  test('with the membership', async () => {
    const { id, owner, member, submit, list } = await createTeam();
    await submit('Here');
    assert.equal((await list(member.token)).total, 1);
    await call('DELETE', `/v1/projects/${id}/members/${member.id}`, { token: owner.token });
    const { rows } = await sql`
      SELECT FROM notifications WHERE user_id = ${parseId('usr', member.id)}`.execute(db);
    assert.equal(rows.length, 0);
  });
});

test('texts that await approval are for those who can approve', async () => {
  const { id, owner, member, viewer, submit, comment, list } = await createTeam();
  await call('PATCH', `/v1/projects/${id}`, { token: owner.token, body: { settings: { feedback: { moderation: 'all' } } } });
  const entry = await submit('Spam?');
  const { body: own } = await call('POST', '/v1/feedback/by-team', {
    token: owner.token,
    query: { project_id: id },
    body: { title: 'Own' },
  });
  await comment(own.id, { body: 'Hello' });
  assert.deepEqual(headingsOf(await list(member.token)), [
    'Comment awaiting approval: Own',
    'New feedback: Own',
    'Feedback awaiting approval: Spam?',
  ]);
  assert.deepEqual(headingsOf(await list(viewer.token)), ['New feedback: Own']);
  await call('PATCH', `/v1/feedback/${entry}`, { token: owner.token, body: { visibility: 'public' } });
  assert.equal((await list(member.token)).data.at(-1).heading, 'Feedback approved');
});

test('people who have not signed in get no mail', async () => {
  const { id, owner, submit, mails } = await createTeam();
  const email = 'not-yet@customer.example';
  await call('POST', `/v1/projects/${id}/members`, { token: owner.token, body: { email, role: 'member' } });
  await submit('Mailed to members only');
  assert.deepEqual(await mails({ email }), []);
});
