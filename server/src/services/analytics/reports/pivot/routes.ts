import * as contract from '@earshot/contract/services/analytics/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { ClickHouse } from '../../../../platform/clickhouse/clickhouse.ts';
import { invalidField } from '../../../../platform/api/errors.ts';
import { type App, operation } from '../../../../platform/api/operation.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import type { Forwarder } from '../../pipeline/forwarder.ts';
import { getDimension } from '../../query/filters.ts';
import { findNonInteractiveNames } from '../breakdown.ts';
import { computePivot } from './pivot.ts';
import { countBots, findRequestedGoal, flush, listsNonInteractive, parseQuery, querySchema } from '../report-requests.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Forwarder;
}

/** Route of the breakdown by two dimensions. */
export async function pivotRoutes(app: App, deps: Options): Promise<void> {
  app.get(
    '/pivot',
    operation({
      id: 'getAnalyticsPivot',
      summary: 'Get metrics by two dimensions',
      description:
        'Returns a table of metrics: rows for the values of the dimension `by`, columns for those of `across`. Values beyond `limit` and `columns` are counted together. With a dimension of events, such as pages, and one of visits, such as sources, a cell counts the events with this value in visits with that value. Pages count their views, or by event or property all of their events. Imported days are never included.',
      tag: 'Analytics',
      access: { by: 'session', role: 'viewer', shared: true },
      scopes: ['analytics:read'],
      query: querySchema(contract.PivotQuery),
      returns: Ref(contract.Pivot),
      errors: ['auth.role_required', 'goals.not_found'],
    }),
    async (request) => {
      const { by: rows, across: columns, limit = 10, columns: columnLimit = 5 } = request.query;
      const [by, across] = [getDimension(rows, 'by'), getDimension(columns, 'across')];
      if (by.name === across.name) throw invalidField('across', 'conflict', 'across must be another dimension than by');
      const query = countBots(parseQuery(request), [by, across]);
      const goal = await findRequestedGoal(deps, request);
      const progress = await flush(deps, request);
      const hides = [by, across].some(({ name }) => name === 'event') && !listsNonInteractive(request);
      const hidden = hides ? await findNonInteractiveNames(deps, query) : [];
      return {
        ...(await computePivot(deps, query, { by, across, limit, columns: columnLimit, hidden, ...(goal && { goal }) })),
        ...progress,
      };
    },
  );
}
