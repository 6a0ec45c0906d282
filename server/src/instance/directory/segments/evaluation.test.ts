import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SegmentCondition, SegmentDefinition } from '@earshot/contract/instance/people/segments';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { hasSubmitted, hasVoted } from '../../../services/feedback/people/segments-store.ts';
import { identifyUser } from '../../../services/analytics/ingest/visitors.ts';
import { createSegmentEvents } from '../../../services/analytics/query/segment-events-store.ts';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { createTables } from '../../../platform/clickhouse/schema.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { newId } from '../../../platform/ids.ts';
import { createDatabase, createPool, transact } from '../../../platform/postgres/database.ts';
import { createTestDatabase, TEST_CLUSTER } from '../../../testing/database.ts';
import { randomRuns } from '../../../testing/long.ts';
import { saveCompanies, saveIdentities, savePeople } from '../store.ts';
import { createPersonSegments } from './segments.ts';
import { insertSegment, updateSegment } from './segments-store.ts';

const database = await createTestDatabase();
const pool = createPool({ connectionString: database.url, max: 4 }, () => {});
const db = createDatabase(pool);
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: database.clickhouseUrl }));
await createTables(clickhouse, TEST_CLUSTER);
after(async () => {
  await clickhouse.close();
  await pool.end();
  await database.drop();
});

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
const projectId = newId();
const segments = createPersonSegments({ db, settle: async () => {} }, () => NOW);
segments.setSources({ events: createSegmentEvents(clickhouse), feedback: hasSubmitted, vote: hasVoted });

interface ModelPerson {
  id: string;
  userIds: string[];
  emails: string[];
  attributes: Record<string, string | number | boolean>;
  company: { id: string; attributes: Record<string, string | number | boolean> } | null;
  seen: number | null;
  events: { name: string; path: string; days: number }[];
  entries: number[];
  votes: number[];
}

const attributes = fc.record(
  {
    plan: fc.constantFrom('pro', 'free', "o'brien"),
    seats: fc.constantFrom(1, 5, 10.5),
    admin: fc.boolean(),
    since: fc.constantFrom('2026-01-31', '2026-02-01T00:00:00.000Z'),
  },
  { requiredKeys: [] },
);
const days = fc.constantFrom(1, 5, 20, 100);
const COMPANIES = ['acme', 'globex'].map((id) => ({
  id,
  attributes: fc.sample(attributes, { numRuns: 1, seed: id.length })[0] ?? {},
}));
const people: ModelPerson[] = fc
  .sample(
    fc.record({
      userIds: fc.constantFrom(0, 1, 1, 1, 3),
      emails: fc.constantFrom(0, 1, 2),
      attributes,
      company: fc.constantFrom(null, ...COMPANIES),
      seen: fc.option(days),
      events: fc.array(
        fc.record({
          name: fc.constantFrom('export', 'signup', 'page_view'),
          path: fc.constantFrom('/pricing', '/docs/a', '/'),
          days,
        }),
        { maxLength: 6 },
      ),
      entries: fc.array(days, { maxLength: 2 }),
      votes: fc.array(days, { maxLength: 2 }),
    }),
    { numRuns: 150, seed: 47 },
  )
  .map((person, number) => {
    const hasIdentity = person.userIds + person.emails > 0;
    return {
      ...person,
      id: newId(),
      // A user id can look like the address of someone else.
      userIds: Array.from({ length: hasIdentity ? person.userIds : 1 }, (_, index) =>
        number % 2 ? `u_${number}_${index}` : `p${number + 1}.${index}@example.com`,
      ),
      emails: Array.from({ length: person.emails }, (_, index) => `p${number}.${index}@example.com`),
      seen: person.seen === null ? null : NOW - person.seen * DAY + 1_000,
    };
  })
  // Events need a user id.
  .map((person) => ({ ...person, events: person.userIds.length ? person.events : [] }));

const at = (ago: number) => new Date(NOW - ago * DAY + 1_000);
const authorOf = ({ userIds, emails }: ModelPerson, index: number) => {
  const ids = [...userIds.map((id) => `end:${id}`), ...emails.map((email) => `eml:${email}`)];
  return ids[index % ids.length] ?? '';
};

