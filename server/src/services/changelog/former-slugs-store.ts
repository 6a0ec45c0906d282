import { sql } from 'kysely';
import type { Reader } from '../../instance/end-users/readers.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { isReadable } from './store.ts';

/** Records the previous slug of an entry, whose URL is in sent mails and feeds. */
export async function insertFormerSlug(
  tx: Transaction,
  { project_id, id, slug }: { project_id: string; id: string; slug: string },
): Promise<void> {
  await sql`
    INSERT INTO changelog_former_slugs (project_id, slug, entry_id) VALUES (${project_id}, ${slug}, ${id})
    ON CONFLICT (project_id, slug) DO UPDATE SET entry_id = excluded.entry_id`.execute(tx);
}

/** Ends the use of slugs as former ones, because entries have them now. */
export async function deleteFormerSlugs(tx: Transaction, projectId: string, slugs: string[]): Promise<void> {
  await sql`DELETE FROM changelog_former_slugs WHERE project_id = ${projectId} AND slug = ANY(${slugs}::text[])`.execute(tx);
}

/** Returns the current slug of the entry that had a slug, if a reader may open the entry. */
export async function findSuccessor(
  db: Db,
  projectId: string,
  { slug, reader }: { slug: string; reader: Reader },
): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    SELECT e.slug FROM changelog_former_slugs f JOIN changelog_entries e ON e.project_id = f.project_id AND e.id = f.entry_id
    WHERE f.project_id = ${projectId} AND f.slug = ${slug} AND ${isReadable(projectId, reader)}`.execute(db);
  return rows[0]?.slug;
}
