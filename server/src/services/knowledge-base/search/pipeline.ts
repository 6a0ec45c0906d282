// A search is a pipeline: tokenize the query (query.ts), expand it to terms of an index (expansion.ts), correct spelling (spelling.ts), score
// documents (ranking.ts), and build results with snippets (results.ts). The pipeline runs on the main thread or in a search thread.
import type { MetadataFilter } from '@earshot/contract/services/knowledge-base/search';
import type { Mode } from '@earshot/contract/services/knowledge-base/values';
import type { Reader } from '../../../instance/end-users/readers.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { findIndexes } from '../index/indexes-store.ts';
import type { StemDeps } from '../index/stemmer.ts';
import type { QueryVector } from '../semantic/embeddings-store.ts';
import { expandQuery } from './expansion.ts';
import { hideDocuments } from './for-reader/hidden-documents.ts';
import { VersionConflictError } from './index-reader.ts';
import { type IndexReaders, openSnapshot } from './open-index.ts';
import type { Query } from './query.ts';
import { rankDocuments } from './ranking.ts';
import { buildResults, type SearchResult } from './results.ts';
import { preferLanguage } from './for-reader/languages.ts';
import { correctSpelling, type ExpandedIndex } from './spelling.ts';

export interface PipelineDeps extends StemDeps {
  readers: IndexReaders;
}

export interface SearchRequest {
  query: string;
  limit: number;
  /** From 1. */
  page: number;
  filter?: MetadataFilter;
  /** Results are documents that the reader may read. */
  reader: Reader;
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
  const { projectId, indexIds, limit, page, queryVector, tokenized } = request;
  const found = await findIndexes(deps.db, projectId, indexIds);
  if (!found.length && indexIds.length === 1) throw new HttpError('indexes.not_found');
  const expandedIndexes: ExpandedIndex[] = [];
  for (const index of found) {
    const reader = await hideDocuments(deps.readers.open(deps.db, index), request.reader);
    expandedIndexes.push({ reader, expanded: await expandQuery(deps, reader, tokenized) });
  }
  const { indexes, suggestion } = await correctSpelling(deps, expandedIndexes, tokenized);
  const ranking = await rankDocuments(deps, indexes, { ...request, query: tokenized, limit: limit * page });
  const hits = ranking.hits.slice(limit * (page - 1));
  const results = await Promise.all(
    indexes.map((searched, at) =>
      buildResults(
        searched,
        ranking,
        hits.filter((hit) => hit.at === at),
        request,
      ),
    ),
  );
  const sorted = results.flat().toSorted((a, b) => b.score - a.score);
  const shown = preferLanguage(sorted, request.reader);
  return {
    results: shown,
    total: ranking.total - (sorted.length - shown.length),
    suggestion,
    mode: queryVector ? 'hybrid' : 'lexical',
    indexes: indexes.map(({ reader: { index }, expanded: { normalizedQuery } }) => ({
      id: index.id,
      normalizedQuery,
      chunkCount: index.chunk_count,
    })),
  };
}
