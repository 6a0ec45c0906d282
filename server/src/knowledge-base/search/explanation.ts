import { BOOST, type Clause, countOf, weightOf } from './clauses.ts';
import type { Block } from '../index/postings.ts';
import { scoreTerm, type Statistics } from './scoring.ts';
import type { Found } from './passages-store.ts';
import type { Word } from '../index/vocabulary-store.ts';
import { tokensOf, unmark } from '../index/tokenizer.ts';

/** What one word of a query is worth in a passage. Together they are its score. */
interface ExplainedWord {
  asked: string;
  /** As the text has it. */
  found: string;
  by: keyof typeof BOOST;
  /** Where it stands. */
  within: ('title' | 'headings' | 'content')[];
  /** How many passages have what was asked for. */
  passages: number;
  score: number;
}

export interface Explanation {
  words: ExplainedWord[];
  /** Where a model was asked too: the place among what words, and meaning, found; from 0. */
  placeByWords: number | null;
  placeByMeaning: number | null;
}

interface Scoring {
  clauses: Clause[];
  /** The blocks that the passage is in, by term. */
  blocks: Map<string, Block[]>;
  statistics: Statistics;
  vocabulary: Pick<Word, 'word' | 'term'>[];
}

/** By which words of the query a passage was found, and what each is worth there, the most first. */
export function explainWords(
  { clauses, blocks, statistics, vocabulary }: Scoring,
  { title, is_titled, headings, content }: Found,
  passage: number,
): ExplainedWord[] {
  const texts = { title: is_titled ? tokensOf(title) : [], headings: headings.flatMap(tokensOf), content: tokensOf(content) };
  const explained = clauses.flatMap((clause) => {
    const best = [...clause.terms]
      .map(([term, { by }]) => {
        const weight = weightOf(clause, statistics) * BOOST[by];
        const { scores } = scoreTerm(blocks.get(term) ?? [], weight, statistics, Float64Array.of(passage));
        return { term, by, score: scores[0] ?? 0 };
      })
      .toSorted((a, b) => b.score - a.score)[0];
    if (!best?.score) return [];
    const words = new Set(vocabulary.filter(({ term }) => term === best.term).map(({ word }) => word));
    const isFound = ({ word }: { word: string }) => words.has(word);
    const within = (['title', 'headings', 'content'] as const).filter((part) => texts[part].some(isFound));
    const found = unmark(Object.values(texts).flat().find(isFound)?.word ?? best.term);
    // Nobody asked for a word that the best results share.
    const asked = best.by === 'related' ? found : clause.asked;
    return [{ asked, found, by: best.by, within, passages: countOf(clause), score: best.score }];
  });
  return explained.toSorted((a, b) => b.score - a.score);
}
