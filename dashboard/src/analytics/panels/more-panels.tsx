import { Suspense } from 'react';
import { lazily, PartNotLoaded } from '../../lazy.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { useReportQuery } from '../analytics-frame.tsx';
import { type Filter, formatFilter } from '../report-query.ts';
import { WhenVisible } from './when-visible.tsx';

const Revenue = lazily(() => import('./revenue.tsx'), 'Revenue', PartNotLoaded);
const SearchTerms = lazily(() => import('../search-terms/panel.tsx'), 'SearchTerms', PartNotLoaded);
const WebVitals = lazily(() => import('./web-vitals.tsx'), 'WebVitals', PartNotLoaded);

/** Panels at the end of the overview, which are loaded when they are reached. */
export function MorePanels() {
  const { filters, filterBy, report } = useReportQuery();
  const onFilter = (filter: Filter) => filterBy([...new Set([...filters, formatFilter(filter)])]);
  return [SearchTerms, Revenue, WebVitals].map((Panel, index) => (
    <WhenVisible key={index}>
      <Suspense
        fallback={
          <section className="panel">
            <Skeleton lines={6} height="1.4rem" />
          </section>
        }
      >
        <Panel report={report} onFilter={onFilter} />
      </Suspense>
    </WhenVisible>
  ));
}
