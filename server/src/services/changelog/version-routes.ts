import * as changelogContract from '@earshot/contract/services/changelog/schemas';
import { ListOf, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/versions';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { operation } from '../../platform/api/operation.ts';
import { readList } from '../../platform/api/public-read.ts';
import { listVersions } from '../../instance/versions/store.ts';
import { getVersion, versionForMember } from '../../instance/versions/versions.ts';

interface Options {
  entryKind: EntryKind;
}

const tag = 'Changelog';
const id = changelogContract.EntryParams.properties.id;
const parseVersionKey = (request: FastifyRequest) => ({
  project_id: sessionOf(request).project.id,
  content_id: entryIdOf(request),
});

/** Versions of changelog entries, for their editors. */
export const versionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { entryKind }) => {
  const access = { by: 'session', role: 'viewer', entry: entryKind } as const;

  app.get(
    '/:id/versions',
    operation({
      id: 'listChangelogVersions',
      summary: 'List versions of a changelog entry',
      description:
        'Returns up to 50 versions of title and content, newest first, without the content. Each change of a published entry is a version; changes of a draft by one person within ten minutes are one version.',
      tag,
      access,
      scopes: ['changelog:read'],
      params: changelogContract.EntryParams,
      query: Type.Object({ ...contract.ListVersionsQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.ContentVersionSummary)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...rest } = await readList(request, (db) => listVersions(db, parseVersionKey(request), paging));
      return buildList(rows.map(versionForMember), rest, paging);
    },
  );

  app.get(
    '/:id/versions/:version_id',
    operation({
      id: 'getChangelogVersion',
      summary: 'Get a version of a changelog entry',
      description:
        'Returns the title and content of a version. To restore the version, update the entry with them, which is a new version.',
      tag,
      access,
      scopes: ['changelog:read'],
      params: Type.Object({ id, version_id: contract.VersionId }),
      query: Type.Object(projectQuery),
      returns: Ref(contract.ContentVersion),
      errors: ['versions.not_found'],
    }),
    async (request) => await readList(request, (db) => getVersion(db, parseVersionKey(request), request.params.version_id)),
  );
};