/** Stores the people with their records. */
async function store() {
  await sql`INSERT INTO projects (id, name, slug) VALUES (${projectId}, 'Acme', 'acme')`.execute(db);
  await transact(db, async (tx) => {
    const time = new Date(NOW - 400 * DAY);
    await saveCompanies(
      tx,
      projectId,
      COMPANIES.map((company) => ({ ...company, name: null, created_at: time, updated_at: time })),
    );
    await savePeople(
      tx,
      projectId,
      people.map(({ id, userIds, emails, seen, company, ...person }) => ({
        id,
        user_ids: userIds,
        emails,
        name: null,
        avatar_url: null,
        attributes: person.attributes,
        company_id: company?.id ?? null,
        created_at: time,
        updated_at: time,
        last_seen_at: seen === null ? null : new Date(seen),
      })),
    );
    const identities = people.flatMap(({ id, userIds, emails }) => [
      ...userIds.map((value) => ({ kind: 'user_id' as const, value, person_id: id, proof: 'api' as const, proven_at: time })),
      ...emails.map((value) => ({ kind: 'email' as const, value, person_id: id, proof: 'api' as const, proven_at: time })),
    ]);
    await saveIdentities(tx, projectId, identities);
  });
  let number = 0;
  const addEntry = async (submitter: { id: string | null; email: string | null; isConfirmed: boolean }, created: Date) => {
    const id = newId();
    await sql`
      INSERT INTO feedback_entries (project_id, id, number, type, title, visibility, search, trend, created_at, updated_at, submitter_id,
        submitter_email, submitter_confirmed_at)
      VALUES (${projectId}, ${id}, ${++number}, 'bug', 'Entry', 'public', '', 0, ${created}, ${created}, ${submitter.id},
        ${submitter.email}, ${submitter.isConfirmed ? created : null})`.execute(db);
    return id;
  };
  for (const person of people) {
    for (const [index, ago] of person.entries.entries()) {
      const email = person.emails[0] ?? null;
      const byEmail = index % 2 === 1 && email !== null;
      await addEntry({ id: byEmail ? null : authorOf(person, index), email, isConfirmed: true }, at(ago));
    }
    // An address that is only typed proves nothing.
    if (person.emails[0]) await addEntry({ id: null, email: person.emails[0], isConfirmed: false }, at(1));
    for (const [index, ago] of person.votes.entries()) {
      const entry = await addEntry({ id: null, email: null, isConfirmed: false }, at(1));
      await sql`
        INSERT INTO feedback_votes (project_id, entry_id, voter, origin_id, value, created_at)
        VALUES (${projectId}, ${entry}, ${authorOf(person, index)}, ${entry}, 1, ${at(ago)})`.execute(db);
    }
  }
  const toRow = (project_id: string, user_id: string, { name, path, days: ago }: ModelPerson['events'][number]) => {
    const { person } = identifyUser(project_id, user_id);
    const time = at(ago).toISOString().replace('T', ' ').replace('Z', '');
    return JSON.stringify({ project_id, id: newId(), time, seq: 1, person, visit: 1, name, path, user_id });
  };
  const rows = people.flatMap(({ userIds, events }) =>
    events.map((event, index) => toRow(projectId, userIds[index % userIds.length] ?? '', event)),
  );
  // Events of the same users in another project do not count.
  const elsewhere = newId();
  for (const userId of people.flatMap(({ userIds }) => userIds))
    rows.push(toRow(elsewhere, userId, { name: 'export', path: '/pricing', days: 1 }));
  const anonymous = {
    project_id: projectId,
    id: newId(),
    time: '2026-11-20 00:00:00.000',
    seq: 1,
    person: '7',
    visit: 2,
    name: 'export',
  };
  await clickhouse.insert('events', [...rows, JSON.stringify(anonymous)].join('\n'), newId());
}

await store();

const atLeast = fc.option(fc.constantFrom(1, 2, 3), { nil: undefined });
const within = fc.option(fc.constantFrom(2, 10, 50), { nil: undefined });
const negated = fc.option(fc.boolean(), { nil: undefined });
const VALUES: Record<string, fc.Arbitrary<string | number | boolean>> = {
  plan: fc.constantFrom('pro', 'free', "o'brien", 'none'),
  seats: fc.constantFrom(1, 5, 7),
  admin: fc.boolean(),
  since: fc.constantFrom('2026-01-31', '2026-02-01'),
};
const attributeCondition = (kind: 'attribute' | 'company_attribute') =>
  fc.constantFrom(...Object.keys(VALUES)).chain((attribute) =>
    fc
      .constantFrom(
        ...((attribute === 'seats' || attribute === 'since' ? ['gt', 'gte', 'lt', 'lte'] : []) as 'gt'[]),
        'is',
        'is_not',
        'is_set',
        'is_not_set',
      )
      .chain((operator) =>
        (VALUES[attribute] as fc.Arbitrary<string>).map((value) => ({
          kind,
          attribute,
          operator,
          ...(!operator.endsWith('set') && { value }),
        })),
      ),
  );
