import * as contract from '@earshot/contract/services/analytics/schemas';
import { PRECISIONS } from '@earshot/contract/services/analytics/values';
import { OneOf, PageNumber } from '@earshot/contract/shared/common';
import type { Routes } from '@earshot/sdk';
import { Type } from 'typebox';
import type { Api } from '../api.ts';
import { FILTERS_DESCRIPTION, parseFilter } from '../filters.ts';
import { type ApiPeriod, parsePeriod, PERIOD_DESCRIPTION } from '../periods.ts';
import { createView, listOutput } from '../output.ts';
import { defineTool, onProject, pick } from '../tool.ts';

const report = {
  ...onProject,
  period: Type.Optional(Type.String({ maxLength: 100, description: PERIOD_DESCRIPTION })),
  filters: Type.Optional(Type.Array(Type.String({ maxLength: 2_100 }), { maxItems: 20, description: FILTERS_DESCRIPTION })),
  user_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only this user of the product' })),
  timezone: contract.reportQuery.timezone,
};

interface Report {
  project_id: string;
  period?: string;
  filters?: string[];
  user_id?: string;
  timezone?: string;
}

type ReportQuery = Pick<Routes['GET /v1/analytics/overview']['query'], 'project_id' | 'timezone' | 'filter' | 'user_id'> &
  ApiPeriod;

/** Translates the period and filters of a report into parameters of the API. Relative periods require a request for the time zone. */
async function toQuery(api: Api, { project_id, period = '30d', filters = [], user_id, timezone }: Report): Promise<ReportQuery> {
  const getToday = async () => {
    const query = { project_id, timezone, period: '24h', compare: 'none' } as const;
    const { as_of, timezone: timeZone } = await api('GET /v1/analytics/overview', { query });
    // This locale formats dates as YYYY-MM-DD.
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(as_of));
  };
  return { project_id, timezone, user_id, ...(await parsePeriod(period, getToday)), filter: filters.map(parseFilter) };
}

const row = createView(
  contract.BreakdownRow,
  'value',
  'visitors',
  'visits',
  'page_views',
  'bounce_rate',
  'visit_duration',
  'exit_rate',
  'time_on_page',
  'scroll_depth',
);
const term = createView(contract.SearchTerm, 'query', 'clicks', 'impressions', 'ctr', 'position');
const series = createView(contract.Timeseries, 'metric', 'interval', 'from', 'to', 'timezone', 'imported');
const retention = createView(contract.Retention, 'interval', 'from', 'to', 'timezone', 'means', 'identified_visitors');
const cohortOutput = {
  start: Type.String(),
  size: Type.Integer(),
  rates: Type.Array(Type.Union([Type.Number(), Type.Null()])),
};

const alert = createView(
  contract.Alert,
  'id',
  'name',
  'metric',
  'filters',
  'goal_id',
  'condition',
  'threshold',
  'window_minutes',
  'enabled',
  'state',
  'last_value',
  'last_triggered_at',
);

const goal = createView(
  contract.GoalConversions,
  'goal_id',
  'name',
  'event',
  'page',
  'filters',
  'visitors',
  'conversions',
  'conversion_rate',
);

const nullableText = Type.Union([Type.String(), Type.Null()]);
const pivotCounts = { visitors: Type.Integer(), visits: Type.Integer(), page_views: Type.Integer() };
const countPivot = ({ visitors, visits, page_views }: { visitors: number; visits: number; page_views: number }) => ({
  visitors,
  visits,
  page_views,
});

/** Without the explanations of the API, because assistants read the list of tools in every conversation. */
const precision = Type.Optional(OneOf(PRECISIONS, { description: '`approximate` estimates where there are many events' }));

const MAX_FUNNELS = 10;
const funnelStep = {
  event: Type.Optional(Type.String()),
  page: Type.Optional(Type.String()),
  filters: Type.Optional(Type.Array(Type.String())),
  count: Type.Integer(),
  rate: Type.Number(),
  step_rate: Type.Number(),
};
const toStep = ({ event, page, filters }: { event: string | null; page: string | null; filters: string[] }) => ({
  ...(event === null ? { page: page ?? '' } : { event }),
  ...(filters.length && { filters }),
});

