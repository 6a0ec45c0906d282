import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Block } from './postings.ts';
import { aggregatedBlocks, splitBlocks } from './postings-store.ts';
import { type IndexKey, inIndex, type Word } from './vocabulary-store.ts';

/** Blocks of a term up to which they are read together with their number. Searches seldom need all blocks of more frequent terms. */
const MAX_BLOCKS = 32;

/**
 * Elements that PostgreSQL assumes in an array of unknown size. With fewer, a plan for these few would seem cheaper than a plan for all
 * searches, and planning each time takes longer than reading.
 */
const ASSUMED_ELEMENTS = 10;
/** Pads a list with what is no word. */
const pad = (list: string[]) => [...list, ...Array.from({ length: Math.max(0, ASSUMED_ELEMENTS - list.length) }, () => '')];

/** Entries of an index. Words and terms that the index does not contain have none. */
export interface Entries {
  byWord: Map<string, Word[]>;
  byTerm: Map<string, Word[]>;
  /** Number of chunks by term. */
  counts: Map<string, number>;
  /** Postings of those terms that have few. */
  postings: Map<string, Block[]>;
}

/** Returns the entries of words, and of terms their words, number of chunks and postings. */
export async function findEntries(db: Db, index: IndexKey, wanted: { words: string[]; terms: string[] }): Promise<Entries> {
  const [words, terms] = [pad(wanted.words), pad(wanted.terms)];
  const { rows } = await sql<Word & { kind: 'word' | 'term' | 'postings'; count: number | null; blocks: Buffer | null }>`
    /* prepared */ SELECT 'word' AS kind, word, term, display_form, null::int AS count, null::bytea AS blocks
    FROM knowledge_vocabulary WHERE ${inIndex(index)} AND word = ANY(${words}::text[])
    UNION ALL
    SELECT 'term', word, term, display_form, null, null
    FROM knowledge_vocabulary WHERE ${inIndex(index)} AND term = ANY(${terms}::text[])
    UNION ALL
    SELECT 'postings', null, wanted.term, null, counted.count, few.blocks
    FROM unnest(${terms}::text[]) AS wanted (term)
    CROSS JOIN LATERAL (
      SELECT sum(count)::int AS count, count(*) AS blocks FROM knowledge_postings
      WHERE ${inIndex(index)} AND term = wanted.term COLLATE "C"
    ) AS counted
    LEFT JOIN LATERAL (
      SELECT ${aggregatedBlocks} AS blocks FROM knowledge_postings
      WHERE ${inIndex(index)} AND term = wanted.term COLLATE "C" AND counted.blocks <= ${MAX_BLOCKS}
    ) AS few ON true
    WHERE counted.count > 0`.execute(db);
  const entries: Entries = { byWord: new Map(), byTerm: new Map(), counts: new Map(), postings: new Map() };
  for (const { kind, word, term, display_form, count, blocks } of rows)
    if (kind === 'postings') {
      entries.counts.set(term, count ?? 0);
      if (blocks) entries.postings.set(term, splitBlocks(blocks));
    } else {
      const [map, key] = kind === 'word' ? [entries.byWord, word] : [entries.byTerm, term];
      map.set(key, [...(map.get(key) ?? []), { word, term, display_form }]);
    }
  return entries;
}