const condition = fc.oneof(
  attributeCondition('attribute'),
  attributeCondition('company_attribute'),
  fc.record({ kind: fc.constant('company'), operator: fc.constantFrom('is', 'is_not'), value: fc.constantFrom('acme', 'none') }),
  fc.record({ kind: fc.constant('company'), operator: fc.constantFrom('is_set', 'is_not_set') }),
  fc.record({ kind: fc.constant('last_seen'), within_days: fc.constantFrom(2, 10), negated }),
  fc.record({
    kind: fc.constant('last_seen'),
    until: fc.constant(at(4).toISOString()),
    since: fc.constant(at(30).toISOString()),
    negated,
  }),
  fc.record({
    kind: fc.constant('event'),
    event: fc.constantFrom('export', 'signup'),
    at_least: atLeast,
    within_days: within,
    negated,
  }),
  fc.record({
    kind: fc.constant('page'),
    page: fc.constantFrom('/pricing', '/pricing/', '/docs/*'),
    at_least: atLeast,
    within_days: within,
    negated,
  }),
  fc.record({ kind: fc.constantFrom('feedback', 'vote'), at_least: atLeast, within_days: within, negated }),
) as fc.Arbitrary<SegmentCondition>;
const definition: fc.Arbitrary<SegmentDefinition> = fc.record({
  match: fc.constantFrom('all', 'any'),
  conditions: fc.array(condition, { minLength: 1, maxLength: 4 }),
});

const COMPARE: Record<string, (a: string | number, b: string | number) => boolean> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

function compares(values: ModelPerson['attributes'], { attribute = '', operator = 'is', value }: SegmentCondition): boolean {
  const own = values[attribute];
  if (operator === 'is_set') return own !== undefined;
  if (operator === 'is_not_set') return own === undefined;
  if (operator === 'is') return own === value;
  if (operator === 'is_not') return own !== value;
  return own !== undefined && (COMPARE[operator]?.(own as string, value as string) ?? false);
}

const PAGES: Record<string, (path: string) => boolean> = {
  '/pricing': (path) => path === '/pricing',
  '/pricing/': (path) => path === '/pricing',
  '/docs/*': (path) => path.startsWith('/docs/'),
};

/** The plain model: whether a condition holds for a person. */
function holds(person: ModelPerson, one: SegmentCondition): boolean {
  const { kind, at_least = 1, within_days: limit = 1_000 } = one;
  const enough = (ages: number[]) => ages.filter((ago) => ago <= limit).length >= at_least;
  const isNot = one.negated ?? false;
  if (kind === 'attribute') return compares(person.attributes, one);
  if (kind === 'company_attribute') return compares(person.company?.attributes ?? {}, one);
  if (kind === 'company') return compares(person.company ? { id: person.company.id } : {}, { ...one, attribute: 'id' });
  if (kind === 'event')
    return enough(person.events.filter(({ name }) => name === one.event).map((event) => event.days)) !== isNot;
  if (kind === 'page')
    return (
      enough(
        person.events
          .filter(({ name, path }) => name === 'page_view' && PAGES[one.page ?? '']?.(path))
          .map((event) => event.days),
      ) !== isNot
    );
  if (kind === 'feedback') return enough(person.entries) !== isNot;
  if (kind === 'vote') return enough(person.votes) !== isNot;
  const { seen } = person;
  const wasSeen =
    seen !== null &&
    seen >= NOW - limit * DAY &&
    (one.until === undefined || seen < Date.parse(one.until)) &&
    (one.since === undefined || seen >= Date.parse(one.since));
  return wasSeen !== isNot;
}

const expectedOf = ({ match, conditions }: SegmentDefinition) =>
  people.filter((person) => conditions[match === 'all' ? 'every' : 'some']((one) => holds(person, one)));

async function select(matching: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM people p WHERE p.project_id = ${projectId} AND ${matching} ORDER BY p.id`.execute(db);
  return rows.map(({ id }) => id);
}

const isIn = async (...[project, id, identity]: [string, string, Parameters<typeof segments.findMemberships>[2]]) =>
  (await segments.findMemberships(project, [id], identity)).length === 1;

test('a segment has the people of a plain model, as a set and for each person alone', async () => {
  const id = newId();
  await insertSegment(db, projectId, {
    id,
    name: 'Tested',
    definition: { match: 'all', conditions: [{ kind: 'company', operator: 'is_set' }] },
  });
  let isDecisive = false;
  await fc.assert(
    fc.asyncProperty(definition, fc.nat(people.length - 1), async (given, first) => {
      const expected = expectedOf(given).map((person) => person.id);
      isDecisive ||= expected.length > 5 && expected.length < people.length - 5;
      assert.deepEqual(await select(await segments.toCondition(projectId, given)), expected.toSorted());
      await transact(db, (tx) => updateSegment(tx, projectId, id, { definition: given }));
      for (const person of people.slice(first, first + 3)) {
        const [userId, email] = [person.userIds.at(-1), person.emails.at(-1)];
        const isMember = expected.includes(person.id);
        if (userId) assert.equal(await isIn(projectId, id, { kind: 'user_id', value: userId }), isMember);
        if (email) assert.equal(await isIn(projectId, id, { kind: 'email', value: email }), isMember);
      }
    }),
    randomRuns(60, 3_000),
  );
  assert.ok(isDecisive);
  assert.equal(await isIn(projectId, id, { kind: 'user_id', value: 'unknown' }), false);
  assert.equal(await isIn(projectId, newId(), { kind: 'user_id', value: 'u_1_0' }), false);
});
