import { sql } from 'kysely';
import type { Reader } from '../../../instance/end-users/readers.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { isReadable } from '../index/audience-store.ts';
import { type Document, hasStatus, type StatusFilter } from './documents-store.ts';

/** A document in a list of links. */
export type DocumentCard = Pick<Document, 'id' | 'index_id' | 'title' | 'slug' | 'url'>;

/** Returns those of the documents of a project that a reader may read, in the given order. */
export async function findCards(
  db: Db,
  projectId: string,
  { ids, status, reader }: { ids: string[]; status: StatusFilter; reader: Reader },
): Promise<DocumentCard[]> {
  if (!ids.length) return [];
  const { rows } = await sql<DocumentCard>`
    SELECT id, index_id, title, slug, url FROM knowledge_documents
    WHERE project_id = ${projectId} AND index_id IN (SELECT i.id FROM knowledge_indexes AS i WHERE i.project_id = ${projectId})
      AND id = ANY(${ids}::uuid[]) AND ${hasStatus(status)} AND ${isReadable(reader)}
    ORDER BY array_position(${ids}::uuid[], id)`.execute(db);
  return rows;
}
