import type { MetadataCondition, MetadataFilter, MetadataValue } from '@earshot/contract/knowledge-base';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../postgres/database.ts';
import { documentOf, placeOf } from '../index/postings.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';

export interface Found {
  number: number;
  place: number;
  document_id: string;
  title: string;
  /** The title is one of its own, and not the beginning of the text. */
  is_titled: boolean;
  url: string | null;
  metadata: Record<string, unknown>;
  content: string;
  headings: string[];
  anchor: string;
  /** Where it stands in the document's content, in UTF-16 units. */
  start: number;
  end: number;
}

/** Passages with their documents, in no order; and the version of the index that they are of, undefined when it is gone. */
export async function findPassages(
  db: Db,
  { project_id, id }: IndexKey,
  passages: number[],
): Promise<{ version: string | undefined; passages: Found[] }> {
  const { rows } = await sql<Found & { version: string; number: number | null }>`
    /* prepared */ SELECT i.xmin::text AS version, p.number, p.place::int, d.id AS document_id, d.title, d.is_titled, d.url, d.metadata,
      p.content, p.headings, p.anchor, p.starts_at AS start, p.ends_at AS "end"
    FROM knowledge_indexes AS i
    LEFT JOIN (
      unnest(${passages.map(documentOf)}::int[], ${passages.map(placeOf)}::smallint[]) AS given (number, place)
      JOIN knowledge_passages AS p ON p.project_id = ${project_id} AND p.index_id = ${id} AND p.number = given.number AND p.place = given.place
      JOIN knowledge_documents AS d ON d.project_id = ${project_id} AND d.index_id = ${id} AND d.number = p.number
    ) ON true
    WHERE i.project_id = ${project_id} AND i.id = ${id}`.execute(db);
  return { version: rows[0]?.version, passages: rows.filter(({ number }) => number !== null) };
}

/** Those of these documents for which all conditions hold. */
export async function filterDocuments(db: Db, index: IndexKey, filter: MetadataFilter, numbers: number[]): Promise<Set<number>> {
  const conditions = Object.entries(filter).flatMap(([field, asked]) => conditionsOn(field, asked));
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM knowledge_documents
    WHERE ${inIndex(index)} AND number = ANY(${numbers}::int[]) AND ${sql.join(conditions, sql` AND `)}`.execute(db);
  return new Set(rows.map(({ number }) => number));
}

function conditionsOn(field: string, asked: MetadataValue | MetadataCondition): RawBuilder<unknown>[] {
  const { eq, in: among, gte, lte, exists } = typeof asked === 'object' && asked !== null ? asked : { eq: asked };
  const value = sql`metadata -> ${field}::text`;
  // Of a list any member will do.
  const is = (wanted: MetadataValue) => sql`coalesce(${value} @> ${JSON.stringify(wanted)}::jsonb, false)`;
  const compared = (operator: RawBuilder<unknown>, bound: string | number) =>
    // The order of a CASE is kept: a text never becomes a number.
    typeof bound === 'number'
      ? sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN (metadata ->> ${field}::text)::numeric ${operator} ${bound}::numeric ELSE false END`
      : sql`CASE WHEN jsonb_typeof(${value}) = 'string' THEN (metadata ->> ${field}::text) COLLATE "C" ${operator} ${bound}::text ELSE false END`;
  return [
    ...(eq === undefined ? [] : [is(eq)]),
    ...(among === undefined ? [] : [among.length ? sql`(${sql.join(among.map(is), sql` OR `)})` : sql`false`]),
    ...(gte === undefined ? [] : [compared(sql`>=`, gte)]),
    ...(lte === undefined ? [] : [compared(sql`<=`, lte)]),
    ...(exists === undefined ? [] : [exists ? sql`metadata ? ${field}::text` : sql`NOT metadata ? ${field}::text`]),
  ];
}
