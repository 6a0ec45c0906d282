import * as contract from '@earshot/contract/services/analytics/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { operation } from '../../../platform/api/operation.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { flush, parseQuery, querySchema } from './report-requests.ts';
import { listUsers, listUserVisits } from './users.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Forwarder;
}

const shape = {
  tag: 'Analytics',
  access: { by: 'session', role: 'member' },
  scopes: ['analytics:read', 'people:read', 'personal_data:read'],
} as const;

/** Routes of users who are known by a user id, and of their visits. */
export const userRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  app.get(
    '/users',
    operation({
      id: 'listAnalyticsUsers',
      summary: 'List users with visits',
      description:
        'Returns the users of your application, by the `user_id` of their events, with their visits in the period. Anonymous visitors are not listed: nothing links their visits to a user, except the visit in which the user signed in. With a filter on events, such as `page`, users with a matching event are listed; the figures are those of their whole visits.',
      ...shape,
      scopes: [...shape.scopes],
      query: querySchema(contract.UsersQuery),
      returns: contract.AnalyticsUsers,
    }),
    async (request) => {
      const paging = parsePaging(request);
      const query = parseQuery(request);
      const { sort: by = 'last_seen', order = 'desc' } = request.query;
      const progress = await flush(deps, request);
      const { rows, ...count } = await listUsers(deps, query, { by, isAscending: order === 'asc' }, paging);
      return { ...buildList(rows, count, paging), ...progress };
    },
  );
  app.get(
    '/visits',
    operation({
      id: 'listAnalyticsVisits',
      summary: 'List visits of users',
      description:
        'Returns single visits of users of your application, the latest first; with `user_id`, those of some users. Visits of anonymous visitors are not listed one by one. A visit during which the user signed in begins with its anonymous part.',
      ...shape,
      scopes: [...shape.scopes],
      query: querySchema(contract.UserVisitsQuery),
      returns: contract.AnalyticsVisits,
    }),
    async (request) => {
      const paging = parsePaging(request);
      const query = parseQuery(request);
      const progress = await flush(deps, request);
      const { rows, ...count } = await listUserVisits(deps, query, paging);
      return { ...buildList(rows, count, paging), ...progress };
    },
  );
};
