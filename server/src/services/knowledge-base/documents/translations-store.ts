import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../instance/end-users/readers.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';
import { isReadable } from '../index/audience-store.ts';
import type { Index } from '../index/indexes-store.ts';
import type { Document } from './documents-store.ts';
import { isOutdated } from './outdated-store.ts';

/** A document of a group: a source and its translations. */
export interface Translation extends Pick<
  Document,
  'id' | 'index_id' | 'title' | 'slug' | 'url' | 'status' | 'language' | 'translation_of'
> {
  is_outdated: boolean;
}

/** Returns the source and the translations of a document that a reader may read, the source first. Empty for a document without translations. */
export async function listTranslations(
  db: Db,
  { project_id: projectId, id, translation_of: of }: Pick<Document, 'project_id' | 'id' | 'translation_of'>,
  reader: Reader,
): Promise<Translation[]> {
  const source = of ?? id;
  const { rows } = await sql<Translation>`
    SELECT id, index_id, title, slug, url, status, language, translation_of, ${isOutdated} AS is_outdated FROM knowledge_documents
    WHERE project_id = ${projectId} AND (id = ${source} OR translation_of = ${source}) AND ${isReadable(reader)}
    ORDER BY translation_of IS NOT NULL, language, number`.execute(db);
  return rows.length > 1 ? rows : [];
}

/**
 * Returns the condition that `knowledge_documents` is the one document of its group that a list shows: in the language that the reader
 * prefers most, or else the source. Lists of members show all of them.
 * @param index index of the documents
 * @param isInScope condition of the documents `s` that the list could show
 */
export function isShown(
  reader: Reader,
  { has_translations: hasTranslations }: Pick<Index, 'has_translations'>,
  isInScope: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  // PostgreSQL would look for translations of each document.
  if (reader.audience === 'team' || !hasTranslations) return sql`true`;
  const source = sql`coalesce(knowledge_documents.translation_of, knowledge_documents.id)`;
  return sql`(
    (knowledge_documents.translation_of IS NULL AND NOT EXISTS (
      SELECT FROM knowledge_documents AS t WHERE t.project_id = knowledge_documents.project_id AND t.translation_of = knowledge_documents.id))
    OR knowledge_documents.id = (
      SELECT s.id FROM knowledge_documents AS s
      WHERE s.project_id = knowledge_documents.project_id AND (s.id = ${source} OR s.translation_of = ${source})
        AND ${isReadable(reader, 's')} AND ${isInScope}
      ORDER BY array_position(${reader.languages ?? []}::text[], split_part(s.language, '-', 1)), s.translation_of IS NOT NULL, s.number
      LIMIT 1))`;
}

/** The scope of a list of one index. */
export const inSameIndex = sql`s.index_id = knowledge_documents.index_id`;

/** Returns the fields of a document and of its group by which a new translation is checked. */
export async function findGroup(
  db: Db,
  projectId: string,
  id: string,
): Promise<Pick<Tables['knowledge_documents'], 'id' | 'language' | 'translation_of'>[]> {
  const { rows } = await sql<Pick<Tables['knowledge_documents'], 'id' | 'language' | 'translation_of'>>`
    SELECT id, language, translation_of FROM knowledge_documents
    WHERE project_id = ${projectId} AND (id = ${id} OR translation_of = ${id}) ORDER BY translation_of IS NOT NULL`.execute(db);
  return rows;
}

/** Makes the translations of deleted documents documents of their own. */
export async function releaseTranslations(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  await sql`
    UPDATE knowledge_documents SET translation_of = NULL
    WHERE project_id = ${projectId} AND translation_of = ANY(${ids}::uuid[])`.execute(tx);
}

/** Sets the language of documents of an archive without it. */
export async function deriveLanguages(tx: Transaction, projectId: string): Promise<void> {
  await sql`
    UPDATE knowledge_documents AS d SET language = i.language,
      text_published_at = coalesce(d.text_published_at, CASE WHEN d.published_at IS NOT NULL THEN d.updated_at END)
    FROM knowledge_indexes AS i
    WHERE d.project_id = ${projectId} AND i.project_id = d.project_id AND i.id = d.index_id AND d.language IS NULL`.execute(tx);
}
