import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { sql } from '../../../platform/clickhouse/sql.ts';
import { isOfUser } from './sql/user-events.ts';

interface RevenueQuery {
  currency: string;
  /** Start of the period in milliseconds since 1970, the first event by default. */
  since: number | undefined;
}

/** Returns the revenue of events with a user id in a currency, by user id. @throws {HttpError} 503 */
export const createUserRevenue =
  (clickhouse: ClickHouse) =>
  async (projectId: string, { currency, since }: RevenueQuery): Promise<{ user_id: string; amount: number }[]> => {
    const [row] = await clickhouse.query<{ user_ids: string[]; amounts: number[] }>(
      sql`SELECT groupArray(id) AS user_ids, groupArray(amount) AS amounts FROM (
        SELECT events.user_id AS id, toFloat64(sum(events.revenue_amount)) AS amount FROM events WHERE ${isOfUser(projectId, { since })} AND events.revenue_currency = ${currency} GROUP BY id)`,
    );
    return (row?.user_ids ?? []).map((id, index) => ({ user_id: id, amount: row?.amounts[index] ?? 0 }));
  };
