import type { RecordedProof } from '../../../instance/directory/backfill.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { sql } from '../../../platform/clickhouse/sql.ts';
import { inProject } from './erasure-store.ts';

/** Returns what events prove: their user ids, with the time of the first and of the last event. Bots are not people. */
export async function findUserProofs(
  clickhouse: ClickHouse,
  projectId: string,
  { after = '', limit }: { after: string | undefined; limit: number },
): Promise<RecordedProof[]> {
  const rows = await clickhouse.query<{ user: string; first: number; last: number }>(
    sql`SELECT user_id AS user, toUnixTimestamp64Milli(min(time)) AS first, toUnixTimestamp64Milli(max(time)) AS last
      FROM events WHERE ${inProject(projectId)} AND NOT is_bot AND user_id > ${after} GROUP BY user ORDER BY user LIMIT ${limit}`,
  );
  return rows.map(({ user, first, last }) => ({
    key: user,
    proof: { by: 'event', userId: user, seen: { first: new Date(first), last: new Date(last) } },
  }));
}
