import type { ArticleAudience } from '@earshot/contract/services/knowledge-base/values';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../instance/end-users/readers.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { type IndexKey, inIndex } from './vocabulary-store.ts';

/** The audience of a document or of an index. */
export interface OwnAudience {
  audience: ArticleAudience;
  segment_id: string | null;
}

/** Returns the condition that the audience of a document or an index contains a reader. */
export const admits = ({ audience, isSignedIn, segmentIds }: Reader, alias = ''): RawBuilder<unknown> => {
  if (audience === 'team') return sql`true`;
  const column = (name: string) => sql.ref(alias ? `${alias}.${name}` : name);
  return sql`(${column('audience')} = 'everyone' ${isSignedIn ? sql`OR ${column('audience')} = 'signed_in'` : sql``}
    ${segmentIds.length ? sql`OR ${column('segment_id')} = ANY(${segmentIds}::uuid[])` : sql``})`;
};

/** Returns the condition of documents that a reader may read: all for members, published ones of the audience for others. */
export const isReadable = (reader: Reader, alias = ''): RawBuilder<unknown> =>
  reader.audience === 'team'
    ? sql`true`
    : sql`(${sql.ref(alias ? `${alias}.status` : 'status')} = 'published' AND ${admits(reader, alias)})`;

/** Returns the segments to which documents and indexes of a project are limited. */
export async function listSegmentIds(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ segment_id: string }>`
    SELECT segment_id FROM knowledge_documents WHERE project_id = ${projectId} AND segment_id IS NOT NULL
    UNION SELECT segment_id FROM knowledge_indexes WHERE project_id = ${projectId} AND segment_id IS NOT NULL`.execute(db);
  return rows.map(({ segment_id }) => segment_id);
}

/** Returns whether a project has documents that are not for everyone. */
export async function hasPrivate(db: Db, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM knowledge_documents WHERE project_id = ${projectId} AND audience <> 'everyone' LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Sets the audience of the documents that have the one of their index. */
export async function passAudience(
  tx: Transaction,
  index: IndexKey,
  { audience, segment_id: segmentId }: OwnAudience,
): Promise<void> {
  await sql`
    UPDATE knowledge_documents SET audience = ${audience}, segment_id = ${segmentId}
    WHERE ${inIndex(index)} AND inherits_audience AND (audience, segment_id) IS DISTINCT FROM (${audience}, ${segmentId}::uuid)`.execute(
    tx,
  );
}

/** A published document that a reader may not read. */
export interface HiddenDocument {
  number: number;
  chunk_count: number;
}

/** Returns the published documents of an index that a reader may not read. */
export async function listHidden(db: Db, index: IndexKey, reader: Reader): Promise<HiddenDocument[]> {
  const { rows } = await sql<HiddenDocument>`
    SELECT number, chunk_count FROM knowledge_documents
    WHERE ${inIndex(index)} AND audience <> 'everyone' AND status = 'published' AND ${admits(reader)} IS NOT TRUE`.execute(db);
  return rows;
}
