import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

test('emails that wait for a mail server are canceled for people who unsubscribe meanwhile', async () => {
  const project = await server.createProject();
  const { id, key, token } = project;
  const projectId = parseId('prj', id) as string;
  const by = { token, query: { project_id: id } };
  const headers = { 'x-user-token': await server.signUser(project, { id: 'ada', email: 'ada@example.com' }) };
  const submit = async (title: string): Promise<string> =>
    (await call('POST', '/v1/feedback', { key, headers, body: { title } })).body.id;
  const [export_, search] = [await submit('Export'), await submit('Search')];
  await call('POST', '/v1/changelog/subscribe', { key, body: { email: 'reader@example.com' } });
  const find = (about: string) =>
    until(async () => {
      const { rows } = await sql<{ text_body: string }>`
        SELECT text_body FROM mails WHERE project_id = ${projectId} AND (subject LIKE ${about} OR recipient = ${about})`.execute(
        db,
      );
      return rows.at(-1)?.text_body;
    });
  const follow = async (about: string, path: string) => {
    const [link = ''] = new RegExp(`http\\S+/${path}\\?token=\\S+`).exec(await find(about)) ?? [];
    assert.equal((await call('POST', link)).status, 200);
  };
  await follow('reader@example.com', 'confirm');
  for (const entry of [export_, search]) {
    const { status } = await call('PATCH', `/v1/feedback/${entry}`, { token, body: { status: 'in_progress' } });
    assert.equal(status, 200);
  }
  const release = await call('POST', '/v1/changelog', {
    ...by,
    body: { title: 'Both', content: 'Done', feedback_ids: [export_, search], published: true },
  });
  assert.equal(release.status, 201);
  const answer = { body: 'Between us', private: true };
  assert.equal((await call('POST', `/v1/feedback/${export_}/comments`, { token, body: answer })).status, 201);
  const subjects = ['“Export” is now in progress', '“Search” is now in progress'];
  for (const subject of [...subjects, '%Both%']) await find(subject);
  const isMail = sql`project_id = ${projectId} AND event IS NOT NULL`;
  await until(async () => (await sql`SELECT FROM mails WHERE ${isMail} AND status = 'kept'`.execute(db)).rows.length === 5);
  // As if the mail server were out of reach: without one, mails are kept.
  await sql`UPDATE mails SET status = 'queued' WHERE ${isMail}`.execute(db);
  const waiting = async () =>
    (
      await sql<{ subject: string; recipient: string }>`
        SELECT subject, recipient FROM mails WHERE project_id = ${projectId} AND status = 'queued' ORDER BY id`.execute(db)
    ).rows
      .map(({ subject, recipient }) => `${recipient}: ${subject}`)
      .toSorted();
  const all = await waiting();
  await follow(subjects[0] as string, 'unsubscribe');
  assert.deepEqual(
    await waiting(),
    all.filter((mail) => !mail.includes(subjects[0] as string)),
    'the release is about an entry that the person still follows, and the private answer is for the submitter',
  );
  const recipients = async () => (await waiting()).map((mail) => mail.split(':')[0]);
  await sql`
    INSERT INTO changelog_subscribers (project_id, email, confirmed_at) VALUES (${projectId}, 'ada@example.com', now())`.execute(
    db,
  );
  await follow(subjects[1] as string, 'unsubscribe-all');
  assert.deepEqual(await recipients(), ['ada@example.com', 'reader@example.com'], 'a reader of the changelog gets the release');
  await sql`DELETE FROM changelog_subscribers WHERE project_id = ${projectId} AND email = 'ada@example.com'`.execute(db);
  await follow(subjects[1] as string, 'unsubscribe-all');
  assert.deepEqual(await recipients(), ['reader@example.com']);
  await follow('reader@example.com', 'unsubscribe');
  assert.deepEqual(await waiting(), []);
  const { data } = (await call('GET', `/v1/projects/${id}/mails`, { token, query: { status: 'canceled' } })).body;
  assert.deepEqual(new Set(data.map(({ error }: { error: string }) => error)), new Set(['The person unsubscribed']));
});

/** Publishes a release that ships the feedback of a person, who also subscribed to the changelog. */
async function publishRelease() {
  const project = await server.createProject();
  const { id, key, token } = project;
  const projectId = parseId('prj', id) as string;
  const by = { token, query: { project_id: id } };
  const headers = { 'x-user-token': await server.signUser(project, { id: 'ada', email: 'ada@example.com' }) };
  const { body: entry } = await call('POST', '/v1/feedback', { key, headers, body: { title: 'Export' } });
  await sql`
    INSERT INTO changelog_subscribers (project_id, email, confirmed_at) VALUES (${projectId}, 'ada@example.com', now())`.execute(
    db,
  );
  const body = { title: 'Exports', feedback_ids: [entry.id], published: true };
  assert.equal((await call('POST', '/v1/changelog', { ...by, body })).status, 201);
  const isMail = sql`project_id = ${projectId} AND event = 'changelog.published'`;
  const readMails = async () => (await call('GET', `/v1/projects/${id}/mails`, { token })).body.data as Json[];
  const find = (status: string) =>
    until(async () => (await readMails()).find((mail) => mail.subject.includes('Exports') && mail.status === status));
  return { id, token, projectId, by, isMail, find, mail: await find('kept') };
}

for (const first of ['feedback', 'changelog'] as const)
  test(`a release waits for a person who leaves ${first}, and is canceled when they leave the other as well`, async () => {
    const { token, by, isMail, mail } = await publishRelease();
    const leave = {
      feedback: async () => {
        const [link = ''] = /http\S+\/unsubscribe-all\?token=\S+/.exec(mail.text) ?? [];
        assert.equal((await call('POST', link)).status, 200);
      },
      changelog: async () => {
        const [subscriber] = (await call('GET', '/v1/changelog/subscribers', by)).body.data;
        assert.equal((await call('DELETE', `/v1/changelog/subscribers/${subscriber.id}`, { token })).status, 200);
      },
    };
    // As if the mail server were out of reach: without one, mails are kept.
    await sql`UPDATE mails SET status = 'queued' WHERE ${isMail}`.execute(db);
    const readStatuses = async () =>
      (await sql<{ status: string }>`SELECT status FROM mails WHERE ${isMail}`.execute(db)).rows.map(({ status }) => status);
    await leave[first]();
    assert.deepEqual(await readStatuses(), ['queued']);
    await leave[first === 'feedback' ? 'changelog' : 'feedback']();
    assert.deepEqual(await readStatuses(), ['canceled']);
  });

test('a release is delivered to a person on one of the lists, and canceled when the person left both at the same moment', async () => {
  const { id, token, projectId, find, mail } = await publishRelease();
  const retry = async () => {
    assert.equal((await call('POST', `/v1/projects/${id}/mails/${mail.id}/retry`, { token })).status, 200);
  };
  for (const table of ['changelog_subscribers', 'feedback_subscribers']) {
    await retry();
    await find('kept');
    // Neither request saw the other one, so neither canceled the mail.
    await sql`DELETE FROM ${sql.table(table)} WHERE project_id = ${projectId}`.execute(db);
  }
  await retry();
  assert.equal((await find('canceled'))?.error, 'The person unsubscribed, or the feedback was deleted');
});
