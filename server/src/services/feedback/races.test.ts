import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { randomRuns } from '../../testing/long.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';

// Invariants under concurrency, tested on the real server and database with concurrent requests.

const server = await sharedTestServer();
const { call } = server;
const { key, token } = await server.createProject();

const submit = async (by = key): Promise<string> =>
  (await call('POST', '/v1/feedback', { key: by, body: { title: 'Export' } })).body.id;
const get = async (id: string, visitor?: string) => (await call('GET', `/v1/feedback/${id}`, { key, visitor })).body;
const merge = (id: string, into: string) => call('POST', `/v1/feedback/${id}/merge`, { token, body: { into } });
const unmerge = (id: string) => call('POST', `/v1/feedback/${id}/unmerge`, { token });
const upvote = (id: string, visitor: string) => call('POST', `/v1/feedback/${id}/upvote`, { key, visitor });

test('concurrent votes of one voter count once, and counts agree with the voter’s view', async () => {
  const votes = fc.array(
    fc.record({
      voter: fc.nat({ max: 2 }),
      method: fc.constantFrom('POST', 'POST', 'DELETE'),
      way: fc.constantFrom('upvote', 'downvote'),
    }),
    { minLength: 5, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(votes, async (given) => {
      const id = await submit();
      const voters = Array.from({ length: 3 }, () => randomUUID());
      const answers = await Promise.all(
        given.map(({ voter, method, way }) => call(method, `/v1/feedback/${id}/${way}`, { key, visitor: voters[voter] })),
      );
      for (const { status } of answers) assert.equal(status, 200);
      const seen = await Promise.all(voters.map((visitor) => get(id, visitor)));
      const count = (way: string) => seen.filter(({ viewer_vote: own }) => own === way).length;
      assert.deepEqual([seen[0].upvote_count, seen[0].downvote_count], [count('up'), count('down')]);
    }),
    randomRuns(8, 100),
  );
});

test('repeated concurrent upvotes of one voter count once', async () => {
  const id = await submit();
  const visitor = randomUUID();
  await Promise.all(Array.from({ length: 50 }, () => upvote(id, visitor)));
  assert.equal((await get(id)).upvote_count, 1);
  await Promise.all(Array.from({ length: 50 }, () => call('DELETE', `/v1/feedback/${id}/upvote`, { key, visitor })));
  assert.equal((await get(id)).upvote_count, 0);
});

test('concurrent votes of many voters are all counted', async () => {
  const id = await submit();
  await Promise.all(Array.from({ length: 60 }, () => upvote(id, randomUUID())));
  assert.equal((await get(id)).upvote_count, 60);
});

test('concurrent votes on public, hidden, merged and unknown entries do not affect each other', async () => {
  const [open, hidden, merged, target] = [await submit(), await submit(), await submit(), await submit()];
  await call('PATCH', `/v1/feedback/${hidden}`, { token, body: { visibility: 'private' } });
  await merge(merged, target);
  const unknown = 'fb_00000000000000000000000000';
  const statuses = await Promise.all(
    Array.from({ length: 10 }, () => [open, hidden, merged, unknown]).flatMap((ids) =>
      ids.map(async (id) => [id, (await upvote(id, randomUUID())).status] as const),
    ),
  );
  const expected: Record<string, number> = { [open]: 200, [hidden]: 404, [merged]: 409, [unknown]: 404 };
  for (const [id, status] of statuses) assert.equal(status, expected[id]);
  assert.deepEqual([(await get(open)).upvote_count, (await get(target)).upvote_count], [10, 0]);
});

/** The entry that each lives on in. */
async function targetsOf(ids: string[]): Promise<Map<string, string>> {
  const merged = new Map(await Promise.all(ids.map(async (id) => [id, (await get(id)).merged_into as string | null] as const)));
  const target = (id: string, steps = 0): string => {
    assert.ok(steps < ids.length, 'merges go round in a circle');
    const next = merged.get(id);
    return next ? target(next, steps + 1) : id;
  };
  return new Map(ids.map((id) => [id, target(id)]));
}

test('concurrent merges end in one target per group, with exact counts', async () => {
  const SIZE = 6;
  const pair = fc.tuple(fc.nat({ max: SIZE - 1 }), fc.nat({ max: SIZE - 1 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray([0, 1, 2, 3]), { minLength: SIZE, maxLength: SIZE }),
      fc.array(pair, { minLength: 4, maxLength: 12 }),
      async (voted, pairs) => {
        const visitors = Array.from({ length: 4 }, () => randomUUID());
        const ids = await Promise.all(voted.map(() => submit()));
        await Promise.all(voted.flatMap((numbers, n) => numbers.map((v) => upvote(ids[n] ?? '', visitors[v] ?? ''))));
        // Meanwhile others, each once, vote for what is being merged.
        const late = pairs.flatMap(([from]) => [from, from]);
        const requests = pairs.map(
          async ([from, into]) =>
            await Promise.all([
              upvote(ids[from] ?? '', randomUUID()),
              merge(ids[from] ?? '', ids[into] ?? ''),
              upvote(ids[from] ?? '', randomUUID()),
            ]),
        );
        const answers = await Promise.all(requests);
        const mergers = answers.map((answer) => answer[1]);
        const votes = answers.flatMap(([first, , second]) => [first, second]);
        for (const { status } of [...votes, ...mergers]) assert.ok([200, 409].includes(status), `${status}`);

        const targets = await targetsOf(ids);
        const merges = mergers.filter(({ status }) => status === 200).length;
        assert.equal(new Set(targets.values()).size, SIZE - merges, 'each merge makes one entry fewer');
        for (const target of new Set(targets.values())) {
          const group = ids.flatMap((id, n) => (targets.get(id) === target ? [n] : []));
          const voters = new Set(group.flatMap((n) => voted[n] ?? []));
          const counted = late.filter((n, index) => group.includes(n) && votes[index]?.status === 200).length;
          assert.equal((await get(target)).upvote_count, voters.size + counted);
        }
      },
    ),
    randomRuns(5, 100),
  );
});

test('a vote during a merge is rejected or counts on the target', async () => {
  for (let round = 0; round < 15; round++) {
    const [id, target] = [await submit(), await submit()];
    const voting = Array.from({ length: 24 }, async (_, n) => {
      // Some before the merge, some after, most while it is under way.
      await sleep(n / 3);
      return await upvote(id, randomUUID());
    });
    const merging = sleep(2).then(() => merge(id, target));
    const votes = await Promise.all(voting);
    assert.equal((await merging).status, 200);
    assert.equal((await get(target)).upvote_count, votes.filter(({ status }) => status === 200).length);
  }
});

test('concurrent merges and unmerges lose no vote', async () => {
  const SIZE = 4;
  const step = fc.record({ from: fc.nat({ max: SIZE - 1 }), into: fc.nat({ max: SIZE - 1 }), undo: fc.boolean() });
  const groups = fc.array(fc.subarray([0, 1, 2]), { minLength: SIZE, maxLength: SIZE });
  await fc.assert(
    fc.asyncProperty(groups, fc.array(step, { minLength: 5, maxLength: 12 }), async (voted, steps) => {
      const visitors = Array.from({ length: 3 }, () => randomUUID());
      const ids = await Promise.all(voted.map(() => submit()));
      await Promise.all(voted.flatMap((numbers, n) => numbers.map((v) => upvote(ids[n] ?? '', visitors[v] ?? ''))));
      await Promise.all([merge(ids[0] ?? '', ids[1] ?? ''), merge(ids[1] ?? '', ids[2] ?? '')]);
      const answers = await Promise.all(
        steps.map(({ from, into, undo }) => (undo ? unmerge(ids[from] ?? '') : merge(ids[from] ?? '', ids[into] ?? ''))),
      );
      for (const { status } of answers) assert.ok([200, 409].includes(status), `${status}`);
      const targets = await targetsOf(ids);
      for (const target of new Set(targets.values())) {
        const voters = new Set(ids.flatMap((id, n) => (targets.get(id) === target ? (voted[n] ?? []) : [])));
        assert.equal((await get(target)).upvote_count, voters.size);
      }
      await Promise.all(ids.map(unmerge));
      assert.deepEqual(
        (await Promise.all(ids.map((id) => get(id)))).map((entry) => entry.upvote_count),
        voted.map((numbers) => numbers.length),
      );
    }),
    randomRuns(6, 100),
  );
});

test('concurrent requests with one Idempotency-Key create one entry, and a different body is rejected', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('One', 'Two'), { minLength: 2, maxLength: 30 }), async (titles) => {
      const project = await server.createProject('Raced');
      const headers = { 'idempotency-key': randomUUID() };
      const answers = await Promise.all(
        titles.map((title) => call('POST', '/v1/feedback', { key: project.key, headers, body: { title } })),
      );
      const { body: list } = await call('GET', '/v1/feedback', { key: project.key });
      assert.equal(list.total, 1);
      const [entry] = list.data;
      const isReplayed = ({ headers: answered }: { headers: Headers }) => answered.get('idempotent-replayed') === 'true';
      for (const [index, answer] of answers.entries()) {
        if (titles[index] !== entry.title) assert.equal(answer.status, 409);
        else assert.deepEqual([answer.status, answer.body], [201, entry]);
      }
      const made = answers.filter(({ status }) => status === 201);
      assert.equal(made.filter((answer) => !isReplayed(answer)).length, 1);
    }),
    randomRuns(5, 100),
  );
});

