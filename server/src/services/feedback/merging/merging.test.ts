import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { randomRuns } from '../../../testing/long.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { lockMerging } from './merge-store.ts';

const server = await sharedTestServer();
const { call } = server;
const { id: projectId, slug, key, token } = await server.createProject();

const VOTERS = Array.from({ length: 6 }, (_, n) => `0199a000-0000-7000-8000-00000000000${n}`);

const submit = async (title = 'Export'): Promise<string> =>
  (await call('POST', '/v1/feedback', { key, body: { title } })).body.id;
const merge = (id: string, into: string) => call('POST', `/v1/feedback/${id}/merge`, { token, body: { into } });
const unmerge = (id: string) => call('POST', `/v1/feedback/${id}/unmerge`, { token });
const get = async (id: string, visitor?: string) => (await call('GET', `/v1/feedback/${id}`, { key, visitor })).body;
const vote = (id: string, n: number, method = 'POST', way = 'up') =>
  call(method, `/v1/feedback/${id}/${way}vote`, { key, visitor: VOTERS[n] });
const comment = (id: string, body: string) => call('POST', `/v1/feedback/${id}/comments`, { key, body: { body } });
const commentsOf = async (id: string): Promise<string[]> =>
  (await call('GET', `/v1/feedback/${id}/comments`, { token })).body.data.map((item: Json) => item.body);

/** Entries, each with upvotes of the voters that are given by their numbers. */
async function entriesWithVotes(...voters: number[][]): Promise<string[]> {
  const ids = await Promise.all(voters.map(() => submit()));
  for (const [index, numbers] of voters.entries()) for (const n of numbers) await vote(ids[index] ?? '', n);
  return ids;
}

test('a merge moves votes, comments and subscribers, at most one per person', async () => {
  const [a = '', b = ''] = await entriesWithVotes([0, 1, 2], [2, 3]);
  await vote(a, 4, 'POST', 'down');
  await comment(a, 'On A');
  await comment(b, 'On B');
  const { status, body } = await merge(a, b);
  assert.equal(status, 200);
  assert.deepEqual([body.id, body.status, body.merged_into], [a, 'duplicate', b]);

  const target = await get(b);
  assert.deepEqual([target.upvote_count, target.downvote_count, target.comment_count], [4, 1, 2]);
  assert.equal(target.status, 'new');
  assert.deepEqual(await commentsOf(b), ['On A', 'On B']);
  for (const n of [0, 1, 2, 3]) assert.equal((await get(b, VOTERS[n])).viewer_vote, 'up');
  assert.equal((await get(b, VOTERS[4])).viewer_vote, 'down');

  const merged = await get(a);
  assert.deepEqual([merged.status, merged.merged_into, merged.comment_count], ['duplicate', b, 0]);
});

