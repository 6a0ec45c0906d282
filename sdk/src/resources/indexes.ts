import type { Body, CallOptions, Client, Query } from '../client.ts';
import type { AnswerPart } from '../event-streams.ts';
import { list } from '../pages.ts';
import { OF_MODEL } from './proposals.ts';

type Question = Body<'POST /v1/indexes/answer'>;
type Search = Body<'POST /v1/indexes/{id}/search'>;

/** Knowledge base: indexes, documents and search. */
export const indexes = (call: Client) => ({
  /** Lists indexes. */
  list: (query?: Query<'GET /v1/indexes'>, options?: CallOptions) => list(call, 'GET /v1/indexes', { query }, options),
  /** Returns an index. */
  get: (id: string, options?: CallOptions) => call('GET /v1/indexes/{id}', { path: { id } }, options),
  /** Creates an index. */
  create: (index: Body<'POST /v1/indexes'>, options?: CallOptions) => call('POST /v1/indexes', { body: index }, options),
  /** Updates an index. */
  update: (id: string, changes: Body<'PATCH /v1/indexes/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/indexes/{id}', { path: { id }, body: changes }, options),
  /** Deletes an index with all of its documents. */
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/indexes/{id}', { path: { id } }, options),
  /** Searches an index. */
  search: (id: string, search: Search, options?: CallOptions) =>
    call('POST /v1/indexes/{id}/search', { path: { id }, body: search }, options),
  /** Searches all indexes of the project. */
  searchAll: (search: Body<'POST /v1/indexes/search'>, options?: CallOptions) =>
    call('POST /v1/indexes/search', { body: search }, options),
  /** Answers a question from an index, if the project has answers. For the sentences as they arrive, see `ask`. */
  answer: (id: string, question: Question, options?: CallOptions) =>
    call('POST /v1/indexes/{id}/answer', { path: { id }, body: question }, { ...OF_MODEL, ...options }),
  /** Answers a question from all indexes of the project. */
  answerAll: (question: Question, options?: CallOptions) =>
    call('POST /v1/indexes/answer', { body: question }, { ...OF_MODEL, ...options }),
  /**
   * Answers a question, from all indexes unless `id` names one: yields the sources first, then the sentences as they arrive, each with the
   * numbers of its sources, or the reason of a refusal.
   * @throws {EarshotError} 404 when answers are off, 429 when a limit is reached, 503 when the language model fails
   */
  async *ask(question: Question, { id, ...options }: CallOptions & { id?: string | undefined } = {}): AsyncGenerator<AnswerPart> {
    const { readAnswer } = await import('../event-streams.ts');
    // A repeated request would be another question, and a used-up limit lasts until the next day.
    const asStream = { retries: 0, ...options, headers: { ...options.headers, accept: 'text/event-stream' } };
    yield* readAnswer(
      id === undefined
        ? await call.raw('POST /v1/indexes/answer', { body: question }, asStream)
        : await call.raw('POST /v1/indexes/{id}/answer', { path: { id }, body: question }, asStream),
    );
  },
  /** Records a click on a search result, which is reported by `insights`. */
  recordClick: (id: string, queryId: string, documentId: string, options?: CallOptions) =>
    call(
      'POST /v1/indexes/{id}/search/{query_id}/click',
      { path: { id, query_id: queryId }, body: { document_id: documentId } },
      options,
    ),
  /** Records whether a search or one of its documents was helpful. */
  recordHelpful: (
    id: string,
    queryId: string,
    judgement: Body<'POST /v1/indexes/{id}/search/{query_id}/helpful'>,
    options?: CallOptions,
  ) => call('POST /v1/indexes/{id}/search/{query_id}/helpful', { path: { id, query_id: queryId }, body: judgement }, options),
  /** Returns search statistics: top queries, queries without results, and clicks. */
  insights: (id: string, query?: Query<'GET /v1/indexes/{id}/insights'>, options?: CallOptions) =>
    call('GET /v1/indexes/{id}/insights', { path: { id }, query }, options),
  /** Returns the documents of an index in the llms.txt format. */
  llmsTxt: async (id: string, options?: CallOptions) =>
    await (await call.raw('GET /v1/indexes/{id}/llms.txt', { path: { id } }, options)).text(),
  /** Documents of an index. */
  documents: {
    /** Lists documents. */
    list: (id: string, query?: Query<'GET /v1/indexes/{id}/documents'>, options?: CallOptions) =>
      list(call, 'GET /v1/indexes/{id}/documents', { path: { id }, query }, options),
    /** Returns all documents of an index as a CSV response. Read its `body` as a stream. */
    exportCsv: (id: string, query?: Query<'GET /v1/indexes/{id}/export.csv'>, options?: CallOptions) =>
      call.raw('GET /v1/indexes/{id}/export.csv', { path: { id }, query }, options),
    /** Returns a document with its content, by id or external id, and with `related: true` the related documents. */
    get: (id: string, documentId: string, query?: Query<'GET /v1/indexes/{id}/documents/{document_id}'>, options?: CallOptions) =>
      call('GET /v1/indexes/{id}/documents/{document_id}', { path: { id, document_id: documentId }, query }, options),
    /** Records whether a document helped a reader who opened it without a search. */
    rate: (id: string, documentId: string, helpful: boolean, options?: CallOptions) =>
      call(
        'POST /v1/indexes/{id}/documents/{document_id}/rating',
        { path: { id, document_id: documentId }, body: { helpful } },
        options,
      ),
    /** Creates a document, or replaces the document with the same `external_id`. */
    create: (id: string, document: Body<'POST /v1/indexes/{id}/documents'>, options?: CallOptions) =>
      call('POST /v1/indexes/{id}/documents', { path: { id }, body: document }, options),
    /** Creates or replaces the document with an external id. */
    save: (
      id: string,
      externalId: string,
      document: Body<'PUT /v1/indexes/{id}/documents/by-external-id/{external_id}'>,
      options?: CallOptions,
    ) =>
      call(
        'PUT /v1/indexes/{id}/documents/by-external-id/{external_id}',
        { path: { id, external_id: externalId }, body: document },
        options,
      ),
    /** Creates or replaces up to 100 documents. Returns one result per document, in request order. */
    createMany: (id: string, documents: Body<'POST /v1/indexes/{id}/documents/batch'>['documents'], options?: CallOptions) =>
      call('POST /v1/indexes/{id}/documents/batch', { path: { id }, body: { documents } }, options),
    /** Returns the categories of an index, and its documents in their order. */
    order: (id: string, options?: CallOptions) => call('GET /v1/indexes/{id}/order', { path: { id } }, options),
    /** Sets the order of categories and documents. Documents that are not listed follow by title. */
    reorder: (id: string, categories: Body<'PUT /v1/indexes/{id}/order'>['categories'], options?: CallOptions) =>
      call('PUT /v1/indexes/{id}/order', { path: { id }, body: { categories } }, options),
    /** Lists documents with their views, ratings and searches. */
    figures: (id: string, query?: Query<'GET /v1/indexes/{id}/figures'>, options?: CallOptions) =>
      call('GET /v1/indexes/{id}/figures', { path: { id }, query }, options),
    /** Changes fields of a document by id or external id, such as `status`, which publishes or unpublishes the document. */
    update: (
      id: string,
      documentId: string,
      changes: Body<'PATCH /v1/indexes/{id}/documents/{document_id}'>,
      options?: CallOptions,
    ) =>
      call('PATCH /v1/indexes/{id}/documents/{document_id}', { path: { id, document_id: documentId }, body: changes }, options),
    /** Deletes a document by id or external id. */
    delete: (id: string, documentId: string, options?: CallOptions) =>
      call('DELETE /v1/indexes/{id}/documents/{document_id}', { path: { id, document_id: documentId } }, options),
  },
});
