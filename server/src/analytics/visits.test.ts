import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as model from './fixtures/plain-model.ts';
import { IDLE_MS, joinVisits, LONGEST_MS, type PlacedEvent, readsEvents, type StoredEvent, type Visit } from './visits.ts';

// Events of one person in any order and in any batches: their visits must be those of a plain model that sees all events at once. What
// is stored stands in two lists here, so that thousands of streams take seconds; random-streams.test.ts asks the same of the whole server.

const STREAMS = 5_000;
const BEGIN = Date.parse('2026-03-07T00:00Z');
const MINUTE = 60_000;

const happening = fc.record({
  gap: fc.constantFrom(0, 0, 1, 10 * MINUTE, 25 * MINUTE, IDLE_MS, IDLE_MS + 1, 2 * 60 * MINUTE),
  name: fc.constantFrom('page_view', 'page_view', 'signup'),
  page: fc.constantFrom('/', '/a', '/b'),
  source: fc.constantFrom('', 'Google', 'Bing'),
  /** Where it stands in the order of arrival. */
  arrival: fc.nat(),
});
const goingOn = happening.chain((one) =>
  fc.constantFrom(0, 20 * MINUTE, 25 * MINUTE, IDLE_MS, IDLE_MS).map((gap) => ({ ...one, gap })),
);
const stream = fc.oneof(
  { weight: 4, arbitrary: fc.array(happening, { minLength: 1, maxLength: 12 }) },
  // Longer than a visit may be.
  { weight: 1, arbitrary: fc.array(goingOn, { minLength: 50, maxLength: 90 }) },
  // Exactly as long.
  {
    weight: 1,
    arbitrary: fc.array(happening, { minLength: 49, maxLength: 51 }).map((all) => all.map((one) => ({ ...one, gap: IDLE_MS }))),
  },
);

/** What a batch reads, joins and writes, without a database. */
function joinBatch(
  before: { visits: Visit[]; events: StoredEvent[] },
  batch: PlacedEvent[],
  version: number,
  newId: () => string,
) {
  const from = Math.min(...batch.map(({ time }) => time));
  const visits = before.visits
    .filter(({ start }) => start >= from - LONGEST_MS - 60 * MINUTE)
    .toSorted((a, b) => a.start - b.start);
  const span = readsEvents(visits, batch);
  const stored = span ? before.events.filter(({ time }) => time >= span.from && time <= span.to) : [];
  const { removed, added, events, moved } = joinVisits(visits, batch, { version, newId, stored });
  const isGone = new Set(removed.map(({ id }) => id));
  const isMoved = new Set(moved.map(({ id }) => id));
  return {
    visits: [...before.visits.filter(({ id }) => !isGone.has(id)), ...added],
    events: [...before.events.filter(({ id }) => !isMoved.has(id)), ...events, ...moved],
  };
}

test(`${STREAMS} random streams of one person give the visits of a plain model`, () => {
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 6 }), (happenings, batches) => {
      let time = BEGIN;
      const events = happenings
        .map(({ gap, ...happened }) => ({ ...happened, time: (time += gap) }))
        .toSorted((a, b) => a.arrival - b.arrival)
        .map((happened, seq) => ({
          ...happened,
          seq,
          id: `${seq}`,
          project_id: 'p',
          person: '1',
          interactive: true,
          path: happened.page,
        }));
      let state: Parameters<typeof joinBatch>[0] = { visits: [], events: [] };
      let ids = 0;
      const portion = Math.ceil(events.length / batches);
      for (let at = 0; at < events.length; at += portion)
        state = joinBatch(state, events.slice(at, at + portion), at, () => `${++ids}`);

      const expected = model.visitsOf(events.map((event) => ({ ...event, plan: '' })));
      const seen = state.visits
        .toSorted((a, b) => a.start - b.start)
        .map((visit) => ({
          events: visit.events,
          pageViews: visit.page_views,
          source: visit.source,
          entry: visit.entry_page,
          exit: visit.exit_page,
          start: visit.start,
          end: visit.end,
          members: state.events
            .filter((event) => event.visit === visit.id)
            .map(({ seq }) => seq)
            .toSorted((a, b) => a - b),
        }));
      assert.deepEqual(
        seen,
        expected.map((visit) => ({
          events: visit.events.length,
          pageViews: visit.events.filter(({ name }) => name === 'page_view').length,
          source: visit.source,
          entry: visit.entry_page,
          exit: visit.exit_page,
          start: visit.events[0]?.time,
          end: visit.events.at(-1)?.time,
          members: visit.events.map(({ seq }) => seq).toSorted((a, b) => a - b),
        })),
      );
      assert.equal(state.events.length, events.length);
    }),
    { numRuns: STREAMS, seed: Number(process.env.TEST_SEED ?? Date.now() % 1e9) },
  );
});
