import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import { startTestServer } from '../../../testing/server.ts';
import * as model from '../fixtures/plain-model.ts';
import { computeBuckets } from '../query/periods.ts';

// Reports on events that arrive late, in any order and in several batches must equal the reports of a simple model.

const server = await startTestServer({ EARSHOT_MAX_PROJECTS_PER_USER: '1000000' });
const { call } = server;
const STREAMS = IS_LONG ? 200 : 6;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Early enough for all generated events, and late enough for the age limit of events. */
const BEGIN = Math.floor(Date.now() / HOUR) * HOUR - 6.5 * 24 * HOUR;

const PAGES = ['/', '/a', '/b', '/docs/x'];
const gap = fc.constantFrom(0, 1, 1_000, 10 * MINUTE, 25 * MINUTE, 30 * MINUTE, 30 * MINUTE + 1, 2 * HOUR, 11 * HOUR, 24 * HOUR);
const anyEvent = fc.record({
  gap,
  name: fc.constantFrom('page_view', 'page_view', 'page_view', 'signup', 'ping'),
  page: fc.constantFrom(...PAGES),
  source: fc.constantFrom('', '', 'hn.example', 'news.example'),
  plan: fc.constantFrom('', 'pro', 'free'),
});
/** Events of one person: random ones, or a sequence of more than a day with short gaps. */
const personEvents = fc.oneof(
  { weight: 5, arbitrary: fc.array(anyEvent, { minLength: 1, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(anyEvent, { minLength: 60, maxLength: 62 })
      .map((events) => events.map((fields) => ({ ...fields, gap: 25 * MINUTE }))),
  },
);
const step = fc.constantFrom(
  { ask: { page: '/a' }, is: (event: model.ModelEvent) => event.name === 'page_view' && event.page === '/a' },
  { ask: { page: '/b' }, is: (event: model.ModelEvent) => event.name === 'page_view' && event.page === '/b' },
  { ask: { page: '/*' }, is: (event: model.ModelEvent) => event.name === 'page_view' },
  { ask: { event: 'signup' }, is: (event: model.ModelEvent) => event.name === 'signup' },
  { ask: { event: 'ping' }, is: (event: model.ModelEvent) => event.name === 'ping' },
);
const filter = fc.constantFrom(
  undefined,
  undefined,
  { text: 'page:is:/a', event: (event: model.ModelEvent) => event.page === '/a' },
  { text: 'event:is:signup', event: (event: model.ModelEvent) => event.name === 'signup' },
  { text: 'event:is_not:ping', event: (event: model.ModelEvent) => event.name !== 'ping' },
  { text: 'property:plan:is:pro', event: (event: model.ModelEvent) => event.plan === 'pro' },
  { text: 'source:is:hn.example', visit: (visit: model.ModelVisit) => visit.source === 'hn.example' },
  { text: 'entry_page:matches:/d*', visit: (visit: model.ModelVisit) => visit.entry_page.startsWith('/d') },
  { text: 'exit_page:contains:B', visit: (visit: model.ModelVisit) => visit.exit_page.includes('b') },
);
const stream = fc.record({
  persons: fc.array(fc.record({ offset: fc.integer({ min: 0, max: 60 }), events: personEvents }), { minLength: 1, maxLength: 4 }),
  order: fc.constantFrom('chronological', 'reversed', 'shuffled'),
  batches: fc.integer({ min: 1, max: 5 }),
  seed: fc.integer(),
  filter,
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  windowMs: fc.constantFrom(1_000, 30 * MINUTE, 3 * HOUR, 7 * 24 * HOUR),
  by: fc.constantFrom('person' as const, 'visit' as const),
  timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu'),
  // The whole time, or a period that starts and ends within visits.
  hours: fc.constantFrom([0, 6.4 * 24], [20, 60], [30.5, 31]),
});
type Stream = typeof stream extends fc.Arbitrary<infer T> ? T : never;

function createEvents({ persons, order, seed }: Stream): model.ModelEvent[] {
  const events = persons
    .flatMap(({ offset, events: own }, person) => {
      let time = BEGIN + offset * HOUR;
      return own.map(({ gap: pause, ...fields }) => {
        time += pause;
        return { ...fields, time, person: `u${person}`, interactive: fields.name !== 'ping', seq: 0 };
      });
    })
    .filter(({ time }) => time < Date.now());
  let random = seed;
  const key = new Map<object, number>(events.map((event) => [event, (random = (Math.imul(random, 1_103_515_245) + 12_345) | 0)]));
  const arrival = {
    chronological: (a: model.ModelEvent, b: model.ModelEvent) => a.time - b.time,
    reversed: (a: model.ModelEvent, b: model.ModelEvent) => b.time - a.time,
    shuffled: (a: model.ModelEvent, b: model.ModelEvent) => (key.get(a) as number) - (key.get(b) as number),
  }[order];
  return events.toSorted(arrival).map((event, seq) => ({ ...event, seq }));
}

async function send(key: string, events: model.ModelEvent[]): Promise<void> {
  const { status, body } = await call('POST', '/v1/analytics/events', {
    key,
    body: {
      events: events.map(({ time, person, name, interactive, page, source, plan }) => ({
        name,
        url: `https://acme.test${page}`,
        referrer: source && `https://${source}/`,
        interactive,
        properties: plan ? { plan } : {},
        user_id: person,
        timestamp: new Date(time).toISOString(),
      })),
    },
  });
  assert.deepEqual([status, body.rejected], [202, []]);
}

const FIELDS: Record<string, model.ModelAxis['of']> = {
  page: 'page',
  event: 'name',
  'property:plan': 'plan',
  source: 'source',
  entry_page: 'entry_page',
  exit_page: 'exit_page',
};
const PIVOTS = [
  ['page', 'source'],
  ['source', 'exit_page'],
  ['entry_page', 'event'],
  ['page', 'property:plan'],
] as const;

/** Returns the two most frequent values. */
function topValues(visits: model.ModelVisit[], slice: model.Slice, of: model.ModelAxis['of'] | undefined): string[] {
  const rows =
    of === 'page' || of === 'name' || of === 'plan'
      ? model.breakDownEvents(visits, slice, of)
      : model.breakDownVisits(visits, slice, of ?? 'source');
  return rows.slice(0, 2).map(({ value }) => value);
}

interface Cell {
  visitors: number;
  visits: number;
  page_views: number;
  events: number;
  bounce_rate: number | null;
  visit_duration: number | null;
}

/** Returns rows, and cells with visitors, by value. */
function readPivot(pivot: {
  by: string;
  across: string;
  columns: (string | null)[];
  rows: (Cell & { value: string | null; cells: Cell[] })[];
}) {
  const isOfEvents = [pivot.by, pivot.across].some((name) => ['page', 'name', 'plan'].includes(FIELDS[name] ?? ''));
  const names = ['visitors', 'visits', 'page_views', 'events', ...(isOfEvents ? [] : ['bounce_rate', 'visit_duration'])];
  return {
    rows: Object.fromEntries(pivot.rows.map((row) => [JSON.stringify([row.value]), pick(row, names)])),
    cells: Object.fromEntries(
      pivot.rows.flatMap(({ value, cells }) =>
        cells.flatMap((cell, index) =>
          cell.visitors ? [[JSON.stringify([value, pivot.columns[index]]), pick(cell, names)]] : [],
        ),
      ),
    ),
  };
}

const pick = <T extends object>(row: T, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name as keyof T]]));

