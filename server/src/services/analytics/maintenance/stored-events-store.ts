import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { sql } from '../../../platform/clickhouse/sql.ts';
import type { DayCount } from '../pipeline/event-counts-store.ts';

/** Returns the months with stored events, such as `2026-11`. */
export async function findStoredMonths({ query }: ClickHouse): Promise<string[]> {
  const rows = await query<{ month: string }>(sql`SELECT DISTINCT formatDateTime(events.time, '%Y-%m') AS month FROM events`);
  return rows.map(({ month }) => month);
}

/** Counts the stored events of a month such as `2026-11` by project and day (UTC). */
export async function countStoredEvents({ query }: ClickHouse, month: string): Promise<DayCount[]> {
  const rows = await query<{ project: string; day: string; count: number }>(
    sql`SELECT toString(events.project_id) AS project, toString(toDate(events.time)) AS day, count() AS count FROM events
    WHERE toYYYYMM(events.time) = ${Number(month.replace('-', ''))} GROUP BY events.project_id, toDate(events.time)`,
  );
  return rows.map(({ project, day, count }) => ({ project_id: project, day, events: count }));
}
