import * as contract from '@earshot/contract/services/analytics/schemas';
import { Ref } from '@earshot/contract/shared/common';
import { Type } from 'typebox';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { userOf } from '../../../platform/api/credentials.ts';
import { openEventStream } from '../../../platform/api/event-stream.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import type { LiveStreams } from './live.ts';
import { computeRealtime } from './realtime.ts';
import { flush, listsNonInteractive, parseQuery, querySchema } from './report-requests.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Forwarder;
  live: LiveStreams;
}

const tag = 'Analytics';
const access = { by: 'session', role: 'viewer' } as const;

/** Registers the routes of present visitors. */
export function liveRoutes(app: App, deps: Options): void {
  getRealtimeRoute(app, deps);
  streamRoute(app, deps);
}

const liveQuery = { filter: contract.reportQuery.filter, bots: contract.reportQuery.bots };

function getRealtimeRoute(app: App, deps: Options): void {
  app.get(
    '/realtime',
    operation({
      id: 'getAnalyticsRealtime',
      summary: 'Get realtime visitors',
      description:
        'Returns visitors and page views of the last 5 minutes with their pages, sources and countries (10 of each), and counts for each of the last 30 minutes. `GET /v1/analytics/live` pushes changes instead of polling.',
      tag,
      access: { ...access, shared: true },
      scopes: ['analytics:read'],
      query: querySchema({ ...liveQuery, ...contract.userQuery }),
      returns: Ref(contract.Realtime),
      errors: ['auth.role_required'],
    }),
    async (request) => {
      const query = parseQuery(request);
      const progress = await flush(deps, request);
      return { ...(await computeRealtime(deps, query, Date.now())), ...progress };
    },
  );
}

function streamRoute(app: App, { live }: Options): void {
  app.get(
    '/live',
    operation({
      id: 'streamAnalytics',
      summary: 'Stream live visitors and events',
      description:
        'Server-sent events: `visitors` (the current number of visitors with `as_of`) initially and after each change, and `event` for each accepted event, by default without those with `interactive: false`. When the credential, the membership or the project ends, a final `end` event states the reason in `status` and `error`. Limits: 20 open streams per user and 200 per project; further requests are rejected with 429.',
      tag,
      access,
      scopes: ['analytics:read'],
      query: querySchema({ ...liveQuery, ...contract.nonInteractiveQuery }),
      returns: Type.String(),
      produces: 'text/event-stream',
    }),
    (request, reply) => {
      const { authorization = '', 'x-project-key': key = '' } = request.headers;
      const stream = { query: parseQuery(request), hasNonInteractive: listsNonInteractive(request), userId: userOf(request).id };
      live.checkLimits(stream);
      live.open(
        {
          ...stream,
          credential: JSON.stringify([stream.query.projectId, authorization, key]),
          check: () => app.checkCredential(request),
          log: request.log,
        },
        openEventStream(reply),
      );
      return reply as never;
    },
  );
}
