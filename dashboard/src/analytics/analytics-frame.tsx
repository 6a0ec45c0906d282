import { analytics as texts } from './texts/en/analytics.ts';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { lazily, NothingLoaded } from '../lazy.tsx';
import { useMay, useProject } from '../projects/projects.ts';
import { usePageSearch } from '../ui/history/page-search.ts';
import { useIsNarrow } from '../ui/media.ts';
import { IconButton } from '../ui/button.tsx';
import { Page, Tab } from '../ui/page.tsx';
import { withoutEmpty } from '../ui/search.ts';
import { FilterBar, FilterButton } from './filters/filter-bar.tsx';
import { ComparisonPicker } from './periods/comparison-picker.tsx';
import { PeriodPicker } from './periods/period-picker.tsx';
import { usePeriodKeys } from './periods/use-period-keys.ts';
import { Segments } from './segments.tsx';
import { readReportQuery, toReport } from './report-query.ts';

const PersonSegment = lazily(() => import('./person-segment.tsx'), 'default', NothingLoaded);

interface FrameProps {
  actions?: ReactNode;
  /** Whether the page compares with another period. */
  hasComparison?: boolean;
  /** Whether the page can show conversions of a goal. */
  hasGoal?: boolean;
  /** Whether the period of the URL applies to the page. */
  hasPeriod?: boolean;
  /** Whether the filters of the URL apply to the page. */
  hasFilters?: boolean;
  children: ReactNode;
}

export const WITHOUT_GOAL = { goal_id: undefined, metric: undefined };

/** The report query in the URL, and a function that changes it. */
export function useReportQuery() {
  const [question, ask] = usePageSearch(readReportQuery);
  const filterBy = (next: string[]) => ask({ filter: next.length ? next : undefined });
  return { question, filters: question.filter ?? [], ask, filterBy, report: toReport(question) };
}

/** Layout of all analytics pages. Period and filters are kept when the page changes. */
export function AnalyticsFrame({
  actions,
  hasComparison = false,
  hasGoal = false,
  hasPeriod = true,
  hasFilters = true,
  children,
}: FrameProps) {
  const { slug } = useProject();
  const mayRead = useMay('member');
  const { question, filters, ask, filterBy, report } = useReportQuery();
  const { period, from, to, timezone, compare, compare_from, compare_to, weekdays, filter, user_id, person_segment } = question;
  const users = { user_id, person_segment };
  const kept = withoutEmpty({ period, from, to, timezone, compare, compare_from, compare_to, weekdays, filter, ...users });
  const goal = hasGoal && question.goal_id !== undefined && { id: question.goal_id, onRemove: () => ask(WITHOUT_GOAL) };
  usePeriodKeys({ question, onChange: ask, kept, hasPeriod, hasComparison });
  const link = { params: { slug }, search: kept, activeOptions: { exact: true, includeSearch: false } };
  const isNarrow = useIsNarrow();
  const filterButton = <FilterButton filters={filters} report={report} onChange={filterBy} />;
  const segments = (
    <>
      <Segments filters={filters} onChoose={filterBy} />
      {mayRead && (
        <Suspense>
          <PersonSegment value={person_segment} onChange={(id) => ask({ person_segment: id })} />
        </Suspense>
      )}
    </>
  );
  return (
    <Page
      title={texts.title}
      actions={
        isNarrow ? (
          <div className="report-actions" role="group" aria-label={texts.title}>
            {hasPeriod && <PeriodPicker question={question} onChange={ask} />}
            {hasFilters && filterButton}
            <MoreActions>
              {hasFilters && segments}
              {hasComparison && <ComparisonPicker question={question} onChange={ask} />}
              {actions}
            </MoreActions>
          </div>
        ) : (
          <>
            {actions}
            {hasPeriod && <PeriodPicker question={question} onChange={ask} />}
            {hasComparison && <ComparisonPicker question={question} onChange={ask} />}
          </>
        )
      }
      tabs={
        <>
          <Tab to="/projects/$slug/analytics" {...link}>
            {texts.tabs.overview}
          </Tab>
          <Tab to="/projects/$slug/analytics/realtime" {...link}>
            {texts.tabs.realtime}
          </Tab>
          <Tab to="/projects/$slug/analytics/funnel" {...link}>
            {texts.tabs.funnel}
          </Tab>
          <Tab to="/projects/$slug/analytics/retention" {...link}>
            {texts.tabs.retention}
          </Tab>
          <Tab to="/projects/$slug/analytics/paths" {...link}>
            {texts.tabs.paths}
          </Tab>
          {mayRead && (
            <Tab to="/projects/$slug/analytics/users" {...link}>
              {texts.tabs.users}
            </Tab>
          )}
          <Tab to="/projects/$slug/analytics/segments" {...link}>
            {texts.tabs.segments}
          </Tab>
          <Tab to="/projects/$slug/analytics/alerts" {...link}>
            {texts.tabs.alerts}
          </Tab>
        </>
      }
    >
      {hasFilters && (
        <FilterBar
          filters={filters}
          report={report}
          onChange={filterBy}
          users={{ ids: user_id ?? [], onRemove: () => ask({ user_id: undefined }) }}
          {...(goal && { goal })}
        >
          {!isNarrow && (
            <>
              {filterButton}
              {segments}
            </>
          )}
        </FilterBar>
      )}
      {children}
    </Page>
  );
}

/** Buttons for which a phone has no space next to the period. */
const MoreActions = ({ children }: { children: ReactNode }) => (
  <DialogTrigger>
    <IconButton label={texts.moreActions}>
      <Ellipsis size={18} />
    </IconButton>
    <Popover className="popover" placement="bottom end">
      <Dialog aria-label={texts.moreActions} className="more-actions">
        {children}
      </Dialog>
    </Popover>
  </DialogTrigger>
);
