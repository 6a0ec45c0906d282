import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { onDays, toDateTime } from '../../../platform/clickhouse/schema.ts';
import { joinAnd, raw, sql, typed } from '../../../platform/clickhouse/sql.ts';

interface RevenueQuery {
  currency: string;
  /** Start of the period in milliseconds since 1970, the first event by default. */
  since: number | undefined;
}

/** Returns the revenue of events with a user id in a currency, by user id. @throws {HttpError} 503 */
export const createUserRevenue =
  (clickhouse: ClickHouse) =>
  async (projectId: string, { currency, since }: RevenueQuery): Promise<{ user_id: string; amount: number }[]> => {
    const conditions = [
      sql`project_id = ${typed(projectId, 'UUID')}`,
      sql`events.revenue_currency = ${currency}`,
      sql`events.user_id != ''`,
      ...(since === undefined
        ? []
        : [
            sql`${onDays(raw('events.time'), toDateTime(since), raw(`addDays(now64(3, 'UTC'), 2)`))} AND events.time >= ${toDateTime(since)}`,
          ]),
    ];
    const [row] = await clickhouse.query<{ user_ids: string[]; amounts: number[] }>(
      sql`SELECT groupArray(id) AS user_ids, groupArray(amount) AS amounts FROM (
        SELECT events.user_id AS id, toFloat64(sum(events.revenue_amount)) AS amount FROM events WHERE ${joinAnd(conditions)} GROUP BY id)`,
    );
    return (row?.user_ids ?? []).map((id, index) => ({ user_id: id, amount: row?.amounts[index] ?? 0 }));
  };
