import { sql } from 'kysely';
import { type Db, isForeignKeyViolation, isUniqueViolation } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export interface Segment extends Pick<
  Tables['analytics_segments'],
  'id' | 'project_id' | 'name' | 'filters' | 'created_at' | 'updated_at'
> {}

export async function listSegments(db: Db, projectId: string): Promise<Segment[]> {
  const { rows } = await sql<Segment>`
    SELECT * FROM analytics_segments WHERE project_id = ${projectId} ORDER BY name, id`.execute(db);
  return rows;
}

export async function findSegment(db: Db, projectId: string, id: string): Promise<Segment | undefined> {
  const { rows } = await sql<Segment>`
    SELECT * FROM analytics_segments WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  return rows[0];
}

export async function findSegmentProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM analytics_segments WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns undefined if the name is taken. */
export async function insertSegment(
  db: Db,
  projectId: string,
  id: string,
  { name, filters }: Pick<Segment, 'name' | 'filters'>,
): Promise<Segment | undefined> {
  const { rows } = await sql<Segment>`
    INSERT INTO analytics_segments (project_id, id, name, filters) VALUES (${projectId}, ${id}, ${name}, ${filters})
    ON CONFLICT (project_id, name) DO NOTHING RETURNING *`.execute(db);
  return rows[0];
}

/** Returns undefined if the segment does not exist, and `'taken'` if the name is taken. */
export async function updateSegment(
  db: Db,
  projectId: string,
  id: string,
  { name = null, filters = null }: { name?: string | null; filters?: string[] | null },
): Promise<Segment | 'taken' | undefined> {
  try {
    const { rows } = await sql<Segment>`
      UPDATE analytics_segments SET name = coalesce(${name}, name), filters = coalesce(${filters}, filters), updated_at = now()
      WHERE project_id = ${projectId} AND id = ${id} RETURNING *`.execute(db);
    return rows[0];
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

/** Returns `'shared'` if a shared link uses the segment. */
export async function deleteSegment(db: Db, projectId: string, id: string): Promise<{ name: string } | undefined | 'shared'> {
  try {
    const { rows } = await sql<{ name: string }>`
      DELETE FROM analytics_segments WHERE project_id = ${projectId} AND id = ${id} RETURNING name`.execute(db);
    return rows[0];
  } catch (error) {
    if (isForeignKeyViolation(error)) return 'shared';
    throw error;
  }
}
