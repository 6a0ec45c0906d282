import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/knowledge-base/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../instance/audit/audit.ts';
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../platform/api/credentials.ts';
import type { ExportLimit } from '../../platform/api/exports.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { formatId } from '../../platform/ids.ts';
import { readList } from '../../platform/api/public-read.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import type { LanguageModel } from '../../platform/outbound/language-model.ts';
import { answerRoutes } from './answer-routes.ts';
import { arrangementRoutes } from './arrangement-routes.ts';
import { documentRoutes } from './document-routes.ts';
import type { SearchDeps } from './search/search.ts';
import * as indexes from './indexes.ts';
import { countIndexes, findIndexProject, listIndexes, withReadableCounts } from './index/indexes-store.ts';
import type { CountPageViews } from './insights/figures.ts';
import type { SearchRecorder } from './insights/search-recorder.ts';
import { insightsRoutes } from './insights-routes.ts';
import { indexForMember, indexForWire } from './projections.ts';
import { findReader } from './searchers.ts';
import { searchRoutes } from './search-routes.ts';

interface Options {
  deps: SearchDeps;
  clickhouse: ClickHouse;
  recorder: SearchRecorder;
  countPageViews: CountPageViews;
  publicUrl: () => string;
  exports: ExportLimit;
  languageModel: LanguageModel | undefined;
  linkSecret: Buffer;
}

const tag = 'Knowledge base';
const params = Type.Object({ id: Id('idx') });
const indexKind: EntryKind = { prefix: 'idx', notFound: 'indexes.not_found', findProjectId: findIndexProject };
const allowReader = { by: 'either', role: 'viewer' } as const;
const member = { by: 'session', role: 'member' } as const;
const projectIdOf = (request: FastifyRequest) => callerOf(request).project.id;

export const knowledgeBaseRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { deps, clickhouse, recorder, countPageViews, publicUrl, exports, languageModel, linkSecret } = options;
  listIndexesRoute(app, options);
  createIndexRoute(app, options);
  getIndexRoute(app, options);
  updateIndexRoute(app, options);
  deleteIndexRoute(app, options);
  await app.register(documentRoutes, { deps, exports, indexKind, publicUrl });
  await app.register(searchRoutes, { deps, recorder, indexKind });
  await app.register(answerRoutes, { deps, recorder, languageModel, linkSecret, indexKind });
  await app.register(arrangementRoutes, { db: deps.db, clickhouse, recorder, countPageViews, indexKind });
  await app.register(insightsRoutes, { db: deps.db, clickhouse, recorder, indexKind });
};

/** Returns the projection of indexes for the caller. */
const projectionFor = (request: FastifyRequest) => (callerOf(request).by === 'key' ? indexForWire : indexForMember);

function listIndexesRoute(app: App, { deps: { db } }: Options): void {
  app.get(
    '',
    operation({
      id: 'listIndexes',
      summary: 'List indexes',
      description:
        'Returns the indexes of the project in their order, with the number of their documents: those with a `position` first, then others by name. An API key may list indexes, because widgets search them: those whose `audience` contains the reader, and those with documents for the reader.',
      tag,
      access: allowReader,
      scopes: ['knowledge_base:read'],
      query: Type.Object({ ...contract.ListIndexesQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.KnowledgeIndex)),
    }),
    async (request) => {
      const [paging, id] = [parsePaging(request), projectIdOf(request)];
      const reader = await findReader(db, request);
      const listReadable = async (source: Db) => {
        const { rows, next } = await listIndexes(source, id, reader, paging);
        return { rows: await withReadableCounts(source, rows, reader), next };
      };
      const [{ rows, next }, total] = await readList(request, (source) =>
        Promise.all([listReadable(source), countIndexes(source, id, reader)]),
      );
      return buildList(rows.map(projectionFor(request)), { total, next }, paging);
    },
  );
}

function createIndexRoute(app: App, { deps }: Options): void {
  app.post(
    '',
    operation({
      id: 'createIndex',
      summary: 'Create an index',
      description:
        'An index is a set of documents that are searched together, in one language. The language can’t be changed later. A project may have several indexes; `POST /v1/indexes/search` searches all of them.',
      tag,
      access: member,
      scopes: ['knowledge_base:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateIndex,
      returns: Ref(contract.KnowledgeIndex),
      status: 201,
      errors: ['indexes.name_taken'],
    }),
    (request, reply) =>
      createOnce({ db: deps.db, request, reply }, (handle) =>
        transact(handle, async (tx) => {
          const projectId = projectIdOf(request);
          const index = await indexes.createIndex({ ...deps, db: tx }, projectId, request.body);
          await recordAudit(tx, {
            projectId,
            actor: actorOf(request),
            action: 'index.created',
            target: { id: formatId('idx', index.id), name: index.name },
          });
          return indexForMember(index);
        }),
      ),
  );
}

function getIndexRoute(app: App, { deps: { db } }: Options): void {
  app.get(
    '/:id',
    operation({
      id: 'getIndex',
      summary: 'Get an index',
      description: 'Returns one index with its language, its synonyms, its search mode and the number of its documents.',
      tag,
      access: { ...allowReader, entry: indexKind },
      scopes: ['knowledge_base:read'],
      params,
      returns: Ref(contract.KnowledgeIndex),
    }),
    async (request) => {
      const reader = await findReader(db, request);
      const index = await indexes.getIndex(db, projectIdOf(request), entryIdOf(request), reader);
      const [counted = index] = await withReadableCounts(db, [index], reader);
      return projectionFor(request)(counted);
    },
  );
}

function updateIndexRoute(app: App, { deps }: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateIndex',
      summary: 'Update an index',
      description:
        'Changes the name, the description, the external id, the place among the indexes, the order of categories, the synonyms, the search mode or the audience of its documents. Omitted fields keep their values. `position` moves the index among the others, which all have a place afterwards. Synonyms apply to the next search. After a change to `hybrid`, documents are embedded in the background, and searches use words only until then.',
      tag,
      access: { ...member, entry: indexKind },
      scopes: ['knowledge_base:write'],
      params,
      body: contract.UpdateIndex,
      returns: Ref(contract.KnowledgeIndex),
      errors: ['indexes.name_taken'],
    }),
    async (request) => indexForMember(await indexes.updateIndex(deps, projectIdOf(request), entryIdOf(request), request.body)),
  );
}

function deleteIndexRoute(app: App, { deps }: Options): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteIndex',
      summary: 'Delete an index',
      description:
        'Deletes the index with all of its documents permanently. Searches of the index return 404 from then on. Recorded in the audit log.',
      tag,
      access: { ...member, entry: indexKind },
      scopes: ['knowledge_base:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [projectIdOf(request), entryIdOf(request)];
      await transact(deps.db, async (tx) => {
        const { name } = await indexes.deleteIndex({ ...deps, db: tx }, projectId, id);
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'index.deleted',
          target: { id: formatId('idx', id), name: name },
        });
      });
      return { ok: true };
    },
  );
}
