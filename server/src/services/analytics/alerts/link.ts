import { formatId } from '../../../platform/ids.ts';
import type { Span } from '../pipeline/span.ts';
import { timestamp } from '../query/report-query.ts';
import type { Definition } from './store.ts';

/** Returns the path of the report about a window in the dashboard, below the project. */
export function buildReportPath({ metric, filters, goal_id: goalId }: Definition, { from, to }: Span): string {
  if (metric === 'feedback')
    return `feedback?${new URLSearchParams({ created_since: timestamp(from), created_until: timestamp(to) }).toString()}`;
  const query = new URLSearchParams({ from: timestamp(from), to: timestamp(to) });
  // The dashboard reads lists as JSON.
  if (filters.length) query.set('filter', JSON.stringify(filters));
  if (goalId) {
    query.set('goal_id', formatId('goal', goalId));
    query.set('metric', 'conversions');
  }
  return `analytics?${query.toString()}`;
}
