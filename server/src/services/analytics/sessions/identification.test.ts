import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql as postgresSql } from 'kysely';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { createTables } from '../../../platform/clickhouse/schema.ts';
import { sql, typed } from '../../../platform/clickhouse/sql.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { nextBatchId, saveBatch } from '../pipeline/batches-store.ts';
import { addToInbox, readInbox } from '../pipeline/inbox-store.ts';
import { ALL_PARTITIONS } from '../pipeline/partitions.ts';
import { writeBatch } from '../pipeline/write-batch.ts';
import { newId } from '../../../platform/ids.ts';
import { createDatabase, createPool } from '../../../platform/postgres/database.ts';
import { createTestDatabase, TEST_CLUSTER } from '../../../testing/database.ts';
import { findLastBatches } from '../../../testing/event-log.ts';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import * as model from '../fixtures/plain-model.ts';
import { identifyUser } from '../ingest/visitors.ts';
import { countStoredEvents } from '../maintenance/stored-events-store.ts';
import { createBatchMaker } from './batch.ts';

// Anonymous events and events of users from a few browsers and servers, which arrive immediately or late, on one node or on two nodes that
// transfer events. The persons of the events and the visits in ClickHouse must equal those of a simple model that knows all events.

const STREAMS = IS_LONG ? 1_000 : 4;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BEGIN = Date.parse('2026-03-07T06:00Z');

const database = await createTestDatabase();
const pool = createPool({ connectionString: database.url, max: 2 }, () => {});
const db = createDatabase(pool);
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: database.clickhouseUrl }));
await createTables(clickhouse, TEST_CLUSTER);
after(async () => {
  await pool.end();
  await database.drop();
});

const anyEvent = (gaps: number[]) =>
  fc.record({
    gap: fc.constantFrom(...gaps),
    /** Time from the event to its arrival. */
    delay: fc.constantFrom(0, 0, 0, 0, 2 * MINUTE, 20 * MINUTE, HOUR, 26 * HOUR),
    /** Users without a browser are reported by a server. */
    sender: fc.constantFrom(
      { browser: 'a', user: '' },
      { browser: 'a', user: '' },
      { browser: 'a', user: 'u1' },
      { browser: 'a', user: 'u2' },
      { browser: 'b', user: '' },
      { browser: 'b', user: 'u1' },
      { browser: 'c', user: '' },
      { browser: '', user: 'u1' },
    ),
    name: fc.constantFrom('page_view', 'page_view', 'signup'),
    page: fc.constantFrom('/', '/a', '/b'),
    source: fc.constantFrom('', 'Google', 'Bing'),
  });
const stream = fc.record({
  events: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(anyEvent([0, 0, 1_000, MINUTE, 10 * MINUTE, 25 * MINUTE, 30 * MINUTE, 31 * MINUTE, 2 * HOUR]), {
        minLength: 2,
        maxLength: 24,
      }),
    },
    // Many events of a user within minutes, of which memory keeps some.
    {
      weight: 2,
      arbitrary: fc.array(anyEvent([0, 10_000, MINUTE, 2 * MINUTE, 30 * MINUTE]), { minLength: 20, maxLength: 40 }),
    },
    // Longer than the maximum duration of a visit.
    { weight: 1, arbitrary: fc.array(anyEvent([20 * MINUTE, 25 * MINUTE, 25 * MINUTE]), { minLength: 60, maxLength: 66 }) },
  ),
  batches: fc.integer({ min: 1, max: 12 }),
  maxVisitors: fc.constantFrom(2, 3, 1_000),
  nodes: fc.constantFrom(1, 2),
  /** Indexes of batches after which the nodes discard their visits. */
  resets: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
});

/** Creates a node that forwards the events of some partitions. */
function createNode(partitions: number[], memory: { now: () => number; maxVisitors: number }) {
  const holder = newId();
  const maker = createBatchMaker({ db, clickhouse }, TEST_CLUSTER, memory);
  return {
    maker,
    hold: async () => {
      await postgresSql`UPDATE analytics_partitions SET holder = ${holder} WHERE partition = ANY(${partitions}::smallint[])`.execute(
        db,
      );
    },
    /** Forwards a batch. Returns false if no row waits. */
    forward: async (): Promise<boolean> => {
      const rows = await readInbox(db, { partitions, maxEvents: 1_000 });
      if (!rows.length) return false;
      const id = await nextBatchId(db);
      const made = await maker.make(rows, {
        id,
        waitForPreviousBatches: async () => {},
        holds: (partition) => partitions.includes(partition),
      });
      const lastBatches = await findLastBatches(db);
      const changed = [...new Set([...rows.map(({ partition }) => partition), ...made.partitions])];
      assert.ok(changed.every((partition) => partitions.includes(partition)));
      const held = changed.map((partition) => ({ partition, lastBatch: lastBatches.get(partition) ?? -1 }));
      assert.ok(await saveBatch(db, { ...made, id, holder, partitions: held, rows, lastImport: undefined }));
      await writeBatch({ db, clickhouse }, id, made.content);
      return true;
    },
  };
}

const numberOf = (projectId: string, name: string) => identifyUser(projectId, name);

