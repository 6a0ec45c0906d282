import { ListOf, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/versions';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type EntryKind, sessionOf } from '../../platform/api/credentials.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { operation } from '../../platform/api/operation.ts';
import { readList } from '../../platform/api/public-read.ts';
import { listVersions } from '../../instance/versions/store.ts';
import { getVersion, versionForMember } from '../../instance/versions/versions.ts';
import { documentParams, findExistingDocumentId } from './document-path.ts';
import type { DocumentDeps } from './documents/documents.ts';

interface Options {
  deps: DocumentDeps;
  indexKind: EntryKind;
}

const tag = 'Knowledge base';

/** Versions of documents, for their editors. */
export const versionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { deps: { db }, indexKind }) => {
  const access = { by: 'session', role: 'viewer', entry: indexKind } as const;
  const parseVersionKey = async (request: FastifyRequest) => ({
    project_id: sessionOf(request).project.id,
    content_id: await findExistingDocumentId(db, request),
  });

  app.get(
    '/:id/documents/:document_id/versions',
    operation({
      id: 'listDocumentVersions',
      summary: 'List versions of a document',
      description:
        'Returns up to 50 versions of title and content, newest first, without the content. Together they have at most 5 MiB. A document of a batch has versions since its first change.',
      tag,
      access,
      scopes: ['knowledge_base:read'],
      params: documentParams,
      query: contract.ListVersionsQuery,
      returns: ListOf(Ref(contract.ContentVersionSummary)),
      errors: ['documents.not_found'],
    }),
    async (request) => {
      const [key, paging] = [await parseVersionKey(request), parsePaging(request)];
      const { rows, ...rest } = await readList(request, (source) => listVersions(source, key, paging));
      return buildList(rows.map(versionForMember), rest, paging);
    },
  );

  app.get(
    '/:id/documents/:document_id/versions/:version_id',
    operation({
      id: 'getDocumentVersion',
      summary: 'Get a version of a document',
      description:
        'Returns the title and content of a version. To restore the version, save the document with them, which is a new version.',
      tag,
      access,
      scopes: ['knowledge_base:read'],
      params: Type.Object({ ...documentParams.properties, version_id: contract.VersionId }),
      returns: Ref(contract.ContentVersion),
      errors: ['documents.not_found', 'versions.not_found'],
    }),
    async (request) => {
      const key = await parseVersionKey(request);
      return await readList(request, (source) => getVersion(source, key, request.params.version_id));
    },
  );
};
