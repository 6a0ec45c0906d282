import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Earshot, EarshotError } from '@earshot/sdk';
import fc from 'fast-check';
import { randomRuns } from '@earshot/server/testing/long';
import { type Json, sharedTestServer } from '@earshot/server/testing/server';

const server = await sharedTestServer();

/** A list whose entries leave it by an update or by their deletion. */
interface Kind {
  name: string;
  create: (clients: Clients, number: number) => Promise<Json>;
  list: (team: Earshot, limit: number) => AsyncIterable<{ id: string }>;
  /** Changes an entry so that the filter does not match it. */
  update?: (team: Earshot, id: string) => Promise<unknown>;
  delete: (team: Earshot, id: string) => Promise<unknown>;
}

interface Clients {
  visitor: Earshot;
  team: Earshot;
}

const kinds: Kind[] = [
  ...(['newest', 'oldest', 'top', 'trending'] as const).map((sort) => ({
    name: `new feedback, ${sort}`,
    create: ({ visitor }: Clients, number: number) => visitor.feedback.submit({ title: `Entry ${number}` }),
    list: (team: Earshot, limit: number) => team.feedback.list({ status: 'new', sort, limit }),
    update: (team: Earshot, id: string) => team.feedback.update(id, { status: 'planned' }),
    delete: (team: Earshot, id: string) => team.feedback.delete(id),
  })),
  ...(['newest', 'rating', 'featured'] as const).map((sort) => ({
    name: `pending testimonials, ${sort}`,
    create: ({ visitor }: Clients, number: number) =>
      visitor.testimonials.submit({ author_name: 'Ada', content: `Good ${number}`, rating: (number % 5) + 1 }),
    list: (team: Earshot, limit: number) => team.testimonials.list({ status: 'pending', sort, limit }),
    update: (team: Earshot, id: string) => team.testimonials.update(id, { status: 'approved' }),
    delete: (team: Earshot, id: string) => team.testimonials.delete(id),
  })),
  ...(['position', 'newest', 'referrals'] as const).map((sort) => ({
    name: `people who wait, ${sort}`,
    create: ({ visitor }: Clients, number: number) => visitor.waitlist.join({ email: `person-${number}@example.com` }),
    list: (team: Earshot, limit: number) => team.waitlist.list({ status: 'waiting', sort, limit }),
    update: (team: Earshot, id: string) => team.waitlist.update(id, { status: 'joined' }),
    delete: (team: Earshot, id: string) => team.waitlist.delete(id),
  })),
  {
    name: 'drafts of the changelog',
    create: ({ team }, number) => team.changelog.create({ title: `Version ${number}` }),
    list: (team, limit) => team.changelog.list({ status: 'draft', limit }),
    update: (team, id) => team.changelog.update(id, { published: true }),
    delete: (team, id) => team.changelog.delete(id),
  },
  {
    name: 'indexes',
    create: ({ team }, number) => team.indexes.create({ name: `Index ${(number * 7) % 11} ${number}` }),
    list: (team, limit) => team.indexes.list({ limit }),
    delete: (team, id) => team.indexes.delete(id),
  },
];

