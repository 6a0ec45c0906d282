import type { ProvenIdentity } from '../../../instance/directory/segments/segments.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { EMAIL_SEARCHER, MEMBER_SEARCHER, toDateTime, USER_SEARCHER } from '../../../platform/clickhouse/schema.ts';
import { sql, typed } from '../../../platform/clickhouse/sql.ts';

/** Returns the people who rated results of their own search as helpful since a time. A rating names nobody, and its search the person. */
export async function findHelped(clickhouse: ClickHouse, projectId: string, since: Date): Promise<ProvenIdentity[]> {
  const rows = await clickhouse.query<{ searcher: string }>(sql`
    SELECT DISTINCT searcher FROM searches
    WHERE project_id = ${typed(projectId, 'UUID')} AND kind = 'search' AND searcher NOT IN ('', ${MEMBER_SEARCHER}) AND query_id IN (
      SELECT query_id FROM searches
      WHERE project_id = ${typed(projectId, 'UUID')} AND kind = 'judgement' AND is_helpful AND time >= ${toDateTime(since.getTime())})`);
  return rows.map(({ searcher }) =>
    searcher.startsWith(EMAIL_SEARCHER)
      ? { kind: 'email', value: searcher.slice(EMAIL_SEARCHER.length) }
      : { kind: 'user_id', value: searcher.slice(USER_SEARCHER.length) },
  );
}
