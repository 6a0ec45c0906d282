import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { runJobs } from '../../../testing/jobs.ts';
import type { Json } from '../../../testing/server.ts';
import { startReplies } from './fixtures/replies.ts';

const { server, deliver, board, last } = await startReplies();
const { call, db } = server;

describe('replies of members to notifications', () => {
  test('are internal notes, public with #public, and private with #private', async () => {
    const project = await board();
    const entry = await project.submit('ada@example.com');
    const { reply_to: to, text_body } = await project.notificationOf(entry, project.email);
    assert.match(to, /^reply\+[0-9a-v]{48}@in\.acme\.example$/);
    assert.ok(to.indexOf('@') <= 64);
    assert.match(text_body, /Reply to this email to add an internal note, or begin your reply with #public/);
    const CASES: [text: string, body: string, internal: boolean, isPrivate: boolean][] = [
      ['Not this year.', 'Not this year.', true, false],
      ['#public We work on it.', 'We work on it.', false, false],
      ['#Private: call me\r\nsoon', 'call me\nsoon', false, true],
      ['#publicity matters', '#publicity matters', true, false],
    ];
    for (const [text, body, internal, isPrivate] of CASES) {
      assert.equal(await deliver({ to, from: `Owner <${project.email.toUpperCase()}>`, text }), 'taken');
      const comment = await last(project, entry);
      assert.deepEqual(
        [comment.body, comment.internal, comment.private, comment.author_role],
        [body, internal, isPrivate, 'team'],
        text,
      );
    }
    assert.equal(await deliver({ to, from: project.email, text: '#public' }), 'refused: validation');
    assert.equal(await deliver({ to, from: project.email, text: 'x'.repeat(10_001) }), 'refused: validation');
  });

  test('require that the person is still a member with that role', async () => {
    const project = await board();
    const { id, token } = project;
    const [member, viewer, reader] = [await server.signIn(), await server.signIn(), await server.signIn()];
    await call('POST', `/v1/projects/${id}/members`, { token, body: { email: reader.email, role: 'viewer' } });
    for (const { email } of [member, viewer])
      await call('POST', `/v1/projects/${id}/members`, { token, body: { email, role: 'member' } });
    const entry = await project.submit();
    const addresses = [];
    for (const { email } of [member, viewer]) addresses.push((await project.notificationOf(entry, email)).reply_to);
    assert.equal((await project.notificationOf(entry, reader.email)).reply_to, null);
    const { body: members } = await call('GET', `/v1/projects/${id}/members`, { token });
    const idOf = ({ email }: { email: string }) => members.data.find((one: Json) => one.email === email).user_id;
    await call('DELETE', `/v1/projects/${id}/members/${idOf(member)}`, { token });
    await call('PATCH', `/v1/projects/${id}/members/${idOf(viewer)}`, { token, body: { role: 'viewer' } });
    assert.equal(await deliver({ to: addresses[0], from: member.email }), 'refused: auth.not_a_member');
    assert.equal(await deliver({ to: addresses[1], from: viewer.email }), 'refused: auth.role_required');
    assert.deepEqual(await project.comments(entry), []);
  });
});

describe('replies of followers', () => {
  test('are public comments, by the user who proved the address, or by a visitor under the moderation of the project', async () => {
    const project = await board();
    const { token, key } = project;
    const entry = await project.submit();
    for (const email of ['user@example.com', 'visitor@example.com', project.email])
      await call('POST', `/v1/feedback/${entry}/subscribe`, {
        key,
        headers: await project.verify({ id: email, email }),
        body: { email },
      });
    await call('POST', `/v1/feedback/${entry}/upvote`, {
      key,
      headers: await project.verify({ id: 'u_1', email: 'user@example.com' }),
    });
    await call('PATCH', `/v1/projects/${project.id}`, { token, body: { settings: { feedback: { moderation: 'anonymous' } } } });
    const CASES: [from: string, author: unknown[]][] = [
      ['User <user@example.com>', ['User', 'user', 'public']],
      ['"Lovelace, Ada" <visitor@example.com>', ['Lovelace, Ada', 'visitor', 'pending']],
      ['visitor@example.com', [null, 'visitor', 'pending']],
    ];
    for (const [from, author] of CASES) {
      const recipient = /[\w.]+@[\w.]+/.exec(from)?.[0] ?? '';
      const { reply_to: to, text_body } = await project.followerMail(entry, recipient);
      assert.match(text_body, /Reply to this email to comment publicly\. You received/);
      assert.equal(await deliver({ to, from }), 'taken');
      const { body, author_name, author_role, visibility, internal } = await last(project, entry);
      assert.deepEqual([body, internal, author_name, author_role, visibility], ['Yes, please.', false, ...author], from);
    }
    // An erasure finds the comments of people whom only their address identifies.
    const { body: erased } = await call('POST', `/v1/projects/${project.id}/people/erase`, {
      token,
      body: { email: 'visitor@example.com' },
    });
    assert.equal(erased.erased.feedback_comments, 2);
  });

  test('follow merges, return with the entry, and require a public entry', async () => {
    const project = await board();
    const { token } = project;
    const [entry, target] = [await project.submit('ada@example.com'), await project.submit()];
    const { reply_to: to } = await project.followerMail(entry, 'ada@example.com');
    await call('POST', `/v1/feedback/${entry}/merge`, { token, body: { into: target } });
    assert.equal(await deliver({ to, from: 'ada@example.com' }), 'taken');
    assert.equal((await last(project, target)).body, 'Yes, please.');
    await call('POST', `/v1/feedback/${entry}/unmerge`, { token });
    assert.equal((await last(project, entry)).body, 'Yes, please.');
    await call('PATCH', `/v1/feedback/${entry}`, { token, body: { visibility: 'private' } });
    assert.equal(await deliver({ to, from: 'ada@example.com' }), 'refused: feedback.not_found');
    await call('DELETE', `/v1/feedback/${entry}`, { token });
    assert.equal(await deliver({ to, from: 'ada@example.com' }), 'refused: feedback.not_found');
  });
});

test('a private answer to a merged entry is mailed with the title of this entry, and can be replied to', async () => {
  const project = await board();
  const { token, projectId } = project;
  const entry = await project.submit('ada@example.com');
  const { reply_to: to } = await project.notificationOf(entry, project.email);
  const target = await project.submit();
  await call('PATCH', `/v1/feedback/${target}`, { token, body: { title: 'Secret plan', visibility: 'private' } });
  await call('POST', `/v1/feedback/${entry}/merge`, { token, body: { into: target } });
  assert.equal(await deliver({ to, from: project.email, text: '#private Call me' }), 'taken');
  await runJobs(db, 'feedback.commented/mail-submitter');
  const { rows } = await sql<{ subject: string; text_body: string; reply_to: string }>`
    SELECT subject, text_body, reply_to FROM mails WHERE project_id = ${projectId} AND cause LIKE 'feedback.private_answer:%'`.execute(
    db,
  );
  const [mail] = rows;
  assert.ok(mail && rows.length === 1);
  assert.equal(mail.subject, 'Private answer to “Export”');
  assert.doesNotMatch(mail.text_body, /Secret plan/);
  assert.equal(await deliver({ to: mail.reply_to, from: 'ada@example.com', text: 'When?' }), 'taken');
  assert.deepEqual([(await last(project, target)).body, (await last(project, target)).private], ['When?', true]);
});

test('replies to private answers stay private, reach the team, and are not mailed back', async () => {
  const project = await board();
  const { key, token } = project;
  const entry = await project.submit('ada@example.com');
  await call('PATCH', `/v1/projects/${project.id}`, { token, body: { settings: { feedback: { moderation: 'all' } } } });
  await call('PATCH', `/v1/feedback/${entry}`, { token, body: { visibility: 'private' } });
  const { reply_to: to, text_body } = await project.answerMail(entry, 'ada@example.com');
  assert.match(text_body, /Reply to this email to answer privately\./);
  assert.equal(await deliver({ to, from: 'Ada <ada@example.com>', text: 'Only for you' }), 'taken');
  const { body, private: isPrivate, author_role, visibility } = await last(project, entry);
  assert.deepEqual([body, isPrivate, author_role, visibility], ['Only for you', true, 'user', 'public']);
  const read = async (headers: Record<string, string>) =>
    (await call('GET', `/v1/feedback/${entry}/comments`, { key, headers })).body.data?.map((comment: Json) => comment.body);
  assert.deepEqual(await read(await project.verify({ id: 'ada@example.com', email: 'ada@example.com' })), [
    'Between us',
    'Only for you',
  ]);
  assert.equal(await read(await project.verify({ id: 'u_9', email: 'eve@example.com' })), undefined);
  await runJobs(db, 'feedback.commented/mail-submitter');
  const { rows } = await sql<{ cause: string }>`
    SELECT cause FROM mails WHERE project_id = ${project.projectId} AND recipient = 'ada@example.com'`.execute(db);
  assert.equal(rows.length, 1);
  await sql`UPDATE feedback_entries SET submitter_email = 'new@example.com' WHERE id = ${parseId('fb', entry)}`.execute(db);
  assert.equal(await deliver({ to, from: 'ada@example.com' }), 'refused: feedback.not_found');
});
