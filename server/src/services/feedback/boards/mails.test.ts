import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOARD_ACCESS, type BoardAccess } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { runJobs } from '../../../testing/jobs.ts';
import { startTestServer } from '../../../testing/server.ts';

// A server of its own, because the tests run its delayed jobs. Its mails stay in the outbox.
const server = await startTestServer();
const { call, db } = server;

/** Followers who receive mails about an entry of each board: those who may read it. */
const RECEIVE: Record<BoardAccess, string[]> = {
  public: ['confirmed', 'member', 'signed-in', 'submitter'],
  signed_in: ['member', 'signed-in', 'submitter'],
  segment: ['member', 'signed-in'],
  submit_only: ['member', 'submitter'],
  team: ['member'],
};

/** An entry that was public while people followed it: a user of the product, someone with a confirmed address, and a member. */
async function createFollowed() {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const projectId = parseId('prj', id) as string;
  const address = (name: string) => `${name}@${id.replace('_', '-')}.example`;
  const verify = async (name: string) => ({
    'x-user-token': await server.signUser(project, { id: name, email: address(name) }),
  });
  const member = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: member.email, role: 'member' } });
  const submit = async (title: string) =>
    (await call('POST', '/v1/feedback', { key, headers: await verify('submitter'), body: { title } })).body.id as string;
  const follow = async (entry: string) => {
    await call('POST', `/v1/feedback/${entry}/subscribe`, {
      key,
      headers: await verify('signed-in'),
      body: { email: address('signed-in') },
    });
    for (const email of [address('confirmed'), member.email])
      await call('POST', `/v1/feedback/${entry}/subscribe`, { key, body: { email } });
    await sql`UPDATE feedback_subscribers SET confirmed_at = now() WHERE project_id = ${projectId} AND confirmed_at IS NULL`.execute(
      db,
    );
  };
  const entry = await submit('Export');
  await follow(entry);
  /** Returns who received mails with a subject. */
  const receivers = async (subject: RegExp) => {
    await runJobs(db, 'feedback.');
    await runJobs(db, 'changelog.');
    const { rows } = await sql<{ recipient: string; subject: string; text_body: string }>`
      SELECT recipient, subject, text_body FROM mails WHERE project_id = ${projectId} ORDER BY id`.execute(db);
    return rows
      .filter((mail) => subject.test(mail.subject))
      .map(({ recipient, text_body: text }) => ({
        name: recipient === member.email ? 'member' : (recipient.split('@')[0] ?? ''),
        text,
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  const change = (path: string, body: object, method = 'PATCH') => call(method, path, { token, body, query: { project_id: id } });
  /** Adds a segment with the user `signed-in`. */
  const addSegment = async () => {
    await change('/v1/people/signed-in', { attributes: { plan: 'pro' } }, 'PUT');
    const conditions = [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' }];
    const body = { name: 'Customers', definition: { match: 'all', conditions } };
    return (await change('/v1/people/segments', body, 'POST')).body.id as string;
  };
  const hide = async (access: BoardAccess, moved = entry) => {
    const segment = access === 'segment' && { segment_id: await addSegment() };
    const { body } = await change('/v1/feedback/boards', { name: `Board ${access}`, access, ...segment }, 'POST');
    await change(`/v1/feedback/${moved}`, { board_id: body.id });
    return body.id as string;
  };
  return { ...project, entry, submit, follow, receivers, change, hide };
}

for (const access of BOARD_ACCESS) {
  test(`mails about statuses, replies and merges reach followers who may read the board: ${access}`, async () => {
    const { entry, submit, follow, receivers, change, hide, slug } = await createFollowed();
    const board = await hide(access);
    await change(`/v1/feedback/${entry}`, { status: 'planned' });
    await change(`/v1/feedback/${entry}/comments`, { body: 'Soon' }, 'POST');
    for (const subject of [/is now planned/, /^New reply/]) {
      const mails = await receivers(subject);
      assert.deepEqual(
        mails.map(({ name }) => name),
        RECEIVE[access],
        String(subject),
      );
      // A link to a page that the reader cannot open is worse than none.
      for (const { text } of mails)
        assert.equal(text.includes(`/p/${slug}/feedback/${entry}`), access === 'public' || access === 'signed_in');
    }
    const duplicate = await submit('Duplicate');
    await follow(duplicate);
    await change(`/v1/feedback/${duplicate}`, { board_id: board });
    await change(`/v1/feedback/${duplicate}/merge`, { into: entry }, 'POST');
    const merged = await receivers(/merged into|Merged into/i);
    assert.deepEqual(
      merged.map(({ name }) => name),
      RECEIVE[access],
    );
    if (access !== 'public') for (const { text } of merged) assert.doesNotMatch(text, /Duplicate/);
  });

  test(`a release is mailed to followers who may read the board: ${access}`, async () => {
    const { entry, receivers, change, hide } = await createFollowed();
    await hide(access);
    await change('/v1/changelog', { title: 'Version 2', content: 'New', published: true, feedback_ids: [entry] }, 'POST');
    assert.deepEqual(
      (await receivers(/^Version 2/)).map(({ name }) => name),
      RECEIVE[access],
    );
  });
}