test('paging from the oldest entry returns each entry once while others are added', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 4 }), async (limit, writers) => {
      const project = await server.createProject('Paged');
      const before = await Promise.all(Array.from({ length: 10 }, () => submit(project.key)));
      const reading = new AbortController();
      const writing = Array.from({ length: writers }, async () => {
        while (!reading.signal.aborted) await submit(project.key);
      });
      const seen: string[] = [];
      for (let page = 1; page <= 15; page++) {
        const { data } = (await call('GET', '/v1/feedback', { key: project.key, query: { sort: 'oldest', page, limit } })).body;
        seen.push(...data.map(({ id }: Json) => id));
        if (data.length < limit) break;
      }
      reading.abort();
      await Promise.all(writing);
      const { data: all } = (await call('GET', '/v1/feedback', { key: project.key, query: { sort: 'oldest', limit: 100 } })).body;
      const order = all.map(({ id }: Json) => id);
      assert.deepEqual(seen.slice(0, 100), order.slice(0, seen.length), 'no entry was skipped or met twice');
      assert.deepEqual(new Set(seen.slice(0, 10)), new Set(before.slice(0, seen.length)));
    }),
    randomRuns(4, 100),
  );
});

test('writes to a project that is being deleted get a regular error', async () => {
  const project = await server.createProject('Leaving');
  const id = await submit(project.key);
  const requests = Array.from({ length: 20 }, () => [
    call('POST', '/v1/feedback', { key: project.key, body: { title: 'Late' } }),
    call('POST', `/v1/feedback/${id}/upvote`, { key: project.key, visitor: randomUUID() }),
    call('POST', `/v1/feedback/${id}/comments`, { key: project.key, body: { body: 'Late' } }),
  ]).flat();
  const [removed, ...answers] = await Promise.all([
    call('DELETE', `/v1/projects/${project.id}`, { token: project.token, query: { confirm: project.slug } }),
    ...requests,
  ]);
  assert.equal(removed.status, 200);
  for (const { status } of answers) assert.ok([200, 201, 401, 404].includes(status), `${status}`);
});