test('the page of a merged entry redirects to the target, with its query', async () => {
  const [from = '', into = ''] = await entriesWithVotes([], []);
  await merge(from, into);
  const path = (id: string) => `/p/${slug}/feedback/${id}?lang=de&utm_source=mail`;
  const { status, headers } = await fetch(server.url + path(from), { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location'), headers.get('cache-control')], [301, path(into), 'no-cache']);
});

describe('a preview', () => {
  const preview = (id: string, from: string[]) => call('POST', `/v1/feedback/${id}/merge-preview`, { token, body: { from } });

  test('has the counts that the merge leads to', async () => {
    const [a = '', b = '', c = ''] = await entriesWithVotes([0, 1, 2], [2, 3], [3]);
    await vote(c, 0, 'POST', 'down');
    await vote(b, 4, 'POST', 'down');
    await vote(c, 4);
    await comment(a, 'On A');
    await comment(c, 'On C');
    await call('POST', `/v1/feedback/${c}/comments`, { token, body: { body: 'Note', internal: true } });
    const { status, body } = await preview(c, [a, b]);
    assert.equal(status, 200);
    // Up: 1, 2, 3 and 4, who voted down on B only. Down: 0, because the vote on the target prevails.
    assert.deepEqual(body, {
      project_id: projectId,
      feedback_id: c,
      upvote_count: 4,
      downvote_count: 1,
      repeated_vote_count: 4,
      comment_count: 2,
      revealed_comment_count: 0,
      follower_count: 0,
    });
    await merge(a, c);
    await merge(b, c);
    const { upvote_count: up, downvote_count: down, comment_count: comments } = await get(c);
    assert.deepEqual([up, down, comments], [4, 1, 2]);
  });

  test('counts each confirmed follower once', async () => {
    const [a = '', b = ''] = await entriesWithVotes([], []);
    const add = (entry: string, email: string, isConfirmed: boolean) =>
      sql`
      INSERT INTO feedback_subscribers (project_id, entry_id, origin_id, email, confirmed_at)
      VALUES (${parseId('prj', projectId)}, ${parseId('fb', entry)}, ${parseId('fb', entry)}, ${email}, ${isConfirmed ? new Date() : null})`.execute(
        server.db,
      );
    for (const entry of [a, b]) await add(entry, 'ada@example.com', entry === a);
    await add(b, 'lin@example.com', true);
    await add(b, 'waiting@example.com', false);
    assert.equal((await preview(a, [b])).body.follower_count, 2);
  });

  test('is refused as the merge is', async () => {
    const [a = '', b = '', c = ''] = await entriesWithVotes([], [], []);
    await merge(a, b);
    for (const [id, from, code] of [
      [b, [b], 'feedback.merge_into_itself'],
      [c, [a], 'feedback.merged'],
      [c, [`fb_${'0'.repeat(26)}`], 'feedback.not_found'],
      [`fb_${'0'.repeat(26)}`, [c], 'feedback.not_found'],
    ] as const)
      assert.equal((await preview(id, [...from])).body.code, code);
    assert.equal((await preview(a, [c])).body.feedback_id, b, 'a merged target is replaced by its own target');
  });
});

test('for a voter of both entries, the vote on the target counts', async () => {
  const [a = '', b = ''] = await entriesWithVotes([0], []);
  await vote(b, 0, 'POST', 'down');
  await merge(a, b);
  const { upvote_count: up, downvote_count: down, viewer_vote: own } = await get(b, VOTERS[0]);
  assert.deepEqual([up, down, own], [0, 1, 'down']);
  await unmerge(a);
  assert.deepEqual([(await get(a)).upvote_count, (await get(b)).downvote_count], [1, 1]);
});

test('unmerge restores the previous state', async () => {
  const [a = '', b = ''] = await entriesWithVotes([0, 1, 2], [2, 3]);
  await call('PATCH', `/v1/feedback/${a}`, { token, body: { status: 'planned' } });
  await comment(a, 'On A');
  await comment(b, 'On B');
  const before = await Promise.all([get(a), get(b)]);
  await merge(a, b);
  const { status, body } = await unmerge(a);
  assert.deepEqual([status, body.status, body.merged_into], [200, 'planned', null]);
  const strip = (entry: Json) => ({ ...entry, updated_at: undefined });
  assert.deepEqual((await Promise.all([get(a), get(b)])).map(strip), before.map(strip));
  assert.deepEqual([await commentsOf(a), await commentsOf(b)], [['On A'], ['On B']]);
});

test('later additions to the target stay there', async () => {
  const [a = '', b = ''] = await entriesWithVotes([0], []);
  await merge(a, b);
  await vote(b, 1);
  await comment(b, 'Since');
  await unmerge(a);
  assert.deepEqual([(await get(a)).upvote_count, (await get(b)).upvote_count], [1, 1]);
  assert.deepEqual([await commentsOf(a), await commentsOf(b)], [[], ['Since']]);
});

test('a vote removed from the target does not return with another unmerge', async () => {
  const [a = '', b = '', c = ''] = await entriesWithVotes([0], [0], [0]);
  await merge(a, b);
  await merge(c, b);
  assert.equal((await vote(b, 0, 'DELETE')).body.upvote_count, 0);
  await unmerge(c);
  assert.deepEqual(await upvotes(b, c), [0, 1]);
});

describe('nested merges', () => {
  test('all end in the last merge target', async () => {
    const [a = '', b = '', c = ''] = await entriesWithVotes([0, 1], [1, 2], [2, 3]);
    await merge(a, b);
    await merge(b, c);
    assert.equal((await get(c)).upvote_count, 4);
    assert.equal((await get(a)).merged_into, b);
    const [d = ''] = await entriesWithVotes([4]);
    assert.equal((await merge(d, a)).body.merged_into, c, 'a merged target is replaced by its own target');
    assert.equal((await get(c)).upvote_count, 5);
  });

  test('can be undone with all votes, including uncounted ones', async () => {
    // The voter of A is on C too: the vote moves from A to B and no further.
    const [a = '', b = '', c = ''] = await entriesWithVotes([0], [], [0]);
    await merge(a, b);
    await merge(b, c);
    await unmerge(a);
    assert.deepEqual(await upvotes(a, b, c), [1, 0, 1]);
    await unmerge(b);
    assert.deepEqual(await upvotes(a, b, c), [1, 0, 1]);
  });

  test('a voter counts while one of the merged entries has the vote', async () => {
    // A’s vote is the one that counts on C; when A leaves, B’s takes its place.
    const [a = '', b = '', c = ''] = await entriesWithVotes([0], [0], []);
    await merge(a, c);
    await merge(b, c);
    assert.equal((await get(c)).upvote_count, 1);
    await unmerge(a);
    assert.deepEqual(await upvotes(a, c), [1, 1]);
    await unmerge(b);
    assert.deepEqual(await upvotes(a, b, c), [1, 1, 0]);
  });

  test('targets count each voter once and all comments, in any order of votes, merges and unmerges', async () => {
    const groups = fc.array(fc.subarray([0, 1, 2]), { minLength: 4, maxLength: 4 });
    const entry = fc.nat({ max: 3 });
    const step = fc.oneof(
      { weight: 1, arbitrary: fc.record({ do: fc.constant('vote' as const), entry, voter: fc.nat({ max: 2 }) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('comment' as const), entry }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('merge' as const), entry, into: entry }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('unmerge' as const), entry }) },
    );
    await fc.assert(
      fc.asyncProperty(groups, fc.array(step, { minLength: 5, maxLength: 20 }), async (voters, steps) => {
        const ids = await entriesWithVotes(...voters);
        const model = voters.map((numbers) => ({ parent: -1, voters: new Set(numbers), comments: 0 }));
        const rootOf = (n: number): number => (model[n]?.parent === -1 ? n : rootOf(model[n]?.parent ?? n));
        for (const { do: action, entry: n, ...rest } of steps) {
          const [id = '', own] = [ids[n], model[n]];
          if (!own) continue;
          const isMerged = own.parent !== -1;
          if (action === 'vote' && 'voter' in rest) {
            const { status } = await vote(id, rest.voter);
            assert.equal(status, isMerged ? 409 : 200);
            // A voter who is already counted through a merge is not counted again.
            const counted = model.some((member, m) => rootOf(m) === n && member.voters.has(rest.voter));
            if (!isMerged && !counted) own.voters.add(rest.voter);
          } else if (action === 'comment') {
            const { status } = await comment(id, 'x');
            assert.equal(status, isMerged ? 409 : 201);
            if (!isMerged) own.comments++;
          } else if (action === 'merge' && 'into' in rest) {
            const root = rootOf(rest.into);
            const { status } = await merge(id, ids[rest.into] ?? '');
            assert.equal(status, isMerged || root === n ? 409 : 200);
            if (!isMerged && root !== n) own.parent = root;
          } else if (action === 'unmerge') {
            assert.equal((await unmerge(id)).status, isMerged ? 200 : 409);
            own.parent = -1;
          }
        }
        const roots = ids.map((_, n) => n).filter((n) => rootOf(n) === n);
        const expected = roots.map((n) => {
          const group = model.filter((_, m) => rootOf(m) === n);
          const people = new Set(group.flatMap((member) => [...member.voters]));
          return [people.size, group.reduce((sum, member) => sum + member.comments, 0)];
        });
        const seen = await Promise.all(roots.map((n) => get(ids[n] ?? '')));
        assert.deepEqual(
          seen.map((body) => [body.upvote_count, body.comment_count]),
          expected,
        );
      }),
      randomRuns(8, 300),
    );
  });
});

