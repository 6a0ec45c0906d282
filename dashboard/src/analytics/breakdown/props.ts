import type { Query } from '@earshot/sdk';
import type { Filter } from '../report-query.ts';

export interface BreakdownProps {
  report: Query<'GET /v1/analytics/overview'>;
  /** Number of visitors of the period, of which each value has a share. */
  total: number | null;
  onFilter: (filter: Filter) => void;
}
