import * as contract from '@earshot/contract/services/analytics/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '../../../platform/api/credentials.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { operation } from '../../../platform/api/operation.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { formatId } from '../../../platform/ids.ts';
import { listGoals } from '../manage/goals-store.ts';
import { flush, parseQuery, querySchema } from './report-requests.ts';
import { computeConversions } from './conversions.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Forwarder;
}

/** Route of the report of all goals. */
export const conversionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  app.get(
    '/conversions',
    operation({
      id: 'listGoalConversions',
      summary: 'List conversions by goal',
      description:
        'Returns unique visitors, conversions and the conversion rate of each goal of the project in a period, by the name of the goal. The conversion rate is the share of all visitors under the same filters.',
      tag: 'Analytics',
      access: { by: 'session', role: 'viewer', shared: true },
      scopes: ['analytics:read'],
      query: querySchema(contract.ConversionsQuery),
      returns: contract.Conversions,
      errors: ['auth.role_required'],
    }),
    async (request) => {
      const query = parseQuery(request);
      const goals = await listGoals(deps.db, callerOf(request).project.id);
      const progress = await flush(deps, request);
      const conversions = await computeConversions(deps, query, goals);
      const rows = goals.flatMap(({ id, name, event, page, filters }, index) => {
        const counts = conversions[index];
        return counts ? [{ goal_id: formatId('goal', id), name, event, page, filters, ...counts }] : [];
      });
      return { ...wholeList(rows), ...progress };
    },
  );
};
