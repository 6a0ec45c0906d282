import type { BuildSection, ReportRequest, ReportRow } from '../../../instance/reports/section.ts';
import { describeChange, formatCount, formatNumber, toRows } from '../../../instance/reports/section.ts';
import { listGoals } from '../manage/goals-store.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { getDimension } from '../query/filters.ts';
import type { ReportDeps, ReportQuery } from '../query/report-query.ts';
import { computeBreakdown } from './breakdown.ts';
import { computeConversions } from './conversions.ts';
import { computeOverview } from './overview.ts';
import { computeRevenue } from './revenue.ts';

interface Deps extends ReportDeps {
  forwarder: Forwarder;
}

const MAX_ROWS = 5;
/** Name of the source of visits without a referrer, as in the dashboard. */
const DIRECT = 'Direct';

/** Section of visitors, pages, sources, goals and revenue. */
export const createAnalyticsReport =
  (deps: Deps): BuildSection =>
  async (request: ReportRequest) => {
    const query = toQuery(request);
    await deps.forwarder.flush(query.projectId);
    const { visitors, visits, page_views: pageViews, events } = await computeOverview(deps, query, { compare: true });
    if (!events.value && !events.previous) return undefined;
    const lists = await Promise.all([
      listTop(deps, query, { title: 'Top pages', dimension: 'page' }),
      listTop(deps, query, { title: 'Top sources', dimension: 'source' }),
      listGoalRows(deps, query),
      listRevenue(deps, query),
    ]);
    return {
      title: 'Visitors',
      figures: Object.entries({ Visitors: visitors, Visits: visits, 'Page views': pageViews }).map(([label, metric]) => ({
        label,
        value: metric.value ?? 0,
        previous: metric.previous ?? 0,
      })),
      lists: lists.filter(({ rows }) => rows.length),
      link: { label: 'Open analytics', path: 'analytics' },
    };
  };

const toQuery = ({ project: { id, settings }, period: { from, to, timezone, previous } }: ReportRequest): ReportQuery => ({
  from,
  to,
  timezone,
  previous,
  projectId: id,
  filters: [],
  bots: 'exclude',
  countedBots: settings.analytics.counted_bots,
});

async function listTop(deps: ReportDeps, query: ReportQuery, { title, dimension }: { title: string; dimension: string }) {
  const { rows } = await computeBreakdown(deps, query, {
    dimension: getDimension(dimension, 'by'),
    sort: { by: 'visitors', isAscending: false },
    rows: { limit: MAX_ROWS, offset: 0 },
  });
  const count = ({ visitors }: (typeof rows)[number]) => visitors;
  return {
    title,
    rows: toRows(rows, { label: ({ value }) => value || DIRECT, value: (row) => formatCount(count(row), 'visitor'), count }),
  };
}

/** Returns the goals with most conversions. */
async function listGoalRows(deps: ReportDeps, query: ReportQuery): Promise<{ title: string; rows: ReportRow[] }> {
  const goals = await listGoals(deps.db, query.projectId);
  const conversions = await computeConversions(deps, query, goals);
  const met = goals
    .flatMap(({ name }, index) => {
      const counts = conversions[index];
      return counts?.conversions ? [{ name, ...counts }] : [];
    })
    .toSorted((a, b) => b.conversions - a.conversions)
    .slice(0, MAX_ROWS);
  return {
    title: 'Goals',
    rows: toRows(met, {
      label: ({ name }) => name,
      value: ({ conversions: count, conversion_rate: rate }) =>
        `${formatCount(count, 'conversion')}${rate === null ? '' : ` (${formatNumber(rate * 100)}%)`}`,
      count: ({ conversions: count }) => count,
    }),
  };
}

/** Returns the revenue of each currency. Amounts stay exact decimals. */
async function listRevenue(deps: ReportDeps, query: ReportQuery): Promise<{ title: string; rows: ReportRow[] }> {
  const [{ currencies }, { currencies: before }] = await Promise.all([
    computeRevenue(deps, query, {}),
    computeRevenue(deps, { ...query, ...query.previous }, {}),
  ]);
  return {
    title: 'Revenue',
    rows: currencies.map(({ currency, amount }) => {
      const previous = before.find((sum) => sum.currency === currency);
      const format = createAmountFormat(currency);
      const change = previous ? ` (${describeChange(Number(amount), Number(previous.amount), format)})` : '';
      return { label: currency, value: `${format(amount)}${change}` };
    }),
  };
}

/** Formats a number, or an exact decimal as text, with its currency. */
function createAmountFormat(currency: string): (amount: number | string) => string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return (amount) => format.format(amount as Intl.StringNumericLiteral);
}
