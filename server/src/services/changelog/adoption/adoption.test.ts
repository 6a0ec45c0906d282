import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { newId, parseId } from '../../../platform/ids.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { randomRuns } from '../../../testing/long.ts';
import { startReceiver } from '../../../testing/receiver.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createRelease, DAY_MS, type Happened } from './fixtures/release.ts';

const server = await sharedTestServer();
const { call, db } = server;

test('people who asked and used a release are counted as by hand', async () => {
  const release = await createRelease(server);
  const { id: projectId, key, token, query, must, submit, ask, happen, merge, publishedAt } = release;
  const wish = await submit();
  const same = await submit(
    {},
    { key, token: undefined, headers: { 'x-user-token': await server.signUser(release, { id: 'author' }) } },
  );
  await ask(wish, 'used', 'joined', 'late', 'twice', 'follower', 'gone');
  await ask(same, 'twice');
  await must('POST', `/v1/feedback/${same}/merge`, { body: { into: wish } });
  // Unknown: a visitor, and an address that nobody confirmed. Neither asks for it: a member, and a vote against it.
  await must('POST', `/v1/feedback/${wish}/upvote`, { key, token: undefined, visitor: randomUUID() });
  const unconfirmed = await submit({ submitter_email: 'used@example.com' });
  await must('POST', `/v1/feedback/${wish}/upvote`);
  await must('POST', `/v1/feedback/${wish}/downvote`, {
    key,
    token: undefined,
    headers: { 'x-user-token': await server.signUser(release, { id: 'against' }) },
  });
  for (const user of ['joined', 'joined_phone', 'other', 'other_phone'])
    await must('PUT', `/v1/people/${user}`, { body: { name: user } });
  const personOf = async (user: string) => (await release.list({ user_id: user })).data[0]?.id as string;
  await merge(await personOf('joined_phone'), await personOf('joined'));
  await merge(await personOf('other_phone'), await personOf('other'));
  await until(() => personOf('author'));
  await happen(
    ['used', 0.5, 'exported'],
    ['used', 2, 'exported'],
    ['joined_phone', 3, 'exported'],
    ['twice', 2, 'exported'],
    ['gone', 1, 'exported'],
    // Before the publication, and after the window.
    ['author', -1, 'exported'],
    ['follower', 1],
    ['follower', 8, 'exported'],
    ['against', 1, 'exported'],
    ['other', 1],
    ['other_phone', 6.9, 'exported'],
    ...['a', 'b', 'c'].map((user): Happened => [user, 4]),
  );
  await must('POST', `/v1/projects/${projectId}/people/erase`, { body: { user_id: 'gone' } });
  const entry = await release.publish([wish, unconfirmed]);
  await sql`
    INSERT INTO told (project_id, mail_id, subject_id, event, recipient)
    VALUES (${parseId('prj', projectId)}, ${newId()}, ${entry.id}, 'changelog.published', 'Used@example.com')`.execute(db);

  const { as_of: _, days: _days, ...early } = (await release.read(entry.id)).body;
  assert.deepEqual([early.used.count, early.returned, early.silent], [3, 4, 3]);
  // An event of the window that arrives after it.
  await happen(['late', 1, 'exported']);
  const { as_of: asOf, days, ...found } = (await release.read(entry.id)).body;
  assert.ok(Date.parse(asOf) > publishedAt + 9 * DAY_MS);
  assert.deepEqual(found, {
    id: entry.id,
    project_id: projectId,
    title: 'Export as CSV',
    success: { event: 'exported' },
    published_at: new Date(publishedAt).toISOString(),
    window_ends_at: new Date(publishedAt + 7 * DAY_MS).toISOString(),
    is_complete: true,
    asked: 9,
    identified: 6,
    unknown: 3,
    told: 1,
    returned: 5,
    silent: 2,
    used: { count: 4, rate: 0.6667, interval: [0.3, 0.9032], median_days: 1.5 },
    others: { active: 5, used: 2, rate: 0.4 },
  });
  const curve = (name: string) => days.map((day: Json) => day[name]);
  assert.deepEqual(curve('day'), [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(curve('used'), [1, 2, 3, 4, 4, 4, 4]);
  assert.deepEqual(curve('others_used'), [0, 1, 1, 1, 1, 1, 2]);
  assert.deepEqual([days[1].rate, days[6].others_rate], [0.3333, 0.4]);
  assert.deepEqual((await release.readPeople(entry.id, 'used')).toSorted(), ['joined+joined_phone', 'late', 'twice', 'used']);
  assert.deepEqual((await release.readPeople(entry.id, 'silent')).toSorted(), ['author', 'follower']);
  assert.deepEqual(await release.readPeople(entry.id, 'told'), ['used']);

  const { body: outcomes } = await call('GET', '/v1/outcomes/adoption', { token, query });
  const { as_of: _asOf, ...outcome } = outcomes.data[0];
  assert.deepEqual([outcome, outcomes.total], [found, 1]);
  for (const [feedback_id, total] of [
    [wish, 1],
    [same, 0],
    [await submit(), 0],
  ] as const)
    assert.equal((await call('GET', '/v1/outcomes/adoption', { token, query: { ...query, feedback_id } })).body.total, total);
  assert.equal((await call('GET', '/v1/outcomes/adoption', { token, query: { ...query, feedback_id: 'fb_x' } })).status, 400);

  // A page as the success, in a shorter window.
  await must('PATCH', `/v1/changelog/${entry.id}`, { body: { success: { page: '/exports' }, window_days: 2 } });
  const { body: pages } = await release.read(entry.id);
  assert.deepEqual([pages.used.count, pages.returned, pages.days.length], [0, 3, 2]);
});

test('any people and events are counted as by a plain model', async () => {
  const USERS = ['u_0', 'u_1', 'u_2', 'u_3', 'u_4', 'u_5', 'u_6', 'u_7'];
  const user = fc.constantFrom(...USERS);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        askers: fc.uniqueArray(user, { minLength: 1 }),
        merged: fc.option(fc.tuple(user, user).filter(([one, other]) => one !== other)),
        events: fc.array(fc.tuple(user, fc.integer({ min: -10, max: 90 }), fc.constantFrom('exported', 'opened')), {
          minLength: 1,
          maxLength: 30,
        }),
        window: fc.integer({ min: 1, max: 9 }),
      }),
      async ({ askers, merged, events, window }) => {
        const release = await createRelease(server, { ago: 9.95 });
        const wish = await release.submit();
        await release.ask(wish, ...askers);
        if (merged) {
          const ids = [];
          for (const id of merged) ids.push((await release.must('PUT', `/v1/people/${id}`, { body: { name: id } })).id);
          await release.merge(ids[0], ids[1]);
        }
        await release.happen(...events.map(([id, tenths, event]): Happened => [id, tenths / 10, event]));
        const entry = await release.publish([wish], { window_days: window });

        const toPerson = (id: string) => (merged?.includes(id) ? 'merged' : id);
        const asked = new Set(askers.map(toPerson));
        const inWindow = events.filter(([, tenths]) => tenths >= 0 && tenths < window * 10);
        const firsts = new Map<string, number>();
        for (const [id, tenths, event] of inWindow)
          if (event === 'exported')
            firsts.set(toPerson(id), Math.min(tenths, firsts.get(toPerson(id)) ?? Number.POSITIVE_INFINITY));
        const active = new Set(inWindow.map(([id]) => toPerson(id)));
        const count = (people: Iterable<string>, isAsker: boolean) =>
          [...people].filter((id) => asked.has(id) === isAsker).length;
        const usedUntil = (day: number) => [...firsts].filter(([, tenths]) => tenths < day * 10).map(([id]) => id);

        const { body } = await release.read(entry.id);
        assert.deepEqual(
          [body.identified, body.unknown, body.returned, body.used.count, body.silent, body.others.active, body.others.used],
          [
            asked.size,
            0,
            count(active, true),
            count(firsts.keys(), true),
            asked.size - count(firsts.keys(), true),
            count(active, false),
            count(firsts.keys(), false),
          ],
        );
        assert.deepEqual(
          body.days.map((day: Json) => [day.used, day.others_used]),
          Array.from({ length: window }, (_, index) => [count(usedUntil(index + 1), true), count(usedUntil(index + 1), false)]),
        );
        const times = [...firsts]
          .filter(([id]) => asked.has(id))
          .map(([, tenths]) => tenths / 10)
          .toSorted((a, b) => a - b);
        const middle = times.slice(Math.floor((times.length - 1) / 2), Math.floor(times.length / 2) + 1);
        const median = middle.reduce((sum, time) => sum + time, 0) / middle.length;
        if (asked.size >= 5 && times.length) assert.ok(Math.abs(body.used.median_days - median) <= 0.051);
        else assert.equal(body.used.median_days, null);
      },
    ),
    randomRuns(12, 100),
  );
});

