import type { ExportStatus } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, uuidKey } from '../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';

export interface Export extends Omit<Tables['project_exports'], 'counts' | 'size_bytes' | 'updated_at'> {
  status: ExportStatus;
  counts: Record<string, number> | null;
  size_bytes: number | null;
}

const columns = sql`project_id, id, status, personal_data, progress, counts, size_bytes::float8 AS size_bytes, sha256, error, expires_at, created_at`;

/** Returns exports, latest first. */
export const listExports = (db: Db, projectId: string, rows: PageRows) =>
  readPage<Export>(db, {
    columns,
    source: sql`project_exports WHERE project_id = ${projectId}`,
    order: descending(uuidKey(sql`id`)),
    rows,
  });

export async function findExport(db: Db, projectId: string, id: string): Promise<Export | undefined> {
  const { rows } = await sql<Export>`
    SELECT ${columns} FROM project_exports WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  return rows[0];
}

/** @throws a unique violation while another export of the project is running */
export async function insertExport(
  db: Db,
  { project_id, id, personal_data }: Pick<Export, 'project_id' | 'id' | 'personal_data'>,
): Promise<Export> {
  const { rows } = await sql<Export>`
    INSERT INTO project_exports (project_id, id, personal_data) VALUES (${project_id}, ${id}, ${personal_data})
    RETURNING ${columns}`.execute(db);
  return rows[0] as Export;
}

type Change = Partial<Pick<Export, 'status' | 'progress' | 'counts' | 'size_bytes' | 'sha256' | 'error' | 'expires_at'>>;

/** Updates a queued or running export. Returns false if it was deleted. */
export async function updateExport(
  db: Db,
  { project_id, id }: Pick<Export, 'project_id' | 'id'>,
  change: Change,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE project_exports AS e SET (status, progress, counts, size_bytes, sha256, error, expires_at, updated_at) =
      (SELECT r.status, r.progress, r.counts, r.size_bytes, r.sha256, r.error, r.expires_at, now()
        FROM jsonb_populate_record(e, ${JSON.stringify(change)}::jsonb) AS r)
    WHERE project_id = ${project_id} AND id = ${id} AND status IN ('queued', 'running')`.execute(db);
  return numAffectedRows === 1n;
}

export async function deleteExport(db: Db, { project_id, id }: Pick<Export, 'project_id' | 'id'>): Promise<void> {
  await sql`DELETE FROM project_exports WHERE project_id = ${project_id} AND id = ${id}`.execute(db);
}

/** Deletes the exports with personal data of a project. Returns their number. */
export async function deletePersonalExports(db: Db, projectId: string): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM project_exports WHERE project_id = ${projectId} AND personal_data`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Ends exports whose file has expired, and deletes old ones. Returns the ids of those that still have a file, or will have one. */
export async function expireExports(db: Db): Promise<Set<string>> {
  await sql`/* all projects */ UPDATE project_exports SET status = 'expired', updated_at = now() WHERE status = 'ready' AND expires_at < now()`.execute(
    db,
  );
  await sql`/* all projects */ DELETE FROM project_exports WHERE status IN ('failed', 'expired') AND updated_at < now() - interval '30 days'`.execute(
    db,
  );
  const { rows } = await sql<{
    id: string;
  }>`/* all projects */ SELECT id FROM project_exports WHERE status IN ('queued', 'running', 'ready')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
