import * as contract from '@earshot/contract/services/analytics/schemas';
import { csvQuery, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { sendCsv } from '../../../platform/api/csv.ts';
import { callerOf } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findLosses } from '../pipeline/event-counts-store.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { countWaiting, findIntake } from '../pipeline/inbox-store.ts';
import type { LiveStreams } from './live.ts';
import { liveRoutes } from './live-routes.ts';
import { findDrops } from '../ingest/drops-store.ts';
import { intakeForMember } from '../manage/projections.ts';
import { computeBreakdown, findNonInteractiveNames } from './breakdown.ts';
import { asksEngagement, parseSort } from './breakdown-params.ts';
import { exportEvents } from './export.ts';
import { EXPORT_COLUMNS } from './sql/exported-events.ts';
import { type Dimension, getDimension, PROPERTY_NAMES } from '../query/filters.ts';
import { computeFunnel } from './funnel.ts';
import { computeOverview } from './overview.ts';
import { computePaths, parseThrough } from './paths.ts';
import { chooseInterval } from '../query/periods.ts';
import {
  countBots,
  findRequestedGoal,
  flush,
  isCompared,
  listsNonInteractive,
  parseQuery,
  querySchema,
} from './report-requests.ts';
import { computeRetention } from './retention.ts';
import { checkStep, checkSteps } from '../query/steps.ts';
import { computeTimeSeries } from './time-series.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Forwarder;
  live: LiveStreams;
}

const tag = 'Analytics';
const access = { by: 'session', role: 'viewer' } as const;
/** Access by shared links: metrics, and no individual events. */
const shared = { ...access, shared: true } as const;

/** Reports by one dimension. The key is the path. */
const REPORTS_BY_DIMENSION = {
  pages: getDimension('page', 'by'),
  referrers: getDimension('referrer', 'by'),
  sources: getDimension('source', 'by'),
  countries: getDimension('country', 'by'),
  devices: getDimension('device', 'by'),
  events: getDimension('event', 'by'),
  properties: PROPERTY_NAMES,
};

/**
 * Routes of reports. A report waits briefly for events that were accepted before the request. `as_of` in the response is the time up to
 * which all accepted events are counted.
 */
export const reportRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  app.addHook('preClose', () => deps.live.close());

  getOverviewRoute(app, deps);
  getTimeSeriesRoute(app, deps);
  getBreakdownRoute(app, deps);
  for (const [path, dimension] of Object.entries(REPORTS_BY_DIMENSION)) listByDimensionRoute(app, deps, path, dimension);
  getFunnelRoute(app, deps);
  getRetentionRoute(app, deps);
  listPathsRoute(app, deps);
  liveRoutes(app, deps);
  exportEventsRoute(app, deps);
  getIntakeRoute(app, deps);
};

function getOverviewRoute(app: App, deps: Options): void {
  app.get(
    '/overview',
    operation({
      id: 'getAnalyticsOverview',
      summary: 'Get the overview report',
      description:
        'Returns visitors, page views, visits, bounce rate and visit duration, with values of the period to compare with: by default the previous period.',
      tag,
      access: shared,
      scopes: ['analytics:read'],
      query: querySchema(contract.OverviewQuery),
      returns: Ref(contract.Overview),
      errors: ['auth.role_required', 'goals.not_found'],
    }),
    async (request) => {
      const query = parseQuery(request);
      const goal = await findRequestedGoal(deps, request);
      const progress = await flush(deps, request);
      return { ...(await computeOverview(deps, query, { goal, compare: isCompared(request.query, 'previous') })), ...progress };
    },
  );
}

function getTimeSeriesRoute(app: App, deps: Options): void {
  app.get(
    '/timeseries',
    operation({
      id: 'getAnalyticsTimeseries',
      summary: 'Get the time series of a metric',
      description:
        'Returns one value per bucket, including empty buckets. Buckets begin at the day boundaries of the time zone, and `is_complete` is false for a bucket that has not ended yet. Conversion metrics require `goal_id`.',
      tag,
      access: shared,
      scopes: ['analytics:read'],
      query: querySchema(contract.TimeseriesQuery),
      returns: Ref(contract.Timeseries),
      errors: ['auth.role_required', 'goals.not_found'],
    }),
    async (request) => {
      const query = parseQuery(request);
      const goal = await findRequestedGoal(deps, request);
      const { metric = 'visitors', interval = chooseInterval(query) } = request.query;
      if (metric.startsWith('conversion') && !goal)
        throw invalidField('goal_id', 'required', `goal_id is required for the metric ${metric}`);
      const progress = await flush(deps, request);
      return {
        ...(await computeTimeSeries(deps, query, {
          metric,
          interval,
          goal,
          compare: isCompared(request.query),
          now: Date.now(),
        })),
        ...progress,
      };
    },
  );
}

