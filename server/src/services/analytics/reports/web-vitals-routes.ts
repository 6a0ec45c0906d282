import * as contract from '@earshot/contract/services/analytics/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { getDimension } from '../query/filters.ts';
import { flush, parseQuery, querySchema } from './report-requests.ts';
import { breakDownWebVitals, computeWebVitals } from './web-vitals.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Forwarder;
}

const tag = 'Analytics';
const access = { by: 'session', role: 'viewer', shared: true } as const;

/** Routes of Web Vitals, which the tracker measures with `data-vitals`. */
export async function webVitalsRoutes(app: App, deps: Options): Promise<void> {
  getWebVitalsRoute(app, deps);
  listWebVitalsRoute(app, deps);
}

function getWebVitalsRoute(app: App, deps: Options): void {
  app.get(
    '/web-vitals',
    operation({
      id: 'getAnalyticsWebVitals',
      summary: 'Get Web Vitals',
      description:
        'Returns the 75th percentile and the shares of ratings of each metric, by the thresholds of web.dev. Computed from `web_vital` events with the properties `metric` and `value`, which the tracker sends with `data-vitals`. Ratings are computed from the values, not from the property `rating`.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema(contract.reportQuery),
      returns: Ref(contract.WebVitals),
      errors: ['auth.role_required'],
    }),
    async (request) => {
      const query = parseQuery(request);
      const progress = await flush(deps, request);
      return { ...(await computeWebVitals(deps, query)), ...progress };
    },
  );
}

function listWebVitalsRoute(app: App, deps: Options): void {
  app.get(
    '/web-vitals/breakdown',
    operation({
      id: 'listAnalyticsWebVitals',
      summary: 'List Web Vitals by dimension',
      description:
        'Returns the metrics of `GET /v1/analytics/web-vitals` for each page, host name, device, country, browser or operating system, most measurements first.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema(contract.WebVitalsBreakdownQuery),
      returns: contract.WebVitalsBreakdown,
      errors: ['auth.role_required'],
    }),
    async (request) => {
      const paging = parsePaging(request);
      const query = parseQuery(request);
      const { by = 'page' } = request.query;
      const progress = await flush(deps, request);
      const { rows, ...count } = await breakDownWebVitals(deps, query, { by: getDimension(by, 'by'), rows: paging });
      return { ...buildList(rows, count, paging), ...progress };
    },
  );
}
