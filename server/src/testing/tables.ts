import { sql } from 'kysely';
import type { Db } from '../platform/postgres/database.ts';

/** Tables whose rows are changed by jobs, such as sent mails, retried deliveries and computed scores. Only their ids are compared. */
const CHANGED_BY_JOBS = new Set(['mails', 'webhook_deliveries', 'feedback_scores']);

/** Tables that every request adds to. */
const CHANGED_BY_REQUESTS = new Set(['request_log']);

/**
 * Returns a digest of the rows of a project by table, so that a test can assert that a rejected request changed nothing. Excludes
 * tables without rows of the project.
 */
export async function digestTables(db: Db, projectId: string): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'project_id' ORDER BY table_name`.execute(db);
  const digests: Record<string, string> = {};
  for (const { name } of [{ name: 'projects' }, ...tables]) {
    if (CHANGED_BY_REQUESTS.has(name)) continue;
    const column = sql.ref(name === 'projects' ? 'id' : 'project_id');
    // Uses of keys are recorded once a minute.
    const text = CHANGED_BY_JOBS.has(name) ? sql`t.id::text` : sql`(to_jsonb(t) - 'last_used_at')::text`;
    const { rows } = await sql<{ digest: string | null }>`
      SELECT md5(string_agg(${text}, '' ORDER BY ${text})) AS digest FROM ${sql.table(name)} t WHERE ${column} = ${projectId}`.execute(
      db,
    );
    if (rows[0]?.digest) digests[name] = rows[0].digest;
  }
  return digests;
}

/** Returns the tables, also those of the job queue, with a row that contains one of the texts. */
export async function findTablesWith(db: Db, ...texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE' ORDER BY name`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      SELECT FROM ${sql.raw(name)} AS t, unnest(${texts}::text[]) AS texts (sought) WHERE strpos(t::text, sought) > 0 LIMIT 1`.execute(
      db,
    );
    if (rows.length) found.push(name);
  }
  return found;
}
