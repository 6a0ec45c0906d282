import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import { findLanguage } from '@earshot/contract/shared/languages';
import * as contract from '@earshot/contract/services/knowledge-base/schemas';
import type { DocumentStatus } from '@earshot/contract/services/knowledge-base/values';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../instance/audit/audit.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import { csvResponse, describeExport, sendList } from '../../instance/csv-export.ts';
import { callerOf, type EntryKind, entryIdOf } from '../../platform/api/credentials.ts';
import { HttpError, invalidField, errorBody } from '../../platform/api/errors.ts';
import type { ExportLimit } from '../../platform/api/exports.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { parseBatches } from '../../platform/api/json-body.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { cleanText } from '../../platform/api/text.ts';
import { createCheck } from '../../platform/api/validation.ts';
import { readList } from '../../platform/api/public-read.ts';
import { formatId } from '../../platform/ids.ts';
import { transact } from '../../platform/postgres/database.ts';
import { findRequestedDocumentId, documentParams, parseIndexKey } from './document-path.ts';
import { deleteDocuments, type NewDocument, saveDocument, saveDocuments } from './documents/documents.ts';
import {
  countDocuments,
  findByExternalIds,
  findDocument,
  listContents,
  listDocuments,
  type StatusFilter,
} from './documents/documents-store.ts';
import { updateDocument } from './documents/updating.ts';
import { getIndex } from './indexes.ts';
import { findPagesUrl, listForAgentsRoute } from './llms-route.ts';
import { renderDocument } from './documents/article.ts';
import { TEAM } from '../../instance/end-users/readers.ts';
import { listTranslations } from './documents/translations-store.ts';
import { findRelated, relatedForWire } from './related.ts';
import type { SearchDeps } from './search/search.ts';
import { findReader } from './searchers.ts';
import { versionRoutes } from './version-routes.ts';
import { buildPath, documentForMember, documentForPublic, pendingForMember, translationForWire } from './projections.ts';

const MIB = 1024 * 1024;
// JSON escapes can make a text several times as long.
const MAX_DOCUMENT_BODY_BYTES = 4 * MIB;
const MAX_BATCH_BODY_BYTES = 16 * MIB;

const checkDocument = createCheck(contract.CreateDocument);
const EXPORT_COLUMNS =
  'id, external_id, title, status, slug, url, content_type, content, metadata, content_sha256, published_at, created_at, updated_at'.split(
    ', ',
  );
/** Documents that an export reads in one query: the content of each has up to 1 MiB. */
const EXPORT_BATCH_SIZE = 20;
const tag = 'Knowledge base';
const params = Type.Object({ id: Id('idx') });

interface Options {
  deps: SearchDeps;
  indexKind: EntryKind;
  publicUrl: () => string;
  exports: ExportLimit;
}

const allowReader = (entry: EntryKind) => ({ by: 'either', role: 'viewer', entry }) as const;
const allowMember = (entry: EntryKind) => ({ by: 'session', role: 'member', entry }) as const;

export const documentRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  createDocumentRoute(app, options);
  saveDocumentRoute(app, options);
  listDocumentsRoute(app, options);
  exportDocumentsRoute(app, options);
  getDocumentRoute(app, options);
  updateDocumentRoute(app, options);
  deleteDocumentRoute(app, options);
  listForAgentsRoute(app, options);
  await app.register(batchRoutes, options);
  await app.register(versionRoutes, options);
};

function createDocumentRoute(app: App, { deps, indexKind }: Options): void {
  app.post(
    '/:id/documents',
    {
      ...operation({
        id: 'createDocument',
        summary: 'Create or replace a document',
        description:
          'Replaces an existing document with the same `external_id`. A published document is searchable when the response is sent.',
        tag,
        access: allowMember(indexKind),
        scopes: ['knowledge_base:write'],
        params,
        body: contract.CreateDocument,
        returns: Ref(contract.KnowledgeDocument),
        errors: ['documents.slug_taken', 'documents.language_taken', 'documents.content_too_large'],
        status: 201,
      }),
      bodyLimit: MAX_DOCUMENT_BODY_BYTES,
    },
    (request, reply) =>
      createOnce({ db: deps.db, request, reply }, async (tx) =>
        documentForMember(await saveDocument({ ...deps, db: tx }, parseIndexKey(request), request.body, actorOf(request))),
      ),
  );
}

