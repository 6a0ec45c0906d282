import type { Db } from '../../../platform/postgres/database.ts';
import { type Posting, toChunkNumber } from './postings.ts';
import { normalizeWords, type Stem, type Stemmer, toPlainWord } from './stemmer.ts';
import { type Token, tokenize } from '../../../platform/text/tokenizer.ts';
import type { Word } from './vocabulary-store.ts';

/**
 * Version of the rules that turn text into terms. Increase it when you change them (this file, stemmer.ts, light-stems.ts, and
 * tokenizer.ts, fold.ts and chinese.ts of `platform/text`), so that all indexes are rebuilt at the next start (reindexing.ts).
 */
export const ANALYSIS_VERSION = 5;

/** Weight of an occurrence by field. */
const WEIGHT = { title: 3, headings: 2, content: 1 };

/** Words of a title up to which a query may equal it. */
const MAX_TITLE_WORDS = 20;
const TITLE_MARK = '^';

/**
 * Returns the term that the first chunk of a document has for its whole title, so that a query with the same words finds the beginning of
 * the document first. No word has such a term. Undefined for long titles, and for titles without words.
 */
export function toTitleTerm(tokens: Token[], stemOf: (token: Token) => Stem): string | undefined {
  const words = normalizeWords(tokens, stemOf);
  return words !== '' && words.split(' ').length <= MAX_TITLE_WORDS ? TITLE_MARK + words : undefined;
}

export const isTitleTerm = (term: string) => term.startsWith(TITLE_MARK);

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

/** A distinct token of the analyzed documents. */
interface Entry extends Stem {
  token: Token;
  /** Posting of the term in the chunk that is analyzed. */
  ofTerm: { posting: Posting | undefined; postings: Posting[] };
}

/** A field of a chunk, with the index of the entry of each token. */
interface Field {
  entries: number[];
  weight: number;
}

/**
 * Builds the index entries of documents. Most words occur many times, so that the loop over all words looks up nothing but the entry of
 * its token.
 */
export async function analyze(db: Db, stem: Stemmer, language: string, documents: IndexedText[]): Promise<Analysis> {
  const tokens: Token[] = [];
  const entryOfToken = new Map<string, number>();
  const readField = (texts: string[], weight: number): Field => {
    const entries: number[] = [];
    for (const text of texts)
      for (const token of tokenize(text)) {
        const key = buildKey(token);
        let entry = entryOfToken.get(key);
        if (entry === undefined) entryOfToken.set(key, (entry = tokens.push(token) - 1));
        entries.push(entry);
      }
    return { entries, weight };
  };
  const chunks = documents.flatMap(({ number, title, has_title, chunks: ofDocument }) => {
    const titleField = readField(has_title ? [title] : [], WEIGHT.title);
    return ofDocument.map(({ content, headings }, position) => ({
      chunk: toChunkNumber(number, position),
      title: position === 0 ? titleField.entries : [],
      fields: [titleField, readField(headings, WEIGHT.headings), readField([content], WEIGHT.content)],
    }));
  });
  const stemOf = await stem(db, language, tokens);
  const analysis: Analysis = { postings: new Map(), words: new Map(), lengths: [] };
  const terms = new Map<string, Entry['ofTerm']>();
  const entries = tokens.map((token): Entry => {
    const { term, isStop } = stemOf(token);
    const ofTerm = terms.get(term) ?? { posting: undefined, postings: [] };
    terms.set(term, ofTerm);
    analysis.postings.set(term, ofTerm.postings);
    const key = `${token.word} ${term}`;
    if (!analysis.words.has(key))
      analysis.words.set(key, { word: token.word, term, display_form: toPlainWord(language, token) ?? token.word });
    return { term, isStop, token, ofTerm };
  });
  for (const { chunk, title, fields } of chunks) {
    const added: Entry['ofTerm'][] = [];
    let length = 0;
    for (const { entries: ofField, weight } of fields)
      for (const at of ofField) {
        const { ofTerm, isStop, token } = entries[at] as Entry;
        if (ofTerm.posting) ofTerm.posting.weight += weight;
        else {
          ofTerm.posting = { chunk, weight, length: 0 };
          ofTerm.postings.push(ofTerm.posting);
          added.push(ofTerm);
        }
        if (!token.isJoined && !token.isPart && !isStop) length++;
      }
    analysis.lengths.push(length);
    for (const ofTerm of added) {
      if (ofTerm.posting) ofTerm.posting.length = length;
      ofTerm.posting = undefined;
    }
    const titleTerm = toTitleTerm(
      title.map((at) => tokens[at] as Token),
      stemOf,
    );
    if (titleTerm === undefined) continue;
    const postings = analysis.postings.get(titleTerm) ?? [];
    postings.push({ chunk, weight: WEIGHT.title, length });
    analysis.postings.set(titleTerm, postings);
  }
  return analysis;
}

/** Tokens with the same key have the same entry. The key of most words is the word itself. */
const buildKey = ({ word, plain, turkish, isJoined, isPart }: Token) =>
  word === plain && !turkish && !isJoined && !isPart ? word : `${word} ${plain} ${turkish} ${isJoined} ${isPart}`;

/** Returns the total length of the analyzed documents in tokens. */
export const sumLengths = ({ lengths }: Analysis) => lengths.reduce((sum, length) => sum + length, 0);