export const analyticsTools = [
  defineTool({
    name: 'get_analytics_overview',
    title: 'Get analytics totals',
    description:
      'Returns visitors, page views, visits, bounce rate (0 to 1) and visit duration (seconds) of a period, compared with the previous one.',
    effect: 'read',
    scopes: ['analytics:read'],
    input: { ...report, ...contract.comparisonQuery, ...contract.importedQuery },
    output: contract.Overview.properties,
    run: async (api, { compare, compare_from, compare_to, imported, ...input }) =>
      api('GET /v1/analytics/overview', {
        query: { ...(await toQuery(api, input)), compare, compare_from, compare_to, imported },
      }),
  }),
  defineTool({
    name: 'get_analytics_breakdown',
    title: 'Break analytics down by a dimension',
    description: 'Returns visitors, visits and page views by page, source, country, device or another dimension.',
    effect: 'read',
    scopes: ['analytics:read'],
    isUntrusted: true,
    input: {
      by: contract.BreakdownQuery.by,
      ...contract.nonInteractiveQuery,
      ...pick(contract.BreakdownQuery, 'engagement'),
      ...contract.importedQuery,
      ...report,
      ...PageNumber,
    },
    output: { ...listOutput(row.properties), ...contract.importedProperties },
    run: async (api, { by, non_interactive, engagement, imported, page, limit, ...input }) => {
      const { data, ...rest } = await api('GET /v1/analytics/breakdown', {
        query: { by, non_interactive, engagement, imported, page, limit, ...(await toQuery(api, input)) },
      });
      return { total: rest.total, page: rest.page, data: data.map(row.select), imported: rest.imported };
    },
  }),
  defineTool({
    name: 'get_analytics_pivot',
    title: 'Break analytics down by two dimensions',
    description:
      'Returns visitors, visits and page views of each combination of two dimensions, such as countries and devices. `columns` has the values of `across`, in the order of `cells`; null is all other values.',
    effect: 'read',
    scopes: ['analytics:read'],
    isUntrusted: true,
    input: { ...pick(contract.PivotQuery, 'by', 'across', 'limit', 'columns'), ...contract.nonInteractiveQuery, ...report },
    output: {
      columns: Type.Array(nullableText),
      rows: Type.Array(Type.Object({ value: nullableText, ...pivotCounts, cells: Type.Array(Type.Object(pivotCounts)) })),
    },
    run: async (api, { by, across, limit, columns, non_interactive, ...input }) => {
      const found = await api('GET /v1/analytics/pivot', {
        query: { by, across, limit, columns, non_interactive, ...(await toQuery(api, input)) },
      });
      return {
        columns: found.columns,
        rows: found.rows.map(({ value, cells, ...total }) => ({ value, ...countPivot(total), cells: cells.map(countPivot) })),
      };
    },
  }),
  defineTool({
    name: 'get_analytics_series',
    title: 'Get a metric over time',
    description: 'Returns one metric per minute, hour, day, week or month of a period.',
    effect: 'read',
    scopes: ['analytics:read'],
    input: { ...pick(contract.TimeseriesQuery, 'metric', 'interval', 'compare', 'imported'), ...report },
    output: { ...series.properties, ...pick(contract.Timeseries.properties, 'data') },
    run: async (api, { metric, interval, compare, imported, ...input }) => {
      const { data, ...found } = await api('GET /v1/analytics/timeseries', {
        query: { metric, interval, compare, imported, ...(await toQuery(api, input)) },
      });
      return {
        ...series.select(found),
        data: data.map(({ time, value, previous, is_complete: isComplete, is_imported: isImported }) => ({
          time,
          value,
          ...(previous !== null && { previous }),
          ...(!isComplete && { is_complete: false }),
          ...(isImported && { is_imported: true }),
        })),
      };
    },
  }),
  defineTool({
    name: 'get_analytics_funnel',
    title: 'Get funnel conversion',
    description: 'Returns how many people or visits completed each of up to 8 steps, each an event or a page.',
    effect: 'read',
    scopes: ['analytics:read'],
    isUntrusted: true,
    input: { ...report, precision, ...contract.FunnelRequest.properties },
    output: contract.Funnel.properties,
    run: async (api, { steps, window_seconds, order, by, include_revenue, breakdown_by, limit, precision: asked, ...input }) =>
      api('POST /v1/analytics/funnel', {
        query: { ...(await toQuery(api, input)), precision: asked },
        body: { steps, window_seconds, order, by, include_revenue, breakdown_by, limit },
      }),
  }),
  defineTool({
    name: 'list_analytics_funnels',
    title: 'List saved funnels',
    description: `Returns the first ${MAX_FUNNELS} saved funnels of a project with their conversion.`,
    effect: 'read',
    scopes: ['analytics:read'],
    isUntrusted: true,
    input: pick(report, 'project_id', 'period'),
    output: { data: Type.Array(Type.Object({ name: Type.String(), steps: Type.Array(Type.Object(funnelStep)) })) },
    run: async (api, { project_id, period }) => {
      const { data } = await api('GET /v1/analytics/funnels', { query: { project_id } });
      const query = await toQuery(api, { project_id, ...(period !== undefined && { period }) });
      const measure = async ({ name, steps, window_seconds, order, by }: (typeof data)[number]) => {
        const body = { steps: steps.map(toStep), window_seconds, order, by };
        const found = await api('POST /v1/analytics/funnel', { query, body });
        return {
          name,
          steps: found.steps.map(({ count, rate, step_rate, ...step }) => ({ ...toStep(step), count, rate, step_rate })),
        };
      };
      return { data: await Promise.all(data.slice(0, MAX_FUNNELS).map(measure)) };
    },
  }),
  defineTool({
    name: 'list_analytics_goals',
    title: 'List goals with their conversions',
    description: 'Returns visitors, conversions and the conversion rate (0 to 1) of each goal in a period.',
    effect: 'read',
    scopes: ['analytics:read'],
    isUntrusted: true,
    input: pick(report, 'project_id', 'period', 'filters'),
    output: { data: Type.Array(Type.Object(goal.properties)) },
    run: async (api, input) => ({
      data: (await api('GET /v1/analytics/conversions', { query: await toQuery(api, input) })).data.map(goal.select),
    }),
  }),
  defineTool({
    name: 'get_analytics_retention',
    title: 'Get retention by cohort',
    description: 'Returns the share of identified users of each cohort who came back, by day, week or month.',
    effect: 'read',
    scopes: ['analytics:read'],
    input: { ...report, ...pick(contract.RetentionQuery, 'interval', 'start_event', 'return_event', 'cohort', 'mode') },
    output: { ...retention.properties, cohorts: Type.Array(Type.Object(cohortOutput)) },
    run: async (api, { interval, start_event, return_event, cohort, mode, ...input }) => {
      const { cohorts, ...found } = await api('GET /v1/analytics/retention', {
        query: { interval, start_event, return_event, cohort, mode, ...(await toQuery(api, input)) },
      });
      return {
        ...retention.select(found),
        cohorts: cohorts.map(({ start, size, cells }) => ({ start, size, rates: cells.map(({ rate }) => rate) })),
      };
    },
  }),
  defineTool({
    name: 'list_search_terms',
    title: 'List search terms of Google',
    description: 'Returns what people searched for in Google, with clicks, impressions, click rate and position.',
    effect: 'read',
    scopes: ['analytics:read'],
    isUntrusted: true,
    input: {
      ...pick(report, 'project_id', 'period'),
      ...pick(contract.SearchTermsQuery, 'landing_page', 'search'),
      ...PageNumber,
    },
    output: { ...listOutput(term.properties), ...pick(contract.SearchTerms.properties, 'is_connected', 'last_day') },
    run: async (api, { landing_page, search, page, limit, ...input }) => {
      const { filter: _filter, user_id: _user, ...period } = await toQuery(api, input);
      const { data, ...rest } = await api('GET /v1/analytics/search-terms', {
        query: { landing_page, search, page, limit, ...period },
      });
      const { total, is_connected, last_day } = rest;
      return { total, page: rest.page, data: data.map(term.select), is_connected, last_day };
    },
  }),
  defineTool({
    name: 'list_alerts',
    title: 'List alerts',
    description:
      'Returns the alerts of the project with their states: rules that compare visitors, events, conversions, received events or new feedback with a threshold or with the usual range.',
    effect: 'read',
    scopes: ['analytics:read'],
    input: onProject,
    output: { data: Type.Array(Type.Object(alert.properties)) },
    run: async (api, query) => ({ data: (await api('GET /v1/alerts', { query })).data.map(alert.select) }),
  }),
];