/** Registers reports by a dimension that the query names. */
function getBreakdownRoute(app: App, deps: Options): void {
  app.get(
    '/breakdown',
    operation({
      id: 'getAnalyticsBreakdown',
      summary: 'List metrics by dimension',
      description:
        'Returns visitors, visits, page views and events for each value of the dimension `by`, most visitors first or in the order of `sort`. Dimensions of visits, such as sources, have a bounce rate and a duration; dimensions of events, such as pages, have none. With `goal_id`, each value has its conversions.',
      tag,
      access: shared,
      scopes: ['analytics:read'],
      query: querySchema(contract.BreakdownQuery),
      returns: contract.Breakdown,
      errors: ['auth.role_required', 'goals.not_found'],
    }),
    (request) => readBreakdown(deps, request, getDimension(request.query.by, 'by')),
  );
}

/** `GET /events` suggests a list of events, such as those that `POST /events` sends, and returns metrics by event name. */
const EVENTS_BY_NAME = { since: '2026-11-25', sunset: '2028-01-01', successor: '/v1/analytics/breakdown?by=event' };

/** Registers reports by one dimension, such as `/pages`. */
function listByDimensionRoute(app: App, deps: Options, path: string, dimension: Dimension): void {
  app.get(
    `/${path}`,
    operation({
      id: `listAnalytics${path[0]?.toUpperCase()}${path.slice(1)}`,
      summary: `List metrics by ${dimension === PROPERTY_NAMES ? 'property name' : dimension.name}`,
      description:
        dimension === PROPERTY_NAMES
          ? 'Returns the names of custom properties with their events and visitors, most visitors first. For the values of a property, use `GET /v1/analytics/breakdown` with `by=property:<name>`.'
          : `The same report as \`GET /v1/analytics/breakdown\` with \`by=${dimension.name}\`: visitors, visits, page views and events of each value, most visitors first.`,
      ...(path === 'events' && { deprecated: EVENTS_BY_NAME }),
      tag,
      access: shared,
      scopes: ['analytics:read'],
      query: querySchema(contract.NamedBreakdownQuery),
      returns: contract.Breakdown,
      errors: ['auth.role_required', 'goals.not_found'],
    }),
    (request) => readBreakdown(deps, request, dimension),
  );
}

async function readBreakdown(deps: Options, request: FastifyRequest, dimension: Dimension) {
  const paging = parsePaging(request);
  const query = countBots(parseQuery(request), [dimension]);
  const goal = await findRequestedGoal(deps, request);
  const sort = parseSort(request, dimension);
  const hasEngagement = asksEngagement(request, dimension);
  const progress = await flush(deps, request);
  const hidden = dimension.name === 'event' && !listsNonInteractive(request) ? await findNonInteractiveNames(deps, query) : [];
  const { rows, imported, ...count } = await computeBreakdown(deps, query, {
    dimension,
    goal,
    hidden,
    sort,
    hasEngagement,
    rows: paging,
  });
  return { ...buildList(rows, count, paging), ...progress, imported };
}

function getFunnelRoute(app: App, deps: Options): void {
  app.post(
    '/funnel',
    operation({
      id: 'getAnalyticsFunnel',
      summary: 'Get funnel conversion by step',
      description:
        'Each person or visit is counted once, by the longest chain of steps within the window. The best attempt counts: repeating a step or returning to an earlier step neither counts twice nor ends the chain. One event completes at most one step. `breakdown_by` divides them by source, country, property or another dimension.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema(contract.FunnelQuery),
      body: contract.FunnelRequest,
      returns: Ref(contract.Funnel),
      errors: ['auth.role_required'],
    }),
    async (request) => {
      const {
        steps,
        window_seconds: windowSeconds = contract.DEFAULT_FUNNEL_WINDOW,
        order = 'loose',
        by = 'person',
        include_revenue: includeRevenue = false,
        breakdown_by: divisor,
        limit = 5,
      } = request.body;
      checkSteps(steps);
      const dimension = divisor === undefined ? undefined : getDimension(divisor, 'breakdown_by');
      const query = countBots(parseQuery(request), dimension ? [dimension] : []);
      const progress = await flush(deps, request);
      const params = { steps, windowSeconds, order, by };
      return {
        ...(await computeFunnel(deps, query, params, {
          includeRevenue,
          compare: isCompared(request.query),
          precision: request.query.precision ?? 'exact',
          ...(dimension && { division: { dimension, limit } }),
        })),
        ...progress,
      };
    },
  );
}

