import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

type Search = Body<'POST /v1/indexes/{id}/search'>;

/** The knowledge base: indexes of documents, and searching them. */
export const indexes = (call: Client) => ({
  list: (query?: Query<'GET /v1/indexes'>, options?: CallOptions) => list(call, 'GET /v1/indexes', { query }, options),
  get: (id: string, options?: CallOptions) => call('GET /v1/indexes/{id}', { path: { id } }, options),
  create: (index: Body<'POST /v1/indexes'>, options?: CallOptions) => call('POST /v1/indexes', { body: index }, options),
  update: (id: string, changes: Body<'PATCH /v1/indexes/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/indexes/{id}', { path: { id }, body: changes }, options),
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/indexes/{id}', { path: { id } }, options),
  search: (id: string, search: Search, options?: CallOptions) =>
    call('POST /v1/indexes/{id}/search', { path: { id }, body: search }, options),
  /** Searches all indexes of the project. */
  searchAll: (search: Body<'POST /v1/indexes/search'>, options?: CallOptions) =>
    call('POST /v1/indexes/search', { body: search }, options),
  /** Says which result of a search was opened: the owner learns what helps. */
  recordClick: (id: string, queryId: string, documentId: string, options?: CallOptions) =>
    call(
      'POST /v1/indexes/{id}/search/{query_id}/click',
      { path: { id, query_id: queryId }, body: { document_id: documentId } },
      options,
    ),
  /** Says whether a search, or one of its documents, was of help. */
  recordHelpful: (
    id: string,
    queryId: string,
    judgement: Body<'POST /v1/indexes/{id}/search/{query_id}/helpful'>,
    options?: CallOptions,
  ) => call('POST /v1/indexes/{id}/search/{query_id}/helpful', { path: { id, query_id: queryId }, body: judgement }, options),
  insights: (id: string, query?: Query<'GET /v1/indexes/{id}/insights'>, options?: CallOptions) =>
    call('GET /v1/indexes/{id}/insights', { path: { id }, query }, options),
  /** A list of the documents for agents, in the form of llms.txt. */
  llmsTxt: async (id: string, options?: CallOptions) =>
    await (await call.raw('GET /v1/indexes/{id}/llms.txt', { path: { id } }, options)).text(),
  documents: {
    list: (id: string, query?: Query<'GET /v1/indexes/{id}/documents'>, options?: CallOptions) =>
      list(call, 'GET /v1/indexes/{id}/documents', { path: { id }, query }, options),
    get: (id: string, documentId: string, options?: CallOptions) =>
      call('GET /v1/indexes/{id}/documents/{document_id}', { path: { id, document_id: documentId } }, options),
    /** The same `external_id` replaces. */
    create: (id: string, document: Body<'POST /v1/indexes/{id}/documents'>, options?: CallOptions) =>
      call('POST /v1/indexes/{id}/documents', { path: { id }, body: document }, options),
    /** Up to 100, with a result for each, in order. */
    createMany: (id: string, documents: Body<'POST /v1/indexes/{id}/documents/batch'>['documents'], options?: CallOptions) =>
      call('POST /v1/indexes/{id}/documents/batch', { path: { id }, body: { documents } }, options),
    delete: (id: string, documentId: string, options?: CallOptions) =>
      call('DELETE /v1/indexes/{id}/documents/{document_id}', { path: { id, document_id: documentId } }, options),
  },
});
