// Pseudo-relevance feedback: what the best passages have in common is what a long question is about, even where the question uses other
// words. The idea is Rocchio's (1971); term weights follow relevance models (Lavrenko and Croft, 2001), with BM25 in place of a language
// model. Only the order of passages changes that were found anyway.
import { IS_UNSPACED } from '../full-text/lexemes.ts';
import { type Clause, countOf } from './clauses.ts';
import type { Deps } from './documents.ts';
import { passageNumber } from './postings.ts';
import type { IndexReader } from './reader.ts';
import { type Hit, rarity, saturate, type Statistics } from './scoring.ts';
import type { Found } from './search-store.ts';
import { tokensOf } from './words.ts';

/** Words of a query. Shorter queries say little about what passages must have in common, and people expect their own words to decide. */
const MIN_WORDS = 5;
/** Passages of an index. A larger one is not read as a whole (readers.ts), so that expansion would cost two more round trips. */
const MAX_PASSAGES = 5_000;
/** Passages that are taken for good ones: the best, if they score at least this share of the first. */
const FEEDBACK = { passages: 10, share: 0.5 };
const MAX_TERMS = 10;
/** Terms of a passage that are looked at, those of the highest weight: the others cost time and lower the relevance a little. */
const MAX_VECTOR_TERMS = 40;
/** A term says something about the best passages when some of these have it, and few others. */
const TERM = { passages: 2, letters: 3, share: 0.25 };

/** The terms of a passage that say something about it, what each is worth, and how many passages of the index have it. */
type TermVector = { term: string; weight: number; count: number }[];

/** Vectors of passages that a reader keeps; they are dropped together with these. */
const vectors = new WeakMap<Found, TermVector>();

/** Returns clauses for terms that the best passages share; none for short queries and large indexes. Their weights add up to half a query. */
export async function expandQuery(
  deps: Pick<Deps, 'db' | 'stems'>,
  reader: IndexReader,
  clauses: Clause[],
  statistics: Statistics,
  ranked: Hit[],
): Promise<Clause[]> {
  const best = ranked.slice(0, FEEDBACK.passages).filter(({ score }) => score >= FEEDBACK.share * (ranked[0]?.score ?? 0));
  if (best.length < TERM.passages) return [];
  const found = await reader.passages(best.map(({ passage }) => passage));
  await addVectors(deps, reader, statistics, found);

  const scores = new Map(best.map(({ passage, score }) => [passage, score]));
  const shared = new Map<string, { term: string; count: number; passages: number; weight: number }>();
  for (const one of found) {
    const score = scores.get(passageNumber(one.number, one.place)) ?? 0;
    for (const { term, weight, count } of vectors.get(one) ?? []) {
      const entry = shared.get(term);
      if (entry) {
        entry.passages++;
        entry.weight += score * weight;
      } else shared.set(term, { term, count, passages: 1, weight: score * weight });
    }
  }
  const maxCount = Math.max(TERM.share * statistics.passages, best.length);
  const weighted = [...shared.values()]
    .filter(({ passages, count }) => passages >= TERM.passages && count <= maxCount)
    .toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_TERMS);
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const times = clauses.reduce((sum, clause) => sum + clause.times, 0);
  return weighted.map(({ term, count, weight }) => ({
    asked: term,
    terms: new Map([[term, { count, by: 'related' }]]),
    times: (times * weight) / total,
  }));
}

/** Makes the vectors of passages that have none yet: without stop words, joined names, and terms that too many passages have. */
async function addVectors(
  { db, stems }: Pick<Deps, 'db' | 'stems'>,
  reader: IndexReader,
  statistics: Statistics,
  found: Found[],
): Promise<void> {
  const missing = found.filter((one) => !vectors.has(one)).map((one) => ({ one, tokens: tokensOf(one.content) }));
  if (!missing.length) return;
  const stemOf = await stems(
    db,
    reader.index.language,
    missing.flatMap(({ tokens }) => tokens),
  );
  const timesOf = missing.map(({ tokens }) => {
    const times = new Map<string, number>();
    for (const token of tokens) {
      const { term, isStop } = stemOf(token);
      if (!isStop && !token.isJoined && token.plain !== undefined) times.set(term, (times.get(term) ?? 0) + 1);
    }
    return times;
  });
  const counts = await reader.counts([...new Set(timesOf.flatMap((times) => [...times.keys()]))]);
  // The highest limit that a query can have: the number of its best passages is not known here.
  const maxCount = Math.max(TERM.share * statistics.passages, FEEDBACK.passages);
  for (const [place, { one }] of missing.entries()) {
    const times = timesOf[place] as Map<string, number>;
    const length = times.values().reduce((sum, count) => sum + count, 0);
    vectors.set(
      one,
      [...times]
        .map(([term, repeats]) => ({ term, repeats, count: counts.get(term) ?? 0 }))
        .filter(({ term, count }) => term.length >= TERM.letters && count > 0 && count <= maxCount)
        .map(({ term, repeats, count }) => ({
          term,
          weight: saturate(repeats, length, statistics) * rarity(statistics, count),
          count,
        }))
        .toSorted((a, b) => b.weight - a.weight)
        .slice(0, MAX_VECTOR_TERMS),
    );
  }
}

/** Whether a query is long enough, and an index small enough, for `expandQuery`. */
export function isExpandable(clauses: Clause[], statistics: Statistics): boolean {
  if (statistics.passages > MAX_PASSAGES) return false;
  const words = clauses.filter((clause) => countOf(clause) && !isJoined(clause) && !IS_UNSPACED.test(clause.asked));
  return new Set(words.map(({ asked }) => asked)).size >= MIN_WORDS;
}

const isJoined = ({ terms }: Clause) => [...terms.values()].every(({ by }) => by === 'joined');
