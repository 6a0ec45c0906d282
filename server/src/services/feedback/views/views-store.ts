import type { MemberSort, ViewColumn } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export interface View extends Pick<
  Tables['feedback_views'],
  'id' | 'project_id' | 'owner_id' | 'name' | 'filters' | 'sort' | 'columns' | 'created_at' | 'updated_at'
> {
  /** Null for views of the team. */
  owner_id: string | null;
  filters: Record<string, unknown>;
  sort: MemberSort;
  columns: ViewColumn[];
}

export type NewView = Pick<View, 'id' | 'owner_id' | 'name' | 'filters' | 'sort' | 'columns'>;

/** Views of the team, and those of a user or service account. */
const visibleTo = (userId: string) => sql`(owner_id IS NULL OR owner_id = ${userId})`;

export async function listViews(db: Db, projectId: string, userId: string): Promise<View[]> {
  const { rows } = await sql<View>`
    SELECT * FROM feedback_views WHERE project_id = ${projectId} AND ${visibleTo(userId)} ORDER BY name, id`.execute(db);
  return rows;
}

/** Returns the project of a view, for requests that name the view only. */
export async function findViewProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM feedback_views WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

export async function insertView(
  db: Db,
  projectId: string,
  { id, owner_id, name, filters, sort, columns }: NewView,
): Promise<View> {
  const { rows } = await sql<View>`
    INSERT INTO feedback_views (project_id, id, owner_id, name, filters, sort, columns)
    VALUES (${projectId}, ${id}, ${owner_id}::uuid, ${name}, ${JSON.stringify(filters)}::jsonb, ${sort}, ${columns}::text[])
    RETURNING *`.execute(db);
  return rows[0] as View;
}

/**
 * Updates a view that the user sees. `owner_id` null makes it a view of the team. Returns undefined if there is none. `was_shared` tells
 * whether it belonged to the team before.
 */
export async function updateView(
  db: Db,
  { projectId, id, userId }: { projectId: string; id: string; userId: string },
  { owner_id: ownerId, name, filters, sort, columns }: Partial<NewView>,
): Promise<(View & { was_shared: boolean }) | undefined> {
  const { rows } = await sql<View & { was_shared: boolean }>`
    WITH before AS (
      SELECT id AS before_id, owner_id IS NULL AS was_shared FROM feedback_views
      WHERE project_id = ${projectId} AND id = ${id} AND ${visibleTo(userId)} FOR UPDATE
    )
    UPDATE feedback_views SET name = coalesce(${name ?? null}, name), sort = coalesce(${sort ?? null}, sort),
      filters = coalesce(${filters ? JSON.stringify(filters) : null}::jsonb, filters),
      columns = coalesce(${columns ?? null}::text[], columns),
      owner_id = ${ownerId === undefined ? sql`owner_id` : sql`${ownerId}::uuid`}, updated_at = now()
    FROM before WHERE project_id = ${projectId} AND id = before_id RETURNING feedback_views.*, was_shared`.execute(db);
  return rows[0];
}

/** Deletes a view that the user sees. Returns undefined if there is none. */
export async function deleteView(
  db: Db,
  { projectId, id, userId }: { projectId: string; id: string; userId: string },
): Promise<Pick<View, 'name' | 'owner_id'> | undefined> {
  const { rows } = await sql<Pick<View, 'name' | 'owner_id'>>`
    DELETE FROM feedback_views WHERE project_id = ${projectId} AND id = ${id} AND ${visibleTo(userId)}
    RETURNING name, owner_id`.execute(db);
  return rows[0];
}

/** Returns the tags of all entries without merged ones, the most used first. Spellings of one tag are combined. */
export async function listTags(db: Db, projectId: string, limit: number): Promise<{ name: string; feedback_count: number }[]> {
  const { rows } = await sql<{ name: string; feedback_count: number }>`
    SELECT mode() WITHIN GROUP (ORDER BY tag) AS name, count(*)::int AS feedback_count
    FROM feedback_entries, unnest(tags) AS tag
    WHERE project_id = ${projectId} AND status <> 'duplicate'
    GROUP BY lower(normalize(tag)) ORDER BY feedback_count DESC, name LIMIT ${limit}`.execute(db);
  return rows;
}