/** Action of others after an item is read: adds an entry, or changes or deletes the entry with an index. */
const action = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ type: 'create' as const, index: 0 }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('update' as const, 'delete' as const), index: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const scenario = fc.record({
  entries: fc.integer({ min: 1, max: 10 }),
  limit: fc.integer({ min: 1, max: 4 }),
  actions: fc.array(action, { maxLength: 12 }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** Iterates over a list while others change it. Returns the ids that were read, and those of entries that existed throughout. */
async function iterate(kind: Kind, { entries, limit, actions }: Scenario) {
  const project = await server.createProject();
  const clients = {
    visitor: new Earshot({ projectKey: project.key, baseUrl: server.url, visitorId: null }),
    team: new Earshot({ accessToken: project.token, projectId: project.id, baseUrl: server.url }),
  };
  const { team } = clients;
  const ids: string[] = [];
  for (let number = 0; number < entries; number++) ids.push((await kind.create(clients, number)).id);
  const remaining = new Set(ids);
  const read: string[] = [];
  const queue = [...actions];
  for await (const { id } of kind.list(team, limit)) {
    read.push(id);
    const next = queue.shift();
    if (next?.type === 'create') await kind.create(clients, 100 + queue.length);
    const changed = next && next.type !== 'create' ? ids[next.index] : undefined;
    if (!changed || !remaining.delete(changed)) continue;
    await (next?.type === 'update' && kind.update ? kind.update(team, changed) : kind.delete(team, changed));
  }
  return { read, remaining };
}

describe('an iteration reads each entry that exists throughout once, while others add, change and delete entries', () => {
  for (const kind of kinds)
    test(kind.name, () =>
      fc.assert(
        fc.asyncProperty(scenario, async (given) => {
          const { read, remaining } = await iterate(kind, given);
          assert.equal(new Set(read).size, read.length, 'no entry is read twice');
          assert.deepEqual(
            [...remaining].filter((id) => !read.includes(id)),
            [],
          );
        }),
        { ...randomRuns(5, 50), endOnFailure: true },
      ),
    );
});

test('an iteration that changes or deletes each entry reaches all entries', async () => {
  const project = await server.createProject();
  const team = new Earshot({ accessToken: project.token, projectId: project.id, baseUrl: server.url });
  const visitor = new Earshot({ projectKey: project.key, baseUrl: server.url, visitorId: null });
  for (let number = 0; number < 30; number++) await visitor.feedback.submit({ title: `Entry ${number}` });
  let updated = 0;
  for await (const { id } of team.feedback.list({ status: 'new', limit: 10 })) {
    await team.feedback.update(id, { status: 'planned' });
    updated++;
  }
  let deleted = 0;
  for await (const { id } of team.feedback.list({ limit: 10 })) {
    await team.feedback.delete(id);
    deleted++;
  }
  assert.deepEqual([updated, deleted], [30, 30]);
});

test('an entry that gets votes while it is listed by votes is read once', async () => {
  const project = await server.createProject();
  const team = new Earshot({ accessToken: project.token, projectId: project.id, baseUrl: server.url });
  const visitor = new Earshot({ projectKey: project.key, baseUrl: server.url, visitorId: crypto.randomUUID() });
  const first = await visitor.feedback.submit({ title: 'First' });
  await visitor.feedback.upvote(first.id);
  for (const title of ['Second', 'Third']) await visitor.feedback.submit({ title });
  const titles: string[] = [];
  for await (const { title } of team.feedback.list({ sort: 'top', limit: 1 })) {
    titles.push(title);
    if (titles.length === 1) await visitor.feedback.downvote(first.id);
  }
  assert.deepEqual(titles, ['First', 'Third', 'Second']);
});

test('a list sends no request before it is used, and one for each page that is needed', async () => {
  const project = await server.createProject();
  const paths: string[] = [];
  const counting: typeof fetch = (input, init) => {
    paths.push(new URL(String(input instanceof Request ? input.url : input)).search);
    return fetch(input, init);
  };
  const team = new Earshot({ accessToken: project.token, projectId: project.id, baseUrl: server.url, fetch: counting });
  const visitor = new Earshot({ projectKey: project.key, baseUrl: server.url, visitorId: null });
  for (const title of ['First', 'Second', 'Third']) await visitor.feedback.submit({ title });
  const unused = team.feedback.list({ limit: 1 });
  assert.deepEqual(paths, []);
  for await (const { title } of unused) {
    assert.equal(title, 'Third');
    break;
  }
  assert.equal(paths.length, 1);
  assert.equal((await unused).total, 3);
  assert.equal(await unused.then(({ limit }) => limit), 1);
  assert.equal(await unused.finally(() => {}).then(({ page }) => page), 1);
  assert.equal(paths.length, 1, 'the first page is read once');
  for await (const _ of unused);
  assert.equal(paths.length, 3);
});

test('a list that is not used causes no unhandled rejection, and one that is used rejects', async () => {
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', record);
  const refused = new Earshot({ projectKey: 'pk_wrong', baseUrl: server.url, visitorId: null });
  const list = refused.feedback.list();
  // A later call has been refused.
  await assert.rejects(refused.waitlist.count(), EarshotError);
  await assert.rejects(list, EarshotError);
  await assert.rejects(async () => {
    for await (const _ of list);
  }, EarshotError);
  assert.equal(await list.catch(() => 'caught'), 'caught');
  process.off('unhandledRejection', record);
  assert.deepEqual(unhandled, []);
});
