import { countMatches, type Clause } from './clauses.ts';
import type { ExpandedQuery } from './expansion.ts';
import type { IndexReader } from './index-reader.ts';
import type { Statistics } from './scoring.ts';

/** An index with the clauses of a query. */
export interface SearchedIndex {
  reader: IndexReader;
  clauses: Clause[];
  /** Clause for documents whose title has the same words as the query. */
  titleClause: Clause | undefined;
  expanded: Pick<ExpandedQuery, 'normalizedQuery' | 'stopWords'>;
}

/** Returns the number of chunks of indexes, and the average length of a chunk. */
export function sumSizes(readers: IndexReader[]): Pick<Statistics, 'chunks' | 'averageLength'> {
  const sum = (count: 'chunk_count' | 'word_count') => readers.reduce((total, { index }) => total + index[count], 0);
  const chunks = sum('chunk_count');
  return { chunks, averageLength: Math.max(1, sum('word_count') / Math.max(1, chunks)) };
}

/**
 * Returns the statistics of all searched indexes together. With statistics of its own, an index in which a word is rare would rank above
 * the index whose subject the word is.
 */
export async function sumStatistics(indexes: SearchedIndex[]): Promise<Statistics> {
  const sizes = sumSizes(indexes.map(({ reader }) => reader));
  return indexes.length === 1 ? sizes : { ...sizes, counts: await sumCounts(indexes) };
}

/**
 * Returns the number of matching chunks by the key of a clause. Chunks of an index in whose language the word is a stop word count as
 * well: “from” is not a rare word because the articles in other languages have it in few places.
 */
async function sumCounts(indexes: SearchedIndex[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  // Two words of a query may have the same correction, and count once.
  for (const { clauses } of indexes)
    for (const [key, count] of new Map(clauses.map((clause) => [clause.key, countMatches(clause)]))) add(key, count);
  for (const { reader, expanded } of indexes) {
    const termByKey = new Map(expanded.stopWords.filter(({ word }) => counts.has(word)).map(({ word, term }) => [word, term]));
    if (!termByKey.size) continue;
    const countByTerm = await reader.countChunks([...new Set(termByKey.values())]);
    for (const [key, term] of termByKey) add(key, countByTerm.get(term) ?? 0);
  }
  return counts;
}
