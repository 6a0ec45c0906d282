import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as model from '../fixtures/plain-model.ts';
import { ATTRIBUTE_FIELDS } from '../pipeline/event.ts';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import {
  assignToVisits,
  findEndOfChangedVisits,
  findNeededEvents,
  IDLE_MS,
  MAX_VISIT_MS,
  type PlacedEvent,
  serializeAttributes,
  type StoredEvent,
  type Visit,
} from './visits.ts';

// Visits of one person, with events in any order and any batches, must equal the visits of a simple model that knows all events. Two lists
// replace the database, so that thousands of streams take seconds; random-streams.test.ts tests the whole server.

const STREAMS = IS_LONG ? 5_000 : 1_000;
const BEGIN = Date.parse('2026-03-07T00:00Z');
const MINUTE = 60_000;

/** Events with the given gaps between them. */
const eventsWithGaps = (gaps: number[], length: { minLength: number; maxLength: number }) =>
  fc.array(
    fc.record({
      gap: fc.constantFrom(...gaps),
      name: fc.constantFrom('page_view', 'page_view', 'signup'),
      page: fc.constantFrom('/', '/a', '/b'),
      source: fc.constantFrom('', 'Google', 'Bing'),
      /** Sort key of the order of arrival. */
      arrival: fc.nat(),
    }),
    length,
  );
const stream = fc.oneof(
  {
    weight: 4,
    arbitrary: eventsWithGaps([0, 0, 1, 10 * MINUTE, 25 * MINUTE, IDLE_MS, IDLE_MS + 1, 2 * 60 * MINUTE], {
      minLength: 1,
      maxLength: 12,
    }),
  },
  // Longer than the maximum duration of a visit, and exactly as long.
  { weight: 1, arbitrary: eventsWithGaps([0, 20 * MINUTE, 25 * MINUTE, IDLE_MS, IDLE_MS], { minLength: 50, maxLength: 90 }) },
  { weight: 1, arbitrary: eventsWithGaps([IDLE_MS], { minLength: 49, maxLength: 51 }) },
);

const NO_TEXTS = { query: '', title: '', properties: {}, user_id: '' };
const sourceOf = ({ attributes }: Visit) => (JSON.parse(attributes) as string[])[ATTRIBUTE_FIELDS.indexOf('source')];

/** Reads, changes and writes visits as a batch does, without a database. */
function applyBatch(
  before: { visits: Visit[]; events: StoredEvent[] },
  batch: PlacedEvent[],
  version: number,
  newId: () => string,
) {
  const from = Math.min(...batch.map(({ time }) => time));
  const visits = before.visits
    .filter(({ start }) => start >= from - MAX_VISIT_MS - 60 * MINUTE)
    .toSorted((a, b) => a.start - b.start);
  const span = findNeededEvents(visits, { events: batch, leaving: [] });
  const stored = span ? before.events.filter(({ time }) => time >= span.from && time <= span.to) : [];
  const { removed, added, events, moved } = assignToVisits(visits, { events: batch, leaving: [] }, { version, newId, stored });
  assert.ok(findEndOfChangedVisits(visits, batch) >= Math.max(...added.map(({ end }) => end)));
  const isRemoved = new Set(removed.map(({ id }) => id));
  const isMoved = new Set(moved.map(({ id }) => id));
  return {
    visits: [...before.visits.filter(({ id }) => !isRemoved.has(id)), ...added],
    events: [...before.events.filter(({ id }) => !isMoved.has(id)), ...events, ...moved],
  };
}

test(`${STREAMS} random streams of one person result in the visits of a simple model`, () => {
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 6 }), (generated, batches) => {
      let time = BEGIN;
      const events = generated
        .map(({ gap, page, ...rest }) => ({ ...rest, page, path: page, time: (time += gap), interactive: true }))
        .toSorted((a, b) => a.arrival - b.arrival)
        .map((event, seq) => ({
          ...event,
          seq,
          id: `${seq}`,
          project_id: 'p',
          person: '1',
          isBot: false,
          attributes: serializeAttributes(event),
          ...NO_TEXTS,
        }));
      let state: Parameters<typeof applyBatch>[0] = { visits: [], events: [] };
      let ids = 0;
      const batchSize = Math.ceil(events.length / batches);
      for (let at = 0; at < events.length; at += batchSize)
        state = applyBatch(state, events.slice(at, at + batchSize), at, () => `${++ids}`);

      const expected = model.computeVisits(events.map((event) => ({ ...event, plan: '' })));
      const actual = state.visits
        .toSorted((a, b) => a.start - b.start)
        .map((visit) => ({
          eventCount: visit.events,
          pageViews: visit.page_views,
          source: sourceOf(visit),
          entry: visit.entry_page,
          exit: visit.exit_page,
          start: visit.start,
          end: visit.end,
          events: state.events
            .filter((event) => event.visit === visit.id)
            .map(({ seq }) => seq)
            .toSorted((a, b) => a - b),
        }));
      assert.deepEqual(
        actual,
        expected.map((visit) => ({
          eventCount: visit.events.length,
          pageViews: visit.events.filter(({ name }) => name === 'page_view').length,
          source: visit.source,
          entry: visit.entry_page,
          exit: visit.exit_page,
          start: visit.events[0]?.time,
          end: visit.events.at(-1)?.time,
          events: visit.events.map(({ seq }) => seq).toSorted((a, b) => a - b),
        })),
      );
      assert.equal(state.events.length, events.length);
    }),
    { numRuns: STREAMS, seed: randomSeed(1) },
  );
});
