import * as contract from '@earshot/contract/analytics';
import { Ref } from '@earshot/contract/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { sendCsv } from '../http/csv.ts';
import { callerOf, projectQuery, userOf } from '../http/credentials.ts';
import { HttpError, invalidField } from '../http/errors.ts';
import { listOf, rowsOf } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { parseId } from '../ids.ts';
import type { Db } from '../postgres/database.ts';
import type { Project } from '../projects/store.ts';
import { findLosses } from '../event-log/event-counts-store.ts';
import type { Forwarder } from '../event-log/forwarder.ts';
import { findGoal } from './manage/goals-store.ts';
import { countWaiting, findIntake } from '../event-log/inbox-store.ts';
import type { LiveStreams } from './reports/live.ts';
import { intakeForMember } from './projections.ts';
import { breakdown } from './reports/breakdown.ts';
import { EXPORT_COLUMNS, exportEvents } from './reports/export.ts';
import { findDimension, PROPERTY_NAMES, readFilters } from './query/filters.ts';
import { funnel } from './reports/funnel.ts';
import { overview } from './reports/overview.ts';
import { paths } from './reports/paths.ts';
import { intervalFor, readPeriod } from './query/periods.ts';
import type { Question } from './query/report-query.ts';
import { realtime } from './reports/realtime.ts';
import { retention } from './reports/retention.ts';
import { checkStep } from './query/steps.ts';
import { timeseries } from './reports/time-series.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Forwarder;
  live: LiveStreams;
}

const tag = 'Analytics';
const access = { by: 'session', role: 'viewer' } as const;
/** What a shared link shows too: figures, and no single event. */
const shared = { ...access, shared: true } as const;

interface Asked {
  period?: (typeof contract.PERIODS)[number];
  from?: string;
  to?: string;
  timezone?: string;
  filter?: string | string[];
  bots?: Question['bots'];
}

/**
 * The questions. Each waits a moment for the events that were accepted before it, answers with what is there then, and says in `as_of`
 * up to which moment that is all.
 */
