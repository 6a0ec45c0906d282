import { Id, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/knowledge-base/search';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { newId } from '../../platform/ids.ts';
import type { SearchRecorder } from './insights/search-recorder.ts';
import { searchResponseForWire } from './projections.ts';
import type { SearchRequest } from './search/pipeline.ts';
import { findSearcher, listSearchedIndexes } from './searchers.ts';
import { search, type SearchDeps } from './search/search.ts';

interface Options {
  deps: SearchDeps;
  recorder: SearchRecorder;
  indexKind: EntryKind;
}

const tag = 'Knowledge base';
const params = Type.Object({ id: Id('idx') });
const allowReader = { by: 'either', role: 'viewer' } as const;
const projectIdOf = (request: FastifyRequest) => callerOf(request).project.id;

export const searchRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  searchIndexRoute(app, options);
  searchIndexByUrlRoute(app, options);
  searchIndexesRoute(app, options);
};

function searchIndexRoute(app: App, options: Options): void {
  app.post(
    '/:id/search',
    operation({
      id: 'searchIndex',
      summary: 'Search an index',
      description:
        'Ranks the documents that the reader may read with BM25. Matches include inflections, accent variants, spelling corrections and prefixes of the last word; exact matches rank first. The first page of results is recorded for the insights, and in the timeline of a person who proves who they are by `X-User-Token` or by a session on the public pages.',
      tag,
      access: { ...allowReader, entry: options.indexKind },
      scopes: ['knowledge_base:read'],
      params,
      body: contract.SearchBody,
      returns: Ref(contract.SearchResults),
      limit: 'reading',
    }),
    (request) => searchAndRecord(options, request, [entryIdOf(request)], request.body),
  );
}

function searchIndexByUrlRoute(app: App, options: Options): void {
  app.get(
    '/:id/search',
    operation({
      id: 'searchIndexByUrl',
      summary: 'Search an index with query parameters',
      description:
        'Like `POST /v1/indexes/{id}/search`, for links and for clients that can’t send a body. The query parameters support neither filters nor `explain`. The first page of results is recorded for the insights.',
      tag,
      access: { ...allowReader, entry: options.indexKind },
      scopes: ['knowledge_base:read'],
      params,
      query: contract.SearchQuery,
      returns: Ref(contract.SearchResults),
    }),
    (request) => searchAndRecord(options, request, [entryIdOf(request)], { ...request.query, query: request.query.q }),
  );
}

function searchIndexesRoute(app: App, options: Options): void {
  app.post(
    '/search',
    operation({
      id: 'searchIndexes',
      summary: 'Search all indexes of a project',
      description:
        'Searches the first 100 indexes of the project, in their order, and returns one list. Words are as rare as they are in all indexes together, so that the scores of different indexes are comparable. Words that none of the indexes contains are corrected. The first page of results is recorded for the insights once: in the index of the best result, or in the first index when nothing was found.',
      tag,
      access: allowReader,
      scopes: ['knowledge_base:read'],
      query: Type.Object(projectQuery),
      body: contract.SearchBody,
      returns: Ref(contract.SearchResults),
      limit: 'reading',
    }),
    async (request) => await searchAndRecord(options, request, await listSearchedIndexes(options.deps.db, request), request.body),
  );
}

/** Searches, and records the first page of results for insights unless the request says otherwise. */
async function searchAndRecord(
  { deps, recorder }: Options,
  request: FastifyRequest,
  indexIds: string[],
  {
    query,
    limit = 10,
    page = 1,
    filter,
    highlight = true,
    explain = false,
    track = true,
  }: Partial<SearchRequest> & { track?: boolean },
) {
  const startedAt = performance.now();
  if (explain && callerOf(request).by === 'key') throw invalidField('explain', 'not_allowed', 'explain requires a session token');
  const { reader, searcher } = await findSearcher(deps.db, request);
  const response = await search(deps, projectIdOf(request), indexIds, {
    reader,
    query: query ?? '',
    limit,
    page,
    filter,
    highlight,
    explain,
  });
  const queryId = newId();
  const tookMs = performance.now() - startedAt;
  if (track && page === 1) recorder.recordSearch(projectIdOf(request), { ...response, queryId, query: query ?? '', searcher });
  return searchResponseForWire(response, { queryId, tookMs });
}
