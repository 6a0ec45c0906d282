import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';

// A server of its own, so that tests decide when votes are reported.
const server = await startTestServer();
const { call, db } = server;
const report = () => runScheduled(db, 'feedback.report-votes');

async function setUp() {
  const project = await server.createProject();
  const { id: projectId, key, token } = project;
  const submit = async (title: string): Promise<string> => (await call('POST', '/v1/feedback', { key, body: { title } })).body.id;
  return {
    ...project,
    submit,
    vote: async (entry: string, { visitor = randomUUID(), path = 'upvote', method = 'POST' } = {}) => {
      const { status } = await call(method, `/v1/feedback/${entry}/${path}`, { key, visitor });
      assert.equal(status, 200);
      return visitor;
    },
    /** Returns the recorded events of a type, oldest first: their data and changes. */
    events: async (type = 'feedback.voted'): Promise<Json[]> => {
      const { rows } = await sql<{ content: string }>`
        SELECT content FROM webhook_events WHERE project_id = ${parseId('prj', projectId)} AND type = ${type}
        ORDER BY transaction_id, id`.execute(db);
      return rows.map(({ content }) => JSON.parse(content));
    },
    merge: (entry: string, into: string) => call('POST', `/v1/feedback/${entry}/merge`, { token, body: { into } }),
  };
}

/** Returns the figures of events, in the order of the titles of their entries. */
const figuresOf = (events: Json[]) =>
  events
    .map(({ data }) => data)
    .toSorted((one: Json, other: Json) => one.title.localeCompare(other.title))
    .map((data) => [data.title, data.upvote_count, data.downvote_count, data.new_votes, data.withdrawn_votes]);

test('all votes of a period are one event per entry, with new counts and the counts before', async () => {
  const { submit, vote, events } = await setUp();
  const [first, second, third] = [await submit('First'), await submit('Second'), await submit('Third')];
  const early = await vote(first);
  await report();
  assert.deepEqual(figuresOf(await events()), [['First', 1, 0, 1, 0]]);

  await Promise.all([vote(first), vote(first), vote(first), vote(second)]);
  await vote(first, { visitor: early, method: 'DELETE' });
  const undecided = await vote(second);
  await vote(second, { visitor: undecided, path: 'downvote' });
  // Repeated requests change nothing.
  await vote(second, { visitor: undecided, path: 'downvote' });
  await vote(first, { visitor: early, method: 'DELETE' });
  await report();
  const later = (await events()).slice(1);
  assert.deepEqual(figuresOf(later), [
    ['First', 3, 0, 3, 1],
    ['Second', 1, 1, 3, 1],
  ]);
  assert.deepEqual(later.find(({ data }) => data.id === first)?.changes, [{ field: 'upvote_count', old: 1, new: 3 }]);
  assert.deepEqual(later.find(({ data }) => data.id === second)?.changes, [
    { field: 'upvote_count', old: 0, new: 1 },
    { field: 'downvote_count', old: 0, new: 1 },
  ]);
  assert.ok(!(await events()).some(({ data }) => data.id === third), 'nobody voted on it');
  assert.ok(!JSON.stringify(await events()).includes(early), 'the event does not name voters');

  await report();
  assert.equal((await events()).length, 3, 'each vote is reported once');
});

test('a vote that is withdrawn at once is reported, with unchanged counts', async () => {
  const { submit, vote, events } = await setUp();
  const entry = await submit('Export');
  const visitor = await vote(entry);
  await vote(entry, { visitor, method: 'DELETE' });
  await report();
  const [event] = await events();
  assert.deepEqual([figuresOf([event]), event.changes], [[['Export', 0, 0, 1, 1]], []]);
});

test('every vote is reported once while others vote and several nodes report', async () => {
  const { submit, vote, events } = await setUp();
  const entries = await Promise.all(Array.from({ length: 3 }, (_, index) => submit(`Entry ${index}`)));
  const jobs = sql`INSERT INTO pgboss.job (name, data) VALUES ('feedback.report-votes', '{}'), ('feedback.report-votes', '{}')`;
  for (let round = 0; round < 4; round++) {
    await jobs.execute(db);
    await Promise.all(Array.from({ length: 30 }, (_, index) => vote(entries[index % 3] as string)));
  }
  await report();
  const all = await events();
  for (const entry of entries) {
    // By count, because a transaction that began earlier may report later.
    const its = all
      .filter(({ data }) => data.id === entry)
      .toSorted((one, other) => one.data.upvote_count - other.data.upvote_count);
    assert.equal(
      its.reduce((sum, { data }) => sum + data.new_votes, 0),
      40,
    );
    assert.equal(its.at(-1).data.upvote_count, 40);
    const steps = its.flatMap(({ changes }) => changes);
    assert.deepEqual(
      steps.map(({ old }: Json) => old),
      [0, ...steps.map(({ new: value }: Json) => value)].slice(0, -1),
      'each event continues at the counts of the previous one',
    );
  }
});

test('votes are reported before a merge moves them', async () => {
  const { submit, vote, events, merge } = await setUp();
  const [entry, into] = [await submit('Duplicate'), await submit('Original')];
  await vote(entry);
  await merge(entry, into);
  assert.deepEqual(figuresOf(await events()), [['Duplicate', 1, 0, 1, 0]]);
  await report();
  assert.equal((await events()).length, 1);
  await vote(into);
  await report();
  assert.deepEqual(figuresOf((await events()).slice(1)), [['Original', 2, 0, 1, 0]]);
});