export const reportRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clickhouse, forwarder, live }) => {
  const deps = { db, clickhouse };
  app.addHook('preClose', () => live.close());
  const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;
  const flush = async (request: FastifyRequest) => ({ as_of: (await forwarder.flush(projectOf(request).id)).toISOString() });

  const question = (request: FastifyRequest): Question => {
    const { period, from, to, timezone, filter, bots = 'exclude' } = request.query as Asked;
    const { id, settings } = projectOf(request);
    const caller = callerOf(request);
    return {
      ...readPeriod({ period, from, to, timezone: timezone ?? settings.analytics.timezone }, Date.now()),
      projectId: id,
      filters: [...readFilters(filter), ...(caller.by === 'share' ? readFilters(caller.filters, 'filters') : [])],
      bots,
      countedBots: settings.analytics.counted_bots,
    };
  };
  const goalOf = async (request: FastifyRequest) => {
    const { goal_id: id } = request.query as { goal_id?: string };
    if (id === undefined) return undefined;
    const uuid = parseId('goal', id);
    const goal = uuid && (await findGoal(db, projectOf(request).id, uuid));
    if (!goal) throw new HttpError('goals.not_found');
    return goal;
  };
  const queryOf = <T extends object>(fields: T) => Type.Object({ ...fields, ...projectQuery });

  app.get(
    '/overview',
    operation({
      id: 'getAnalyticsOverview',
      summary: 'Get the overview report',
      description: 'Returns visitors, page views, visits, bounce rate and visit duration, with values of the previous period.',
      tag,
      access: shared,
      query: queryOf(contract.OverviewQuery),
      returns: Ref(contract.Overview),
      errors: ['goals.not_found'],
    }),
    async (request) => {
      const asked = question(request);
      const goal = await goalOf(request);
      const reach = await flush(request);
      return { ...(await overview(deps, asked, { goal, compare: request.query.compare !== 'none' })), ...reach };
    },
  );

  app.get(
    '/timeseries',
    operation({
      id: 'getAnalyticsTimeseries',
      summary: 'Get the time series of a metric',
      description: 'Returns one value per bucket, including empty buckets.',
      tag,
      access: shared,
      query: queryOf(contract.TimeseriesQuery),
      returns: Ref(contract.Timeseries),
      errors: ['goals.not_found'],
    }),
    async (request) => {
      const asked = question(request);
      const goal = await goalOf(request);
      const { metric = 'visitors', interval = intervalFor(asked), compare } = request.query;
      if (metric.startsWith('conversion') && !goal)
        throw invalidField('goal_id', 'required', `goal_id is required for the metric ${metric}`);
      const reach = await flush(request);
      return {
        ...(await timeseries(deps, asked, { metric, interval, goal, compare: compare === 'previous', now: Date.now() })),
        ...reach,
      };
    },
  );

  const byNames = {
    breakdown: undefined,
    pages: 'page',
    referrers: 'referrer',
    sources: 'source',
    countries: 'country',
    devices: 'device',
    events: 'event',
    properties: 'property',
  } as const;
  for (const [path, by] of Object.entries(byNames)) {
    app.get(
      `/${path}`,
      operation({
        id: by ? `listAnalytics${path[0]?.toUpperCase()}${path.slice(1)}` : 'getAnalyticsBreakdown',
        summary: by ? `List metrics by ${by === 'property' ? 'property name' : by}` : 'List metrics by dimension',
        tag,
        access: shared,
        query: queryOf(by ? contract.NamedBreakdownQuery : contract.BreakdownQuery),
        returns: contract.Breakdown,
        errors: ['goals.not_found'],
      }),
      async (request) => {
        const { by: named, page, limit } = request.query as { by?: string; page?: number; limit?: number };
        const dimension = by === PROPERTY_NAMES.name ? PROPERTY_NAMES : findDimension(by ?? named ?? '', 'by');
        const asked = question(request);
        const goal = await goalOf(request);
        const reach = await flush(request);
        // Whoever asks by bot wants to see them.
        const bots = dimension.name === 'bot' && asked.bots === 'exclude' ? 'include' : asked.bots;
        const { rows, total } = await breakdown(deps, { ...asked, bots }, { by: dimension, goal, ...rowsOf({ page, limit }) });
        return { ...listOf(rows, total, { page, limit }), ...reach };
      },
    );
  }

  app.post(
    '/funnel',
    operation({
      id: 'getAnalyticsFunnel',
      summary: 'Get funnel conversion by step',
      description:
        'Each person or visit is counted once, by the longest chain of steps within the window. The best attempt counts: repeating a step or returning to an earlier step neither counts twice nor ends the chain. One event completes at most one step.',
      tag,
      access,
      query: queryOf(contract.reportQuery),
      body: contract.FunnelRequest,
      returns: Ref(contract.Funnel),
    }),
    async (request) => {
      const { steps, window_seconds: windowSeconds = 604_800, order = 'loose', by = 'person' } = request.body;
      for (const [index, step] of steps.entries()) checkStep(step, `steps[${index}]`);
      const asked = question(request);
      const reach = await flush(request);
      return { ...(await funnel(deps, asked, { steps, windowSeconds, order, by })), ...reach };
    },
  );

  app.get(
    '/retention',
    operation({
      id: 'getAnalyticsRetention',
      summary: 'Get retention by cohort',
      description:
        'Only visitors with a `user_id` can return because anonymous visitors count as new visitors each day. `identified_visitors` is the number of visitors with a `user_id` in the period.',
      tag,
      access,
      query: queryOf(contract.RetentionQuery),
      returns: Ref(contract.Retention),
    }),
    async (request) => {
      const {
        interval = 'week',
        start_event: startEvent,
        return_event: returnEvent,
        cohort = 'first',
        mode = 'on',
      } = request.query;
      const asked = question(request);
      const reach = await flush(request);
      return {
        ...(await retention(deps, asked, { interval, startEvent, returnEvent, cohort, mode, now: Date.now() })),
        ...reach,
      };
    },
  );

  app.get(
    '/paths',
    operation({
      id: 'getAnalyticsPaths',
      summary: 'List paths from or to a page or event',
      tag,
      access,
      query: queryOf(contract.PathsQuery),
      returns: Ref(contract.Paths),
    }),
    async (request) => {
      const { page, event, direction = 'next', steps = 3, limit = 20 } = request.query;
      checkStep({ page, event });
      const asked = question(request);
      const reach = await flush(request);
      return { ...(await paths(deps, asked, { from: { page, event }, direction, steps, limit })), ...reach };
    },
  );

  app.get(
    '/realtime',
    operation({
      id: 'getAnalyticsRealtime',
      summary: 'Get realtime visitors',
      tag,
      access: shared,
      query: queryOf({ filter: contract.reportQuery.filter, bots: contract.reportQuery.bots }),
      returns: Ref(contract.Realtime),
    }),
    async (request) => {
      const asked = question(request);
      const reach = await flush(request);
      return { ...(await realtime(deps, asked, Date.now())), ...reach };
    },
  );

  app.get(
    '/live',
    operation({
      id: 'streamAnalytics',
      summary: 'Stream live visitors and events',
      description:
        'Server-sent events: `visitors` (the current number of visitors with `as_of`) initially and after each change, and `event` for each accepted event. When the credential, the membership or the project ends, a final `end` event states the reason in `status` and `error`. Limits: 20 open streams per user and 200 per project; further requests are rejected with 429.',
      tag,
      access,
      query: queryOf({ filter: contract.reportQuery.filter, bots: contract.reportQuery.bots }),
      returns: Type.String(),
      produces: 'text/event-stream',
    }),
    (request, reply) => {
      const { authorization = '', 'x-project-key': key = '' } = request.headers;
      const asked = { question: question(request), userId: userOf(request).id };
      live.checkLimits(asked);
      const { raw } = reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
      live.open(
        {
          ...asked,
          credential: JSON.stringify([asked.question.projectId, authorization, key]),
          check: () => app.checkCredential(request),
          log: request.log,
        },
        raw,
      );
      return reply as never;
    },
  );

  app.get(
    '/export.csv',
    operation({
      id: 'exportAnalytics',
      summary: 'Export events as CSV',
      description: 'Rows are sorted by time, oldest first. The header `X-As-Of` corresponds to `as_of` of other reports.',
      tag,
      access: { by: 'session', role: 'admin' },
      query: queryOf(contract.reportQuery),
      returns: Type.String(),
      produces: 'text/csv; charset=utf-8',
    }),
    async (request, reply) => {
      const asked = question(request);
      void reply.header('x-as-of', (await flush(request)).as_of);
      return sendCsv(reply, { name: 'events.csv', columns: EXPORT_COLUMNS, rows: exportEvents(deps, asked) }) as never;
    },
  );

  app.get(
    '/intake',
    operation({
      id: 'getAnalyticsIntake',
      summary: 'Get the intake report',
      description: 'Reports accepted, dropped and rejected events in whole hours. Events are counted by their time of arrival.',
      tag,
      access,
      query: queryOf(contract.IntakeQuery),
      returns: Ref(contract.Intake),
    }),
    async (request) => {
      const asked = question(request);
      const reach = await flush(request);
      const [outcomes, waiting, losses] = await Promise.all([
        findIntake(db, asked.projectId, { from: new Date(asked.from), to: new Date(asked.to) }),
        countWaiting(db, asked.projectId),
        findLosses(db, asked.projectId),
      ]);
      return { ...intakeForMember(outcomes, asked, { waiting, losses }), ...reach };
    },
  );
};
