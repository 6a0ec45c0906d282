import type { Block } from '../index/postings.ts';
import { tokenize, unmark } from '../../../platform/text/tokenizer.ts';
import type { Word } from '../index/vocabulary-store.ts';
import type { ChunkRecord } from './chunks-store.ts';
import { type Clause, countAllMatches, MATCH_WEIGHTS, type MatchType, weighClause } from './clauses.ts';
import { scoreTermAmong, type Statistics } from './scoring.ts';

/** The contribution of a word of the query to the score of a result. Contributions add up to the score. */
interface ExplainedWord {
  /** Word as written in the query. */
  queryWord: string;
  /** Word as found in the document, folded. */
  found: string;
  matchType: MatchType;
  fields: ('title' | 'headings' | 'content')[];
  /** Number of chunks that match the word. */
  chunks: number;
  score: number;
}

export interface Explanation {
  words: ExplainedWord[];
  /** Rank in the lexical ranking of a hybrid search, from 0. */
  lexicalRank: number | null;
  /** Rank in the semantic ranking of a hybrid search, from 0. */
  semanticRank: number | null;
}

interface ScoringData {
  clauses: Clause[];
  /** Blocks that contain the chunk, by term. */
  blocks: Map<string, Block[]>;
  statistics: Statistics;
  vocabulary: Pick<Word, 'word' | 'term'>[];
}

/** Returns the words of the query that a chunk matches, highest score first. */
export function explainWords(
  { clauses, blocks, statistics, vocabulary }: ScoringData,
  { title, has_title, headings, content }: ChunkRecord,
  chunk: number,
): ExplainedWord[] {
  const tokens = { title: has_title ? tokenize(title) : [], headings: headings.flatMap(tokenize), content: tokenize(content) };
  const explained = clauses.flatMap((clause) => {
    const best = [...clause.terms]
      .map(([term, { matchType }]) => {
        const weight = weighClause(clause, statistics) * MATCH_WEIGHTS[matchType];
        const { scores } = scoreTermAmong({ blocks: blocks.get(term) ?? [], weight, statistics }, Float64Array.of(chunk));
        return { term, matchType, score: scores[0] ?? 0 };
      })
      .toSorted((a, b) => b.score - a.score)[0];
    if (!best?.score) return [];
    const { matchType, score } = best;
    const counts = { queryWord: clause.text, matchType, chunks: countAllMatches(clause, statistics), score };
    if (matchType === 'title') return [{ ...counts, found: title, fields: ['title' as const] }];
    const words = new Set(vocabulary.filter(({ term }) => term === best.term).map(({ word }) => word));
    const isMatch = ({ word }: { word: string }) => words.has(word);
    const fields = (['title', 'headings', 'content'] as const).filter((field) => tokens[field].some(isMatch));
    const found = unmark(Object.values(tokens).flat().find(isMatch)?.word ?? best.term);
    // Terms of relevance feedback are not in the query.
    const queryWord = matchType === 'related' ? found : clause.text;
    return [{ ...counts, queryWord, found, fields }];
  });
  return explained.toSorted((a, b) => b.score - a.score);
}
