import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';
import type { FetchError } from './google.ts';

/** Connection of a project with a property of Search Console. */
export interface Connection extends Omit<Tables['analytics_search_consoles'], 'error'> {
  error: FetchError | null;
}

export async function findConnection(db: Db, projectId: string): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`SELECT * FROM analytics_search_consoles WHERE project_id = ${projectId}`.execute(db);
  return rows[0];
}

/** Returns the connection of a project, and locks it until the transaction ends. */
export async function lockConnection(tx: Transaction, projectId: string): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    SELECT * FROM analytics_search_consoles WHERE project_id = ${projectId} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Returns the projects with a selected property. */
export async function listConnectedProjects(db: Db): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    SELECT project_id FROM analytics_search_consoles WHERE site IS NOT NULL ORDER BY project_id`.execute(db);
  return rows.map((row) => row.project_id);
}

/** Inserts or replaces the key and the property of a connection. With `isRestarted`, all days are fetched again. */
export async function saveConnection(
  tx: Transaction,
  projectId: string,
  {
    client_email,
    private_key_id,
    private_key,
    site,
  }: Pick<Connection, 'client_email' | 'private_key_id' | 'private_key' | 'site'>,
  { isRestarted }: { isRestarted: boolean },
): Promise<Connection> {
  const { rows } = await sql<Connection>`
    INSERT INTO analytics_search_consoles AS c (project_id, client_email, private_key_id, private_key, site)
    VALUES (${projectId}, ${client_email}, ${private_key_id}, ${private_key}, ${site})
    ON CONFLICT (project_id) DO UPDATE SET client_email = excluded.client_email, private_key_id = excluded.private_key_id,
      private_key = excluded.private_key, site = excluded.site, error = NULL, revision = c.revision + 1, updated_at = now(),
      fetched_from = CASE WHEN ${isRestarted} THEN NULL ELSE c.fetched_from END,
      fetched_until = CASE WHEN ${isRestarted} THEN NULL ELSE c.fetched_until END,
      last_fetched_at = CASE WHEN ${isRestarted} THEN NULL ELSE c.last_fetched_at END
    RETURNING *`.execute(tx);
  return rows[0] as Connection;
}

/** Extends the fetched days by a day. */
export async function addFetchedDay(tx: Transaction, projectId: string, day: string): Promise<void> {
  await sql`
    UPDATE analytics_search_consoles SET fetched_from = least(fetched_from, ${day}), fetched_until = greatest(fetched_until, ${day})
    WHERE project_id = ${projectId}`.execute(tx);
}

/** Records the result of a fetch, unless the connection has another revision. */
export async function saveResult(
  db: Db,
  { project_id: projectId, revision }: Connection,
  error: FetchError | null,
): Promise<void> {
  await sql`
    UPDATE analytics_search_consoles SET error = ${error},
      last_fetched_at = CASE WHEN ${error}::text IS NULL THEN now() ELSE last_fetched_at END
    WHERE project_id = ${projectId} AND revision = ${revision}`.execute(db);
}

export async function deleteConnection(tx: Transaction, projectId: string): Promise<void> {
  await sql`DELETE FROM analytics_search_consoles WHERE project_id = ${projectId}`.execute(tx);
}
