import { sql } from 'kysely';
import { type Db, isUniqueViolation } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export interface Goal extends Pick<
  Tables['analytics_goals'],
  'id' | 'project_id' | 'name' | 'event' | 'page' | 'filters' | 'created_at' | 'updated_at'
> {}

type Fields = Pick<Goal, 'name' | 'event' | 'page' | 'filters'>;

export async function listGoals(db: Db, projectId: string): Promise<Goal[]> {
  const { rows } = await sql<Goal>`SELECT * FROM analytics_goals WHERE project_id = ${projectId} ORDER BY name, id`.execute(db);
  return rows;
}

export async function findGoal(db: Db, projectId: string, id: string): Promise<Goal | undefined> {
  const { rows } = await sql<Goal>`SELECT * FROM analytics_goals WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  return rows[0];
}

export async function findGoalProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM analytics_goals WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns undefined if the name is taken. */
export async function insertGoal(
  db: Db,
  projectId: string,
  id: string,
  { name, event, page, filters }: Fields,
): Promise<Goal | undefined> {
  const { rows } = await sql<Goal>`
    INSERT INTO analytics_goals (project_id, id, name, event, page, filters)
    VALUES (${projectId}, ${id}, ${name}, ${event}, ${page}, ${filters}::text[])
    ON CONFLICT (project_id, name) DO NOTHING RETURNING *`.execute(db);
  return rows[0];
}

/** Returns undefined if the goal does not exist, and `'taken'` if the name is taken. */
export async function updateGoal(
  db: Db,
  projectId: string,
  id: string,
  { name, event, page, filters }: Fields,
): Promise<Goal | 'taken' | undefined> {
  try {
    const { rows } = await sql<Goal>`
      UPDATE analytics_goals SET name = ${name}, event = ${event}, page = ${page}, filters = ${filters}::text[], updated_at = now()
      WHERE project_id = ${projectId} AND id = ${id} RETURNING *`.execute(db);
    return rows[0];
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

export async function deleteGoal(db: Db, projectId: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{
    name: string;
  }>`DELETE FROM analytics_goals WHERE project_id = ${projectId} AND id = ${id} RETURNING name`.execute(db);
  return rows[0];
}