describe('invalid merges are rejected and change nothing', () => {
  test('into itself or a merged descendant: 409', async () => {
    const [a = '', b = ''] = await entriesWithVotes([0], [1]);
    assert.equal((await merge(a, a)).status, 409);
    await merge(a, b);
    const { status, body } = await merge(b, a);
    assert.deepEqual(
      [status, body.error],
      [409, 'A feedback entry can’t be merged into itself or into an entry that was merged into it'],
    );
    assert.equal((await get(b)).upvote_count, 2);
  });

  test('of a merged entry, or unmerging an unmerged one: 409', async () => {
    const [a = '', b = '', c = ''] = await entriesWithVotes([], [], []);
    await merge(a, b);
    const { status, body } = await merge(a, c);
    assert.deepEqual([status, body.error], [409, `The feedback entry was merged into ${b}`]);
    assert.deepEqual((await unmerge(c)).body.code, 'feedback.not_merged');
    assert.equal((await unmerge(c)).status, 409);
  });

  test('of or into an unknown entry: 404', async () => {
    const id = await submit();
    const nobody = 'fb_00000000000000000000000000';
    for (const into of [nobody, projectId, 'x'.repeat(100)]) assert.equal((await merge(id, into)).status, 404);
    assert.equal((await merge(nobody, id)).status, 404);
    assert.equal((await unmerge(nobody)).status, 404);
    assert.equal((await call('POST', `/v1/feedback/${id}/merge`, { token, body: {} })).body.error, 'into is required');
    assert.equal((await get(id)).merged_into, null);
  });
});

