import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export interface Drop extends Pick<Tables['analytics_drops'], 'reason' | 'hostname' | 'message' | 'occurred_at'> {
  /** Host of the page, or of the Origin header. Empty if unknown. */
  hostname: string;
  /** Error message of an invalid event. */
  message: string;
}

export type DropOfProject = Drop & { project_id: string };

export async function saveDrops(db: Db, drops: DropOfProject[]): Promise<void> {
  await sql`
    INSERT INTO analytics_drops AS known (project_id, reason, hostname, message, occurred_at)
    SELECT project_id, reason, hostname, message, occurred_at FROM json_to_recordset(${JSON.stringify(drops)}::json)
      AS given(project_id uuid, reason text, hostname text, message text, occurred_at timestamptz)
    -- A project may have been deleted meanwhile.
    WHERE EXISTS (SELECT FROM projects WHERE id = given.project_id)
    ORDER BY project_id, reason
    ON CONFLICT (project_id, reason) DO UPDATE SET hostname = excluded.hostname, message = excluded.message,
      occurred_at = excluded.occurred_at WHERE excluded.occurred_at > known.occurred_at`.execute(db);
}

/** Returns the projects of former API keys. */
export async function findProjectsOfKeys(db: Db, keys: string[]): Promise<{ key: string; project_id: string }[]> {
  const { rows } = await sql<{ key: string; project_id: string }>`
    /* all projects */ SELECT key, project_id FROM project_keys WHERE key = ANY(${keys})`.execute(db);
  return rows;
}

/** Returns the last drop of each reason in a period, latest first. */
export async function findDrops(db: Db, projectId: string, { from, to }: { from: Date; to: Date }): Promise<Drop[]> {
  const { rows } = await sql<Drop>`
    SELECT reason, hostname, message, occurred_at FROM analytics_drops
    WHERE project_id = ${projectId} AND occurred_at >= ${from} AND occurred_at < ${to} ORDER BY occurred_at DESC, reason`.execute(
    db,
  );
  return rows;
}
