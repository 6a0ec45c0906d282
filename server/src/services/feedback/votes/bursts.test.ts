import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { startTestServer } from '../../../testing/server.ts';
import { recordBursts } from './bursts-store.ts';

// A server of its own, so that tests decide when bursts are found.
const server = await startTestServer();
const { call, db } = server;
const findBursts = () => runScheduled(db, 'feedback.report-votes');

async function setUp() {
  const project = await server.createProject();
  const { id: projectId, key, token } = project;
  const submit = async (title = 'Export as CSV'): Promise<string> =>
    (await call('POST', '/v1/feedback', { key, body: { title } })).body.id;
  const vote = async (entry: string, count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => call('POST', `/v1/feedback/${entry}/upvote`, { key, visitor: randomUUID() })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  };
  return {
    ...project,
    submit,
    vote,
    /** Moves all votes and bursts of an entry to the past. */
    age: async (entry: string, interval: string) => {
      for (const [table, columns] of [
        ['feedback_votes', ['created_at']],
        ['feedback_vote_bursts', ['started_at', 'ended_at']],
      ] as const)
        await sql`
          UPDATE ${sql.table(table)} SET ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${interval}::interval`))}
          WHERE project_id = ${parseId('prj', projectId)} AND entry_id = ${parseId('fb', entry)}`.execute(db);
    },
    bursts: async (entry: string) =>
      (await call('GET', `/v1/feedback/${entry}/vote-bursts`, { token })).body.data as {
        id: string;
        state: string;
        votes: number;
      }[],
    review: (entry: string, id: string, state: string, by = token) =>
      call('PATCH', `/v1/feedback/${entry}/vote-bursts/${id}`, { token: by, body: { state } }),
    read: async (entry: string) => (await call('GET', `/v1/feedback/${entry}`, { token })).body,
    history: async (entry: string) => (await call('GET', `/v1/feedback/${entry}/history`, { token })).body.data,
    notifications: async () =>
      (await call('GET', '/v1/notifications', { token, query: { project_id: projectId } })).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'feedback.vote_burst',
      ),
  };
}

test('marks an entry with unusually many anonymous votes once, and tells the team', async () => {
  const { key, submit, vote, bursts, read, notifications } = await setUp();
  const [entry, quiet] = [await submit(), await submit('Quiet')];
  await Promise.all([vote(entry, 19), vote(quiet, 2)]);
  await findBursts();
  assert.deepEqual(await bursts(entry), []);
  await vote(entry, 4);
  await findBursts();
  assert.deepEqual(
    (await bursts(entry)).map(({ state, votes }) => [state, votes]),
    [['open', 23]],
  );
  await vote(entry, 3);
  await findBursts();
  assert.deepEqual(
    (await bursts(entry)).map(({ votes }) => votes),
    [26],
    'later votes belong to the same burst',
  );
  assert.deepEqual([(await read(entry)).has_vote_burst, (await read(quiet)).has_vote_burst], [true, false]);
  assert.equal('has_vote_burst' in (await call('GET', `/v1/feedback/${entry}`, { key })).body, false);
  const told = await notifications();
  assert.deepEqual(
    told.map(({ heading, title }: Record<string, string>) => [heading, title]),
    [['Unusually many anonymous votes', 'Export as CSV']],
  );
});

test('nodes that look at the same time record a burst once', async () => {
  const { id, submit, vote } = await setUp();
  const entry = await submit();
  await vote(entry, 20);
  const rule = { windowMinutes: 10, usualDays: 7, minVotes: 20, factor: 10 };
  const look = () =>
    transact(db, (tx) => recordBursts(tx, parseId('prj', id) as string, { entryIds: [parseId('fb', entry) as string], rule }));
  const found = await Promise.all(Array.from({ length: 4 }, look));
  assert.equal(found.flat().length, 1);
});

test('compares with the usual number of votes of the entry', async () => {
  const { submit, vote, age, bursts } = await setUp();
  const entry = await submit();
  // 2.98 votes in 10 minutes of a week, so that a burst has 30.
  await vote(entry, 3);
  await sql`
    INSERT INTO feedback_votes (project_id, entry_id, voter, origin_id, value, created_at)
    SELECT project_id, entry_id, 'vis:' || gen_random_uuid(), origin_id, 1, now() - interval '1 day'
    FROM (SELECT * FROM feedback_votes WHERE entry_id = ${parseId('fb', entry)} LIMIT 1) vote, generate_series(1, 3000)`.execute(
    db,
  );
  await age(entry, '20 minutes');
  await vote(entry, 25);
  await findBursts();
  assert.deepEqual(await bursts(entry), []);
  await vote(entry, 10);
  await findBursts();
  assert.deepEqual(
    (await bursts(entry)).map(({ votes }) => votes),
    [35],
  );
});

test('removes the anonymous votes of a burst together, and no other votes', async () => {
  const { id: projectId, key, token, submit, vote, age, bursts, review, read, history } = await setUp();
  const entry = await submit();
  await vote(entry, 5);
  await age(entry, '2 hours');
  await vote(entry, 30);
  const userToken = await server.signUser({ id: projectId, token }, { id: 'u_1' });
  await call('POST', `/v1/feedback/${entry}/upvote`, { key, headers: { 'x-user-token': userToken } });
  await findBursts();
  const [burst] = await bursts(entry);
  assert.ok(burst);
  const { status, body } = await review(entry, burst.id, 'removed');
  assert.deepEqual([status, body.state, body.votes], [200, 'removed', 30]);
  const after = await read(entry);
  assert.deepEqual([after.upvote_count, after.has_vote_burst], [6, false]);
  const [change] = await history(entry);
  assert.deepEqual(
    [change.field, change.old.state, change.new.state, change.new.votes, change.actor !== null],
    ['vote_burst', 'open', 'removed', 30, true],
  );
  assert.equal((await review(entry, burst.id, 'removed')).status, 200, 'repeating has no effect');
  assert.deepEqual(
    [(await review(entry, burst.id, 'open')).body.code, (await read(entry)).upvote_count],
    ['feedback.vote_burst_removed', 6],
  );
  await vote(entry, 20);
  await findBursts();
  assert.deepEqual(
    (await bursts(entry)).map(({ state, votes }) => [state, votes]),
    [
      ['open', 20],
      ['removed', 30],
    ],
    'votes after the removal are a new burst',
  );
  for (const { id, state } of await bursts(entry)) assert.equal((await review(entry, id, state)).body.id, id);
});

test('keeps votes that a member accepts, and is quiet while they go on', async () => {
  const { submit, vote, bursts, review, read, notifications } = await setUp();
  const entry = await submit();
  await vote(entry, 20);
  await findBursts();
  const [burst] = await bursts(entry);
  assert.ok(burst);
  assert.equal((await review(entry, burst.id, 'dismissed')).body.state, 'dismissed');
  assert.deepEqual([(await read(entry)).upvote_count, (await read(entry)).has_vote_burst], [20, false]);
  await vote(entry, 5);
  await findBursts();
  assert.deepEqual(
    (await bursts(entry)).map(({ state, votes }) => [state, votes]),
    [['dismissed', 25]],
  );
  assert.equal((await notifications()).length, 1);
  assert.equal((await review(entry, burst.id, 'open')).body.state, 'open');
  assert.equal((await read(entry)).has_vote_burst, true);
});

test('a burst moves with the votes of a merged entry, and back', async () => {
  const { token, submit, vote, bursts, review, read } = await setUp();
  const [entry, target] = [await submit(), await submit('CSV')];
  await Promise.all([vote(entry, 20), vote(target, 3)]);
  await findBursts();
  const [burst] = await bursts(entry);
  assert.ok(burst);
  const merge = () => call('POST', `/v1/feedback/${entry}/merge`, { token, body: { into: target } });
  await merge();
  assert.deepEqual([(await bursts(entry)).length, (await bursts(target)).length], [0, 1]);
  assert.equal((await review(entry, burst.id, 'removed')).body.code, 'feedback.merged');
  await call('POST', `/v1/feedback/${entry}/unmerge`, { token });
  assert.deepEqual([(await bursts(entry)).length, (await bursts(target)).length], [1, 0]);
  await merge();
  assert.equal((await review(target, burst.id, 'removed')).status, 200);
  assert.equal((await read(target)).upvote_count, 3);
});

test('viewers see bursts and change nothing, and other projects see none', async () => {
  const { id, token, submit, vote, bursts, review } = await setUp();
  const entry = await submit();
  await vote(entry, 20);
  await findBursts();
  const [burst] = await bursts(entry);
  assert.ok(burst);
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
  assert.equal((await call('GET', `/v1/feedback/${entry}/vote-bursts`, { token: viewer.token })).body.data.length, 1);
  assert.equal((await review(entry, burst.id, 'removed', viewer.token)).status, 403);
  const other = await setUp();
  const [theirs, own] = [await other.submit(), await submit('CSV')];
  assert.equal((await other.review(theirs, burst.id, 'removed')).body.code, 'feedback.vote_burst_not_found');
  assert.equal((await review(own, burst.id, 'removed')).body.code, 'feedback.vote_burst_not_found', 'by another entry');
  assert.equal((await review(entry, burst.id, 'gone')).status, 400);
});
