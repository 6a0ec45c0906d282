import type { Language } from '@earshot/contract/shared/languages';
import { createMoneyFormat } from '@earshot/contract/shared/money';
import type { BuildSection, ReportRequest, ReportRow } from '../../../instance/reports/section.ts';
import { describeChange, toRows } from '../../../instance/reports/section.ts';
import { findLocale, formatNumber } from '../../../platform/i18n/texts.ts';
import { listGoals } from '../manage/goals-store.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { getDimension } from '../query/filters.ts';
import type { ReportDeps, ReportQuery } from '../query/report-query.ts';
import { analyticsTexts } from '../texts/texts.ts';
import { computeBreakdown } from './breakdown.ts';
import { computeConversions } from './conversions.ts';
import { computeOverview } from './overview.ts';
import { computeRevenue } from './revenue.ts';

interface Deps extends ReportDeps {
  forwarder: Forwarder;
}

const MAX_ROWS = 5;

/** Section of visitors, pages, sources, goals and revenue. */
export const createAnalyticsReport =
  (deps: Deps): BuildSection =>
  async (request: ReportRequest) => {
    const query = toQuery(request);
    await deps.forwarder.flush(query.projectId);
    const { visitors, visits, page_views: pageViews, events } = await computeOverview(deps, query, { compare: true });
    if (!events.value && !events.previous) return undefined;
    const lists = await Promise.all([
      listTop(deps, query, 'page'),
      listTop(deps, query, 'source'),
      listGoalRows(deps, query),
      listRevenue(deps, query),
    ]);
    return (language) => {
      const t = analyticsTexts(language).report;
      const toFigure = (label: string, { value, previous }: typeof visitors) => ({
        label,
        value: value ?? 0,
        previous: previous ?? 0,
      });
      return {
        title: t.title,
        figures: [toFigure(t.visitors, visitors), toFigure(t.visits, visits), toFigure(t.pageViews, pageViews)],
        lists: lists.map((render) => render(language)).filter(({ rows }) => rows.length),
        link: { label: t.open, path: 'analytics' },
      };
    };
  };

/** Returns a list in the language of a recipient. */
type RenderList = (language: Language) => { title: string; rows: ReportRow[] };

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

async function listTop(deps: ReportDeps, query: ReportQuery, dimension: 'page' | 'source'): Promise<RenderList> {
  const { rows } = await computeBreakdown(deps, query, {
    dimension: getDimension(dimension, 'by'),
    sort: { by: 'visitors', isAscending: false },
    rows: { limit: MAX_ROWS, offset: 0 },
  });
  return (language) => {
    const t = analyticsTexts(language).report;
    const count = ({ visitors }: (typeof rows)[number]) => visitors;
    return {
      title: dimension === 'page' ? t.topPages : t.topSources,
      rows: toRows(rows, { label: ({ value }) => value || t.direct, value: (row) => t.count(count(row)), count }),
    };
  };
}

/** Returns the goals with most conversions. */
async function listGoalRows(deps: ReportDeps, query: ReportQuery): Promise<RenderList> {
  const goals = await listGoals(deps.db, query.projectId);
  const conversions = await computeConversions(deps, query, goals);
  const met = goals
    .flatMap(({ name }, index) => {
      const counts = conversions[index];
      return counts?.conversions ? [{ name, ...counts }] : [];
    })
    .toSorted((a, b) => b.conversions - a.conversions)
    .slice(0, MAX_ROWS);
  return (language) => {
    const t = analyticsTexts(language).report;
    const percent = { style: 'percent', maximumFractionDigits: 1 } as const;
    return {
      title: t.goals,
      rows: toRows(met, {
        label: ({ name }) => name,
        value: ({ conversions: count, conversion_rate: rate }) =>
          `${t.conversions(count)}${rate === null ? '' : ` (${formatNumber(rate, language, percent)})`}`,
        count: ({ conversions: count }) => count,
      }),
    };
  };
}

/** Returns the revenue of each currency. Amounts stay exact decimals. */
async function listRevenue(deps: ReportDeps, query: ReportQuery): Promise<RenderList> {
  const [{ currencies }, { currencies: before }] = await Promise.all([
    computeRevenue(deps, query, {}),
    computeRevenue(deps, { ...query, ...query.previous }, {}),
  ]);
  return (language) => ({
    title: analyticsTexts(language).report.revenue,
    rows: currencies.map(({ currency, amount }) => {
      const sum = before.find((one) => one.currency === currency);
      const format = createMoneyFormat(findLocale(language), currency);
      const change = sum && describeChange({ value: Number(amount), previous: Number(sum.amount) }, language, format);
      return { label: currency, value: `${format(amount)}${change ? ` (${change})` : ''}` };
    }),
  });
}