test('fewer than five people have no rates, and are for members only', async () => {
  const release = await createRelease(server);
  const { id: projectId, token, query, must, submit, ask, happen } = release;
  const receivers = [await startReceiver(), await startReceiver()];
  for (const [index, { url }] of receivers.entries())
    await must('POST', '/v1/webhooks', {
      body: { url, types: ['changelog.adoption_measured'], include_personal_data: index === 1 },
    });
  const wish = await submit();
  await ask(wish, 'u_1', 'u_2', 'u_3', 'u_4');
  await happen(['u_1', 1, 'exported']);
  const entry = await release.publish([wish]);
  const { body: seen } = await release.read(entry.id);
  assert.deepEqual(
    [seen.used, seen.silent, seen.days[6].rate],
    [{ count: 1, rate: null, interval: null, median_days: null }, 3, null],
  );

  const viewer = await server.signIn();
  await must('POST', `/v1/projects/${projectId}/members`, { body: { email: viewer.email, role: 'viewer' } });
  const ofViewer = { token: viewer.token };
  const { body: hidden } = await release.read(entry.id, ofViewer);
  const counts = ['asked', 'identified', 'unknown', 'told', 'returned', 'silent'];
  assert.deepEqual([...counts.map((name) => hidden[name]), hidden.used.count, hidden.days[6].used], Array(8).fill(null));
  assert.equal((await call('GET', '/v1/outcomes/adoption', { ...ofViewer, query })).body.data[0].asked, null);
  assert.equal((await call('GET', `/v1/changelog/${entry.id}/adoption/people`, ofViewer)).status, 403);
  // Outside recipients read reports.
  const ended = () =>
    sql`UPDATE changelog_entries SET published_at = date_trunc('week', now()) - interval '10 days' WHERE id = ${parseId('cl', entry.id)}`.execute(
      db,
    );
  await ended();
  const readReport = async () =>
    (await must('GET', `/v1/projects/${projectId}/report-preview`, { query: { frequency: 'weekly' } })).text as string;
  assert.doesNotMatch(await readReport(), /used it/);

  await runScheduled(db, 'changelog.announce-adoption');
  const told = (index: number) =>
    (receivers[index]?.received ?? [])
      .map(({ body }) => JSON.parse(body))
      .filter(({ type }) => type === 'changelog.adoption_measured');
  const [{ data }] = await until(() => told(1).length > 0 && told(1));
  assert.deepEqual([data.id, data.identified, data.used.rate], [entry.id, 4, null]);

  // With a fifth person, everyone may know.
  await ask(wish, 'u_5');
  await must('PATCH', `/v1/changelog/${entry.id}`, { body: { window_days: 6 } });
  assert.equal((await release.read(entry.id, ofViewer)).body.identified, 5);
  assert.match(await readReport(), /\d of 5 used it/);
  const segment = await must('POST', '/v1/people/segments', {
    body: { name: 'Voters', definition: { match: 'all', conditions: [{ kind: 'vote' }] } },
  });
  for (const [segmentId, isShown] of [
    [segment.id, false],
    [null, true],
  ]) {
    await must('PATCH', `/v1/changelog/${entry.id}`, { body: { segment_id: segmentId } });
    assert.equal(/used it/.test(await readReport()), isShown, 'outside recipients may not read a release for a segment');
  }
  for (let run = 0; run < 2; run++) await runScheduled(db, 'changelog.announce-adoption');
  await until(() => told(0).length > 0);
  assert.deepEqual([told(0).length, told(0)[0].data.identified, token.length > 0], [1, 5, true]);
});

