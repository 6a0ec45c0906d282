import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { openEventStream } from '../../../platform/api/fixtures/event-stream.ts';
import { parseId } from '../../../platform/ids.ts';
import { runJobs } from '../../../testing/jobs.ts';
import { type Call, type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

type Board = Awaited<ReturnType<typeof board>>;

async function board() {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const projectId = parseId('prj', id) as string;
  const asUser = async (user: { id: string; email?: string; name?: string }): Promise<Call> => ({
    key,
    headers: { 'x-user-token': await server.signUser(project, user) },
  });
  return {
    ...project,
    asUser,
    submit: async (by: Call = { key }, body: object = {}): Promise<string> =>
      (await call('POST', '/v1/feedback', { ...by, body: { title: 'Export', ...body } })).body.id,
    add: (entry: string, body: object, by: Call = { token }) => call('POST', `/v1/feedback/${entry}/comments`, { ...by, body }),
    answer: async (entry: string, body = 'Between us'): Promise<Json> =>
      (await call('POST', `/v1/feedback/${entry}/comments`, { token, body: { body, private: true } })).body,
    read: async (entry: string, by: Call): Promise<string[] | number> => {
      const { status, body } = await call('GET', `/v1/feedback/${entry}/comments`, by);
      return status === 200 ? body.data.map((comment: Json) => comment.body) : status;
    },
    change: (entry: string, body: object) => call('PATCH', `/v1/feedback/${entry}`, { token, body }),
    merge: (entry: string, into: string) => call('POST', `/v1/feedback/${entry}/merge`, { token, body: { into } }),
    addMember: async (role: string) => {
      const member = await server.signIn();
      await call('POST', `/v1/projects/${id}/members`, { token, body: { email: member.email, role } });
      return member.token;
    },
    /** The subjects of the mails about answers, by recipient. */
    mails: async (): Promise<string[]> => {
      await runJobs(db, 'feedback.commented/mail-submitter');
      const { rows } = await sql<{ recipient: string; subject: string }>`
        SELECT recipient, subject FROM mails WHERE project_id = ${projectId} AND cause LIKE 'feedback.private_answer:%' ORDER BY id`.execute(
        db,
      );
      return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`);
    },
  };
}

test('each audience reads only what it may', async () => {
  const { id: projectId, slug, key, token, asUser, submit, add, answer, read, addMember } = await board();
  const { body: plain } = await call('POST', '/v1/webhooks', {
    token,
    query: { project_id: projectId },
    body: { url: 'https://example.com/plain' },
  });
  const { body: personal } = await call('POST', '/v1/webhooks', {
    token,
    query: { project_id: projectId },
    body: { url: 'https://example.com/personal', include_personal_data: true },
  });
  const submitter = await asUser({ id: 'u_1', email: 'ada@example.com', name: 'Ada' });
  const entry = await submit(submitter);
  const visitor = randomUUID();
  const other = await submit({ key, visitor });

  await add(entry, { body: 'kind:public' });
  await add(entry, { body: 'kind:internal', internal: true });
  await answer(entry, 'kind:private');
  const { body: pending } = await add(entry, { body: 'kind:pending' }, { key });
  await call('PATCH', `/v1/feedback/${entry}/comments/${pending.id}`, { token, body: { visibility: 'pending' } });
  await answer(other, 'kind:other');

  const text = async (path: string, by: Call = {}) => JSON.stringify((await call('GET', path, by)).body);
  const delivered = async ({ id }: Json) => {
    const { rows } = await sql<{ body: string }>`
      SELECT body FROM webhook_deliveries WHERE endpoint_id = ${parseId('whk', id)}`.execute(db);
    return rows.map(({ body }) => body).join('\n');
  };
  const streamed = async (query: Record<string, string>) => {
    const target = new URL('/v1/webhooks/events', server.url);
    for (const [name, value] of Object.entries({ project_id: projectId, replay: '50', ...query }))
      target.searchParams.set(name, value);
    const stream = await openEventStream(target, { authorization: `Bearer ${token}` });
    await until(() => stream.text.includes('kind:internal'));
    return stream.text;
  };
  const comments = async (by: Call) => {
    const both = [await read(entry, by), await read(other, by)];
    return both.join('\n');
  };
  const viewer = await addMember('viewer');
  const member = await addMember('member');
  const AUDIENCES: [name: string, text: string, kinds: string[]][] = [
    ['the public list', await text(`/v1/feedback/by-project/${slug}`), []],
    ['the public board', await text(`/p/${slug}/feedback`), []],
    ['a search', await text('/v1/feedback', { key, query: { q: 'private' } }), []],
    ['the public page of the entry', await text(`/p/${slug}/feedback/${entry}`), ['public']],
    ['the public page of the other entry', await text(`/p/${slug}/feedback/${other}`), []],
    ['the sitemap', await text(`/p/${slug}/sitemap.xml`), []],
    ['the key', await comments({ key }), ['public']],
    ['another visitor', await comments({ key, visitor: randomUUID() }), ['public']],
    ['another user', await comments(await asUser({ id: 'u_2', email: 'eve@example.com' })), ['public']],
    ['a user whose id is the one of the visitor', await comments(await asUser({ id: visitor })), ['public']],
    ['a visitor whose id is in another case', await comments({ key, visitor: visitor.toUpperCase() }), ['other', 'public']],
    ['the submitter', await comments(submitter), ['private', 'public']],
    [
      'the submitter with another id',
      await comments(await asUser({ id: 'u_3', email: 'ADA@example.com' })),
      ['private', 'public'],
    ],
    ['the submitter of the other entry', await comments({ key, visitor }), ['other', 'public']],
    ['a viewer', await comments({ token: viewer }), ['internal', 'other', 'pending', 'private', 'public']],
    ['a member', await comments({ token: member }), ['internal', 'other', 'pending', 'private', 'public']],
    ['a webhook', await delivered(plain), ['internal', 'pending', 'public']],
    ['a webhook with personal data', await delivered(personal), ['internal', 'other', 'pending', 'private', 'public']],
    ['the stream', await streamed({}), ['internal', 'pending', 'public']],
    [
      'the stream with personal data',
      await streamed({ include_personal_data: 'true' }),
      ['internal', 'other', 'pending', 'private', 'public'],
    ],
  ];
  for (const [name, found, kinds] of AUDIENCES)
    assert.deepEqual([...new Set(found.match(/(?<=kind:)\w+/g))].toSorted(), kinds, name);
  for (const by of [{ key }, { token }]) {
    assert.equal((await call('GET', `/v1/feedback/${entry}`, by)).body.comment_count, 1);
    assert.equal((await call('GET', `/v1/feedback/${other}`, by)).body.comment_count, 0);
  }
});

test('the submitter sees that an answer is private, and the team for whom', async () => {
  const { token, asUser, submit, answer } = await board();
  const ada = await asUser({ id: 'u_1', name: 'Ada' });
  const entry = await submit(ada);
  const added = await answer(entry);
  assert.deepEqual([added.private, added.internal, added.visibility, added.recipient_name], [true, false, 'public', 'Ada']);
  const list = async (by: Call) =>
    (await call('GET', `/v1/feedback/${entry}/comments`, { ...by, query: { html: 'true' } })).body.data;
  assert.deepEqual((await list({ token }))[0].recipient_name, 'Ada');
  const [seen] = await list(ada);
  assert.deepEqual([seen.private, seen.author_role, seen.recipient_name], [true, 'team', undefined]);
});

describe('a private answer is refused', () => {
  const CASES: [
    name: string,
    ask: (project: Board) => Promise<{ entry: string; by?: Call; body?: object }>,
    field: { path: string; code: string },
  ][] = [
    [
      'from an API key',
      async ({ key, submit }) => ({ entry: await submit({ key, visitor: randomUUID() }), by: { key } }),
      { path: 'private', code: 'not_allowed' },
    ],
    [
      'from a user',
      async ({ asUser, submit }) => {
        const by = await asUser({ id: 'u_1' });
        return { entry: await submit(by), by };
      },
      { path: 'private', code: 'not_allowed' },
    ],
    [
      'as an internal note',
      async ({ key, submit }) => ({ entry: await submit({ key, visitor: randomUUID() }), body: { internal: true } }),
      { path: 'private', code: 'conflict' },
    ],
    ['without a submitter', async ({ submit }) => ({ entry: await submit() }), { path: 'private', code: 'not_found' }],
    [
      'for an unconfirmed address',
      async ({ key, submit }) => ({ entry: await submit({ key }, { submitter_email: 'ada@example.com' }) }),
      { path: 'private', code: 'not_found' },
    ],
    [
      'for a name alone',
      async ({ key, submit }) => ({ entry: await submit({ key }, { submitter_name: 'Ada' }) }),
      { path: 'private', code: 'not_found' },
    ],
  ];
  for (const [name, ask, field] of CASES)
    test(name, async () => {
      const project = await board();
      const { entry, by, body } = await ask(project);
      const { status, body: refusal } = await project.add(entry, { body: 'Psst', private: true, ...body }, by);
      assert.deepEqual([status, refusal.code, refusal.fields.length], [400, 'validation', 1]);
      assert.deepEqual({ path: refusal.fields[0].path, code: refusal.fields[0].code }, field);
      assert.deepEqual(await project.read(entry, { token: project.token }), []);
    });

  test('on a merged entry, and as a later change to a note', async () => {
    const { key, token, submit, add, answer, merge } = await board();
    const [a, b] = [await submit({ key, visitor: randomUUID() }), await submit()];
    const { id } = await answer(a);
    const { status, body } = await call('PATCH', `/v1/feedback/${a}/comments/${id}`, { token, body: { internal: true } });
    assert.deepEqual([status, body.fields[0].path, body.fields[0].code], [400, 'internal', 'conflict']);
    await merge(a, b);
    assert.equal((await add(a, { body: 'Psst', private: true })).status, 409);
  });
});

test('the submitter reads answers to an entry that others cannot see', async () => {
  const { key, asUser, submit, add, answer, read, change } = await board();
  const ada = await asUser({ id: 'u_1' });
  for (const visibility of ['pending', 'private']) {
    const entry = await submit(ada);
    await change(entry, { visibility });
    await add(entry, { body: 'Written while it was hidden' });
    assert.equal(await read(entry, ada), 404, 'nothing is there yet');
    await answer(entry, `It is ${visibility}`);
    assert.deepEqual(await read(entry, ada), [`It is ${visibility}`]);
    for (const by of [{ key }, { key, visitor: randomUUID() }, await asUser({ id: 'u_2' })])
      assert.equal(await read(entry, by), 404);
  }
});

test('an answer stays with its recipient after a merge, and after the merged entry is deleted', async () => {
  const { key, token, asUser, submit, answer, read, merge } = await board();
  const [ada, bob] = [await asUser({ id: 'ada' }), await asUser({ id: 'bob' })];
  const [a, b] = [await submit(ada), await submit(bob)];
  await answer(a, 'For Ada');
  await answer(b, 'For Bob');
  const check = async (message: string) => {
    assert.deepEqual([await read(b, ada), await read(b, bob), await read(b, { key })], [['For Ada'], ['For Bob'], []], message);
    assert.equal((await call('GET', `/v1/feedback/${b}`, { key })).body.comment_count, 0);
  };
  await merge(a, b);
  await check('merged');
  await call('DELETE', `/v1/feedback/${a}`, { token });
  await check('deleted');
});

test('hiding and deleting an answer take it from the submitter', async () => {
  const { token, asUser, submit, answer, read } = await board();
  const ada = await asUser({ id: 'ada' });
  const entry = await submit(ada);
  const [hidden, deleted, kept] = [await answer(entry, '1'), await answer(entry, '2'), await answer(entry, '3')];
  await call('PATCH', `/v1/feedback/${entry}/comments/${hidden.id}`, { token, body: { visibility: 'private' } });
  await call('DELETE', `/v1/feedback/${entry}/comments/${deleted.id}`, { token });
  await call('PATCH', `/v1/feedback/${entry}/comments/${kept.id}`, { token, body: { body: 'Three' } });
  assert.deepEqual(await read(entry, ada), ['Three']);
});

describe('mails', () => {
  test('go to the confirmed address of the submitter only', async () => {
    const { key, token, email, asUser, submit, answer, change, mails } = await board();
    const CASES: [title: string, submitter: Call, body: object][] = [
      ['verified', await asUser({ id: 'u_1', email: 'Ada@Example.com' }), {}],
      ['hidden', await asUser({ id: 'u_1', email: 'ada@example.com' }), { follow: false }],
      ['unverified', { key, visitor: randomUUID() }, { submitter_email: 'eve@example.com' }],
      ['other address', await asUser({ id: 'u_2', email: 'u2@example.com' }), { submitter_email: 'eve@example.com' }],
      ['no address', await asUser({ id: 'u_3' }), {}],
      ['own', await asUser({ id: 'u_4', email }), {}],
    ];
    for (const [title, submitter, body] of CASES) {
      const entry = await submit(submitter, { title, ...body });
      if (title === 'hidden') await change(entry, { visibility: 'private' });
      assert.equal((await answer(entry)).private, true, title);
    }
    assert.deepEqual(await mails(), [
      'ada@example.com: Private answer to “verified”',
      'ada@example.com: Private answer to “hidden”',
    ]);
    const { body } = await call('GET', `/v1/projects/${(await call('GET', '/v1/projects', { token })).body.data[0].id}/mails`, {
      token,
    });
    const texts = body.data.filter(({ subject }: Json) => subject.startsWith('Private')).map(({ text }: Json) => text);
    for (const text of texts) {
      assert.match(text, /Acme answered your entry privately\. Only you and the team can read this answer:\n\nBetween us/);
      assert.match(text, /because you submitted this entry on Acme\.\n\nUnsubscribe from all feedback emails: http/);
    }
    assert.deepEqual(texts.map((text: string) => text.includes('View entry')).toSorted(), [false, true]);
  });

  test('follow a confirmation, also after the entry is unfollowed, but end when everything is unsubscribed', async () => {
    const { id, key, token, submit, add, answer, mails } = await board();
    const entry = await submit({ key }, { submitter_email: 'ada@example.com' });
    const textOf = async (part: string): Promise<string> => {
      const { body } = await call('GET', `/v1/projects/${id}/mails`, { token });
      return body.data.find(({ subject }: Json) => subject.includes(part)).text;
    };
    const [confirm = ''] = /http\S+\/confirm\?token=\S+/.exec(await textOf('Confirm')) ?? [];
    await call('POST', confirm);
    await call('PATCH', `/v1/feedback/${entry}`, { token, body: { status: 'planned' } });
    await runJobs(db, 'feedback.status_changed/');
    const [one = '', all = ''] = (await textOf('planned')).match(/http\S+\/unsubscribe\S*/g) ?? [];
    await call('POST', one);
    await answer(entry);
    assert.deepEqual(await mails(), ['ada@example.com: Private answer to “Export”']);
    await call('POST', all);
    assert.equal((await add(entry, { body: 'Hello?', private: true })).status, 400);
    assert.equal((await mails()).length, 1);
  });
});

test('the person exports and erases answers to them, the team keeps the others', async () => {
  const { id, token, key, asUser, submit, answer, merge, read } = await board();
  const ada = await asUser({ id: 'u_1', email: 'ada@example.com', name: 'Ada' });
  const [own, typed, other] = [
    await submit(ada),
    await submit({ key, visitor: randomUUID() }, { submitter_email: 'ada@example.com' }),
    await submit(await asUser({ id: 'u_2' })),
  ];
  await answer(own, 'By user id');
  await answer(typed, 'By the typed address');
  await answer(other, 'For someone else');
  await merge(own, other);
  const ask = async (what: string) =>
    (await call('POST', `/v1/projects/${id}/people/${what}`, { token, body: { email: 'ADA@example.com', user_id: 'u_1' } })).body;
  assert.deepEqual((await ask('export')).feedback_comments.map(({ body }: Json) => body).toSorted(), [
    'By the typed address',
    'By user id',
  ]);
  assert.equal((await ask('erase')).erased.feedback_comments, 2);
  assert.deepEqual((await ask('export')).feedback_comments, []);
  assert.deepEqual(await read(other, { token }), ['For someone else']);
});
