import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { createTables } from '../../../platform/clickhouse/schema.ts';
import { raw, sql, typed } from '../../../platform/clickhouse/sql.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { BATCH_TABLES } from '../pipeline/batches-store.ts';
import type { InboxRow } from '../pipeline/inbox-store.ts';
import { newId } from '../../../platform/ids.ts';
import { createDatabase, createPool } from '../../../platform/postgres/database.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import * as model from '../fixtures/plain-model.ts';
import { createBatchMaker } from './batch.ts';

// Events of a few visitors that arrive immediately or late, in batches of a node that keeps visits in memory. The visits in ClickHouse must
// equal the visits of a simple model, regardless of the visits that are in memory, evicted or forgotten.

const STREAMS = IS_LONG ? 1_000 : 12;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BEGIN = Date.parse('2026-03-07T06:00Z');

const database = await createTestDatabase();
const pool = createPool({ connectionString: database.url, max: 2 }, () => {});
const db = createDatabase(pool);
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: database.clickhouseUrl }));
await createTables(clickhouse, undefined);
after(async () => {
  await pool.end();
  await database.drop();
});
let queries = 0;
const counting = { query: ((...args) => (queries++, clickhouse.query(...args))) as typeof clickhouse.query };

const anyEvent = fc.record({
  gap: fc.constantFrom(0, 1_000, MINUTE, 10 * MINUTE, 25 * MINUTE, 30 * MINUTE, 31 * MINUTE, 2 * HOUR),
  /** Time from the event to its arrival. */
  delay: fc.constantFrom(0, 0, 0, 0, 2 * MINUTE, 20 * MINUTE, HOUR, 26 * HOUR),
  visitor: fc.constantFrom('1', '2', '3', '4', '5'),
  name: fc.constantFrom('page_view', 'page_view', 'signup'),
  page: fc.constantFrom('/', '/a', '/b'),
  source: fc.constantFrom('', 'Google', 'Bing'),
});
const stream = fc.record({
  events: fc.array(anyEvent, { minLength: 2, maxLength: 60 }),
  batchSize: fc.integer({ min: 1, max: 8 }),
  maxVisitors: fc.constantFrom(2, 3, 1_000),
  /** Indexes of batches after which the node discards its visits. */
  resets: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
  /** Indexes of batches of imported events. */
  imports: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
});

type Stream = typeof stream extends fc.Arbitrary<infer Value> ? Value : never;

const view = { gap: 0, delay: 0, name: 'page_view', page: '/', source: '' } as const;
/** The second event of visitor 1 arrives after the visit was evicted, at the last millisecond that belongs to the same visit. */
const evictedAtTheLimit: Stream = {
  events: [
    { ...view, visitor: '1' },
    { ...view, visitor: '1', gap: 30 * MINUTE, delay: 20 * MINUTE },
    { ...view, visitor: '2' },
    { ...view, visitor: '3' },
    { ...view, visitor: '4' },
  ],
  batchSize: 1,
  maxVisitors: 3,
  resets: [],
  imports: [],
};
/** The second event is imported: it extends a visit that is in memory. */
const withImport: Stream = {
  events: Array.from({ length: 3 }, () => ({ ...view, visitor: '1', gap: MINUTE })),
  batchSize: 1,
  maxVisitors: 1_000,
  resets: [],
  imports: [1],
};

