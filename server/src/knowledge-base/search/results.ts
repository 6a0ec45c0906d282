import { documentOf, type Hit, toChunkNumber } from '../index/postings.ts';
import type { ChunkRecord } from './chunks-store.ts';
import { type Clause, termsOf } from './clauses.ts';
import { explainWords, type Explanation } from './explanation.ts';
import type { IndexReader } from './index-reader.ts';
import type { Ranking } from './ranking.ts';
import { buildSnippets } from './snippets.ts';

/** The outcome of the first four steps of a search in one index. */
export interface IndexMatches extends Ranking {
  reader: IndexReader;
  clauses: Clause[];
  suggestion: string | undefined;
  normalizedQuery: string;
}

export interface SearchResult extends ChunkRecord {
  index_id: string;
  score: number;
  /** Snippets as HTML. */
  highlights: string[];
  explanation?: Explanation;
}

/** Last step of a search: reads the chunks of hits, and builds snippets and explanations. @throws {VersionConflict} */
export async function buildResults(
  { reader, clauses, feedback, statistics, ranks }: IndexMatches,
  hits: Hit[],
  { highlight, explain = false }: { highlight: boolean; explain?: boolean },
): Promise<SearchResult[]> {
  const explained = [...clauses, ...feedback];
  const numbers = hits.map(({ chunk }) => chunk);
  const blocks = explain ? await reader.readPostingsOfChunks(termsOf(explained), numbers) : undefined;
  const [vocabulary, records] = await Promise.all([
    hits.length && (highlight || explain) ? reader.findWordsOfTerms(termsOf(explain ? explained : clauses)) : [],
    reader.readChunks(numbers),
  ]);
  const recordOf = new Map(records.map((record) => [toChunkNumber(record.document_number, record.position), record] as const));
  const terms = new Set(termsOf(clauses));
  const words = new Set(vocabulary.filter(({ term }) => terms.has(term)).map(({ word }) => word));
  return hits.flatMap(({ chunk, score }) => {
    const record = recordOf.get(chunk);
    if (!record) return [];
    const highlights = highlight ? buildSnippets(record.content, words) : [];
    const result = { ...record, index_id: reader.index.id, score, highlights };
    if (!blocks) return [result];
    const explanation = {
      words: explainWords({ clauses: explained, blocks, statistics, vocabulary }, record, chunk),
      lexicalRank: ranks?.lexical.get(documentOf(chunk)) ?? null,
      semanticRank: ranks?.semantic.get(documentOf(chunk)) ?? null,
    };
    return [{ ...result, explanation }];
  });
}
