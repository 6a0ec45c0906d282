import { analytics as texts } from './texts/en/analytics.ts';
import { BarChart3 } from 'lucide-react';
import { useMay, useProject } from '../projects/projects.ts';
import { LinkButton } from '../ui/button.tsx';
import { Empty } from '../ui/state.tsx';
import { AnalyticsFrame, useReportQuery } from './analytics-frame.tsx';
import { ExportMenu } from './export-menu.tsx';
import { IntakeProblems } from './intake.tsx';
import { LiveVisitors } from './live-visitors.tsx';
import { Overview } from './overview.tsx';
import { MorePanels } from './panels/more-panels.tsx';
import { ShareButton } from './shares.tsx';

/** Overview page of analytics. */
export function AnalyticsPage() {
  const { slug } = useProject();
  const maySet = useMay('admin');
  const { question, filters, report } = useReportQuery();
  return (
    <AnalyticsFrame
      hasComparison
      hasGoal
      actions={
        <>
          {!question.user_id && !question.person_segment && <LiveVisitors filters={filters} />}
          {maySet && <ShareButton />}
          <ExportMenu report={report} />
        </>
      }
    >
      <Overview
        hasNotes
        empty={
          <Empty icon={<BarChart3 size={28} />} title={texts.empty}>
            <p>{texts.emptyHint}</p>
            <LinkButton look="primary" to="/projects/$slug" params={{ slug }}>
              {texts.firstSteps}
            </LinkButton>
          </Empty>
        }
      >
        <MorePanels />
        <IntakeProblems report={report} />
      </Overview>
    </AnalyticsFrame>
  );
}
