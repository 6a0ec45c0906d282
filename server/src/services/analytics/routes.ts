import * as contract from '@earshot/contract/services/analytics/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../instance/audit/audit.ts';
import { callerOf, projectQuery } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { disableAlertsOfGoal } from './alerts/store.ts';
import type { Analytics } from './analytics.ts';
import { annotationRoutes } from './manage/annotation-routes.ts';
import { conversionRoutes } from './reports/conversion-routes.ts';
import { createEventUsers } from './ingest/event-users.ts';
import { eventRoutes } from './ingest/events-routes.ts';
import { funnelRoutes } from './manage/funnel-routes.ts';
import { goalRoutes } from './manage/goal-routes.ts';
import { importRoutes } from './ingest/import-routes.ts';
import { erasePerson } from './maintenance/erasure.ts';
import type { Shares } from './manage/shares.ts';
import { findFirstEvents, findSegmentPeople } from './reports/report-requests.ts';
import { pivotRoutes } from './reports/pivot/routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { revenueRoutes } from './reports/revenue-routes.ts';
import type { FetchDeps } from './search-console/fetching.ts';
import { searchConsoleRoutes } from './search-console/routes.ts';
import type { LiveStreams } from './reports/live.ts';
import { segmentsRoutes } from './manage/segments-routes.ts';
import { sharesRoutes } from './manage/shares-routes.ts';
import { userRoutes } from './reports/user-routes.ts';
import { trackerRoutes } from './ingest/tracker-routes.ts';
import { webVitalsRoutes } from './reports/web-vitals-routes.ts';

interface Options extends Analytics {
  live: LiveStreams;
  searchConsole: FetchDeps;
  shares: Shares;
  publicUrl: () => string;
  /** Configured paths of the tracker script and of the intake. */
  paths: { script: string; intake: string };
  findProject: (id: string) => Promise<{ name: string } | undefined>;
}

export const analyticsRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { db, clickhouse, forwarder, live, intake, drops, visitors, geolocation, shares, publicUrl, findProject } = options;
  findFirstEvents(app, { db, clickhouse });
  findSegmentPeople(app, { db });
  await app.register(eventRoutes, { intake, drops, visitors, geolocation, findUsers: createEventUsers(db) });
  await app.register(trackerRoutes, { publicUrl, paths: options.paths });
  await app.register(importRoutes, { intake, db });
  await app.register(reportRoutes, { db, clickhouse, forwarder, live });
  await app.register(webVitalsRoutes, { db, clickhouse, forwarder });
  await app.register(pivotRoutes, { db, clickhouse, forwarder });
  await app.register(revenueRoutes, { db, clickhouse, forwarder });
  await app.register(conversionRoutes, { db, clickhouse, forwarder });
  await app.register(searchConsoleRoutes, options.searchConsole);
  await app.register(userRoutes, { db, clickhouse, forwarder });
  await app.register(segmentsRoutes, { prefix: '/segments', db });
  await app.register(sharesRoutes, { prefix: '/shares', db, shares, publicUrl, findProject });
  await app.register(funnelRoutes, { prefix: '/funnels', db });
  await app.register(goalRoutes, { db, beforeDelete: disableAlertsOfGoal });
  await app.register(annotationRoutes, { db });
  erasePersonRoute(app, options);
};

function erasePersonRoute(app: App, deps: Options): void {
  app.post(
    '/erase',
    operation({
      id: 'eraseAnalyticsPerson',
      summary: 'Delete events of a person',
      description:
        'Deletes the events that arrived before the request, with their visits and rollups. Events that arrive later, including during the request, are kept.',
      tag: 'Analytics',
      access: { by: 'session', role: 'admin' },
      scopes: ['admin'],
      query: Type.Object(projectQuery),
      body: contract.ErasePerson,
      returns: Ref(contract.Erased),
    }),
    async (request) => {
      const { user_id: userId, visitor } = request.body;
      if (userId !== undefined && visitor !== undefined)
        throw invalidField('visitor', 'conflict', 'visitor must not be combined with user_id');
      const { id: projectId } = callerOf(request).project;
      // Events are deleted outside PostgreSQL, in several steps.
      await recordAudit(deps.db, { projectId, actor: actorOf(request), action: 'analytics.erased' });
      return { ok: true, events: await erasePerson(deps, projectId, { userId, visitor }) };
    },
  );
}
