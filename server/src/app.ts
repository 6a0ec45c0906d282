import * as accounts from '@earshot/contract/instance/accounts';
import * as audit from '@earshot/contract/instance/audit';
import * as auth from '@earshot/contract/instance/auth';
import { Ok } from '@earshot/contract/shared/common';
import * as connectedApps from '@earshot/contract/instance/connected-apps';
import { ErrorBody, type ErrorCode, ErrorCodes } from '@earshot/contract/instance/errors';
import * as diagnostics from '@earshot/contract/instance/diagnostics';
import * as branding from '@earshot/contract/instance/branding';
import * as domains from '@earshot/contract/instance/domains';
import * as peopleContract from '@earshot/contract/instance/people';
import * as projects from '@earshot/contract/instance/projects';
import * as serviceAccounts from '@earshot/contract/instance/service-accounts';
import * as requestLogContract from '@earshot/contract/instance/request-log';
import * as versionsContract from '@earshot/contract/instance/versions';
import { SERVICES as SERVICE_CONTRACTS } from '@earshot/contract/services/index';
import * as uploads from '@earshot/contract/instance/uploads';
import { EVENTS } from '@earshot/contract/instance/webhook-events';
import * as webhooks from '@earshot/contract/instance/webhooks';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Analytics } from './services/analytics/analytics.ts';
import { createLiveStreams, type LiveStreams } from './services/analytics/reports/live.ts';
import { analyticsRoutes } from './services/analytics/routes.ts';
import { createShares, type Shares } from './services/analytics/manage/shares.ts';
import type { Config } from './platform/config/config.ts';
import { answerClientError } from './platform/api/client-errors.ts';
import { authenticate, type CredentialSources } from './platform/api/credentials.ts';
import { handleErrors } from './platform/api/errors.ts';
import { createExportLimit } from './platform/api/exports.ts';
import type { Backups } from './instance/recovery/backup/schedule.ts';
import { diagnosticsRoutes } from './instance/diagnostics.ts';
import { createReadiness, healthRoutes } from './platform/observe/health.ts';
import { announceDeprecations, newRequestId, setHeaders } from './platform/api/headers.ts';
import { parseHost } from './platform/api/hosts.ts';
import { parseJsonBodies } from './platform/api/json-body.ts';
import { encryptCursors } from './platform/api/list.ts';
import { measureRequests, type Metrics } from './platform/observe/metrics.ts';
import { describeApi, serveApiReference } from './platform/api/openapi.ts';
import { BODY_LIMIT } from './platform/api/operation.ts';
import { markWrites } from './platform/api/own-writes.ts';
import { buildSerializer } from './platform/api/serialization.ts';
import { throttle } from './platform/api/throttle.ts';
import { validateRequests } from './platform/api/validation.ts';
import { appRoutes } from './instance/identity/apps/routes.ts';
import type { Identity } from './instance/identity/identity.ts';
import { identityRoutes } from './instance/identity/routes.ts';
import { serviceAccountRoutes } from './instance/identity/service-account-routes.ts';
import { demoRoutes } from './instance/demo/routes.ts';
import type { DomainEvents } from './platform/jobs/events.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import type { EmbeddingJobs } from './services/knowledge-base/semantic/embedding-jobs.ts';
import type { SearchRecorder } from './services/knowledge-base/insights/search-recorder.ts';
import { createIndexReaders } from './services/knowledge-base/search/open-index.ts';
import type { SearchThreads } from './services/knowledge-base/search/search-threads.ts';
import { createStemmer } from './services/knowledge-base/index/stemmer.ts';
import type { Outbox } from './instance/mail/outbox.ts';
import { mcpRoutes } from './instance/mcp/routes.ts';
import { allowedAddressesOf } from './platform/outbound/addresses.ts';
import { peopleRoutes } from './instance/people/routes.ts';
import { dashboardRoutes } from './instance/pages/dashboard.ts';
import { publicPages } from './instance/pages/public.ts';
import { scriptRoutes } from './instance/pages/scripts.ts';
import { checkTrackingPaths, mapTrackingPaths } from './instance/pages/tracking-paths.ts';
import { collectContent, collectPersonalData } from './personal-data.ts';
import type { Db } from './platform/postgres/database.ts';
import type { Reads } from './platform/postgres/replica.ts';
import type { ProjectDirectory } from './instance/projects/directory.ts';
import type { Domains } from './instance/projects/domains.ts';
import { domainRoutes } from './instance/projects/domain-routes.ts';
import { findRole } from './instance/projects/members-store.ts';
import { projectRoutes } from './instance/projects/routes.ts';
import { profileRoutes } from './instance/profiles/routes.ts';
import { recordRequests } from './instance/request-log/recording.ts';
import type { RequestLog } from './instance/request-log/recorder.ts';
import { requestLogRoutes } from './instance/request-log/routes.ts';
import { SECTIONS, SERVICES, type ServiceDeps } from './services.ts';
import { uploadRoutes } from './instance/uploads/routes.ts';
import type { Storage } from './instance/uploads/storage.ts';
import { VERSION, versionRoutes } from './platform/observe/version.ts';
import { createChangeStreams } from './instance/webhooks/change-streams.ts';
import { changesRoutes } from './instance/webhooks/changes-routes.ts';
import { createEventStreams } from './instance/webhooks/event-stream.ts';
import { webhookRoutes } from './instance/webhooks/routes.ts';
import type { Webhooks } from './instance/webhooks/webhooks.ts';

