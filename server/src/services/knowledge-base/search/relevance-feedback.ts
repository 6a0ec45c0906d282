// Pseudo-relevance feedback: terms that the best chunks share describe the subject of a long question, even if the question uses other
// words. Introduced by Rocchio (1971); term weights follow relevance models (Lavrenko and Croft, 2001), with BM25 instead of a language
// model. Feedback changes the order of chunks only, and finds no others.
import { IS_UNSPACED } from '../../../platform/text/fold.ts';
import { analyze, isTitleTerm } from '../index/analysis.ts';
import { toDocument, type Hit, roundLength, toChunkNumber } from '../index/postings.ts';
import type { StemDeps } from '../index/stemmer.ts';
import type { Token } from '../../../platform/text/tokenizer.ts';
import { type Clause, countMatches } from './clauses.ts';
import { mergeHits } from './fusion.ts';
import type { IndexReader, TermVector, TermVectors } from './index-reader.ts';
import { rarity, saturate, type Statistics } from './scoring.ts';
import { type SearchedIndex, sumSizes } from './statistics.ts';

/** Words of a query. The best chunks of a shorter query have little in common, and people expect their own words to decide. */
const MIN_WORDS = 5;
/** Chunks of an index. Larger indexes are not in memory (open-index.ts), so that feedback would cost two more round trips. */
const MAX_CHUNKS = 5_000;
/** Chunks that are assumed to be relevant: the best, if they have at least this share of the highest score. */
const RELEVANT = { chunks: 10, share: 0.5 };
const MAX_TERMS = 10;
/** Terms of a chunk that are considered, highest weight first. More terms take time and make results slightly worse. */
const MAX_CHUNK_TERMS = 40;
/** A term is significant if this many of the relevant chunks contain it, and at most this share of all chunks. */
const TERM = { chunks: 2, share: 0.25 };
/** Excludes codes, numbers and pairs of characters. */
const IS_WORD = /^[\p{L}\p{M}]{3,}$/u;
/** Terms that are checked for stop words, which are rare among terms of high weight. */
const MAX_CANDIDATES = 2 * MAX_TERMS;

/** Returns clauses for terms that the best chunks of all indexes share. With their match weight they count half as much as the query. */
export async function findFeedbackClauses(
  deps: StemDeps,
  { indexes, found, statistics }: { indexes: SearchedIndex[]; found: { ranked: Hit[] }[]; statistics: Statistics },
): Promise<Clause[]> {
  const ranked = mergeHits(found.map((ofIndex) => ofIndex.ranked));
  const relevant = ranked.slice(0, RELEVANT.chunks).filter(({ score }) => score >= RELEVANT.share * (ranked[0]?.score ?? 0));
  if (relevant.length < TERM.chunks) return [];
  const shared = new Map<string, { chunks: number; weight: number }>();
  for (const [at, { reader }] of indexes.entries()) {
    const hits = relevant.filter((hit) => hit.at === at);
    if (!hits.length) continue;
    const termVectors = await readTermVectors(
      deps,
      reader,
      hits.map(({ chunk }) => chunk),
    );
    for (const [rank, { score }] of hits.entries()) {
      const { terms, weights } = weighTerms(termVectors.vectors[rank] as TermVector, termVectors, sumSizes([reader]));
      // An index loop, because an iterator would take most of the time.
      for (let i = 0; i < terms.length; i++) {
        const term = termVectors.terms[terms[i] as number] as string;
        const weight = score * (weights[i] as number);
        const entry = shared.get(term);
        if (entry) {
          entry.chunks++;
          entry.weight += weight;
        } else shared.set(term, { chunks: 1, weight });
      }
    }
  }
  const maxCount = Math.max(TERM.share * statistics.chunks, relevant.length);
  const significant = [...shared].filter(([term, { chunks }]) => chunks >= TERM.chunks && IS_WORD.test(term));
  const counts = await countTerms(
    indexes,
    significant.map(([term]) => term),
  );
  const candidates = significant
    .map(([term, { weight }]) => ({ weight, term, count: counts.get(term) ?? 0 }))
    .filter(({ count }) => count <= maxCount)
    .toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
  const stopWords = new Set<string>();
  for (const { reader } of indexes)
    for (const term of await findStopWords(
      deps,
      reader,
      candidates.map((candidate) => candidate.term),
    ))
      stopWords.add(term);
  const chosen = candidates.filter(({ term }) => !stopWords.has(term)).slice(0, MAX_TERMS);
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  const times = Math.max(...indexes.map(({ clauses }) => clauses.reduce((sum, clause) => sum + clause.times, 0)));
  return chosen.map(({ term, count, weight }) => ({
    key: ` related ${term}`,
    text: term,
    terms: new Map([[term, { count, matchType: 'related' }]]),
    times: (times * weight) / total,
  }));
}

