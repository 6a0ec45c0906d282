import type { Instance } from '../../instance/instance.ts';
import type { EventStore } from '../../instance/service.ts';
import { deleteRows } from '../../platform/postgres/emptying.ts';
import { scheduleAlerts } from './alerts/evaluation.ts';
import { describeAlerts } from './alerts/messages.ts';
import { notifyMembers } from './alerts/notifications.ts';
import { alertRoutes } from './alerts/routes.ts';
import type { SeriesDeps } from './alerts/series.ts';
import { deleteHistory } from './alerts/store.ts';
import { createAnalytics } from './analytics.ts';
import { createEventArchive } from './archive/events-store.ts';
import { archivedAnalytics } from './archive/tables.ts';
import { createDailyTotalsImporter } from './imports/days-importer.ts';
import { createEventImporter } from './imports/events-importer.ts';
import { findPersonEvents, findPersonSearches, findTimelineSearches } from './maintenance/erasure-store.ts';
import { eraseAll, eraseEverywhere } from './maintenance/erasure.ts';
import { findUserProofs } from './maintenance/user-proofs-store.ts';
import { findTimelineEvents } from './maintenance/timeline-store.ts';
import { createShares } from './manage/shares.ts';
import { whileQuiet } from './pipeline/batches-store.ts';
import { addSearches } from './pipeline/inbox-store.ts';
import { createAnalyticsReport } from './reports/project-report.ts';
import { createUserRevenue } from './query/user-revenue-store.ts';
import { createPageViews } from './query/page-views-store.ts';
import { createUserUses } from './query/user-uses-store.ts';
import { createSegmentEvents } from './query/segment-events-store.ts';
import { createSpanFigures } from './reports/span-figures.ts';
import { createLiveStreams } from './reports/live.ts';
import { analyticsRoutes } from './routes.ts';
import { scheduleSearchConsole } from './search-console/fetching.ts';
import { createSearchConsole } from './search-console/google.ts';

declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    goal: never;
    ann: never;
    seg: never;
    fnl: never;
    shr: never;
    alr: never;
    alt: never;
  }
}

/**
 * Creates the service of analytics, and the log of searches, which its event log stores. `peers` are the counts of other services that
 * alerts watch.
 */
export function createAnalyticsService(instance: Instance, peers: Pick<SeriesDeps, 'counted'>) {
  const { config, db, linkSecret, directory, cleanups } = instance;
  const analytics = createAnalytics({ ...instance, listeners: instance.direct });
  const { clickhouse, forwarder, verification, eraseProject } = analytics;
  cleanups.defer(() => forwarder.stop());
  const shares = createShares(db, linkSecret);
  const live = createLiveStreams(analytics);
  const searchConsole = { ...instance, ...analytics, openSearchConsole: createSearchConsole(config) };
  scheduleSearchConsole(searchConsole);
  scheduleAlerts(instance.jobs, { ...instance, ...peers });
  describeAlerts(instance);
  notifyMembers(instance);
  instance.segments.setSources({ events: createSegmentEvents(clickhouse) });
  const service: EventStore = {
    register: async (app) => {
      await app.register(analyticsRoutes, {
        prefix: '/v1/analytics',
        ...analytics,
        live,
        shares,
        searchConsole,
        publicUrl: instance.publicUrl,
        paths: { script: config.EARSHOT_SCRIPT_PATH, intake: config.EARSHOT_INTAKE_PATH },
        findProject: directory.byId,
      });
      await app.register(alertRoutes, { prefix: '/v1/alerts', ...instance, ...peers });
      // In the background, because counting many events takes seconds.
      app.addHook('onListen', async () => verification.start());
      app.addHook('preClose', verification.stop);
    },
    importers: [createDailyTotalsImporter(analytics), createEventImporter(analytics)],
    proofs: (_db, projectId, page) => findUserProofs(clickhouse, projectId, page),
    archived: archivedAnalytics,
    archive: createEventArchive(analytics),
    deleteContent: async (tx, projectId) => {
      await deleteRows('analytics_annotations', 'analytics_drops', 'analytics_intake', 'analytics_event_ids')(tx, projectId);
      await deleteHistory(tx, projectId);
    },
    report: createAnalyticsReport(analytics),
    fillSample: async (forPart) => {
      await (await import('./sample.ts')).fillEvents(forPart(6));
      await (await import('./search-console/sample.ts')).fillSearchTerms(clickhouse, forPart(7));
    },
    metrics: [...live.metrics, ...forwarder.metrics],
    start: () => forwarder.start(),
    findShare: shares.find,
    people: {
      findEvents: (...params) => findPersonEvents(clickhouse, ...params),
      findSearches: (...params) => findPersonSearches(clickhouse, ...params),
      findTimeline: (...params) => findTimelineEvents(clickhouse, ...params),
      findSearchTimeline: (...params) => findTimelineSearches(clickhouse, ...params),
      erase: (...params) => eraseEverywhere(analytics, ...params),
    },
    eraseContent: (projectId) => eraseAll(analytics, projectId),
    eraseProject,
    findLosses: verification.losses,
    countConnections: () => forwarder.countConnections(),
    whileQuiet,
  };
  return {
    service,
    /** Searches of the knowledge base, which are stored next to the events. */
    searchLog: {
      add: (projectId: string, rows: object[]) => addSearches(db, projectId, rows),
      flush: (projectId: string) => forwarder.flush(projectId),
    },
    sumRevenue: createUserRevenue(clickhouse),
    spanFigures: createSpanFigures(analytics),
    findUses: createUserUses(analytics),
    countPageViews: createPageViews(analytics),
  };
}
