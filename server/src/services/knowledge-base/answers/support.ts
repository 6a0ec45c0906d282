import { selectWords, type Token, tokenize } from '../../../platform/text/tokenizer.ts';
import type { StemDeps } from '../index/stemmer.ts';
import type { Passage } from './prompt.ts';
import type { DraftSentence } from './sentences.ts';

/**
 * Share of the content words of a sentence (stems, without stop words) that its passages must contain. The model is told to keep the words of
 * the passages, so that three of five words are few: the others are verbs and connecting words of its own. With half of the words, a sentence
 * could name the subject of a passage and state something else about it.
 */
const MIN_SHARE = 0.6;
const MAX_SENTENCE_LENGTH = 600;
/** Links would lead readers away from the sources, and are not checked by words. */
const LINK = /:\/\/|\bwww\.|\]\(|\b(?:mailto|javascript|data):|\S@\S/i;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const HAS_DIGIT = /\p{N}/u;

/**
 * Returns a function that returns whether the passages that a sentence cites carry it: most of its words, and all of its numbers. A sentence
 * without a valid citation, and one with a link, is not carried.
 */
export function createSupportCheck({ db, stem }: StemDeps, passages: Passage[]) {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]));
  const termsByNumber = new Map<number, string[]>();

  const listTerms = async (language: string, tokens: Token[]): Promise<string[]> => {
    const stemOf = await stem(db, language, tokens);
    return tokens.flatMap((token) => {
      const { term, isStop } = stemOf(token);
      return isStop ? [] : [term];
    });
  };

  const listPassageTerms = async ({ number, language, title, headings, content }: Passage): Promise<string[]> => {
    const terms = termsByNumber.get(number) ?? (await listTerms(language, tokenize([title, ...headings, content].join('\n'))));
    termsByNumber.set(number, terms);
    return terms;
  };

  return async ({ text, citations }: DraftSentence): Promise<boolean> => {
    const cited = citations.flatMap((number) => byNumber.get(number) ?? []);
    const [first] = cited;
    if (!first || cited.length !== citations.length || text.length > MAX_SENTENCE_LENGTH || LINK.test(text)) return false;
    const carried = new Set<string>();
    for (const passage of cited) for (const term of await listPassageTerms(passage)) carried.add(term);
    let count = 0;
    // The model may write several sentences before a citation. Each has to be carried.
    for (const { segment } of SENTENCES.segment(text)) {
      const words = new Set(await listTerms(first.language, selectWords(tokenize(segment))));
      const missing = words.difference(carried);
      if ([...missing].some((word) => HAS_DIGIT.test(word)) || missing.size > words.size * (1 - MIN_SHARE)) return false;
      count += words.size;
    }
    return count > 0;
  };
}
