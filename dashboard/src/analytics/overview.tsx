import type { ReactNode } from 'react';
import { useRead } from '../api.ts';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { useReportQuery } from './analytics-frame.tsx';
import { AsOf } from './as-of.tsx';
import { TimeChart } from './chart/time-chart.tsx';
import { Figures } from './figures.tsx';
import { Goals } from './goals.tsx';
import { ImportedNote } from './imported-note.tsx';
import { CAMPAIGNS, MAP, Panel, PROPERTIES } from './breakdown/panel.tsx';
import { toComparison, type Filter, formatFilter } from './report-query.ts';

/** Dimensions of a panel, as tabs. */
const PANELS = [
  ['page', 'entry_page', 'exit_page', 'hostname'],
  ['source', 'channel', 'referrer', CAMPAIGNS],
  [MAP, 'country', 'region', 'city', 'language'],
  ['device', 'browser', 'os', 'screen'],
];

const ALL_TIME = { period: 'all', compare: 'none', imported: 'include' } as const;

interface OverviewProps {
  /** Shown instead of all content while there are no visits. */
  empty: ReactNode;
  /** Whether the chart shows notes of the team. */
  hasNotes: boolean;
  /** Additional panels. */
  children?: ReactNode;
}

/** Totals, chart and breakdowns. */
export function Overview({ empty, hasNotes, children }: OverviewProps) {
  const { question, filters, ask, filterBy, report: own } = useReportQuery();
  const report = { ...own, imported: question.imported ?? ('include' as const) };
  const addFilter = (filter: Filter) => filterBy([...new Set([...filters, formatFilter(filter)])]);
  const comparison = toComparison(question);
  const overview = useRead('GET /v1/analytics/overview', { query: { ...report, ...comparison } }, { keep: true });
  const isQuiet =
    overview.data &&
    !filters.length &&
    !question.user_id &&
    !question.person_segment &&
    !overview.data.visits.value &&
    !overview.data.visits.previous &&
    !overview.data.events.value;
  // A period without visits differs from a project without visits, which has nothing to show.
  const ever = useRead('GET /v1/analytics/overview', { query: ALL_TIME }, { enabled: isQuiet === true });
  if (isQuiet && ever.data?.events.value === 0) return empty;
  const metric = question.metric ?? 'visitors';
  // Shares of the total of an earlier filter would be wrong.
  const total = overview.isPlaceholderData ? null : (overview.data?.visitors.value ?? null);
  const breakdown = { report, total, onFilter: addFilter };
  const isDeciding = overview.isLoading || (isQuiet && ever.isLoading);
  return (
    <>
      {isDeciding && <Skeleton lines={6} height="2.5rem" />}
      <div className="overview" hidden={isDeciding}>
        <section className="panel" aria-busy={overview.isPlaceholderData}>
          <Loaded query={overview} skeleton={<Skeleton lines={2} height="2.5rem" />}>
            {(found) => <Figures overview={found} metric={metric} onMetric={(next) => ask({ metric: next })} />}
          </Loaded>
          <AsOf query={overview} />
          <ImportedNote overview={overview.data} onChange={(imported) => ask({ imported })} />
          <TimeChart
            report={report}
            comparison={comparison}
            metric={metric}
            interval={question.interval}
            onInterval={(interval) => ask({ interval })}
            hasNotes={hasNotes}
          />
        </section>
        <div className="panels">
          {PANELS.map((dimensions) => (
            <Panel key={dimensions[0]} dimensions={dimensions} {...breakdown} />
          ))}
          <Panel dimensions={['event', PROPERTIES]} {...breakdown} />
          <Goals report={own} goalId={question.goal_id} onChoose={(goal_id) => ask({ goal_id, metric: undefined })} />
          {children}
        </div>
      </div>
    </>
  );
}
