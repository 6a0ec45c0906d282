import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';

/** Records the previous slug of a project, which is in links to its pages and feeds. */
export async function insertFormerSlug(tx: Transaction, projectId: string, slug: string): Promise<void> {
  await sql`
    INSERT INTO project_former_slugs (slug, project_id) VALUES (${slug}, ${projectId})
    ON CONFLICT (slug) DO UPDATE SET project_id = excluded.project_id`.execute(tx);
}

/** Ends the use of a slug as a former one, because a project has it now. */
export async function deleteFormerSlug(tx: Transaction, slug: string): Promise<void> {
  await sql`/* all projects */ DELETE FROM project_former_slugs WHERE slug = ${slug}`.execute(tx);
}

/** Returns the id of the project that had a slug. */
export async function findIdByFormerSlug(db: Db, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`
    SELECT project_id FROM project_former_slugs WHERE slug = ${slug}`.execute(db);
  return rows[0]?.project_id;
}
