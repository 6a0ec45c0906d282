import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { toDateTime } from '../../../platform/clickhouse/schema.ts';
import { sql, typed } from '../../../platform/clickhouse/sql.ts';
import { parsePage } from '../ingest/urls.ts';
import { PAGE_VIEW } from '../pipeline/event.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';

/** Creates the function that counts page views of URLs. */
export const createPageViews =
  ({ clickhouse, forwarder }: { clickhouse: ClickHouse; forwarder: Forwarder }) =>
  /** Returns the page views of URLs in a period, without bots and regardless of queries. URLs without any are missing. @throws {HttpError} 503 */
  async (projectId: string, { urls, from, to }: { urls: string[]; from: number; to: number }): Promise<Map<string, number>> => {
    const pages = urls.flatMap((url) => {
      const page = parsePage(url);
      return page ? [{ url, name: page.hostname + page.path }] : [];
    });
    if (!pages.length) return new Map();
    await forwarder.flush(projectId);
    const names = [...new Set(pages.map(({ name }) => name))];
    const rows = await clickhouse.query<{ page: string; views: number }>(
      sql`SELECT concat(hostname, path) AS page, count() AS views FROM events
      WHERE project_id = ${typed(projectId, 'UUID')} AND time >= ${toDateTime(from)} AND time < ${toDateTime(to)}
        AND name = ${PAGE_VIEW} AND is_bot = 0 AND page IN ${typed(names, 'Array(String)')}
      GROUP BY page`,
    );
    const views = new Map(rows.map((row) => [row.page, row.views]));
    return new Map(pages.map(({ url, name }) => [url, views.get(name) ?? 0]));
  };