test('adoption requires a published entry with one success', async () => {
  const release = await createRelease(server);
  const { must, token, query } = release;
  const draft = await must('POST', '/v1/changelog', { body: { title: 'Draft', success: { event: 'exported' } } });
  const silent = await must('POST', '/v1/changelog', { body: { title: 'Silent', published: true } });
  assert.deepEqual([draft.success, draft.window_days, silent.success], [{ event: 'exported' }, 7, null]);
  for (const { id } of [draft, silent]) {
    assert.equal((await release.read(id)).body.code, 'changelog.adoption_not_found');
    const { body } = await call('GET', `/v1/changelog/${id}/adoption/people`, { token, query });
    assert.equal(body.code, 'changelog.adoption_not_found');
  }
  assert.equal((await release.read('cl_01kaga0zrefb8tqs3yh4kx9m2d')).body.code, 'changelog.not_found');
  for (const body of [{ success: {} }, { success: { event: 'a', page: '/b' } }, { success: { page: 'b' } }, { window_days: 91 }])
    assert.equal((await call('PATCH', `/v1/changelog/${draft.id}`, { token, body })).status, 400, JSON.stringify(body));
  const saved = await must('PUT', '/v1/changelog/by-version/1.0', {
    body: { title: 'V', success: { page: '/v' }, window_days: 90 },
  });
  assert.deepEqual([saved.success, saved.window_days], [{ page: '/v' }, 90]);
  const { body: publicEntry } = await call('GET', `/v1/changelog/${silent.id}`, { key: release.key });
  assert.deepEqual(['success' in publicEntry, 'window_days' in publicEntry], [false, false]);
});
