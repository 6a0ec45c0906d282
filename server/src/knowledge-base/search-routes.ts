import { Id, Ref } from '@earshot/contract/common';
import * as contract from '@earshot/contract/knowledge-base';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../http/credentials.ts';
import { invalidField } from '../http/errors.ts';
import { operation } from '../http/operation.ts';
import { READING } from '../http/throttle.ts';
import { newId } from '../ids.ts';
import type { SearchDeps } from './search/search.ts';
import { listIndexes } from './index/indexes-store.ts';
import type { Learning } from './insights/search-log.ts';
import { answerForWire } from './projections.ts';
import { type Asked, search } from './search/search.ts';

const tag = 'Knowledge base';
const params = Type.Object({ id: Id('idx') });
/** A search over all indexes of a project asks each of them. */
const MOST_INDEXES = 100;

export const searchRoutes: FastifyPluginAsyncTypebox<{ deps: SearchDeps; learning: Learning; indexKind: EntryKind }> = async (
  app,
  { deps, learning, indexKind },
) => {
  const reader = { by: 'either', role: 'viewer' } as const;
  const inIndex = { ...reader, entry: indexKind } as const;
  const projectOf = (request: FastifyRequest) => callerOf(request).project.id;

  async function answer(
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
    }: Partial<Asked> & { track?: boolean },
  ) {
    const began = performance.now();
    if (explain && callerOf(request).by === 'key')
      throw invalidField('explain', 'not_allowed', 'explain requires a session token');
    const asked = { query: query ?? '', limit, page, filter, highlight, explain };
    const found = await search(deps, projectOf(request), indexIds, asked);
    const queryId = newId();
    const tookMs = performance.now() - began;
    if (track && page === 1)
      learning.searched(projectOf(request), { queryId, query: query ?? '', indexes: found.indexes, results: found.total });
    return answerForWire(found, { queryId, tookMs });
  }

  const searchOne = operation({
    id: 'searchIndex',
    summary: 'Search an index',
    description:
      'Ranks documents with BM25. Matches include inflections, accent variants, spelling corrections and prefixes of the last word; exact matches rank first.',
    tag,
    access: inIndex,
    params,
    body: contract.SearchBody,
    returns: Ref(contract.SearchResults),
  });
  app.post('/:id/search', { ...searchOne, config: { ...searchOne.config, ...READING } }, (request) =>
    answer(request, [entryIdOf(request)], request.body),
  );

  app.get(
    '/:id/search',
    operation({
      id: 'searchIndexByUrl',
      summary: 'Search an index with query parameters',
      tag,
      access: inIndex,
      params,
      query: contract.SearchQuery,
      returns: Ref(contract.SearchResults),
    }),
    (request) => answer(request, [entryIdOf(request)], { ...request.query, query: request.query.q }),
  );

  const searchAll = operation({
    id: 'searchIndexes',
    summary: 'Search all indexes of a project',
    tag,
    access: reader,
    query: Type.Object(projectQuery),
    body: contract.SearchBody,
    returns: Ref(contract.SearchResults),
  });
  app.post('/search', { ...searchAll, config: { ...searchAll.config, ...READING } }, async (request) => {
    const indexes = await listIndexes(deps.db, projectOf(request), { limit: MOST_INDEXES, offset: 0 });
    return await answer(
      request,
      indexes.map(({ id }) => id),
      request.body,
    );
  });
};
