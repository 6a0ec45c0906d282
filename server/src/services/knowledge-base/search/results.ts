import { toDocument, toPosition, toChunkNumber } from '../index/postings.ts';
import { tokenize } from '../../../platform/text/tokenizer.ts';
import type { Word } from '../index/vocabulary-store.ts';
import type { ChunkRecord } from './chunks-store.ts';
import { type Clause, listTerms } from './clauses.ts';
import { explainWords, type Explanation } from './explanation.ts';
import { type IndexHit, toDocumentKey } from './fusion.ts';
import type { IndexReader } from './index-reader.ts';
import type { Ranking } from './ranking.ts';
import { buildSnippets } from './snippets.ts';
import type { SearchedIndex } from './statistics.ts';

export interface SearchResult extends ChunkRecord {
  index_id: string;
  score: number;
  /** Snippets as HTML. */
  highlights: string[];
  explanation?: Explanation;
}

/**
 * Last step of a search: reads the chunks of hits, and builds snippets and explanations. A document whose title contains all words of the
 * query is represented by its beginning.
 * @throws {VersionConflictError}
 */
export async function buildResults(
  { reader, clauses, titleClause }: SearchedIndex,
  { feedback, statistics, ranks }: Pick<Ranking, 'feedback' | 'statistics' | 'ranks'>,
  hits: IndexHit[],
  { highlight, explain = false }: { highlight: boolean; explain?: boolean },
): Promise<SearchResult[]> {
  const explained = [...clauses, ...(titleClause ? [titleClause] : []), ...feedback];
  const numbers = hits.map(({ chunk }) => chunk);
  const blocks = explain ? await reader.readPostingsOfChunks(listTerms(explained), numbers) : undefined;
  const [vocabulary, recordOf] = await Promise.all([
    hits.length ? reader.findWordsOfTerms(listTerms(explain ? explained : clauses)) : [],
    readRecords(reader, numbers),
  ]);
  const matchesTitle = createTitleMatcher(clauses, vocabulary);
  const isTitleHit = new Map(Array.from(recordOf, ([chunk, record]) => [chunk, matchesTitle(record)]));
  const needed = numbers.filter((chunk) => isTitleHit.get(chunk) && toPosition(chunk) > 0).map(toBeginning);
  const beginnings = needed.length ? await readRecords(reader, needed) : new Map<number, ChunkRecord>();
  const terms = new Set(listTerms(clauses));
  const words = new Set(vocabulary.filter(({ term }) => terms.has(term)).map(({ word }) => word));
  return hits.flatMap((hit) => {
    const { chunk, score } = hit;
    const ranked = recordOf.get(chunk);
    if (!ranked) return [];
    const record = isTitleHit.get(chunk)
      ? { ...(beginnings.get(toBeginning(chunk)) ?? ranked), headings: [], anchor: '' }
      : ranked;
    const highlights = highlight ? buildSnippets(record.content, words) : [];
    const result = { ...record, index_id: reader.index.id, score, highlights };
    if (!blocks) return [result];
    // The score belongs to the chunk that was ranked.
    const explanation = {
      words: explainWords({ clauses: explained, blocks, statistics, vocabulary }, ranked, chunk),
      lexicalRank: ranks?.lexical.get(toDocumentKey(hit)) ?? null,
      semanticRank: ranks?.semantic.get(toDocumentKey(hit)) ?? null,
    };
    return [{ ...result, explanation }];
  });
}

const toBeginning = (chunk: number) => toChunkNumber(toDocument(chunk), 0);

async function readRecords(reader: IndexReader, numbers: number[]): Promise<Map<number, ChunkRecord>> {
  const records = await reader.readChunks(numbers);
  return new Map(records.map((record) => [toChunkNumber(record.document_number, record.position), record]));
}

/** Returns a function that returns whether the title of a document contains a match for each word of the query. */
function createTitleMatcher(clauses: Clause[], vocabulary: Word[]) {
  const wordsOfTerms = Map.groupBy(vocabulary, ({ term }) => term);
  const wanted = clauses
    .filter(({ terms }) => [...terms.values()].some(({ matchType }) => matchType !== 'joined'))
    .map(({ terms }) => new Set([...terms.keys()].flatMap((term) => wordsOfTerms.get(term) ?? []).map(({ word }) => word)));
  return ({ title, has_title: hasTitle }: ChunkRecord): boolean => {
    if (!hasTitle || !wanted.length) return false;
    const found = tokenize(title);
    return wanted.every((words) => found.some(({ word }) => words.has(word)));
  };
}