function saveDocumentRoute(app: App, { deps, indexKind }: Options): void {
  app.put(
    '/:id/documents/by-external-id/:external_id',
    {
      ...operation({
        id: 'saveDocument',
        summary: 'Create or replace the document with an external id',
        description:
          'Creates the document, or replaces the document that has the external id, so that a sync job can run again without looking up ids. A published document is searchable when the response is sent. The content is limited to 1 MiB.',
        tag,
        access: allowMember(indexKind),
        scopes: ['knowledge_base:write'],
        params: contract.ExternalIdParams,
        body: contract.SaveDocument,
        returns: Ref(contract.KnowledgeDocument),
        errors: ['documents.slug_taken', 'documents.language_taken', 'documents.content_too_large'],
      }),
      bodyLimit: MAX_DOCUMENT_BODY_BYTES,
    },
    async (request) => {
      const { external_id } = cleanText({ external_id: request.params.external_id }) as { external_id: string };
      return documentForMember(
        await saveDocument(deps, parseIndexKey(request), { ...request.body, external_id }, actorOf(request)),
      );
    },
  );
}

function listDocumentsRoute(app: App, { deps: { db }, indexKind }: Options): void {
  app.get(
    '/:id/documents',
    operation({
      id: 'listDocuments',
      summary: 'List documents',
      description:
        'Returns documents without their content, last saved first: for an API key published ones whose audience contains the reader, all for a session token. `content_sha256` shows whether a copy is current, so that a sync job can skip unchanged documents.',
      tag,
      access: allowReader(indexKind),
      scopes: ['knowledge_base:read'],
      params,
      query: contract.ListDocumentsQuery,
      returns: ListOf(Ref(contract.KnowledgeDocument)),
    }),
    async (request) => {
      const { external_id: externalId, outdated } = request.query;
      if (callerOf(request).by === 'key' && outdated !== undefined)
        throw invalidField('outdated', 'not_allowed', 'outdated requires a session token');
      const reader = await findReader(db, request);
      const filter = { externalId, outdated, status: parseStatus(request, request.query.status), reader };
      const paging = parsePaging(request);
      const [{ rows, next }, total] = await readList(request, async (source) => {
        await getIndex(source, callerOf(request).project.id, entryIdOf(request), reader);
        return await Promise.all([
          listDocuments(source, parseIndexKey(request), { ...filter, ...paging }),
          countDocuments(source, parseIndexKey(request), filter),
        ]);
      });
      return buildList(rows.map(projectionFor(request)), { total, next }, paging);
    },
  );
}

function exportDocumentsRoute(app: App, { deps: { db }, indexKind, exports }: Options): void {
  app.get(
    '/:id/export.csv',
    operation({
      id: 'exportDocuments',
      summary: 'Export the documents of an index as CSV',
      description: describeExport(
        'Returns the documents of `GET /v1/indexes/{id}/documents` with their content as submitted, in the same order.',
      ),
      tag,
      access: { by: 'session', role: 'viewer', entry: indexKind },
      scopes: ['knowledge_base:read'],
      params,
      query: Type.Object(contract.ExportDocumentsQuery),
      ...csvResponse,
    }),
    async (request, reply) => {
      const key = parseIndexKey(request);
      const { name } = await getIndex(db, key.project_id, key.id);
      const { external_id: externalId, outdated, status = 'any' } = request.query;
      return await sendList(
        request,
        reply,
        { db, exports },
        {
          name: 'articles',
          action: 'documents.exported',
          target: { id: request.params.id, name },
          columns: EXPORT_COLUMNS,
          read: async (source, page) => {
            const { rows, next } = await listContents(source, key, { externalId, outdated, status, reader: TEAM, ...page });
            return { rows: rows.map((document) => ({ ...documentForPublic(document), content: document.content })), next };
          },
          batchSize: EXPORT_BATCH_SIZE,
        },
      );
    },
  );
}

function getDocumentRoute(app: App, { deps, indexKind, publicUrl }: Options): void {
  const { db } = deps;
  app.get(
    '/:id/documents/:document_id',
    operation({
      id: 'getDocument',
      summary: 'Get a document',
      description:
        'Returns a document, for an API key only if it is published, and its audience contains the person of `X-User-Token` or of the session on the public pages. Contains the content as submitted and as sanitized HTML, in which relative links lead to other documents of the index by `external_id`.',
      tag,
      access: allowReader(indexKind),
      scopes: ['knowledge_base:read'],
      params: documentParams,
      query: contract.DocumentQuery,
      returns: Ref(contract.KnowledgeDocumentWithContent),
      errors: ['documents.not_found'],
    }),
    async (request) => {
      const id = await findRequestedDocumentId(db, request);
      const reader = await findReader(db, request);
      const document = await findDocument(db, parseIndexKey(request), id, reader);
      if (!document) throw new HttpError('documents.not_found');
      const base = findPagesUrl(request, publicUrl());
      const { html, headings } = await renderDocument(document, {
        language: findLanguage(document.language) ?? projectOf(request).settings.pages.language,
        findTargets: (externalIds) => findByExternalIds(db, parseIndexKey(request), { externalIds, reader }),
        urlOf: (target) => (base === undefined ? undefined : base + buildPath(target)),
        keepsUnresolved: true,
      });
      return {
        ...projectionFor(request)(document),
        content: document.content,
        content_html: html,
        translations: (await listTranslations(db, document, reader)).map(translationForWire),
        ...(request.query.related && {
          related: (await findRelated(deps, document, { headings: headings.map(({ text }) => text), reader })).map(
            relatedForWire,
          ),
        }),
        ...(callerOf(request).by === 'session' && {
          pending_changes: pendingForMember(document),
          related_ids: document.related_ids?.map((related) => formatId('doc', related)) ?? null,
        }),
      };
    },
  );
}