function getRetentionRoute(app: App, deps: Options): void {
  app.get(
    '/retention',
    operation({
      id: 'getAnalyticsRetention',
      summary: 'Get retention by cohort',
      description:
        'Counts visitors with a `user_id` only: anonymous visitors count as new visitors each day, and can’t return. An anonymous visitor who signs in during a visit counts from the start of that visit. `identified_visitors` is the number of counted visitors in the period. `precision` has an effect with a named event or a filter on events only: other reports read no events.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema(contract.RetentionQuery),
      returns: Ref(contract.Retention),
      errors: ['auth.role_required'],
    }),
    async (request) => {
      const {
        interval = 'week',
        start_event: startEvent,
        return_event: returnEvent,
        cohort = 'first',
        mode = 'on',
        precision = 'exact',
      } = request.query;
      const query = parseQuery(request);
      const progress = await flush(deps, request);
      return {
        ...(await computeRetention(deps, query, { interval, startEvent, returnEvent, cohort, mode, precision, now: Date.now() })),
        ...progress,
      };
    },
  );
}

function listPathsRoute(app: App, deps: Options): void {
  app.get(
    '/paths',
    operation({
      id: 'getAnalyticsPaths',
      summary: 'List paths from or to a page or event',
      description:
        'Returns the most frequent sequences of pages within a visit, after or before the given page or event; with `events=include`, also of events, except those with `interactive: false`. Repeated views of a page count as one step. Each path ends with the visit or after `steps` steps. `nodes` adds a diagram in which all paths are counted: nodes with links from step to step.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema(contract.PathsQuery),
      returns: Ref(contract.Paths),
      errors: ['auth.role_required'],
    }),
    async (request) => {
      const {
        page,
        event,
        direction = 'next',
        steps = 3,
        limit = 20,
        events,
        by = 'visit',
        nodes,
        precision = 'exact',
      } = request.query;
      checkStep({ page, event });
      const through = parseThrough(request.query.through, steps);
      const query = parseQuery(request);
      const progress = await flush(deps, request);
      return {
        ...(await computePaths(deps, query, {
          from: { page, event },
          direction,
          steps,
          limit,
          hasEvents: events === 'include',
          by,
          through,
          nodes,
          precision,
        })),
        ...progress,
      };
    },
  );
}

function exportEventsRoute(app: App, deps: Options): void {
  app.get(
    '/export.csv',
    operation({
      id: 'exportAnalytics',
      summary: 'Export events as CSV',
      description: 'Rows are sorted by time, oldest first. The header `X-As-Of` corresponds to `as_of` of other reports.',
      tag,
      access: { by: 'session', role: 'admin' },
      scopes: ['analytics:read', 'personal_data:read'],
      query: querySchema({ ...contract.reportQuery, ...csvQuery }),
      returns: Type.String(),
      produces: 'text/csv; charset=utf-8',
    }),
    async (request, reply) => {
      const query = parseQuery(request);
      void reply.header('x-as-of', (await flush(deps, request)).as_of);
      await recordAudit(deps.db, {
        projectId: callerOf(request).project.id,
        actor: actorOf(request),
        action: 'analytics.exported',
      });
      const { bom } = request.query;
      return sendCsv(reply, { name: 'events.csv', columns: EXPORT_COLUMNS, rows: exportEvents(deps, query), bom }) as never;
    },
  );
}

function getIntakeRoute(app: App, deps: Options): void {
  app.get(
    '/intake',
    operation({
      id: 'getAnalyticsIntake',
      summary: 'Get the intake report',
      description:
        'Reports accepted, dropped and rejected events in whole hours, and the last event of each reason that was dropped or classified as a bot. Events are counted by their time of arrival.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema(contract.IntakeQuery),
      returns: Ref(contract.Intake),
    }),
    async (request) => {
      const [query, progress] = [parseQuery(request), await flush(deps, request)];
      const period = { from: new Date(query.from), to: new Date(query.to) };
      const [outcomes, drops, waiting, losses] = await Promise.all([
        findIntake(deps.db, query.projectId, period),
        findDrops(deps.db, query.projectId, period),
        countWaiting(deps.db, query.projectId),
        findLosses(deps.db, query.projectId),
      ]);
      return { ...intakeForMember(outcomes, query, { drops, waiting, losses }), ...progress };
    },
  );
}
