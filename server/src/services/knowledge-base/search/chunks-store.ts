import type { MetadataCondition, MetadataFilter, MetadataValue } from '@earshot/contract/services/knowledge-base/search';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { toDocument, toPosition } from '../index/postings.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';

/** A chunk with its document. */
export interface ChunkRecord {
  document_number: number;
  /** Position in the document, from 0. */
  position: number;
  document_id: string;
  external_id: string | null;
  slug: string;
  title: string;
  /** False when the title is the beginning of the content. */
  has_title: boolean;
  url: string | null;
  metadata: Record<string, unknown>;
  language: string;
  /** Document that the document translates. */
  translation_of: string | null;
  content: string;
  headings: string[];
  anchor: string;
  /** UTF-16 offset in the content of the document. */
  start: number;
  end: number;
}

/** Returns chunks in any order, and the version of the index to which they belong; undefined when the index does not exist. */
export async function findChunks(
  db: Db,
  { project_id, id }: IndexKey,
  numbers: number[],
): Promise<{ version: string | undefined; chunks: ChunkRecord[] }> {
  const { rows } = await sql<ChunkRecord & { version: string; document_number: number | null }>`
    /* prepared */ SELECT i.xmin::text AS version, c.document_number, c.position::int, d.id AS document_id, d.external_id, d.slug, d.title, d.has_title, d.url,
      d.metadata, d.language, d.translation_of, c.content, c.headings, c.anchor, c.start_offset AS start, c.end_offset AS "end"
    FROM knowledge_indexes AS i
    LEFT JOIN (
      unnest(${numbers.map(toDocument)}::int[], ${numbers.map(toPosition)}::smallint[]) AS given (document_number, position)
      JOIN knowledge_chunks AS c ON c.project_id = ${project_id} AND c.index_id = ${id}
        AND c.document_number = given.document_number AND c.position = given.position
      JOIN knowledge_documents AS d ON d.project_id = ${project_id} AND d.index_id = ${id} AND d.number = c.document_number
    ) ON true
    WHERE i.project_id = ${project_id} AND i.id = ${id}`.execute(db);
  return { version: rows[0]?.version, chunks: rows.filter(({ document_number: number }) => number !== null) };
}

/** Returns those of the documents that fulfill all conditions on their metadata. */
export async function filterDocuments(db: Db, index: IndexKey, filter: MetadataFilter, numbers: number[]): Promise<Set<number>> {
  const conditions = Object.entries(filter).flatMap(([field, condition]) => buildConditions(field, condition));
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM knowledge_documents
    WHERE ${inIndex(index)} AND number = ANY(${numbers}::int[]) AND ${sql.join(conditions, sql` AND `)}`.execute(db);
  return new Set(rows.map(({ number }) => number));
}

function buildConditions(field: string, condition: MetadataValue | MetadataCondition): RawBuilder<unknown>[] {
  const {
    eq,
    in: values,
    gte,
    lte,
    exists,
  } = typeof condition === 'object' && condition !== null ? condition : { eq: condition };
  const value = sql`metadata -> ${field}::text`;
  // A list matches when any of its members matches.
  const equals = (wanted: MetadataValue) => sql`coalesce(${value} @> ${JSON.stringify(wanted)}::jsonb, false)`;
  const compare = (operator: RawBuilder<unknown>, bound: string | number) =>
    // CASE guarantees the order of evaluation, so that text is never converted to a number.
    typeof bound === 'number'
      ? sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN (metadata ->> ${field}::text)::numeric ${operator} ${bound}::numeric ELSE false END`
      : sql`CASE WHEN jsonb_typeof(${value}) = 'string' THEN (metadata ->> ${field}::text) COLLATE "C" ${operator} ${bound}::text ELSE false END`;
  return [
    ...(eq === undefined ? [] : [equals(eq)]),
    ...(values === undefined ? [] : [values.length ? sql`(${sql.join(values.map(equals), sql` OR `)})` : sql`false`]),
    ...(gte === undefined ? [] : [compare(sql`>=`, gte)]),
    ...(lte === undefined ? [] : [compare(sql`<=`, lte)]),
    ...(exists === undefined ? [] : [exists ? sql`metadata ? ${field}::text` : sql`NOT metadata ? ${field}::text`]),
  ];
}
