import * as contract from '@earshot/contract/services/analytics/schemas';
import { SEARCH_TERM_SORTS } from '@earshot/contract/services/analytics/values';
import { ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import { Type } from 'typebox';
import { actorOf } from '../../../instance/audit/audit.ts';
import { callerOf, projectQuery } from '../../../platform/api/credentials.ts';
import { sendCsv } from '../../../platform/api/csv.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { buildList, parsePaging, wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId } from '../../../platform/ids.ts';
import { isCompared, parseQuery, querySchema } from '../reports/report-requests.ts';
import { connect, disconnect, listSites } from './connections.ts';
import { type Connection, findConnection } from './connections-store.ts';
import { type FetchDeps, findNextFetch } from './fetching.ts';
import { computeSearchTerms, exportSearchTerms } from './report.ts';

const tag = 'Analytics';
const admin = { by: 'session', role: 'admin' } as const;
const viewer = { by: 'session', role: 'viewer' } as const;
const GOOGLE_ERRORS = [
  'search_console.key_rejected',
  'search_console.api_disabled',
  'search_console.site_forbidden',
  'search_console.quota_exceeded',
  'search_console.unreachable',
] as const;

/** Routes of search terms, and of the connection with Search Console. */
export async function searchConsoleRoutes(app: App, deps: FetchDeps): Promise<void> {
  getConnectionRoute(app, deps);
  connectRoute(app, deps);
  disconnectRoute(app, deps);
  listSitesRoute(app, deps);
  listTermsRoute(app, deps);
  exportTermsRoute(app, deps);
}

function getConnectionRoute(app: App, { db }: FetchDeps): void {
  app.get(
    '/search-console',
    operation({
      id: 'getSearchConsole',
      summary: 'Get the connection with Search Console',
      description: 'Returns the property, the fetched days, and the reason why the last fetch failed. The key is not returned.',
      tag,
      access: admin,
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      returns: Ref(contract.SearchConsole),
      errors: ['search_console.not_connected'],
    }),
    async (request) => describeConnection(await getConnection({ db }, callerOf(request).project.id)),
  );
}

function connectRoute(app: App, deps: FetchDeps): void {
  app.put(
    '/search-console',
    operation({
      id: 'connectSearchConsole',
      summary: 'Connect Search Console',
      description:
        'Saves the key of a service account and the property whose search terms are fetched, at once and then every day. Without `site`, the selected property is kept; the next fetch reports whether the key can read it. Search terms of another property are deleted. The request fails if Google rejects the key. It can be repeated, for example to fetch at once. Recorded in the audit log.',
      tag,
      access: admin,
      scopes: ['analytics:write'],
      query: Type.Object(projectQuery),
      body: contract.ConnectSearchConsole,
      returns: Ref(contract.SearchConsole),
      errors: [...GOOGLE_ERRORS],
      limit: 'sensitive',
    }),
    async (request) =>
      describeConnection(await connect(deps, { projectId: callerOf(request).project.id, actor: actorOf(request) }, request.body)),
  );
}

function disconnectRoute(app: App, deps: FetchDeps): void {
  app.delete(
    '/search-console',
    operation({
      id: 'disconnectSearchConsole',
      summary: 'Disconnect Search Console',
      description:
        'Deletes the key and all search terms of the project. A running fetch ends without a result, and a later connection reads all days again. Recorded in the audit log.',
      tag,
      access: admin,
      scopes: ['analytics:write'],
      query: Type.Object(projectQuery),
      returns: Ref(Ok),
      errors: ['search_console.not_connected'],
    }),
    async (request) => {
      await disconnect(deps, { projectId: callerOf(request).project.id, actor: actorOf(request) });
      return { ok: true };
    },
  );
}

function listSitesRoute(app: App, deps: FetchDeps): void {
  app.get(
    '/search-console/sites',
    operation({
      id: 'listSearchConsoleSites',
      summary: 'List properties of Search Console',
      description:
        'Asks Google for the properties that the service account can see. The list is empty until it is added as a user.',
      tag,
      access: admin,
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.SearchConsoleSite)),
      errors: [...GOOGLE_ERRORS, 'search_console.not_connected'],
      limit: 'sensitive',
    }),
    async (request) => wholeList(await listSites(deps, await getConnection(deps, callerOf(request).project.id))),
  );
}

function listTermsRoute(app: App, { db, clickhouse }: FetchDeps): void {
  app.get(
    '/search-terms',
    operation({
      id: 'listSearchTerms',
      summary: 'List search terms',
      description:
        'Returns the texts that people searched for in Google before they saw or opened a page, from Search Console. Whole days of the period are counted, by the calendar of Google (Pacific time). Google publishes a day two to three days later, and leaves out rare search terms. These figures are no visitors, and are not added to other reports.',
      tag,
      access: viewer,
      scopes: ['analytics:read'],
      query: querySchema(contract.SearchTermsQuery),
      returns: contract.SearchTerms,
    }),
    async (request) => {
      const paging = parsePaging(request);
      const query = parseQuery(request);
      const { landing_page: page, search, sort, order } = request.query;
      const [{ rows, total, next, ...rest }, connection] = await Promise.all([
        computeSearchTerms(clickhouse, query, {
          page,
          search,
          sort,
          order,
          isCompared: isCompared(request.query),
          rows: paging,
        }),
        findConnection(db, query.projectId),
      ]);
      return { ...buildList(rows, { total, next }, paging), ...rest, is_connected: connection !== undefined };
    },
  );
}

function exportTermsRoute(app: App, { clickhouse }: FetchDeps): void {
  app.get(
    '/search-terms/export.csv',
    operation({
      id: 'exportSearchTerms',
      summary: 'Export search terms as CSV',
      description: 'Returns all search terms of the period, of the same days as the list, in the chosen order.',
      tag,
      access: viewer,
      scopes: ['analytics:read'],
      query: querySchema(contract.ExportSearchTermsQuery),
      returns: Type.String(),
      produces: 'text/csv; charset=utf-8',
    }),
    async (request, reply) => {
      const query = parseQuery(request);
      const { landing_page: page, search, sort, order, bom } = request.query;
      const rows = exportSearchTerms(clickhouse, query, { page, search, sort, order });
      return sendCsv(reply, { name: 'search-terms.csv', columns: ['query', ...SEARCH_TERM_SORTS], rows, bom }) as never;
    },
  );
}

async function getConnection({ db }: Pick<FetchDeps, 'db'>, projectId: string): Promise<Connection> {
  const connection = await findConnection(db, projectId);
  if (!connection) throw new HttpError('search_console.not_connected');
  return connection;
}

const describeConnection = (connection: Connection) => ({
  project_id: formatId('prj', connection.project_id),
  client_email: connection.client_email,
  site: connection.site,
  first_day: connection.fetched_from,
  last_day: connection.fetched_until,
  error: connection.error,
  last_fetched_at: connection.last_fetched_at?.toISOString() ?? null,
  next_fetch_at: connection.site === null ? null : findNextFetch(Date.now()).toISOString(),
  created_at: connection.created_at.toISOString(),
  updated_at: connection.updated_at.toISOString(),
});
