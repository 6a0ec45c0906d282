import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/knowledge-base/search-clusters';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { clusterForMember, decideCluster, type FindFeedbackIds, getCluster } from './clusters.ts';
import { findClusterProject, listClusters } from './clusters-store.ts';

interface Options {
  db: Db;
  findFeedbackIds: FindFeedbackIds;
}

const tag = 'Knowledge base';
const params = Type.Object({ id: Id('scl') });
const entry: EntryKind = { prefix: 'scl', notFound: 'search_clusters.not_found', findProjectId: findClusterProject };

/** Clusters of unanswered searches. */
export const clusterRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  listClustersRoute(app, options);
  getClusterRoute(app, options);
  updateClusterRoute(app, options);
};

function listClustersRoute(app: App, { db }: Options): void {
  app.get(
    '',
    operation({
      id: 'listSearchClusters',
      summary: 'List clusters of unanswered searches',
      description:
        'Returns the unanswered searches of the last 90 days in all indexes of the project, clustered by their words: inflections, word order, stop words and typing errors make no difference. A search is unanswered when it has no results, or when no result was opened; searches with a session token, and all searches of projects that record no clicks, only when they have no results. Clusters with most searches are first. Computed every hour. Email addresses in queries are masked.',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['knowledge_base:read'],
      query: Type.Object({ ...contract.ListSearchClustersQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.SearchCluster)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listClusters(db, sessionOf(request).project.id, request.query.status, paging);
      return buildList(rows.map(clusterForMember), count, paging);
    },
  );
}

function getClusterRoute(app: App, { db }: Options): void {
  app.get(
    '/:id',
    operation({
      id: 'getSearchCluster',
      summary: 'Get a cluster of unanswered searches',
      description: 'Returns one cluster. A cluster is deleted with its last search, which is 90 days old.',
      tag,
      access: { by: 'session', role: 'viewer', entry },
      scopes: ['knowledge_base:read'],
      params,
      returns: Ref(contract.SearchCluster),
    }),
    async (request) =>
      clusterForMember(await getCluster(db, { projectId: sessionOf(request).project.id, id: entryIdOf(request) })),
  );
}

function updateClusterRoute(app: App, deps: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateSearchCluster',
      summary: 'Link, dismiss or reopen a cluster of unanswered searches',
      description:
        'Links the cluster to a feedback entry, whose `search_count` then includes its searches, or to a document. The next change of the document closes the cluster, and its searches are watched for 14 days: `watched` has the number of those that were answered. Can be repeated and undone.',
      tag,
      access: { by: 'session', role: 'member', entry },
      scopes: ['knowledge_base:write'],
      params,
      body: contract.UpdateSearchCluster,
      returns: Ref(contract.SearchCluster),
    }),
    async (request) =>
      clusterForMember(
        await decideCluster(deps, {
          projectId: sessionOf(request).project.id,
          id: entryIdOf(request),
          change: request.body,
        }),
      ),
  );
}
