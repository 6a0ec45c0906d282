import type { Filter, reportOf } from '../report-query.ts';

/** Properties of the panels of the overview. */
export interface PanelProps {
  report: ReturnType<typeof reportOf>;
  onFilter: (filter: Filter) => void;
}