test(`${STREAMS} random streams from browsers result in the persons and visits of a simple model`, async () => {
  await fc.assert(
    fc.asyncProperty(stream, async ({ events: generated, batches, maxVisitors, nodes: nodeCount, resets }) => {
      const projectId = newId();
      await postgresSql`INSERT INTO projects (id, name, slug) VALUES (${projectId}, 'Acme', ${projectId})`.execute(db);
      let time = BEGIN;
      const signals = generated
        .map(({ gap, delay, sender, ...fields }) => ({ ...fields, ...sender, time: (time += gap), arrivedAt: time + delay }))
        .toSorted((a, b) => a.arrivedAt - b.arrivedAt)
        .map((event, seq) => ({ ...event, seq, id: newId(), interactive: true, plan: '' }));
      const batchSize = Math.ceil(signals.length / batches);
      let now = BEGIN;
      const nodes = Array.from({ length: nodeCount }, (_, index) =>
        createNode(
          ALL_PARTITIONS.filter((partition) => partition % nodeCount === index),
          { now: () => now, maxVisitors },
        ),
      );
      for (const node of nodes) await node.hold();
      for (let at = 0, batch = 0; at < signals.length; at += batchSize, batch++) {
        const own = signals.slice(at, at + batchSize);
        now = own.at(-1)?.arrivedAt ?? now;
        await addToInbox(
          db,
          projectId,
          own.map((signal) => accept(projectId, signal)),
          {},
        );
        for (let isDone = false; !isDone;) {
          isDone = true;
          for (const node of nodes) if (await node.forward()) isDone = false;
        }
        if (resets.includes(batch)) for (const { maker } of nodes) maker.reset();
      }

      const stored = await clickhouse.query<{ id: string; seq: number; person: string; user_id: string }>(
        sql`SELECT toString(id) AS id, seq, toString(person) AS person, user_id FROM events WHERE project_id = ${typed(projectId, 'UUID')} ORDER BY id`,
      );
      // Simultaneous events count in stored order, which nodes determine.
      const seqs = new Map(stored.map(({ id, seq }) => [id, seq]));
      const events = model.findPersons(signals.map((signal) => ({ ...signal, seq: seqs.get(signal.id) ?? NaN })));
      const name = new Map(['a', 'b', 'c', 'u1', 'u2'].map((one) => [numberOf(projectId, one).person, one]));
      assert.deepEqual(
        stored.map(({ seq, person, user_id }) => [seq, name.get(person), user_id]),
        stored.map(({ seq }) => {
          const person = events.find((event) => event.seq === seq)?.person ?? '';
          return [seq, person, person.startsWith('u') ? person : ''];
        }),
      );
      assert.deepEqual(
        (await findVisits(projectId)).map(({ person, ...visit }) => ({ person: name.get(person), ...visit })).toSorted(byVisitor),
        model
          .computeVisits(events)
          .map((visit) => ({
            person: visit.person,
            user_id: visit.person.startsWith('u') ? visit.person : '',
            start: visit.events[0]?.time,
            end: visit.events.at(-1)?.time,
            events: visit.events.length,
            entry_page: visit.entry_page,
            exit_page: visit.exit_page,
            source: visit.source,
          }))
          .toSorted(byVisitor),
      );
      const { rows: counts } = await postgresSql<{ day: string; events: number }>`
        SELECT day::text, events::float8 FROM analytics_event_counts WHERE project_id = ${projectId} AND events > 0 ORDER BY day`.execute(
        db,
      );
      const storedCounts = (await countStoredEvents(clickhouse, '2026-03')).filter((count) => count.project_id === projectId);
      assert.deepEqual(
        counts,
        storedCounts.map(({ day, events: count }) => ({ day, events: count })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
      );
    }),
    { numRuns: STREAMS, seed: randomSeed(1), endOnFailure: true },
  );
});

const byVisitor = (a: { person?: string | undefined; start?: number | undefined }, b: typeof a) =>
  (a.person ?? '') < (b.person ?? '') ? -1 : a.person === b.person ? (a.start ?? 0) - (b.start ?? 0) : 1;

/** Returns an event as validation accepts it. */
function accept(
  projectId: string,
  { id, time, name, page, source, browser, user }: model.ModelSignal & { id: string },
): Parameters<typeof addToInbox>[2][number] {
  const [ofUser, ofBrowser] = [user, browser].map((one) => (one ? numberOf(projectId, one) : undefined));
  const event = {
    id,
    time,
    name,
    path: page,
    source,
    interactive: true,
    user_id: user || undefined,
    person: (ofUser ?? ofBrowser)?.person,
    ...(ofUser ? { anonymous: ofBrowser?.person } : { person_before: '1' }),
  };
  const partition = (ofBrowser ?? ofUser)?.partition ?? 0;
  return { json: JSON.stringify(event), partition, eventId: null, outcomes: [] };
}

/** Returns the stored visits. Checks that the event count of each visit equals the number of its stored events. */
async function findVisits(projectId: string) {
  const rows = await clickhouse.query<{ person: string; start: number; counted: number; events: number }>(
    sql`SELECT toString(visits.person) AS person, visits.user_id AS user_id, toUnixTimestamp64Milli(visits.start) AS start,
      toUnixTimestamp64Milli(visits.end) AS end, visits.events AS events, visits.entry_page AS entry_page, visits.exit_page AS exit_page,
      visits.source AS source, stored.counted AS counted
    FROM visits FINAL LEFT JOIN (
      SELECT visit, person, count() AS counted FROM events WHERE project_id = ${typed(projectId, 'UUID')} GROUP BY visit, person
    ) AS stored ON stored.visit = visits.id AND stored.person = visits.person
    WHERE visits.project_id = ${typed(projectId, 'UUID')}`,
  );
  return rows.map(({ counted, ...visit }) => {
    assert.equal(counted, visit.events);
    return visit;
  });
}