/** Contracts whose schemas become components of the OpenAPI document. */
const CONTRACTS = [
  auth,
  accounts,
  connectedApps,
  audit,
  diagnostics,
  projects,
  branding,
  domains,
  serviceAccounts,
  ...SERVICE_CONTRACTS.map(({ schemas }) => schemas),
  webhooks,
  uploads,
  peopleContract,
  requestLogContract,
  versionsContract,
];

export interface AppDeps {
  config: Config;
  log: FastifyBaseLogger;
  db: Db;
  reads: Reads;
  /** Metrics of the connections to PostgreSQL. */
  databaseMetrics: Metrics;
  directory: ProjectDirectory;
  domains: Domains;
  identity: Identity;
  jobs: JobQueue;
  events: DomainEvents;
  outbox: Outbox;
  webhooks: Webhooks;
  storage: Storage;
  analytics: Analytics;
  backups: Backups;
  requestLog: RequestLog;
  searchRecorder: SearchRecorder;
  /** Undefined when all searches run on the main thread. */
  searchThreads: SearchThreads | undefined;
  embedding: EmbeddingJobs | undefined;
  /** Public URL of this instance. */
  publicUrl: () => string;
  /** Signs links in mails and shared links. */
  linkSecret: Buffer;
  /** Called for every response. Tests use it to collect the tested statuses of each operation. */
  onAnswer?: (operationId: string | undefined, status: number, code: ErrorCode | undefined) => void;
}

