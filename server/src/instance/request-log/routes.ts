import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import { ListRequestLogQuery, RequestLogEntry } from '@earshot/contract/instance/request-log';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { entryIdOf, projectEntry } from '../../platform/api/credentials.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { operation } from '../../platform/api/operation.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { ProjectDirectory } from '../projects/directory.ts';
import { logEntryForMember } from './projections.ts';
import type { RequestLog } from './recorder.ts';
import { listEntries } from './store.ts';

interface Options {
  db: Db;
  directory: ProjectDirectory;
  requestLog: RequestLog;
}

/** The request log of a project. */
export const requestLogRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, directory, requestLog }) => {
  const entry = projectEntry(directory.byId);

  app.get(
    '/:id/request-log',
    operation({
      id: 'listRequestLog',
      summary: 'List the request log',
      description:
        'Returns API requests of the last seven days that name the project, newest first, including refused ones: by an API key, by a token, or by the id of the project in the path or query. Similar requests of one minute (same method, route, status, error code and credential) are combined after the first 20, or the first 300 with the token of a member. The log contains no bodies, query strings or addresses. Requests with a revoked key or with a link from an email name no project and are not in the log. Other nodes show their requests after a second, and combined ones after a minute.',
      tag: 'Projects',
      access: { by: 'session', role: 'member', entry },
      scopes: ['projects:read'],
      params: Type.Object({ id: Id('prj') }),
      query: ListRequestLogQuery,
      returns: ListOf(Ref(RequestLogEntry)),
    }),
    async (request) => {
      const projectId = entryIdOf(request);
      const paging = parsePaging(request);
      await requestLog.flush(projectId);
      const { rows, ...count } = await listEntries(db, projectId, request.query, paging);
      return buildList(rows.map(logEntryForMember), count, paging);
    },
  );
};
