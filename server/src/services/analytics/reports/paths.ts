import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { PAGE_MARK, type PathsParams, selectPaths } from './sql/visit-paths.ts';

/** Returns the most frequent paths of visits after or before a page or an event. Repeated views of a page count as one step. */
export async function computePaths({ clickhouse }: ReportDeps, query: ReportQuery, params: PathsParams) {
  const rows = await clickhouse.query<{ path: string[]; visits: number; total: number }>(selectPaths(query, params));
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    visits: rows[0]?.total ?? 0,
    paths: rows.map(({ path, visits }) => ({
      steps: path.map((label) =>
        label.startsWith(PAGE_MARK) ? { event: null, page: label.slice(1) } : { event: label.slice(1), page: null },
      ),
      visits,
    })),
  };
}
