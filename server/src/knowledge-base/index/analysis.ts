import type { Db } from '../../postgres/database.ts';
import { type Posting, toChunkNumber } from './postings.ts';
import type { Stemmer } from './stemmer.ts';
import { type Token, tokenize } from './tokenizer.ts';
import type { Word } from './vocabulary-store.ts';

/**
 * Version of the rules that turn text into terms. Increase it when you change them (this file, tokenizer.ts, stemmer.ts,
 * light-stems.ts, chinese.ts), so that all indexes are rebuilt at the next start (reindexing.ts).
 */
export const ANALYSIS_VERSION = 2;

/** Weight of an occurrence by field. */
const WEIGHT = { title: 3, headings: 2, content: 1 };

/** A document with the texts that are indexed. */
export interface IndexedText {
  /** Number of the document in its index. */
  number: number;
  title: string;
  /** False when the title is the beginning of the content, which must not count twice. */
  has_title: boolean;
  chunks: { content: string; headings: string[] }[];
}

/** The index entries of documents. */
export interface Analysis {
  postings: Map<string, Posting[]>;
  words: Map<string, Word>;
  /** Lengths of all chunks in tokens, in order. */
  lengths: number[];
}

/** Builds the index entries of documents. */
export async function analyze(db: Db, stem: Stemmer, language: string, documents: IndexedText[]): Promise<Analysis> {
  const fields = documents.flatMap(({ number, title, has_title, chunks }) => {
    const titleTokens = has_title ? tokenize(title) : [];
    return chunks.map(({ content, headings }, position) => ({
      chunk: toChunkNumber(number, position),
      tokens: [
        [titleTokens, WEIGHT.title],
        [headings.flatMap(tokenize), WEIGHT.headings],
        [tokenize(content), WEIGHT.content],
      ] satisfies [Token[], number][],
    }));
  });
  const stemOf = await stem(
    db,
    language,
    fields.flatMap(({ tokens }) => tokens.flatMap(([ofField]) => ofField)),
  );
  const analysis: Analysis = { postings: new Map(), words: new Map(), lengths: [] };
  for (const { chunk, tokens } of fields) {
    const weights = new Map<string, number>();
    let length = 0;
    for (const [ofField, weight] of tokens)
      for (const token of ofField) {
        const { term, isStop } = stemOf(token);
        weights.set(term, (weights.get(term) ?? 0) + weight);
        if (!token.isJoined && !isStop) length++;
        const key = `${token.word} ${term}`;
        if (!analysis.words.has(key))
          analysis.words.set(key, { word: token.word, term, display_form: token.plain ?? token.word });
      }
    analysis.lengths.push(length);
    for (const [term, weight] of weights) {
      const postings = analysis.postings.get(term);
      if (postings) postings.push({ chunk, weight, length });
      else analysis.postings.set(term, [{ chunk, weight, length }]);
    }
  }
  return analysis;
}

/** Returns the total length of the analyzed documents in tokens. */
export const sumLengths = ({ lengths }: Analysis) => lengths.reduce((sum, length) => sum + length, 0);
