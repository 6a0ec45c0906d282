import type { MetadataFilter } from '@earshot/contract/services/knowledge-base/schemas';
import { type Block, toDocument, type Hit } from '../index/postings.ts';
import type { StemDeps } from '../index/stemmer.ts';
import { findNearestChunks, type QueryVector } from '../semantic/embeddings-store.ts';
import { type Clause, countMatches, MATCH_WEIGHTS, listTerms, weighClause } from './clauses.ts';
import { MAX_POSTINGS } from './expansion.ts';
import { applyConditions } from './filtering.ts';
import type { IndexReader } from './index-reader.ts';
import type { Query } from './query.ts';
import { canUseFeedback, findFeedbackClauses } from './relevance-feedback.ts';
import {
  fuseRankings,
  max,
  mergeAll,
  release,
  type ScoredChunks,
  scoreTerm,
  selectBest,
  type Statistics,
  sum,
  toScoredChunks,
} from './scoring.ts';

/** Chunks that frequent words, feedback and vectors rank. */
const MAX_CANDIDATES = 100;

export interface RankingRequest {
  query: Query;
  clauses: Clause[];
  /** Clause for documents whose title has the same words as the query. */
  titleClause: Clause | undefined;
  filter: MetadataFilter | undefined;
  /** Maximum number of hits. */
  limit: number;
  /** Undefined for a lexical search. */
  queryVector: QueryVector | undefined;
  hasPgvector: boolean;
}

/** The ranking of the documents of an index. */
export interface Ranking {
  /** Best chunk of each document, best first. */
  hits: Hit[];
  /** Number of documents that were found. */
  total: number;
  statistics: Statistics;
  /** Clauses of relevance feedback. */
  feedback: Clause[];
  /** Ranks of documents in the lexical and the semantic ranking, from 0. Undefined for a lexical search. */
  ranks: { lexical: Map<number, number>; semantic: Map<number, number> } | undefined;
}

/** Fourth step of a search: scores chunks with BM25, applies conditions, and combines the ranking with vector search. */
export async function rankDocuments(deps: StemDeps, reader: IndexReader, request: RankingRequest): Promise<Ranking> {
  const { clauses, titleClause, limit, queryVector } = request;
  const statistics = getStatistics(reader);
  const { rare: rareWords, frequent } = divideByFrequency(clauses);
  const rare = titleClause ? [...rareWords, titleClause] : rareWords;
  const scored = scoreClauses(rare, await reader.readPostings(listTerms(rare)), statistics);
  const found = await applyConditions(deps, reader, request, scored);
  const usesFeedback = canUseFeedback(clauses, statistics);
  const needsCandidates = frequent.length || queryVector || usesFeedback;
  const candidates = selectBest(found, needsCandidates ? Math.max(MAX_CANDIDATES, limit) : limit);
  const ranked = await addScores(reader, frequent, statistics, candidates);
  const feedback = usesFeedback ? await findFeedbackClauses(deps, reader, { clauses, statistics, ranked }) : [];
  const lexical = await addScores(reader, feedback, statistics, ranked);
  const documents = new Set(queryVector && Array.from(found.chunks, toDocument));
  const total = found.chunks.length;
  release(found);
  if (!queryVector) return { hits: lexical.slice(0, limit), total, statistics, feedback, ranks: undefined };

  const semantic = await rankByVector(deps, reader, { ...request, queryVector });
  return {
    hits: fuseRankings([lexical, semantic]).slice(0, limit),
    total: documents.size + semantic.filter(({ chunk }) => !documents.has(toDocument(chunk))).length,
    statistics,
    feedback,
    ranks: { lexical: buildRanks(lexical), semantic: buildRanks(semantic) },
  };
}

const getStatistics = ({ index }: IndexReader): Statistics => ({
  chunks: index.chunk_count,
  averageLength: Math.max(1, index.word_count / Math.max(1, index.chunk_count)),
});

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

const buildRanks = (hits: Hit[]) => new Map(hits.map(({ chunk }, rank) => [toDocument(chunk), rank]));

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
    const ofTerms = [...clause.terms].map(([term, { matchType }]) =>
      scoreTerm(blocks.get(term) ?? [], weight * MATCH_WEIGHTS[matchType], statistics, among),
    );
    return mergeAll(ofTerms, max);
  });
  return mergeAll(scored, sum);
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
