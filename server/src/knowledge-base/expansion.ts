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
/** A term says something about the best passages when some of these have it, and few others. */
const TERM = { passages: 2, letters: 3, share: 0.25 };

/** How often each term is in a passage, stop words and names excluded. */
interface TermVector {
  terms: string[];
  counts: Uint8Array;
  length: number;
}

/** Vectors of passages that a reader keeps; they are dropped together with these. */
const vectors = new WeakMap<Found, TermVector>();

/** Returns clauses for terms that the best passages share; none for short queries and large indexes. Their weights add up to half a query. */
export async function expandQuery(
  { db, stems }: Pick<Deps, 'db' | 'stems'>,
  reader: IndexReader,
  clauses: Clause[],
  statistics: Statistics,
  ranked: Hit[],
): Promise<Clause[]> {
  const best = ranked.slice(0, FEEDBACK.passages).filter(({ score }) => score >= FEEDBACK.share * (ranked[0]?.score ?? 0));
  if (best.length < TERM.passages) return [];
  const found = await reader.passages(best.map(({ passage }) => passage));
  const missing = found.filter((one) => !vectors.has(one)).map((one) => ({ one, tokens: tokensOf(one.content) }));
  if (missing.length) {
    const stemOf = await stems(
      db,
      reader.index.language,
      missing.flatMap(({ tokens }) => tokens),
    );
    for (const { one, tokens } of missing) {
      const counts = new Map<string, number>();
      for (const token of tokens) {
        const { term, isStop } = stemOf(token);
        if (!isStop && !token.isJoined && token.plain !== undefined) counts.set(term, (counts.get(term) ?? 0) + 1);
      }
      const length = counts.values().reduce((sum, count) => sum + count, 0);
      vectors.set(one, {
        terms: [...counts.keys()],
        counts: Uint8Array.from(counts.values(), (count) => Math.min(count, 255)),
        length,
      });
    }
  }

  const scores = new Map(best.map(({ passage, score }) => [passage, score]));
  const shared = new Map<string, { passages: number; weight: number }>();
  for (const one of found) {
    const { terms, counts, length } = vectors.get(one) as TermVector;
    const score = scores.get(passageNumber(one.number, one.place)) ?? 0;
    for (const [place, term] of terms.entries()) {
      const entry = shared.get(term) ?? { passages: 0, weight: 0 };
      entry.passages++;
      entry.weight += score * saturate(counts[place] as number, length, statistics);
      shared.set(term, entry);
    }
  }
  const candidates = [...shared].filter(([term, { passages }]) => passages >= TERM.passages && term.length >= TERM.letters);
  const counts = await reader.counts(candidates.map(([term]) => term));
  const weighted = candidates
    .map(([term, { weight }]) => {
      const count = counts.get(term) ?? 0;
      return { term, count, weight: weight * rarity(statistics, count) };
    })
    .filter(({ count }) => count > 0 && count <= Math.max(TERM.share * statistics.passages, best.length))
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

/** Whether a query is long enough, and an index small enough, for `expandQuery`. */
export function isExpandable(clauses: Clause[], statistics: Statistics): boolean {
  if (statistics.passages > MAX_PASSAGES) return false;
  const words = clauses.filter((clause) => countOf(clause) && !isJoined(clause) && !IS_UNSPACED.test(clause.asked));
  return new Set(words.map(({ asked }) => asked)).size >= MIN_WORDS;
}

const isJoined = ({ terms }: Clause) => [...terms.values()].every(({ by }) => by === 'joined');
