import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { createWaitlist } from '../../testing/waitlist.ts';

// Positions are sums over buckets of 1,024 ranks. Tests the boundaries of buckets.

const server = await sharedTestServer();
const PEOPLE = 1_060;

test('positions are exact at the boundaries of buckets', { timeout: 120_000 }, async () => {
  const { join, position, list, update, remove, invite, count } = await createWaitlist(server, {
    referral_boost: 40,
    welcome_mail: false,
  });
  const people: Json[] = [];
  while (people.length < PEOPLE)
    people.push(
      ...(
        await Promise.all(Array.from({ length: 53 }, (_, index) => join({ email: `p${people.length + index}@example.com` })))
      ).map(({ body }) => body),
    );
  /** Names in the order of the line, as this test expects it. */
  const line = people.toSorted((a, b) => a.position - b.position).map(({ email }) => email as string);
  const byName = new Map(people.map((person) => [person.email as string, person]));
  const at = (place: number) => byName.get(line[place - 1] as string);
  const move = (from: number, to: number) => line.splice(to - 1, 0, ...line.splice(from - 1, 1));
  const check = async () => {
    const pages = await Promise.all(
      Array.from({ length: 11 }, (_, page) => list({ status: 'waiting', limit: 100, page: page + 1 })),
    );
    const entries: Json[] = pages.flatMap(({ data }) => data);
    assert.deepEqual(
      entries.map(({ email }) => email),
      line,
    );
    assert.deepEqual(
      entries.map((entry) => entry.position),
      line.map((_, index) => index + 1),
    );
    for (const place of [1, 1000, 1020, 1023, 1024, 1025, 1026, line.length])
      assert.equal((await position(at(place)?.referral_code)).body.position, place);
  };
  await check();

  // Moves across the border, up by 40. The referred person is at the end.
  const { body: referred } = await join({ email: 'referred@example.com', referral_code: at(1030)?.referral_code });
  byName.set(referred.email, referred);
  line.push(referred.email);
  move(1030, 990);
  await check();

  // Two leave before the border, one is removed after it, one of them comes back.
  const [gone, back] = [at(100), at(1022)];
  for (const person of [gone, back, at(1030)]) await update(person, { status: 'removed' });
  await remove(gone);
  line.splice(1029, 1);
  line.splice(1021, 1);
  line.splice(99, 1);
  await check();
  await update(back, { status: 'waiting' });
  line.splice(1020, 0, back.email);
  await check();

  // The referral is taken back: down again by 40 over the border.
  const referrer = line.indexOf(at(989)?.email) + 1;
  assert.equal((await position(at(referrer)?.referral_code)).body.referral_count, 1);
  await remove(referred);
  line.pop();
  move(referrer, referrer + 40);
  await check();

  const { body: invited } = await invite({ count: 1_000 });
  assert.deepEqual(
    invited.data.map(({ email }: Json) => email),
    line.splice(0, 1_000),
  );
  assert.deepEqual(
    (await list({ status: 'waiting', limit: 100 })).data.map(({ email }: Json) => email),
    line,
  );
  assert.equal((await position(at(1)?.referral_code)).body.position, 1);
  assert.equal((await join()).body.position, line.length + 1);
  assert.equal(await count(), PEOPLE - 1);
});
