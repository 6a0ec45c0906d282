import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import type { Reader } from '../../../instance/end-users/readers.ts';
import { isReadable } from '../index/audience-store.ts';
import type { Document } from './documents-store.ts';

/** Records the previous slug of a document, to which links may exist. */
export async function insertFormerSlug(
  tx: Transaction,
  { project_id, index_id, id, slug }: Pick<Document, 'project_id' | 'index_id' | 'id' | 'slug'>,
): Promise<void> {
  await sql`
    INSERT INTO knowledge_former_slugs (project_id, slug, index_id, document_id) VALUES (${project_id}, ${slug}, ${index_id}, ${id})
    ON CONFLICT (project_id, slug) DO UPDATE SET index_id = excluded.index_id, document_id = excluded.document_id`.execute(tx);
}

/** Ends the use of slugs as former ones, because documents have them now. */
export async function endFormerSlugs(tx: Transaction, projectId: string, slugs: string[]): Promise<void> {
  await sql`DELETE FROM knowledge_former_slugs WHERE project_id = ${projectId} AND slug = ANY(${slugs}::text[])`.execute(tx);
}

/** Deletes the former slugs of deleted documents. */
export async function deleteFormerSlugs(tx: Transaction, projectId: string, documentIds: string[]): Promise<void> {
  await sql`
    DELETE FROM knowledge_former_slugs WHERE project_id = ${projectId} AND document_id = ANY(${documentIds}::uuid[])`.execute(tx);
}

/** Returns the current slug of the document that had a slug, if a reader may read the document. */
export async function findSuccessor(
  db: Db,
  projectId: string,
  { slug, reader }: { slug: string; reader: Reader },
): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    SELECT d.slug FROM knowledge_former_slugs f
    JOIN knowledge_documents d ON d.project_id = f.project_id AND d.index_id = f.index_id AND d.id = f.document_id
    WHERE f.project_id = ${projectId} AND f.slug = ${slug} AND ${isReadable(reader, 'd')}`.execute(db);
  return rows[0]?.slug;
}
