// A search is a pipeline: tokenize the query (query.ts), expand it to terms of an index (expansion.ts), correct spelling (spelling.ts), score
// documents (ranking.ts), and build results with snippets (results.ts). The pipeline runs on the main thread or in a search thread.
import type { MetadataFilter } from '@earshot/contract/services/knowledge-base/schemas';
import type { Mode } from '@earshot/contract/services/knowledge-base/values';
import { HttpError } from '../../../platform/api/errors.ts';
import { findIndex } from '../index/indexes-store.ts';
import type { StemDeps } from '../index/stemmer.ts';
import type { QueryVector } from '../semantic/embeddings-store.ts';
import { expandQuery } from './expansion.ts';
import { type IndexReader, VersionConflictError } from './index-reader.ts';
import { type IndexReaders, openSnapshot } from './open-index.ts';
import type { Query } from './query.ts';
import { rankDocuments } from './ranking.ts';
import { buildResults, type IndexMatches, type SearchResult } from './results.ts';
import { correctSpelling } from './spelling.ts';

export interface PipelineDeps extends StemDeps {
  readers: IndexReaders;
}

export interface SearchRequest {
  query: string;
  limit: number;
  /** From 1. */
  page: number;
  filter?: MetadataFilter;
  /** Whether results contain snippets. */
  highlight: boolean;
  /** Whether results contain explanations of their scores. */
  explain?: boolean;
}

export interface SearchResponse {
  results: SearchResult[];
  /** Number of documents that were found. */
  total: number;
  suggestion: string | undefined;
  mode: Mode;
  indexes: { id: string; normalizedQuery: string; chunkCount: number }[];
}

/** A request with the tokenized query: plain data, which can be sent to a thread. */
export interface PreparedRequest extends SearchRequest {
  projectId: string;
  indexIds: string[];
  tokenized: Query;
  /** Undefined for a lexical search. */
  queryVector: QueryVector | undefined;
  hasPgvector: boolean;
}

/**
 * Searches indexes, each in one version. Separate statements take less time than a transaction, and can use cached data. If a version
 * changes meanwhile, which the last statement detects, the search is repeated in a snapshot.
 * @throws {HttpError} 404 when the only index does not exist
 */
export async function runSearch(deps: PipelineDeps, request: PreparedRequest): Promise<SearchResponse> {
  try {
    return await searchIndexes(deps, request);
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
  }
  return await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => searchIndexes({ ...deps, db: tx, readers: { open: openSnapshot } }, request));
}

async function searchIndexes(deps: PipelineDeps, request: PreparedRequest): Promise<SearchResponse> {
  const { projectId, indexIds, limit, page, queryVector } = request;
  const matches: IndexMatches[] = [];
  for (const id of indexIds) {
    const index = await findIndex(deps.db, projectId, id);
    if (index) matches.push(await searchIndex(deps, deps.readers.open(deps.db, index), request));
    else if (indexIds.length === 1) throw new HttpError('indexes.not_found');
  }
  const hits = matches
    .flatMap((inIndex) => inIndex.hits.map((hit) => ({ ...hit, inIndex })))
    .toSorted((a, b) => b.score - a.score)
    .slice(limit * (page - 1), limit * page);
  const results = await Promise.all(
    matches.map((inIndex) =>
      buildResults(
        inIndex,
        hits.filter((hit) => hit.inIndex === inIndex),
        request,
      ),
    ),
  );
  return {
    results: results.flat().toSorted((a, b) => b.score - a.score),
    total: matches.reduce((sum, { total }) => sum + total, 0),
    suggestion: matches.find(({ suggestion }) => suggestion !== undefined)?.suggestion,
    mode: queryVector ? 'hybrid' : 'lexical',
    indexes: matches.map(({ reader: { index }, normalizedQuery }) => ({
      id: index.id,
      normalizedQuery,
      chunkCount: index.chunk_count,
    })),
  };
}

async function searchIndex(deps: PipelineDeps, reader: IndexReader, request: PreparedRequest): Promise<IndexMatches> {
  const { tokenized, filter, limit, page, queryVector, hasPgvector } = request;
  const expanded = await expandQuery(deps, reader, tokenized);
  const { clauses, titleClause, suggestion } = await correctSpelling(deps, reader, tokenized, expanded);
  const ranking = await rankDocuments(deps, reader, {
    query: tokenized,
    clauses,
    titleClause,
    filter,
    limit: limit * page,
    queryVector,
    hasPgvector,
  });
  return { reader, clauses, titleClause, suggestion, normalizedQuery: expanded.normalizedQuery, ...ranking };
}
