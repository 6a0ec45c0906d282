import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomRuns } from '../../testing/long.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

/** Runs calls with limited concurrency. */
async function together<T>(calls: (() => Promise<T>)[], atOnce = 50): Promise<T[]> {
  const results: T[] = [];
  const waiting = calls.map((run, index) => async () => {
    results[index] = await run();
  });
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    }),
  );
  return results;
}

test('of 1,000 concurrent sign-ups, 200 known and 300 referred, positions and counts are exact', async () => {
  const { key, token, id } = await server.createProject();
  const join = (body: object) => call('POST', '/v1/waitlist', { key, body });
  const first = await together(Array.from({ length: 100 }, (_, index) => () => join({ email: `first-${index}@example.com` })));
  const codes = first.map(({ body }) => body.referral_code as string);
  const referrals = new Map<string, number>();
  const calls = Array.from({ length: 900 }, (_, index) => {
    // Every third of 700 new people has one of ten referrers; 200 are known addresses in another spelling.
    if (index >= 700) return () => join({ email: `FIRST-${index % 100}@Example.com` });
    const code = index < 300 ? (codes[index % 10] as string) : undefined;
    if (code) referrals.set(code, (referrals.get(code) ?? 0) + 1);
    return () => join({ email: `new-${index}@example.com`, referral_code: code });
  });
  const answers = await together(calls.toSorted(() => Math.random() - 0.5));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 201).length, 700);
  assert.equal(statuses.filter((status) => status === 409).length, 200);

  assert.deepEqual((await call('GET', '/v1/waitlist/count', { key })).body, { count: 800 });
  const entries: Json[] = [];
  for (let page = 1; page <= 8; page++)
    entries.push(...(await call('GET', '/v1/waitlist', { token, query: { project_id: id, limit: 100, page } })).body.data);
  assert.deepEqual(
    entries.map(({ position }) => position),
    Array.from({ length: 800 }, (_, index) => index + 1),
  );
  assert.equal(new Set(entries.map(({ email }) => email)).size, 800);
  for (const entry of entries) assert.equal(entry.referral_count, referrals.get(entry.referral_code) ?? 0);
  // Each alone sees the same.
  for (const entry of entries.filter((_, index) => index % 40 === 0)) {
    const { body } = await call('GET', '/v1/waitlist/position', { key, query: { referral_code: entry.referral_code } });
    assert.deepEqual([body.position, body.referral_count], [entry.position, entry.referral_count]);
  }
});

test('the line follows its rules in any sequence of operations', { timeout: 120_000 }, async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('join' as const), by: fc.option(fc.nat(20)) }),
      fc.record({ do: fc.constant('invite' as const), count: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ do: fc.constant('remove' as const), who: fc.nat(20) }),
      fc.record({ do: fc.constant('back' as const), who: fc.nat(20) }),
      fc.record({ do: fc.constant('delete' as const), who: fc.nat(20) }),
    ),
    { minLength: 5, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 3 }), async (plan, boost) => {
      const { key, token, id } = await server.createProject();
      await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { waitlist: { referral_boost: boost } } } });
      const model = createModel(boost);
      const people: { id: string; code: string }[] = [];
      const pick = (index: number) => people[index % people.length];
      for (const step of plan) {
        if (step.do === 'join') {
          const referrer = step.by === null ? undefined : pick(step.by);
          const { body } = await call('POST', '/v1/waitlist', {
            key,
            body: { email: `${people.length}-${Math.random()}@example.com`, referral_code: referrer?.code },
          });
          people.push({ id: body.id, code: body.referral_code });
          assert.equal(body.position, model.join(body.id, referrer?.id));
        } else if (step.do === 'invite') {
          const { body } = await call('POST', '/v1/waitlist/invite', {
            token,
            query: { project_id: id },
            body: { count: step.count },
          });
          assert.deepEqual(
            body.data.map((entry: Json) => entry.id),
            model.invite(step.count),
          );
        } else {
          const person = pick(step.who);
          if (!person || !model.knows(person.id)) continue;
          if (step.do === 'delete') await call('DELETE', `/v1/waitlist/${person.id}`, { token });
          else
            await call('PATCH', `/v1/waitlist/${person.id}`, {
              token,
              body: { status: step.do === 'remove' ? 'removed' : 'waiting' },
            });
          model[step.do](person.id);
        }
        const { data } = (await call('GET', '/v1/waitlist', { token, query: { project_id: id, limit: 100 } })).body;
        const inLine = data.filter((entry: Json) => entry.position !== null);
        assert.deepEqual(
          inLine.map((entry: Json) => entry.id),
          model.line(),
        );
        assert.deepEqual(
          inLine.map((entry: Json) => entry.position),
          inLine.map((_: Json, index: number) => index + 1),
        );
        for (const entry of data) assert.equal(entry.referral_count, model.referrals(entry.id));
        assert.equal((await call('GET', '/v1/waitlist/count', { key })).body.count, model.count());
      }
    }),
    randomRuns(5, 100),
  );
});

/** The rules of the line on plain lists: each referral moves its referrer up past those who are next to them in line. */
function createModel(boost: number) {
  interface Person {
    id: string;
    status: 'waiting' | 'invited' | 'removed';
    /** Orders the line. */
    place: number;
    by?: string;
    counts: boolean;
  }
  const people = new Map<string, Person>();
  let lastPlace = 0;
  const line = () => [...people.values()].filter(({ status }) => status === 'waiting').toSorted((a, b) => a.place - b.place);
  const move = (id: string | undefined, steps: number) => {
    for (let step = 0; step < Math.abs(steps); step++) {
      const order = line();
      const index = order.findIndex((person) => person.id === id);
      const other = order[index - Math.sign(steps)];
      const self = order[index];
      if (index < 0 || !other || !self) return;
      [self.place, other.place] = [other.place, self.place];
    }
  };
  const count = (person: Person) => {
    const counts = people.has(person.id) && person.status !== 'removed';
    if (person.counts === counts) return;
    person.counts = counts;
    if (person.by && people.has(person.by)) move(person.by, counts ? boost : -boost);
  };
  const set = (id: string, status: Person['status']) => {
    const person = people.get(id) as Person;
    person.status = status;
    count(person);
  };
  return {
    knows: (id: string) => people.has(id),
    join: (id: string, by?: string) => {
      const person: Person = {
        id,
        status: 'waiting',
        place: (lastPlace += 1),
        by: by && people.has(by) ? by : undefined,
        counts: false,
      };
      people.set(id, person);
      count(person);
      return line().length;
    },
    invite: (most: number) => {
      const invited = line().slice(0, most);
      for (const person of invited) person.status = 'invited';
      return invited.map(({ id }) => id);
    },
    remove: (id: string) => set(id, 'removed'),
    back: (id: string) => set(id, 'waiting'),
    delete: (id: string) => {
      const person = people.get(id) as Person;
      people.delete(id);
      count(person);
      for (const other of people.values()) if (other.by === id) other.by = undefined;
    },
    line: () => line().map(({ id }) => id),
    referrals: (id: string) => [...people.values()].filter(({ by, counts }) => by === id && counts).length,
    count: () => [...people.values()].filter(({ status }) => status !== 'removed').length,
  };
}