/** Returns the number of chunks of all indexes that contain each term. */
async function countTerms(indexes: SearchedIndex[], terms: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { reader } of indexes)
    for (const [term, count] of await reader.countChunks(terms)) counts.set(term, (counts.get(term) ?? 0) + count);
  return counts;
}

/** Returns the terms of chunks, in order: from memory, or by analyzing the chunks. */
async function readTermVectors({ db, stem }: StemDeps, reader: IndexReader, chunks: number[]): Promise<TermVectors> {
  if (reader.readTermVectors) return await reader.readTermVectors(chunks);
  const records = await reader.readChunks(chunks);
  const { postings } = await analyze(
    db,
    stem,
    reader.index.language,
    // Each chunk as a document of its own, numbered by its index in `records`.
    records.map((chunk, at) => ({ ...chunk, number: at, chunks: [chunk] })),
  );
  const terms = [...postings.keys()];
  const countByTerm = await reader.countChunks(terms);
  const counts = terms.map((term) => countByTerm.get(term) ?? 0);
  const vectors = records.map(() => ({ length: 0, terms: [] as number[], weights: [] as number[] }));
  for (const [term, name] of terms.entries())
    for (const { chunk, weight, length } of postings.get(name) ?? []) {
      const vector = vectors[toDocument(chunk)] as (typeof vectors)[number];
      vector.length = roundLength(length);
      vector.terms.push(term);
      vector.weights.push(weight);
    }
  const vectorOfChunk = new Map(
    records.map(({ document_number, position }, at) => [toChunkNumber(document_number, position), vectors[at]]),
  );
  return { terms, counts, vectors: chunks.map((chunk) => vectorOfChunk.get(chunk) ?? { length: 0, terms: [], weights: [] }) };
}

/** Weights of chunks in memory, as long as these are in memory: most searches of an index rank the same chunks. */
const cachedWeights = new WeakMap<TermVector, Pick<TermVector, 'terms' | 'weights'>>();

/** Returns the most significant terms of a chunk, without terms that no other or too many other chunks contain. */
function weighTerms(
  vector: TermVector,
  { terms, counts }: TermVectors,
  statistics: Pick<Statistics, 'chunks' | 'averageLength'>,
): Pick<TermVector, 'terms' | 'weights'> {
  const cached = cachedWeights.get(vector);
  if (cached) return cached;
  // The highest limit of any query, because the weights are cached for all queries.
  const maxCount = Math.max(TERM.share * statistics.chunks, RELEVANT.chunks);
  const best = Array.from(vector.terms, (term, at) => ({
    term,
    times: vector.weights[at] as number,
    count: counts[term] as number,
  }))
    .filter(({ term, count }) => count >= TERM.chunks && count <= maxCount && !isTitleTerm(terms[term] as string))
    .map(({ term, times, count }) => ({
      term,
      weight: saturate(times, vector.length, statistics) * rarity(statistics, count),
    }))
    .toSorted((a, b) => b.weight - a.weight || ((terms[a.term] as string) < (terms[b.term] as string) ? -1 : 1))
    .slice(0, MAX_CHUNK_TERMS);
  const chosen = {
    terms: Uint32Array.from(best, ({ term }) => term),
    weights: Float32Array.from(best, ({ weight }) => weight),
  };
  cachedWeights.set(vector, chosen);
  return chosen;
}

/** Returns the terms that are stop words. Indexes contain stop words, because phrases do. */
async function findStopWords({ db, stem }: StemDeps, reader: IndexReader, terms: string[]): Promise<Set<string>> {
  const words = await reader.findWordsOfTerms(terms);
  const tokens = words.map(({ word, display_form: plain }) => ({ start: 0, end: 0, word, plain }));
  const stemOf = await stem(db, reader.index.language, tokens);
  return new Set(words.flatMap(({ term }, at) => (stemOf(tokens[at] as Token).isStop ? term : [])));
}

/** Returns whether a query is long enough and an index small enough for feedback. */
export function canUseFeedback(clauses: Clause[], statistics: Statistics): boolean {
  if (statistics.chunks > MAX_CHUNKS) return false;
  const words = clauses.filter((clause) => countMatches(clause) && !isJoined(clause) && !IS_UNSPACED.test(clause.text));
  return new Set(words.map(({ text }) => text)).size >= MIN_WORDS;
}

const isJoined = ({ terms }: Clause) => [...terms.values()].every(({ matchType }) => matchType === 'joined');
