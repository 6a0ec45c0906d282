import { analytics as texts } from '#texts/analytics';
import { BarChart3 } from 'lucide-react';
import { useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { LinkButton } from '../ui/button.tsx';
import { Empty, Loaded, Skeleton } from '../ui/state.tsx';
import { AnalyticsFrame, useQuestion } from './analytics-frame.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Figures } from './figures.tsx';
import { Goals } from './goals.tsx';
import { Intake } from './intake.tsx';
import { LiveVisitors } from './live-visitors.tsx';
import { Panel } from './panel.tsx';
import { type Filter, formatFilter } from './question.ts';
import { TimeChart } from './time-chart.tsx';

/** What stands in one panel, as tabs. */
const PANELS = [
  ['page', 'entry_page', 'exit_page', 'hostname'],
  ['source', 'channel', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign'],
  ['country', 'region', 'city', 'language'],
  ['device', 'browser', 'os', 'screen'],
];

/** The page that people keep open. */
export function AnalyticsPage() {
  const { slug } = useProject();
  const { question, ask, report } = useQuestion();
  const filters = question.filter ?? [];
  const addFilter = (filter: Filter) => ask({ filter: [...new Set([...filters, formatFilter(filter)])] });
  const overview = useRead('GET /v1/analytics/overview', { query: { ...report, compare: 'previous' } }, { keep: true });
  const isEmpty =
    overview.data &&
    !filters.length &&
    !overview.data.visits.value &&
    !overview.data.visits.previous &&
    !overview.data.events.value;
  return (
    <AnalyticsFrame
      actions={
        <>
          <LiveVisitors filters={filters} />
          <ExportMenu report={report} />
        </>
      }
    >
      {isEmpty ? (
        <Empty icon={<BarChart3 size={28} />} title={texts.empty}>
          <p>{texts.emptyHint}</p>
          <LinkButton look="primary" to="/projects/$slug" params={{ slug }}>
            {texts.firstSteps}
          </LinkButton>
        </Empty>
      ) : (
        <>
          <section className="panel">
            <Loaded query={overview} skeleton={<Skeleton lines={2} height="2.5rem" />}>
              {(found) => (
                <Figures overview={found} metric={question.metric ?? 'visitors'} onMetric={(metric) => ask({ metric })} />
              )}
            </Loaded>
            <TimeChart report={report} metric={question.metric ?? 'visitors'} />
          </section>
          <div className="panels">
            {PANELS.map((dimensions) => (
              <Panel key={dimensions[0]} dimensions={dimensions} report={report} onFilter={addFilter} />
            ))}
            <Panel dimensions={['event']} report={report} onFilter={addFilter} />
            <Goals goalId={question.goal_id} onChoose={(goal_id) => ask({ goal_id, metric: undefined })} />
            <Intake report={report} />
          </div>
        </>
      )}
    </AnalyticsFrame>
  );
}