test(`${STREAMS} random streams result in the reports of a simple model`, { timeout: 600_000 }, async () => {
  const { token } = await server.signIn();
  await fc.assert(
    fc.asyncProperty(stream, async (given) => {
      const { body: project } = await call('POST', '/v1/projects', { token, body: { name: 'Stream' } });
      const events = createEvents(given);
      const batchSize = Math.max(Math.ceil(events.length / given.batches), 1);
      const ask = async (path: string, query: Record<string, string> = {}, body?: object) => {
        const answer = await call(body ? 'POST' : 'GET', `/v1/analytics/${path}`, {
          token,
          query: {
            project_id: project.id,
            timezone: given.timezone,
            from: iso(span.from),
            to: iso(span.to),
            ...(path === 'overview' && { compare: 'none' }),
            ...query,
          },
          body,
        });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return answer.body;
      };
      const iso = (ms: number) => new Date(ms).toISOString();
      const [fromHours, toHours] = given.hours as [number, number];
      const span = { from: BEGIN + fromHours * HOUR, to: BEGIN + toHours * HOUR };
      for (let at = 0; at < events.length; at += batchSize) {
        await send(project.api_key, events.slice(at, at + batchSize));
        // Forwards the events.
        await ask('overview');
      }

      const visits = model.computeVisits(events);
      const isEvent = given.filter?.event;
      const slice: model.Slice = {
        ...span,
        event: isEvent ?? (() => true),
        visit:
          given.filter && 'visit' in given.filter ? (given.filter.visit as (visit: model.ModelVisit) => boolean) : () => true,
        filtersEvents: isEvent !== undefined,
        countsAllOfPage: /^(event|property):/.test(given.filter?.text ?? ''),
      };
      const query: Record<string, string> = given.filter ? { filter: given.filter.text } : {};

      const overview = await ask('overview', query);
      const expected = model.computeOverview(visits, slice);
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((name) => [name, overview[name].value])),
        expected,
        'overview',
      );

      const bounds = computeBuckets({ ...span, timezone: given.timezone }, 'day');
      for (const metric of ['visitors', 'visits', 'page_views', 'bounce_rate'] as const) {
        const { data } = await ask('timeseries', { ...query, metric, interval: 'day' });
        const days = bounds.slice(0, -1).map((start, index) => {
          const day = { ...slice, from: Math.max(start, span.from), to: Math.min(bounds[index + 1] as number, span.to) };
          // The event that matches the filter may be on another day of the period than the start of its visit.
          const startedVisits = new Set(
            model.visitsIn(visits, slice).filter((visit) => {
              const time = (visit.events[0] as model.ModelEvent).time;
              return time >= day.from && time < day.to;
            }),
          );
          const whole = {
            ...day,
            event: () => true,
            visit: (visit: model.ModelVisit) => startedVisits.has(visit),
            filtersEvents: false,
          };
          const overviewOfDay =
            metric === 'visits' || metric === 'bounce_rate'
              ? model.computeOverview(visits, whole)
              : model.computeOverview(visits, day);
          return overviewOfDay[metric];
        });
        assert.deepEqual(
          data.map(({ value }: { value: number }) => value),
          days,
          `timeseries of ${metric}`,
        );
      }

      for (const [by, field] of [
        ['page', 'page'],
        ['event', 'name'],
        ['property:plan', 'plan'],
      ] as const) {
        const { data, total } = await ask('breakdown', {
          ...query,
          by,
          limit: '100',
          ...(by === 'event' && { non_interactive: 'include' }),
        });
        const rows = model.breakDownEvents(visits, slice, field);
        assert.deepEqual(
          data.map((row: object) => pick(row, ['value', 'visitors', 'visits', 'page_views', 'events'])),
          rows,
          `by ${by}`,
        );
        assert.equal(total, rows.length);
      }
      for (const by of ['source', 'entry_page', 'exit_page'] as const) {
        const { data } = await ask('breakdown', { ...query, by, limit: '100' });
        const rows = model.breakDownVisits(visits, slice, by);
        assert.deepEqual(
          data.map((row: object) =>
            pick(row, ['value', 'visitors', 'visits', 'page_views', 'events', 'bounce_rate', 'visit_duration']),
          ),
          rows,
          `by ${by}`,
        );
      }

      for (const [by, across] of PIVOTS) {
        const isAll = { non_interactive: 'include', limit: '2', columns: '2' };
        const pivot = await ask('pivot', { ...query, ...isAll, by, across });
        const axes = [by, across].map((name) => ({ of: FIELDS[name], values: topValues(visits, slice, FIELDS[name]) }));
        assert.deepEqual(
          readPivot(pivot),
          model.computePivot(visits, slice, axes as [model.ModelAxis, model.ModelAxis]),
          `${by} × ${across}`,
        );
      }

      for (const order of ['loose', 'strict', 'any'] as const) {
        const by = order === 'loose' ? 'page' : 'source';
        const { steps, breakdown } = await ask('funnel', query, {
          steps: given.steps.map(({ ask: one }) => one),
          window_seconds: given.windowMs / 1_000,
          order,
          by: given.by,
          breakdown_by: by,
          limit: 1,
        });
        const params = {
          steps: given.steps.map(({ is }) => is),
          windowMs: given.windowMs,
          order,
          by: given.by,
        };
        const readCounts = (found: { count: number }[]) => found.map(({ count }) => count);
        const counts = model.computeFunnel(visits, slice, params);
        assert.deepEqual(readCounts(steps), counts, `funnel, ${order}`);
        const values = [
          ...new Set(visits.flatMap((visit) => (by === 'page' ? visit.events.map(({ page }) => page) : visit.source))),
        ];
        const [first, ...others] = values
          .map((value) => ({
            value: value as string | null,
            counts: model.computeFunnel(visits, slice, {
              ...params,
              origin: (event, visit) => (by === 'page' ? event.page : visit?.source) === value,
            }),
          }))
          .filter(({ counts: [count] }) => count)
          .toSorted((a, b) => (b.counts[0] ?? 0) - (a.counts[0] ?? 0) || ((a.value ?? '') < (b.value ?? '') ? -1 : 1));
        const rest = { value: null, counts: counts.map((count, index) => count - (first?.counts[index] ?? 0)) };
        assert.deepEqual(
          breakdown.map(({ value, steps: own }: { value: string | null; steps: { count: number }[] }) => ({
            value,
            counts: readCounts(own),
          })),
          [...(first ? [first] : []), ...(others.length ? [rest] : [])],
          `funnel by ${by}, ${order}`,
        );
      }

      for (const cohort of ['first', 'any'] as const)
        for (const [mode, returning] of [
          ['on', 'signup'],
          ['on_or_after', 'signup'],
          ['on', undefined],
          ['on_or_after', undefined],
        ] as const) {
          const named: Record<string, string> = returning ? { return_event: returning } : {};
          const { cohorts } = await ask('retention', { interval: 'day', cohort, mode, ...named });
          assert.deepEqual(
            cohorts.map(({ size, cells }: { size: number; cells: { count: number }[] }) => ({
              size,
              cells: cells.map(({ count }) => count),
            })),
            model.computeRetention(
              events.filter(({ time }) => time < (bounds.at(-1) as number)),
              {
                bounds,
                from: bounds[0] as number,
                begins: () => true,
                returns: ({ name }) => !returning || name === returning,
                cohort,
                mode,
              },
            ),
            `retention, ${cohort}, ${mode}, ${returning}`,
          );
        }
    }),
    { numRuns: STREAMS, seed: randomSeed(1), endOnFailure: true },
  );
});