/** Creates the HTTP application, without listening. */
export async function createApp(deps: AppDeps) {
  const { config, log, db, directory, identity, linkSecret, onAnswer } = deps;
  const app = createFastify(deps);
  handleErrors(app);
  validateRequests(app);
  parseJsonBodies(app);
  await setHeaders(app);
  announceDeprecations(app);
  if (config.DATABASE_REPLICA_URL) markWrites(app, config.EARSHOT_REPLICA_MAX_LAG_MS);
  const live = createLiveStreams(deps.analytics);
  if (config.EARSHOT_METRICS_PORT !== undefined)
    measureRequests(app, { host: config.HOST, port: config.EARSHOT_METRICS_PORT, metrics: collectMetrics(deps, live) });
  if (config.EARSHOT_THROTTLE) await throttle(app, directory.peekKey);
  checkTrackingPaths(app, config);
  await describeApi(app, VERSION);
  addSchemas(app);

  const shares = createShares(db, linkSecret);
  const sources: CredentialSources = {
    db,
    findProjectByKey: directory.byKey,
    findProject: directory.byId,
    findProjectBySlug: directory.bySlug,
    findUserByToken: identity.findUserByToken,
    findShare: shares.find,
    findRole: (projectId, userId) => findRole(db, projectId, userId),
  };
  encryptCursors(app, linkSecret);
  authenticate(app, sources);
  recordRequests(app, { requestLog: deps.requestLog, projectOfKey: directory.peekKey });
  if (log.level === 'debug') logRequests(app);
  if (onAnswer)
    app.addHook('onResponse', async (request, reply) =>
      onAnswer(request.routeOptions.schema?.operationId, reply.statusCode, request.errorCode ?? undefined),
    );
  await registerRoutes(app, { ...deps, live, shares });
  serveApiReference(app);
  return app;
}