test(`${STREAMS} random streams result in the visits of a simple model, with visits in memory or read again`, async () => {
  let version = 0;
  await fc.assert(
    fc.asyncProperty(stream, async ({ events: generated, batchSize, maxVisitors, resets, imports }) => {
      const projectId = newId();
      let time = BEGIN;
      const events = generated
        .map(({ gap, delay, ...fields }) => ({ ...fields, time: (time += gap), arrivedAt: time + delay }))
        .toSorted((a, b) => a.arrivedAt - b.arrivedAt);
      let now = BEGIN;
      const maker = createBatchMaker({ db, clickhouse: counting }, undefined, { now: () => now, maxVisitors });
      for (let at = 0, batch = 0; at < events.length; at += batchSize, batch++) {
        const own = events.slice(at, at + batchSize);
        now = own.at(-1)?.arrivedAt ?? now;
        const { content } = await maker.make([rowOf(projectId, own, imports.includes(batch) ? 'imports' : 'events')], {
          id: ++version,
          waitForPreviousBatches: async () => {},
          holds: () => true,
        });
        for (const statement of content.deletions) await clickhouse.command(raw(statement));
        for (const table of BATCH_TABLES) await clickhouse.insert(table, content[table], `${table} ${version}`);
        if (resets.includes(batch)) maker.reset();
      }
      const expected = model.computeVisits(
        events.map(({ visitor, ...event }, seq) => ({ ...event, seq, person: visitor, interactive: true, plan: '' })),
      );
      assert.deepEqual(
        await findVisits(projectId),
        expected
          .map((visit) => ({
            person: visit.events[0]?.person,
            start: visit.events[0]?.time,
            end: visit.events.at(-1)?.time,
            events: visit.events.length,
            entry_page: visit.entry_page,
            exit_page: visit.exit_page,
            source: visit.source,
          }))
          .toSorted((a, b) => Number(a.person) - Number(b.person) || (a.start ?? 0) - (b.start ?? 0)),
      );
    }),
    { numRuns: STREAMS, examples: [[evictedAtTheLimit], [withImport]], seed: randomSeed(1) },
  );
});

test('visits of recent events are read only once, and those of late events once per visitor', async () => {
  const projectId = newId();
  const now = Date.now();
  const maker = createBatchMaker({ db, clickhouse: counting }, undefined);
  const send = async (version: number, visitors: string[], delay = 0) => {
    const before = queries;
    // Simultaneous events: those of a later batch arrived later.
    const own = visitors.map((visitor) => ({ visitor, time: now - delay, name: 'page_view', page: '/', source: '' }));
    await maker.make([rowOf(projectId, own)], { id: version, waitForPreviousBatches: async () => {}, holds: () => true });
    return queries - before;
  };
  assert.ok((await send(1, ['1'])) > 0);
  assert.equal(await send(2, ['1', '2', '3']), 0);
  assert.ok((await send(3, ['1', '2'], HOUR)) > 0);
  assert.equal(await send(4, ['2', '1'], HOUR), 0);
  maker.reset();
  assert.ok((await send(5, ['1'])) > 0);
});

/** Returns a row of the inbox. */
function rowOf(
  projectId: string,
  events: { visitor: string; time: number; name: string; page: string; source: string }[],
  kind: 'events' | 'imports' = 'events',
): InboxRow {
  const accepted = events.map(({ visitor, page, ...event }) => ({
    ...event,
    id: newId(),
    path: page,
    interactive: true,
    person: visitor,
  }));
  return {
    partition: 0,
    project_id: projectId,
    id: '1',
    kind,
    source_row: null,
    events: JSON.stringify(accepted),
    event_count: accepted.length,
    received_at: new Date(),
    outcomes: {},
  };
}

/** Returns the stored visits. Checks that the event count of each visit equals the number of its stored events. */
async function findVisits(projectId: string) {
  const rows = await clickhouse.query<{ person: string; counted: number; events: number }>(
    sql`SELECT toString(visits.person) AS person, toUnixTimestamp64Milli(visits.start) AS start, toUnixTimestamp64Milli(visits.end) AS end,
      visits.events AS events, visits.entry_page AS entry_page, visits.exit_page AS exit_page, visits.source AS source, stored.counted AS counted
    FROM visits FINAL LEFT JOIN (
      SELECT visit, count() AS counted FROM events WHERE project_id = ${typed(projectId, 'UUID')} GROUP BY visit
    ) AS stored ON stored.visit = visits.id
    WHERE visits.project_id = ${typed(projectId, 'UUID')} ORDER BY visits.person, visits.start`,
  );
  return rows.map(({ counted, ...visit }) => {
    assert.equal(counted, visit.events);
    return visit;
  });
}