function updateDocumentRoute(app: App, { deps, indexKind }: Options): void {
  app.patch(
    '/:id/documents/:document_id',
    {
      ...operation({
        id: 'updateDocument',
        summary: 'Update, publish or unpublish a document',
        description:
          'Changes the given fields of a document, which is named by its id or external id. A document that is published is public and searchable when the response is sent, one that is not published anymore is neither. Publishing closes the linked search clusters. A changed slug redirects to the new one. Changes of the status are recorded in the audit log.',
        tag,
        access: allowMember(indexKind),
        scopes: ['knowledge_base:write'],
        params: documentParams,
        body: contract.UpdateDocument,
        returns: Ref(contract.KnowledgeDocument),
        errors: [
          'documents.not_found',
          'documents.slug_taken',
          'documents.language_taken',
          'documents.edit_conflict',
          'documents.content_too_large',
        ],
      }),
      bodyLimit: MAX_DOCUMENT_BODY_BYTES,
    },
    async (request) => {
      const id = await findRequestedDocumentId(deps.db, request);
      const { expected_edited_at: expectedEditedAt, ...change } = request.body;
      const update = { change, expectedEditedAt, actor: actorOf(request) };
      return documentForMember(await updateDocument(deps, parseIndexKey(request), id, update));
    },
  );
}

function deleteDocumentRoute(app: App, { deps, indexKind }: Options): void {
  app.delete(
    '/:id/documents/:document_id',
    operation({
      id: 'deleteDocument',
      summary: 'Delete a document',
      description:
        'Deletes the document by its id or external id. The document is no longer searchable when the response is sent. Recorded in the audit log.',
      tag,
      access: allowMember(indexKind),
      scopes: ['knowledge_base:write'],
      params: documentParams,
      returns: Ref(Ok),
      errors: ['documents.not_found'],
    }),
    async (request) => {
      const id = await findRequestedDocumentId(deps.db, request);
      const key = parseIndexKey(request);
      await transact(deps.db, async (tx) => {
        const [deleted] = await deleteDocuments({ ...deps, db: tx }, key, [id]);
        if (!deleted) throw new HttpError('documents.not_found');
        await recordAudit(tx, {
          projectId: key.project_id,
          actor: actorOf(request),
          action: 'document.deleted',
          target: { id: formatId('doc', id), name: deleted.title },
        });
      });
      return { ok: true };
    },
  );
}

/** Returns the projection of documents for the caller. */
const projectionFor = (request: FastifyRequest) => (callerOf(request).by === 'key' ? documentForPublic : documentForMember);

/** @throws {HttpError} 400 when an API key filters by status */
function parseStatus(request: FastifyRequest, status: DocumentStatus | undefined): StatusFilter {
  if (callerOf(request).by === 'key' && status !== undefined)
    throw invalidField('status', 'not_allowed', 'status requires a session token');
  return status ?? 'any';
}

/** A plugin of its own, because it parses bodies in a different way: each document of a batch is validated individually. */
const batchRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { deps, indexKind }) => {
  parseBatches(app);
  app.post(
    '/:id/documents/batch',
    {
      ...operation({
        id: 'createDocuments',
        summary: 'Create or replace up to 100 documents',
        description:
          'Creates or replaces documents like `POST /v1/indexes/{id}/documents`, up to 100 in one request. Each document has its own result, in the order of the request. Invalid documents do not affect the others. Documents with an `external_id` can be sent again. Documents of another system keep their dates in `created_at` and `updated_at`.',
        tag,
        access: allowMember(indexKind),
        scopes: ['knowledge_base:write'],
        params,
        body: contract.CreateDocuments,
        returns: Ref(contract.DocumentResults),
      }),
      bodyLimit: MAX_BATCH_BODY_BYTES,
    },
    async (request) => {
      const results = await saveDocuments(deps, parseIndexKey(request), request.body.documents, parseDocument, actorOf(request));
      return {
        results: results.map((result) =>
          result.ok ? { ok: true, document: documentForMember(result.document) } : { ok: false, ...errorBody(result.error) },
        ),
      };
    },
  );
};

/** Validates a document of a batch. @throws {HttpError} 400 */
function parseDocument(value: unknown): NewDocument {
  const document = cleanText(value);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw invalidField('', 'type', 'The document must be a JSON object');
  checkDocument(document);
  return document as NewDocument;
}
