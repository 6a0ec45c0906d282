import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';

/** Returns the numbers of entries that were created in some spans (milliseconds since 1970), with merged ones. */
export async function countCreated(db: Db, projectId: string, spans: { from: number; to: number }[]): Promise<number[]> {
  const times = (name: 'from' | 'to') => spans.map((span) => new Date(span[name]).toISOString());
  const { rows } = await sql<{ count: number }>`
    SELECT (
      SELECT count(*) FROM feedback_entries
      WHERE project_id = ${projectId} AND created_at >= given.since AND created_at < given.until
    )::float8 AS count
    FROM unnest(${times('from')}::timestamptz[], ${times('to')}::timestamptz[]) WITH ORDINALITY AS given(since, until, position)
    ORDER BY position`.execute(db);
  return rows.map(({ count }) => count);
}
