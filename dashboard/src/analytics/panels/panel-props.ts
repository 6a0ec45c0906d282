import type { Filter, toReport } from '../report-query.ts';

/** Properties of the panels of the overview. */
export interface PanelProps {
  report: ReturnType<typeof toReport>;
  onFilter: (filter: Filter) => void;
}
