import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Tables } from '../../tables.ts';

export type ProjectKey = Tables['project_keys'];

const columns = sql`project_id, id, name, key, is_default, allowed_origins, created_at, last_used_at, expires_at`;
const isValid = sql`(expires_at IS NULL OR expires_at > now())`;

/** Returns the valid keys of a project: the default key, other keys by name, then keys that expire. */
export async function listKeys(db: Db, projectId: string): Promise<ProjectKey[]> {
  const { rows } = await sql<ProjectKey>`
    SELECT ${columns} FROM project_keys WHERE project_id = ${projectId} AND ${isValid}
    ORDER BY is_default DESC, expires_at DESC NULLS FIRST, lower(name), id`.execute(db);
  return rows;
}

export async function findKey(db: Db, projectId: string, id: string): Promise<ProjectKey | undefined> {
  const { rows } = await sql<ProjectKey>`
    SELECT ${columns} FROM project_keys WHERE project_id = ${projectId} AND id = ${id} AND ${isValid}`.execute(db);
  return rows[0];
}

export type NewKey = Pick<ProjectKey, 'id' | 'project_id' | 'key' | 'name' | 'is_default' | 'allowed_origins'>;

export async function insertKey(db: Db, { id, project_id, key, name, is_default, allowed_origins }: NewKey): Promise<void> {
  await sql`
    INSERT INTO project_keys (id, project_id, key, name, is_default, allowed_origins)
    VALUES (${id}, ${project_id}, ${key}, ${name}, ${is_default}, ${allowed_origins})`.execute(db);
}

export async function updateKey(
  db: Db,
  { project_id, id, name, allowed_origins }: Pick<ProjectKey, 'project_id' | 'id' | 'name' | 'allowed_origins'>,
): Promise<void> {
  await sql`
    UPDATE project_keys SET name = ${name}, allowed_origins = ${allowed_origins}
    WHERE project_id = ${project_id} AND id = ${id}`.execute(db);
}

/**
 * Expires the default key after `graceSeconds`, and keys that a rotation replaced then at the latest. Other keys stay valid. Expired keys
 * are kept for a while, so that a page that still uses one can be reported to its project.
 */
export async function expireDefaultKey(db: Db, projectId: string, graceSeconds: number): Promise<void> {
  await sql`
    UPDATE project_keys SET expires_at = now() + make_interval(secs => ${graceSeconds}), is_default = false
    WHERE project_id = ${projectId} AND (is_default OR expires_at > now() + make_interval(secs => ${graceSeconds}))`.execute(db);
  await deleteExpired(db, projectId);
}

/** Expires a key now. */
export async function expireKey(db: Db, projectId: string, id: string): Promise<void> {
  await sql`UPDATE project_keys SET expires_at = now() WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  await deleteExpired(db, projectId);
}

async function deleteExpired(db: Db, projectId: string): Promise<void> {
  await sql`DELETE FROM project_keys WHERE project_id = ${projectId} AND expires_at <= now() - interval '30 days'`.execute(db);
}

/** Records the use of a key. Among concurrent requests, one writes and none waits. */
export async function touchKey(db: Db, projectId: string, id: string): Promise<void> {
  await sql`
    UPDATE project_keys SET last_used_at = now() WHERE (project_id, key) = (
      SELECT project_id, key FROM project_keys WHERE project_id = ${projectId} AND id = ${id}
        AND coalesce(last_used_at < now() - interval '1 minute', true) FOR UPDATE SKIP LOCKED
    )`.execute(db);
}
