import { Id, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/knowledge-base/search';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts';
import { callerOf, type EntryKind, entryIdOf } from '../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { parseId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { documentParams, findExistingDocumentId, findDocumentId, parseIndexKey } from './document-path.ts';
import { getIndex } from './indexes.ts';
import { findInsights } from './insights/insights.ts';
import type { SearchRecorder } from './insights/search-recorder.ts';
import { insightsForWire } from './projections.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  recorder: SearchRecorder;
  indexKind: EntryKind;
}

const tag = 'Knowledge base';
const params = Type.Object({ id: Id('idx') });
const queryParams = Type.Object({ id: Id('idx'), query_id: Id('qry') });
const allowKey = (entry: EntryKind) => ({ by: 'key', role: 'viewer', entry }) as const;
const projectOf = (request: FastifyRequest) => callerOf(request).project.id;

export const insightsRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  recordClickRoute(app, options);
  recordHelpfulnessRoute(app, options);
  rateDocumentRoute(app, options);
  getInsightsRoute(app, options);
};

function recordClickRoute(app: App, { db, recorder, indexKind }: Options): void {
  app.post(
    '/:id/search/:query_id/click',
    operation({
      id: 'recordSearchClick',
      summary: 'Record a click on a search result',
      description:
        'Records that the user opened a result of the search `query_id`, for the click-through rates of the insights. Contains no data about the person. Call it when the user follows a result.',
      tag,
      access: allowKey(indexKind),
      params: queryParams,
      body: contract.ClickBody,
      returns: Ref(Ok),
      errors: ['searches.not_found'],
    }),
    async (request) => {
      const search = await findSearch(db, request, request.params.query_id);
      await recorder.recordClick(...search, await parseDocumentId(db, request, request.body.document_id));
      return { ok: true };
    },
  );
}

function recordHelpfulnessRoute(app: App, { db, recorder, indexKind }: Options): void {
  app.post(
    '/:id/search/:query_id/helpful',
    operation({
      id: 'recordSearchHelpfulness',
      summary: 'Rate search results',
      description:
        'Records whether the results of a search, or one document of them, helped the user. Shown in the insights by document. Contains no data about the person.',
      tag,
      access: allowKey(indexKind),
      params: queryParams,
      body: contract.HelpfulBody,
      returns: Ref(Ok),
      errors: ['searches.not_found'],
    }),
    async (request) => {
      const { helpful, document_id: documentId } = request.body;
      const search = await findSearch(db, request, request.params.query_id);
      await recorder.recordRating(...search, {
        isHelpful: helpful,
        documentId: documentId === undefined ? undefined : await parseDocumentId(db, request, documentId),
      });
      return { ok: true };
    },
  );
}

function rateDocumentRoute(app: App, { db, recorder, indexKind }: Options): void {
  app.post(
    '/:id/documents/:document_id/rating',
    operation({
      id: 'rateDocument',
      summary: 'Rate a document',
      description:
        'Records whether a document helped a reader who opened it without a search, such as on its page in the help center. Shown in the insights by document. Contains no data about the person, so that each request counts.',
      tag,
      access: allowKey(indexKind),
      params: documentParams,
      body: contract.RateDocument,
      returns: Ref(Ok),
      errors: ['documents.not_found'],
    }),
    async (request) => {
      const id = await findExistingDocumentId(db, request);
      await recorder.recordDocumentRating(parseIndexKey(request), id, request.body.helpful);
      return { ok: true };
    },
  );
}

function getInsightsRoute(app: App, { db, clickhouse, recorder, indexKind }: Options): void {
  app.get(
    '/:id/insights',
    operation({
      id: 'getKnowledgeInsights',
      summary: 'Get search insights',
      description:
        'Returns frequent searches, searches without results, click-through rates and opened documents of a period, up to 100 of each. Use `missed_queries` to find missing articles. Searches contain no data about people; email addresses in queries are masked.',
      tag,
      access: { by: 'session', role: 'viewer', entry: indexKind },
      scopes: ['knowledge_base:read'],
      params,
      query: contract.InsightsQuery,
      returns: Ref(contract.KnowledgeInsights),
    }),
    async (request) => {
      const asOf = await recorder.flush(projectOf(request));
      const insights = await findInsights({ db, clickhouse }, parseIndexKey(request), request.query.period ?? '30d');
      return { ...insightsForWire(insights), as_of: asOf.toISOString() };
    },
  );
}

/** Returns the project, the index and the id of a recorded search. @throws {HttpError} 404 */
async function findSearch(
  db: Db,
  request: FastifyRequest,
  queryId: string,
): Promise<[project: string, index: string, query: string]> {
  const index = await getIndex(db, projectOf(request), entryIdOf(request));
  const id = parseId('qry', queryId);
  if (!id) throw new HttpError('searches.not_found');
  return [index.project_id, index.id, id];
}

/** Returns the id of a document by its id or external id. @throws {HttpError} 400 */
async function parseDocumentId(db: Db, request: FastifyRequest, text: string): Promise<string> {
  const id = await findDocumentId(db, request, text);
  if (!id) throw invalidField('document_id', 'not_found', 'document_id must be the id or the external_id of a document');
  return id;
}
