// Prepares searches, and decides whether they run on the main thread or in a search thread.
import { findHybrid, findIndex } from '../index/indexes-store.ts';
import type { EmbeddingJobs } from '../semantic/embedding-jobs.ts';
import type { QueryVector } from '../semantic/embeddings-store.ts';
import { type PipelineDeps, type PreparedRequest, runSearch, type SearchRequest, type SearchResponse } from './pipeline.ts';
import { type Query, tokenizeQuery } from './query.ts';
import type { SearchThreads } from './search-threads.ts';

export interface SearchDeps extends PipelineDeps {
  /** Undefined when no embedding model is configured. */
  embedding: EmbeddingJobs | undefined;
  /** Undefined when all searches run on the main thread. */
  threads?: SearchThreads | undefined;
}

/**
 * Chunks up to which a search runs on the main thread. Indexes of this size are kept in memory (open-index.ts), and their searches take
 * little more time than a message to a thread.
 */
const MAX_CHUNKS_ON_MAIN_THREAD = 5_000;

/**
 * Searches indexes. Large indexes are searched in threads, so that other requests do not wait.
 * @throws {HttpError} 404 when the only index does not exist, 503 when search threads fail
 */
export async function search(
  deps: SearchDeps,
  projectId: string,
  indexIds: string[],
  request: SearchRequest,
): Promise<SearchResponse> {
  const tokenized = tokenizeQuery(request.query);
  const queryVector = await embedQuery(deps, projectId, indexIds, tokenized);
  const hasPgvector = deps.embedding?.hasPgvector ?? false;
  const prepared = { ...request, projectId, indexIds, tokenized, queryVector, hasPgvector };
  if (!deps.threads) return await runSearch(deps, prepared);
  const { threads } = deps;
  const isLarge = (await countChunks(deps, threads, prepared)) > MAX_CHUNKS_ON_MAIN_THREAD;
  const response = isLarge ? await threads.search(prepared) : await runSearch(deps, prepared);
  for (const { id, chunkCount } of response.indexes) threads.chunkCounts.set(id, chunkCount);
  return response;
}

/** Returns the number of chunks of all indexes as of the last search of each, which saves a query. */
async function countChunks(
  { db }: SearchDeps,
  { chunkCounts }: SearchThreads,
  { projectId, indexIds }: PreparedRequest,
): Promise<number> {
  let total = 0;
  for (const id of indexIds) total += chunkCounts.get(id) ?? (await findIndex(db, projectId, id))?.chunk_count ?? 0;
  return total;
}

/** Returns the vector of the query, if any index is hybrid and the model responds in time. Phrases require exact words. */
async function embedQuery(
  { db, embedding }: SearchDeps,
  projectId: string,
  indexIds: string[],
  query: Query,
): Promise<QueryVector | undefined> {
  if (!embedding || query.phrases.length || !query.tokens.length) return undefined;
  if (!(await findHybrid(db, projectId, indexIds)).length) return undefined;
  const vector = await embedding.embedder.embedQuery(query.text);
  return vector && { vector, model: embedding.embedder.model };
}