test('merged entries can be read and edited, but their status changes by unmerging only', async () => {
  const [a = '', b = ''] = await entriesWithVotes([], []);
  await merge(a, b);
  const { status, body } = await call('PATCH', `/v1/feedback/${a}`, { token, body: { status: 'done' } });
  assert.deepEqual([status, body.error], [409, `The feedback entry was merged into ${b}`]);
  assert.equal((await call('PATCH', `/v1/feedback/${a}`, { token, body: { title: 'Better' } })).status, 200);
  const subscribed = await call('POST', `/v1/feedback/${a}/subscribe`, { key, body: { email: 'ada@example.com' } });
  assert.equal(subscribed.status, 409);
});

test('the history contains merges and unmerges', async () => {
  const [a = '', b = ''] = await entriesWithVotes([], []);
  await merge(a, b);
  await unmerge(a);
  const { data } = (await call('GET', `/v1/feedback/${a}/history`, { token })).body;
  assert.deepEqual(
    data.map(({ field, old, new: value }: Json) => [field, old, value]),
    [
      ['merged_into', b, null],
      ['merged_into', null, b],
    ],
  );
  assert.match(data[0].actor.id, /^usr_/);
});

test('deleting a target deletes its merged entries; deleting a merged entry keeps its votes and comments', async () => {
  const [a = '', b = ''] = await entriesWithVotes([0], [1]);
  await comment(a, 'On A');
  await merge(a, b);
  await call('DELETE', `/v1/feedback/${a}`, { token });
  assert.equal((await get(b)).upvote_count, 2);
  const [c = ''] = await entriesWithVotes([0, 2]);
  await merge(b, c);
  assert.equal((await get(c)).upvote_count, 3, 'one of the votes that A gave is on C already');
  assert.deepEqual(await commentsOf(c), ['On A']);
  await call('DELETE', `/v1/feedback/${c}`, { token });
  for (const id of [b, c]) assert.equal((await call('GET', `/v1/feedback/${id}`, { token })).status, 404);
});

const upvotes = async (...ids: string[]) => (await Promise.all(ids.map((id) => get(id)))).map((entry) => entry.upvote_count);

test('a delete waits for a running merge and keeps the moved rows', async () => {
  const [a = '', b = ''] = await entriesWithVotes([0, 1], [1, 2]);
  let isDeleted = false;
  const [merging, deleting] = await transact(server.db, async (tx) => {
    const { rows: own } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    const isWaiting = async (requests: number) => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE ${own[0]?.pid}::int = ANY(pg_blocking_pids(pid))`.execute(
        server.db,
      );
      return rows.length === requests;
    };
    await lockMerging(tx, parseId('prj', projectId) as string);
    // Locks are granted in the order of the requests: the merge first.
    const first = merge(a, b);
    await until(() => isWaiting(1));
    const second = call('DELETE', `/v1/feedback/${a}`, { token }).finally(() => (isDeleted = true));
    await until(async () => isDeleted || (await isWaiting(2)));
    assert.equal(isDeleted, false, 'the delete did not wait');
    return [first, second];
  });
  assert.deepEqual([(await merging).status, (await deleting).status], [200, 200]);
  assert.equal((await call('GET', `/v1/feedback/${a}`, { token })).status, 404);
  assert.deepEqual(await upvotes(b), [3]);
});
