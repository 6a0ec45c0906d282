// Pseudo-relevance feedback: what the best passages have in common is what a long question is about, even where the question uses other
// words. The idea is Rocchio's (1971); term weights follow relevance models (Lavrenko and Croft, 2001), with BM25 in place of a language
// model. Only the order of passages changes that were found anyway.
import { IS_UNSPACED } from '../../full-text/lexemes.ts';
import { analyse } from '../index/analysis.ts';
import { type Clause, countOf } from './clauses.ts';
import type { StemDeps } from '../index/stems.ts';
import { documentOf, type Hit, passageNumber, roundLength } from '../index/postings.ts';
import type { IndexReader, TermVector, TermVectors } from './index-reader.ts';
import { rarity, saturate, type Statistics } from './scoring.ts';
import type { Token } from '../index/tokenizer.ts';

/** Words of a query. Shorter queries say little about what passages must have in common, and people expect their own words to decide. */
const MIN_WORDS = 5;
/** Passages of an index. A larger one is not read as a whole (readers.ts), so that expansion would cost two more round trips. */
const MAX_PASSAGES = 5_000;
/** Passages that are taken for good ones: the best, if they score at least this share of the first. */
const FEEDBACK = { passages: 10, share: 0.5 };
const MAX_TERMS = 10;
/** Terms of a passage that are considered, those of the highest weight: the others cost time and lower the relevance a little. */
const MAX_PASSAGE_TERMS = 40;
/** A term says something about the best passages when some of these have it, and few others. */
const TERM = { passages: 2, share: 0.25 };
/** Codes, numbers and pairs of characters are no terms of an expansion. */
const IS_WORD = /^[\p{L}\p{M}]{3,}$/u;
/** Terms that are checked for stop words, which are few among terms of high weight. */
const MAX_CANDIDATES = 2 * MAX_TERMS;

/** Returns clauses for terms that the best passages share; none for short queries and large indexes. Their weights add up to half a query. */
export async function expandQuery(
  deps: StemDeps,
  reader: IndexReader,
  clauses: Clause[],
  statistics: Statistics,
  ranked: Hit[],
): Promise<Clause[]> {
  const best = ranked.slice(0, FEEDBACK.passages).filter(({ score }) => score >= FEEDBACK.share * (ranked[0]?.score ?? 0));
  if (best.length < TERM.passages) return [];
  const passageTerms = await readTerms(
    deps,
    reader,
    best.map(({ passage }) => passage),
  );
  const { terms, counts, vectors } = passageTerms;
  const shared = new Map<number, { passages: number; weight: number }>();
  for (const [place, { score }] of best.entries()) {
    const { terms: indexes, weights } = weighTerms(vectors[place] as TermVector, passageTerms, statistics);
    // By position: an entry of an iterator for each term would take most of the time.
    for (let at = 0; at < indexes.length; at++) {
      const term = indexes[at] as number;
      const weight = score * (weights[at] as number);
      const entry = shared.get(term);
      if (entry) {
        entry.passages++;
        entry.weight += weight;
      } else shared.set(term, { passages: 1, weight });
    }
  }
  const maxCount = Math.max(TERM.share * statistics.passages, best.length);
  const candidates = [...shared]
    .filter(([, { passages }]) => passages >= TERM.passages)
    .map(([term, { weight }]) => ({ weight, term: terms[term] as string, count: counts[term] as number }))
    .filter(({ term, count }) => count <= maxCount && IS_WORD.test(term))
    .toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
  const stopWords = await findStopWords(
    deps,
    reader,
    candidates.map(({ term }) => term),
  );
  const chosen = candidates.filter(({ term }) => !stopWords.has(term)).slice(0, MAX_TERMS);
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  const times = clauses.reduce((sum, clause) => sum + clause.times, 0);
  return chosen.map(({ term, count, weight }) => ({
    asked: term,
    terms: new Map([[term, { count, by: 'related' }]]),
    times: (times * weight) / total,
  }));
}

