// Questions whose answers must not depend on the number of shards: all reports, with all dimensions, metrics, operators of filters, and
// sources of data (events, visits, rollups, visit facts).
import { EVENT_DIMENSIONS, FUNNEL_ORDERS, METRICS, VISIT_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import { REPORT_QUERIES } from '../../services/analytics/fixtures/report-queries.ts';

export interface Question {
  /** Report, below `/v1/analytics`. */
  path: string;
  query: Record<string, string | string[]>;
  /** Body of a POST request. */
  body?: object;
}

/** Stands for the id of the goal of the fixture, which each installation chooses itself. */
export const GOAL = '<goal>';
/** Contains the imported events of the fixture. The second day has 23 hours in New York. */
const PERIOD = { from: '2026-03-05', to: '2026-03-20' };
const WITHIN_DAYS = { from: '2026-03-08T10:30:00Z', to: '2026-03-11T02:00:00Z' };

const FILTERS = [
  'page:is:/a',
  'page:is_not:/a',
  'page:matches:/docs/*',
  'hostname:is:acme.com',
  'event:is_not:ping',
  'property:plan:is:pro',
  'property:plan:is:',
  'property:plan:contains:r',
  'source:is:Google',
  'country:is_not:DE',
  'entry_page:matches:/d*',
  'exit_page:contains:B',
  'device:is:Desktop',
];

const STEPS = [
  [{ page: '/' }, { page: '/a' }],
  [{ page: '/*' }, { event: 'signup' }],
  [{ page: '/a' }, { page: '/b' }, { event: 'signup' }],
];

const ask = (path: string, query: Question['query'] = {}, body?: object): Question => ({
  path,
  query: { ...PERIOD, ...query },
  body,
});

export const QUESTIONS: Question[] = [
  ...REPORT_QUERIES.map(([path, query]) => ask(path, query)),

  ask('overview', { goal_id: GOAL }),
  ask('overview', { goal_id: GOAL, filter: 'source:is:Google', ...WITHIN_DAYS }),
  ...['include', 'only'].flatMap((bots) => [
    ask('overview', { bots }),
    ask('overview', { bots, filter: 'page:is:/a' }),
    ask('breakdown', { bots, by: 'source', ...WITHIN_DAYS }),
  ]),
  ...FILTERS.flatMap((filter) => [
    ask('overview', { filter }),
    ask('breakdown', { filter, by: 'page', ...WITHIN_DAYS }),
    ask('breakdown', { filter, by: 'country' }),
  ]),

  ...METRICS.map((metric) => ask('timeseries', { metric, interval: 'day', goal_id: GOAL, compare: 'previous' })),
  ask('timeseries', { metric: 'visitors', interval: 'hour', from: '2026-03-08', to: '2026-03-09' }),
  ask('timeseries', { metric: 'visits', interval: 'minute', from: '2026-03-08T12:00:00Z', to: '2026-03-08T15:00:00Z' }),
  ask('timeseries', { metric: 'bounce_rate', interval: 'month', timezone: 'America/New_York' }),

  ...[...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS, 'bot', 'property:plan'].map((by) => ask('breakdown', { by, goal_id: GOAL })),
  ...['page', 'source', 'property:plan'].map((by) => ask('pivot', { by, across: 'event', columns: '1', goal_id: GOAL })),
  ...['pages', 'sources', 'properties'].map((path) => ask(path, WITHIN_DAYS)),

  ...STEPS.flatMap((steps) =>
    FUNNEL_ORDERS.flatMap((order) =>
      (['person', 'visit'] as const).map((by) => ask('funnel', {}, { steps, order, by, window_seconds: 10_800 })),
    ),
  ),
  ask('funnel', { filter: 'source:is:Google' }, { steps: STEPS[0] }),
  ...['page', 'source'].map((divisor) =>
    ask('funnel', { compare: 'previous' }, { steps: STEPS[1], breakdown_by: divisor, limit: 1 }),
  ),

  ...(['first', 'any'] as const).flatMap((cohort) =>
    (['on', 'on_or_after'] as const).flatMap((mode) => [
      ask('retention', { interval: 'day', cohort, mode, start_event: 'page_view', return_event: 'signup' }),
      ask('retention', { interval: 'day', cohort, mode, filter: 'page:is:/a' }),
    ]),
  ),

  ask('paths', { page: '/' }),
  ask('paths', { page: '/a', direction: 'previous', steps: '2' }),
  ask('paths', { event: 'signup', direction: 'previous', filter: 'source:is:Google' }),

  ask('export.csv', { filter: 'page:is_not:/a' }),
  ask('export.csv', { filter: 'entry_page:is:/', bots: 'include' }),
  ask('realtime', { from: '', to: '' }),
];

export const nameQuestion = ({ path, query, body }: Question): string =>
  [path, decodeURIComponent(String(new URLSearchParams(query))), body && JSON.stringify(body)].filter(Boolean).join(' ');
