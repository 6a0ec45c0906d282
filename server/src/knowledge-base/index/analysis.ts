import type { Db } from '../../postgres/database.ts';
import { passageNumber, type Posting } from './postings.ts';
import type { Stems } from './stems.ts';
import type { Word } from './vocabulary-store.ts';
import { type Token, tokensOf } from './tokenizer.ts';

/**
 * Whoever changes how texts become terms (here, in words.ts, stems.ts, light-stems.ts, chinese.ts) raises this: all indexes are then made anew at the next start
 * (reindexing.ts).
 */
export const ANALYSIS = 2;

/** How much more a word counts where it names what the text is about. */
const WEIGHT = { title: 3, headings: 2, content: 1 };

export interface Numbered {
  number: number;
  title: string;
  is_titled: boolean;
  passages: { content: string; headings: string[] }[];
}

/** What an index knows of documents. */
export interface Analysis {
  postings: Map<string, Posting[]>;
  words: Map<string, Word>;
  /** Of all passages, in their order. */
  lengths: number[];
}

export async function analyse(db: Db, stems: Stems, language: string, documents: Numbered[]): Promise<Analysis> {
  const fields = documents.flatMap(({ number, title, is_titled, passages }) => {
    const titleTokens = is_titled ? tokensOf(title) : [];
    return passages.map(({ content, headings }, place) => ({
      passage: passageNumber(number, place),
      tokens: [
        [titleTokens, WEIGHT.title],
        [headings.flatMap(tokensOf), WEIGHT.headings],
        [tokensOf(content), WEIGHT.content],
      ] satisfies [Token[], number][],
    }));
  });
  const stemOf = await stems(
    db,
    language,
    fields.flatMap(({ tokens }) => tokens.flatMap(([some]) => some)),
  );
  const analysis: Analysis = { postings: new Map(), words: new Map(), lengths: [] };
  for (const { passage, tokens } of fields) {
    const weights = new Map<string, number>();
    let length = 0;
    for (const [some, weight] of tokens)
      for (const token of some) {
        const { term, isStop } = stemOf(token);
        weights.set(term, (weights.get(term) ?? 0) + weight);
        if (!token.isJoined && !isStop) length++;
        const key = `${token.word} ${term}`;
        if (!analysis.words.has(key)) analysis.words.set(key, { word: token.word, term, shown: token.plain ?? token.word });
      }
    analysis.lengths.push(length);
    for (const [term, weight] of weights) {
      const postings = analysis.postings.get(term);
      if (postings) postings.push({ passage, weight, length });
      else analysis.postings.set(term, [{ passage, weight, length }]);
    }
  }
  return analysis;
}

/** How long they are together. */
export const wordsIn = ({ lengths }: Analysis) => lengths.reduce((sum, length) => sum + length, 0);