/** Returns the terms of passages, in the order of the passages: from the reader's memory, or by analyzing the passages. */
async function readTerms({ db, stems }: StemDeps, reader: IndexReader, passages: number[]): Promise<TermVectors> {
  if (reader.termsOf) return await reader.termsOf(passages);
  const found = await reader.passages(passages);
  const { postings } = await analyse(
    db,
    stems,
    reader.index.language,
    // Each passage as a document of its own, numbered by its place in `found`.
    found.map((one, place) => ({ ...one, number: place, passages: [one] })),
  );
  const terms = [...postings.keys()];
  const countOfTerm = await reader.counts(terms);
  const counts = terms.map((term) => countOfTerm.get(term) ?? 0);
  const vectors = found.map(() => ({ length: 0, terms: [] as number[], weights: [] as number[] }));
  for (const [term, name] of terms.entries())
    for (const { passage, weight, length } of postings.get(name) ?? []) {
      const vector = vectors[documentOf(passage)] as (typeof vectors)[number];
      vector.length = roundLength(length);
      vector.terms.push(term);
      vector.weights.push(weight);
    }
  const vectorOf = new Map(found.map(({ number, place }, at) => [passageNumber(number, place), vectors[at]]));
  return { terms, counts, vectors: passages.map((passage) => vectorOf.get(passage) ?? { length: 0, terms: [], weights: [] }) };
}

/** Weights of passages in memory, dropped together with these: most searches of an index meet passages that others have met. */
const weighed = new WeakMap<TermVector, Pick<TermVector, 'terms' | 'weights'>>();

/** Returns the terms that say most about a passage: terms that no other or too many other passages have are left out. */
function weighTerms(
  vector: TermVector,
  { terms, counts }: TermVectors,
  statistics: Statistics,
): Pick<TermVector, 'terms' | 'weights'> {
  const known = weighed.get(vector);
  if (known) return known;
  // The highest limit that a query can have: the number of its best passages is not known here.
  const maxCount = Math.max(TERM.share * statistics.passages, FEEDBACK.passages);
  const best = Array.from(vector.terms, (term, at) => ({
    term,
    times: vector.weights[at] as number,
    count: counts[term] as number,
  }))
    .filter(({ count }) => count >= TERM.passages && count <= maxCount)
    .map(({ term, times, count }) => ({
      term,
      weight: saturate(times, vector.length, statistics) * rarity(statistics, count),
    }))
    .toSorted((a, b) => b.weight - a.weight || ((terms[a.term] as string) < (terms[b.term] as string) ? -1 : 1))
    .slice(0, MAX_PASSAGE_TERMS);
  const chosen = {
    terms: Uint32Array.from(best, ({ term }) => term),
    weights: Float32Array.from(best, ({ weight }) => weight),
  };
  weighed.set(vector, chosen);
  return chosen;
}

/** Returns those of the terms that are stop words of the index's language. Indexes have stop words, because phrases contain them. */
async function findStopWords({ db, stems }: StemDeps, reader: IndexReader, terms: string[]): Promise<Set<string>> {
  const words = await reader.wordsOfTerms(terms);
  const tokens = words.map(({ word, shown }) => ({ start: 0, end: 0, word, plain: shown }));
  const stemOf = await stems(db, reader.index.language, tokens);
  return new Set(words.flatMap(({ term }, place) => (stemOf(tokens[place] as Token).isStop ? term : [])));
}

/** Whether a query is long enough, and an index small enough, for `expandQuery`. */
export function isExpandable(clauses: Clause[], statistics: Statistics): boolean {
  if (statistics.passages > MAX_PASSAGES) return false;
  const words = clauses.filter((clause) => countOf(clause) && !isJoined(clause) && !IS_UNSPACED.test(clause.asked));
  return new Set(words.map(({ asked }) => asked)).size >= MIN_WORDS;
}

const isJoined = ({ terms }: Clause) => [...terms.values()].every(({ by }) => by === 'joined');
