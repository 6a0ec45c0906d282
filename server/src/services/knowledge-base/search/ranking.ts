import type { MetadataFilter } from '@earshot/contract/services/knowledge-base/search';
import { type Block, toDocument, type Hit } from '../index/postings.ts';
import type { StemDeps } from '../index/stemmer.ts';
import { findNearestChunks, type QueryVector } from '../semantic/embeddings-store.ts';
import { type Clause, countMatches, MATCH_WEIGHTS, listTerms, weighClause } from './clauses.ts';
import { MAX_POSTINGS } from './expansion.ts';
import { applyConditions } from './filtering.ts';
import type { IndexReader } from './index-reader.ts';
import type { Query } from './query.ts';
import { canUseFeedback, findFeedbackClauses } from './relevance-feedback.ts';
import { buildRanks, fuseRankings, type IndexHit, mergeHits, type Ranks } from './fusion.ts';
import {
  combineAll,
  MAX_SATURATION,
  release,
  type ScoredChunks,
  scoreTermAmong,
  selectBest,
  selectReachable,
  type Statistics,
  toScoredChunks,
} from './scoring.ts';
import { type SearchedIndex, sumStatistics } from './statistics.ts';

/** Chunks that frequent words, feedback and vectors rank. */
const MAX_CANDIDATES = 100;

export interface RankingRequest {
  query: Query;
  filter?: MetadataFilter | undefined;
  /** Maximum number of hits. */
  limit: number;
  /** Undefined for a lexical search. */
  queryVector: QueryVector | undefined;
  hasPgvector: boolean;
}

/** The ranking of the documents of all searched indexes. */
export interface Ranking {
  /** Best chunk of each document, best first. */
  hits: IndexHit[];
  /** Number of documents that were found. */
  total: number;
  statistics: Statistics;
  /** Clauses of relevance feedback. */
  feedback: Clause[];
  /** Ranks of documents in the lexical and the semantic ranking. Undefined for a lexical search. */
  ranks: { lexical: Ranks; semantic: Ranks } | undefined;
}

/**
 * Fourth step of a search: scores chunks with BM25, applies conditions, and combines the ranking with vector search. All indexes are
 * scored with the same statistics, the same feedback and ranks among the documents of all, so that their results form one list.
 */
export async function rankDocuments(deps: StemDeps, indexes: SearchedIndex[], request: RankingRequest): Promise<Ranking> {
  const { limit, queryVector } = request;
  const statistics = await sumStatistics(indexes);
  const usesFeedback = canUseFeedback(
    indexes.flatMap(({ clauses }) => clauses),
    statistics,
  );
  const found: LexicalRanking[] = [];
  for (const searched of indexes) found.push(await rankByWords(deps, searched, { ...request, statistics, usesFeedback }));
  const feedback = usesFeedback ? await findFeedbackClauses(deps, { indexes, found, statistics }) : [];
  const rescored: Hit[][] = [];
  for (const [at, { reader }] of indexes.entries())
    rescored.push(await addScores(reader, feedback, statistics, found[at]?.ranked ?? []));
  const lexical = mergeHits(rescored);
  const total = found.reduce((documents, { total: ofIndex }) => documents + ofIndex, 0);
  if (!queryVector) return { hits: lexical.slice(0, limit), total, statistics, feedback, ranks: undefined };

  const nearest: Hit[][] = [];
  for (const { reader } of indexes) nearest.push(await rankByVector(deps, reader, { ...request, queryVector }));
  const isNew = ({ at, chunk }: IndexHit) => !found[at]?.documents.has(toDocument(chunk));
  const semantic = mergeHits(nearest).slice(0, MAX_CANDIDATES);
  return {
    hits: fuseRankings(lexical, semantic, (at) => indexes[at]?.reader.index.mode === 'hybrid').slice(0, limit),
    total: total + semantic.filter(isNew).length,
    statistics,
    feedback,
    ranks: { lexical: buildRanks(lexical), semantic: buildRanks(semantic) },
  };
}

/** The ranking of the documents of an index by words, before relevance feedback. */
interface LexicalRanking {
  ranked: Hit[];
  /** Number of documents that were found. */
  total: number;
  /** Numbers of all documents that were found. Empty for a lexical search, which does not need them. */
  documents: Set<number>;
}

