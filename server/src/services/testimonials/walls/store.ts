import type { WallStyle } from '@earshot/contract/services/testimonials/wall-style';
import { MAX_COLLECTIONS } from '@earshot/contract/services/testimonials/walls';
import { sql } from 'kysely';
import { type Db, isUniqueViolation, type Transaction } from '../../../platform/postgres/database.ts';
import { countRows } from '../../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';

export interface Collection extends Pick<
  Tables['testimonial_collections'],
  'project_id' | 'id' | 'slug' | 'name' | 'created_at' | 'updated_at'
> {
  style: WallStyle | null;
}

export interface CollectionFigures {
  count: number;
  /** Sum of the ratings. */
  stars: number;
}

/** Returns the collections of a project by name, with the number and ratings of their approved testimonials. */
export async function listCollections(
  db: Db,
  projectId: string,
  { id, slug }: { id?: string; slug?: string } = {},
): Promise<(Collection & CollectionFigures)[]> {
  const { rows } = await sql<Collection & CollectionFigures>`
    SELECT c.*, figures.* FROM testimonial_collections c
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, coalesce(sum(t.rating), 0)::int AS stars FROM testimonials t
      WHERE t.project_id = c.project_id AND t.status = 'approved' AND c.id = ANY(t.collection_ids)
    ) AS figures
    WHERE c.project_id = ${projectId} ${id === undefined ? sql`` : sql`AND c.id = ${id}`}
      ${slug === undefined ? sql`` : sql`AND c.slug = ${slug}`} ORDER BY c.name, c.id`.execute(db);
  return rows;
}

export async function hasCollection(db: Db, projectId: string, slug: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM testimonial_collections WHERE project_id = ${projectId} AND slug = ${slug}`.execute(db);
  return rows.length > 0;
}

/** Returns the project of a collection, for session requests that name the collection only. */
export async function findCollectionProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM testimonial_collections WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

type Fields = Pick<Collection, 'project_id' | 'id' | 'slug' | 'name' | 'style'>;

/** Returns `'limit'` if the project has too many collections, and `'taken'` if the slug is taken. */
export async function insertCollection(
  tx: Transaction,
  { project_id: projectId, id, slug, name, style }: Fields,
): Promise<'taken' | 'limit' | undefined> {
  // Parallel requests count one after another.
  await sql`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`.execute(tx);
  if ((await countRows(tx, sql`testimonial_collections WHERE project_id = ${projectId}`)) >= MAX_COLLECTIONS) return 'limit';
  const { numAffectedRows } = await sql`
    INSERT INTO testimonial_collections (project_id, id, slug, name, style)
    VALUES (${projectId}, ${id}, ${slug}, ${name}, ${style && JSON.stringify(style)}::jsonb)
    ON CONFLICT (project_id, slug) DO NOTHING`.execute(tx);
  return numAffectedRows ? undefined : 'taken';
}

/** Returns whether the slug is free. */
export async function updateCollection(db: Db, { project_id: projectId, id, slug, name, style }: Fields): Promise<boolean> {
  try {
    await sql`
      UPDATE testimonial_collections SET slug = ${slug}, name = ${name}, style = ${style && JSON.stringify(style)}::jsonb,
        updated_at = now()
      WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Deletes a collection. Its testimonials remain. */
export async function deleteCollection(tx: Transaction, projectId: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM testimonial_collections WHERE project_id = ${projectId} AND id = ${id} RETURNING name`.execute(tx);
  await sql`
    UPDATE testimonials SET collection_ids = array_remove(collection_ids, ${id}::uuid)
    WHERE project_id = ${projectId} AND ${id}::uuid = ANY(collection_ids)`.execute(tx);
  return rows[0];
}

/** Returns whether all collections exist, and keeps them until the transaction ends. */
export async function holdCollections(tx: Transaction, projectId: string, ids: string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM testimonial_collections WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[]) FOR KEY SHARE`.execute(tx);
  return rows.length === new Set(ids).size;
}