function createFastify({ config, log, directory }: AppDeps) {
  const trackingPaths = mapTrackingPaths(config);
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Log lines include the request id explicitly. A child logger per request would be wasted, because few requests log anything.
    childLoggerFactory: () => log,
    clientErrorHandler: answerClientError,
    trustProxy: trustProxy(config.EARSHOT_TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: ({ url = '/', headers }) => pathOnHost(url, headers.host, directory.slugOfHost, trackingPaths),
    schemaController: { compilersFactory: { buildSerializer } },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    requestTimeout: 30_000,
    // Ends readers that stop reading, whose responses would stay in memory. Event streams send a comment every 15 seconds.
    connectionTimeout: 120_000,
    // Running requests complete. New requests on keep-alive connections get 503.
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
}

type App = ReturnType<typeof createFastify>;

const collectMetrics = (
  { analytics: { forwarder }, backups, databaseMetrics, outbox, requestLog }: AppDeps,
  live: LiveStreams,
): Metrics => [
  ...live.metrics,
  ...forwarder.metrics,
  ...databaseMetrics,
  ...requestLog.metrics,
  ...backups.metrics,
  {
    name: 'earshot_mails_suppressed_total',
    help: 'Wanted emails held back because their recipient reached the daily limit of a project',
    type: 'counter',
    read: () => outbox.countSuppressed('wanted'),
  },
  {
    name: 'earshot_unsolicited_mails_suppressed_total',
    help: 'Unsolicited emails, such as requests to confirm an address, held back because of their daily limit',
    type: 'counter',
    read: () => outbox.countSuppressed('unsolicited'),
  },
];

function addSchemas(app: App): void {
  const schemas = CONTRACTS.flatMap((contract) => Object.values<unknown>(contract)).filter(isComponent);
  const events = Object.values(EVENTS).map(({ schema }) => schema);
  for (const schema of new Set([ErrorCodes, ErrorBody, Ok, ...schemas, ...events])) app.addSchema(schema);
}

async function registerRoutes(app: App, deps: AppDeps & { live: LiveStreams; shares: Shares }): Promise<void> {
  const { config, db, reads, directory, identity, events, jobs, outbox, storage, publicUrl, linkSecret, live, shares } = deps;
  const { clickhouse, verification, eraseProject } = deps.analytics;
  const readiness = createReadiness({ db, clickhouse, losses: verification.losses });
  await app.register(healthRoutes, { readiness });
  await app.register(versionRoutes, { config });
  await app.register(diagnosticsRoutes, { config, readiness, identity, outbox, publicUrl, backups: deps.backups });
  await app.register(identityRoutes, { prefix: '/v1/auth', identity });
  await app.register(appRoutes, { identity });
  const quota = {
    maxOwned: config.EARSHOT_MAX_PROJECTS_PER_USER,
    contact: config.EARSHOT_CONTACT,
    isGuest: identity.isGuest,
  };
  await app.register(projectRoutes, {
    prefix: '/v1/projects',
    db,
    directory,
    domains: deps.domains,
    quota,
    outbox,
    findOrInvite: identity.findOrInvite,
    forgetInvited: identity.forgetInvited,
    eraseProject,
    content: collectContent(deps),
    publicUrl,
  });
  await app.register(demoRoutes, { prefix: '/v1/projects', db, quota, publicUrl });
  await app.register(serviceAccountRoutes, { prefix: '/v1/projects', db, findProject: directory.byId });
  await app.register(requestLogRoutes, { prefix: '/v1/projects', db, directory, requestLog: deps.requestLog });
  await app.register(domainRoutes, { prefix: '/v1/domains', domains: deps.domains });
  const exports = createExportLimit();
  const people = collectPersonalData({ db, events, analytics: deps.analytics, storage });
  await app.register(peopleRoutes, { prefix: '/v1/projects', reads, directory, exports, ...people });
  const serviceDeps: ServiceDeps = {
    db,
    reads,
    events,
    jobs,
    sendMails: outbox.send,
    linkSecret,
    publicUrl,
    exports,
    clickhouse,
    searchRecorder: deps.searchRecorder,
    knowledge: {
      db,
      stem: createStemmer(),
      readers: createIndexReaders(config.memory.search.cacheBytes),
      embedding: deps.embedding,
      threads: deps.searchThreads,
    },
  };
  for (const service of SERVICES) await service.register(app, serviceDeps);
  await app.register(analyticsRoutes, {
    prefix: '/v1/analytics',
    ...deps.analytics,
    live,
    shares,
    publicUrl,
    paths: { script: config.EARSHOT_SCRIPT_PATH, intake: config.EARSHOT_INTAKE_PATH },
    findProject: directory.byId,
  });
  await app.register(webhookRoutes, {
    prefix: '/v1/webhooks',
    db,
    sender: deps.webhooks,
    streams: createEventStreams(db),
    allowed: allowedAddressesOf(config),
  });
  await app.register(profileRoutes, { prefix: '/v1/auth', db, publicUrl });
  await app.register(changesRoutes, { prefix: '/v1/webhooks', changes: createChangeStreams(db) });
  await app.register(uploadRoutes, { prefix: '/v1/uploads', db, storage, publicUrl });
  await app.register(mcpRoutes, { publicUrl });
  await app.register(dashboardRoutes, { identity });
  await app.register(publicPages, { publicUrl, reads, sections: SECTIONS });
  await app.register(scriptRoutes);
}

/** Paths on every host. On a custom domain, all other paths are public pages of its project; `/p/` would expose other projects. */
const EVERYWHERE = /^\/(?:v1|widgets|chunks|health)\/|^\/(?:t|t-toggle|t-vitals|sdk)\.js$|^\/(?:health|favicon\.ico)$/;

/** Returns the routed path of a request, depending on its host and the configured paths of the tracker. */
function pathOnHost(
  url: string,
  host: string | undefined,
  slugOfHost: (host: string) => string | undefined,
  trackingPaths: Map<string, string>,
): string {
  const [path = ''] = url.split('?', 1);
  const tracking = trackingPaths.get(path);
  if (tracking) return tracking + url.slice(path.length);
  const slug = slugOfHost(parseHost(host));
  return slug && !EVERYWHERE.test(path) ? `/p/${slug}${url}` : url;
}

/** Logs one line per request, with the route instead of the URL, which may contain personal data. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ request_id: request.id, method, route: routeOptions.url, status: reply.statusCode, ms }, 'request');
  });
}

/** A number is the count of proxies in front of Earshot. The client address is taken from X-Forwarded-For accordingly. */
const trustProxy = (setting: Config['EARSHOT_TRUST_PROXY']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;

const isComponent = (value: unknown): value is { $id: string } => typeof value === 'object' && value !== null && '$id' in value;
