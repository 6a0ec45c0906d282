import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** Returns projects with a retention period, in days. */
export async function findRetentions(db: Db): Promise<{ project_id: string; retention_days: number }[]> {
  const { rows } = await sql<{ project_id: string; retention_days: number }>`
    SELECT id AS project_id, (settings -> 'analytics' ->> 'retention_days')::int AS retention_days FROM projects
    WHERE settings -> 'analytics' ->> 'retention_days' IS NOT NULL`.execute(db);
  return rows;
}
