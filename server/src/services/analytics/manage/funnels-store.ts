import type { FUNNEL_ORDERS, FUNNEL_UNITS } from '@earshot/contract/services/analytics/values';
import { sql } from 'kysely';
import { countRows } from '../../../platform/postgres/paging.ts';
import { type Db, isUniqueViolation, type Transaction } from '../../../platform/postgres/database.ts';
import type { Step } from '../query/steps.ts';
import type { Tables } from '../tables.ts';

/** The measured funnel of a saved one. */
export interface FunnelDefinition {
  steps: Step[];
  window_seconds: number;
  step_order: (typeof FUNNEL_ORDERS)[number];
  unit: (typeof FUNNEL_UNITS)[number];
}

export interface SavedFunnel
  extends FunnelDefinition, Pick<Tables['analytics_funnels'], 'id' | 'project_id' | 'name' | 'created_at' | 'updated_at'> {}

type Fields = FunnelDefinition & Pick<SavedFunnel, 'name'>;

export async function listFunnels(db: Db, projectId: string): Promise<SavedFunnel[]> {
  const { rows } = await sql<SavedFunnel>`
    SELECT * FROM analytics_funnels WHERE project_id = ${projectId} ORDER BY name, id`.execute(db);
  return rows;
}

export async function findFunnelProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM analytics_funnels WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns the number of funnels of a project. Concurrent callers wait until the transaction ends. */
export async function lockFunnelCount(tx: Transaction, projectId: string): Promise<number> {
  await sql`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`.execute(tx);
  return await countRows(tx, sql`analytics_funnels WHERE project_id = ${projectId}`);
}

/** Returns undefined if the name is taken. */
export async function insertFunnel(
  tx: Transaction,
  projectId: string,
  id: string,
  { name, steps, window_seconds: window, step_order: order, unit }: Fields,
): Promise<SavedFunnel | undefined> {
  const { rows } = await sql<SavedFunnel>`
    INSERT INTO analytics_funnels (project_id, id, name, steps, window_seconds, step_order, unit)
    VALUES (${projectId}, ${id}, ${name}, ${JSON.stringify(steps)}::jsonb, ${window}, ${order}, ${unit})
    ON CONFLICT (project_id, name) DO NOTHING RETURNING *`.execute(tx);
  return rows[0];
}

/** Returns undefined if the funnel does not exist, and `'taken'` if the name is taken. */
export async function updateFunnel(
  db: Db,
  projectId: string,
  id: string,
  { name, steps, window_seconds: window, step_order: order, unit }: Partial<Fields>,
): Promise<SavedFunnel | 'taken' | undefined> {
  try {
    const { rows } = await sql<SavedFunnel>`
      UPDATE analytics_funnels SET name = coalesce(${name ?? null}, name), window_seconds = coalesce(${window ?? null}, window_seconds),
        steps = coalesce(${steps ? JSON.stringify(steps) : null}::jsonb, steps), step_order = coalesce(${order ?? null}, step_order),
        unit = coalesce(${unit ?? null}, unit), updated_at = now()
      WHERE project_id = ${projectId} AND id = ${id} RETURNING *`.execute(db);
    return rows[0];
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

export async function deleteFunnel(db: Db, projectId: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM analytics_funnels WHERE project_id = ${projectId} AND id = ${id} RETURNING name`.execute(db);
  return rows[0];
}