async function rankByWords(
  deps: StemDeps,
  { reader, clauses, titleClause }: SearchedIndex,
  request: RankingRequest & { statistics: Statistics; usesFeedback: boolean },
): Promise<LexicalRanking> {
  const { limit, queryVector, statistics, usesFeedback } = request;
  const { rare: rareWords, frequent } = divideByFrequency(clauses);
  const rare = titleClause ? [...rareWords, titleClause] : rareWords;
  const scored = scoreClauses(rare, await reader.readPostings(listTerms(rare)), statistics);
  const found = await applyConditions(deps, reader, request, scored);
  const needsCandidates = frequent.length || queryVector || usesFeedback;
  const selected = selectBest(found, needsCandidates ? Math.max(MAX_CANDIDATES, limit) : limit);
  // Feedback and vectors rank all of them.
  const candidates =
    queryVector || usesFeedback ? selected : selectReachable(selected, { limit, maxAdded: boundScores(frequent, statistics) });
  const documents = new Set(queryVector && Array.from(found.chunks, toDocument));
  const total = found.chunks.length;
  release(found);
  return { ranked: await addScores(reader, frequent, statistics, candidates), total, documents };
}

async function rankByVector(
  deps: StemDeps,
  reader: IndexReader,
  request: RankingRequest & { queryVector: QueryVector },
): Promise<Hit[]> {
  const { queryVector, hasPgvector } = request;
  const { index } = reader;
  if (index.mode !== 'hybrid') return [];
  const nearest = await reader.readUncached((db) =>
    findNearestChunks(db, index, { ...queryVector, limit: MAX_CANDIDATES, hasPgvector }),
  );
  return selectBest(await applyConditions(deps, reader, request, toScoredChunks(nearest)), MAX_CANDIDATES);
}

/** Returns an upper bound of what clauses add to the score of a chunk. */
const boundScores = (clauses: Clause[], statistics: Statistics) =>
  MAX_SATURATION * clauses.reduce((total, clause) => total + weighClause(clause, statistics), 0);

/** Divides clauses into rare ones, which select chunks, and frequent ones, which only rank the best of these chunks. */
function divideByFrequency(clauses: Clause[]): { rare: Clause[]; frequent: Clause[] } {
  const sorted = clauses.toSorted((a, b) => countMatches(a) - countMatches(b));
  let postings = 0;
  // The rarest clause always selects chunks, however frequent it is.
  const rare = sorted.filter((clause, rank) => (postings += countMatches(clause)) <= MAX_POSTINGS || rank === 0);
  return { rare, frequent: sorted.filter((clause) => !rare.includes(clause)) };
}

/**
 * Scores chunks by clauses.
 * @param among sorted chunk numbers to which the result is limited
 */
function scoreClauses(
  clauses: Clause[],
  blocks: Map<string, Block[]>,
  statistics: Statistics,
  among?: Float64Array,
): ScoredChunks {
  const scored = clauses.map((clause) => {
    const weight = weighClause(clause, statistics);
    const terms = Array.from(clause.terms, ([term, { matchType }]) => ({
      blocks: blocks.get(term) ?? [],
      weight: weight * MATCH_WEIGHTS[matchType],
      statistics,
    }));
    if (among)
      return combineAll(
        terms.map((term) => scoreTermAmong(term, among)),
        'max',
      );
    // A single term is scored while the clauses are combined.
    const [first] = terms;
    return first && terms.length === 1 ? first : combineAll(terms, 'max');
  });
  return combineAll(scored, 'sum');
}

/** Adds the scores of further clauses to hits. */
async function addScores(reader: IndexReader, clauses: Clause[], statistics: Statistics, hits: Hit[]): Promise<Hit[]> {
  if (!clauses.length || !hits.length) return hits;
  const chunks = hits.map(({ chunk }) => chunk);
  const blocks = await reader.readPostingsOfChunks(listTerms(clauses), chunks);
  const scored = scoreClauses(clauses, blocks, statistics, Float64Array.from(chunks).toSorted());
  const added = new Map(Array.from(scored.chunks, (chunk, at) => [chunk, scored.scores[at] as number]));
  release(scored);
  return hits
    .map(({ chunk, score }) => ({ chunk, score: score + (added.get(chunk) ?? 0) }))
    .toSorted((a, b) => b.score - a.score);
}
