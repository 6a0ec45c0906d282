import * as contract from '@earshot/contract/services/analytics/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { listGoals } from '../manage/goals-store.ts';
import { getDimension } from '../query/filters.ts';
import { findRequestedGoal, flush, parseQuery, querySchema } from './report-requests.ts';
import { breakDownRevenue, computeRevenue } from './revenue.ts';
import type { RevenueKey } from './sql/revenue-statements.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Forwarder;
}

const tag = 'Analytics';
/** Shared links have no access to revenue, because they are often public. */
const access = { by: 'session', role: 'viewer' } as const;
const BY_GOAL = 'goal';

/** Routes of revenue, which events may have. */
export async function revenueRoutes(app: App, deps: Options): Promise<void> {
  getRevenueRoute(app, deps);
  listRevenueRoute(app, deps);
}

function getRevenueRoute(app: App, deps: Options): void {
  app.get(
    '/revenue',
    operation({
      id: 'getAnalyticsRevenue',
      summary: 'Get revenue by currency',
      description:
        'Returns the sums of the `revenue` of events by currency, with the number of events and visitors. Sums are exact decimals, as texts; currencies are not converted. With `goal_id`, only events that meet the goal count.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema(contract.RevenueQuery),
      returns: Ref(contract.Revenue),
      errors: ['auth.role_required', 'goals.not_found'],
    }),
    async (request) => {
      const query = parseQuery(request);
      const goal = await findRequestedGoal(deps, request);
      const progress = await flush(deps, request);
      return { ...(await computeRevenue(deps, query, { goal, currency: request.query.currency })), ...progress };
    },
  );
}

function listRevenueRoute(app: App, deps: Options): void {
  app.get(
    '/revenue/breakdown',
    operation({
      id: 'listAnalyticsRevenue',
      summary: 'List revenue by dimension',
      description:
        'Returns the revenue of each value of a dimension, or of each goal, one row for each currency, largest amounts first. Dimensions of visits, such as sources, are those of the visit in which the event occurred. Use `currency` to compare values in one currency.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema(contract.RevenueBreakdownQuery),
      returns: contract.RevenueBreakdown,
      errors: ['auth.role_required', 'goals.not_found'],
    }),
    async (request) => {
      const paging = parsePaging(request);
      const query = parseQuery(request);
      const { by: name = 'source', currency } = request.query;
      const by = name === BY_GOAL ? await readGoals(deps, query.projectId) : { dimension: getDimension(name, 'by') };
      const goal = await findRequestedGoal(deps, request);
      const progress = await flush(deps, request);
      const { rows, ...count } = await breakDownRevenue(deps, query, { by, currency, goal, rows: paging });
      return { ...buildList(rows, count, paging), ...progress };
    },
  );
}

const readGoals = async ({ db }: Options, projectId: string): Promise<RevenueKey> => ({
  goals: (await listGoals(db, projectId)).slice(0, contract.MAX_REVENUE_GOALS),
});
