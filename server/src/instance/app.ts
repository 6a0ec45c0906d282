import { COMPONENTS } from '@earshot/contract/components';
import type { ErrorCode } from '@earshot/contract/instance/errors';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { answerClientError, refuseMalformed } from '../platform/api/client-errors.ts';
import { SLOW_REQUESTS } from '../platform/api/connections.ts';
import { authenticate, type CredentialSources } from '../platform/api/credentials.ts';
import { handleErrors } from '../platform/api/errors.ts';
import { announceDeprecations, newRequestId, refuseConditions, setCommonHeaders, setHeaders } from '../platform/api/headers.ts';
import { parseHost } from '../platform/api/hosts.ts';
import { ignoreBodies, parseJsonBodies, refuseCompression } from '../platform/api/json-body.ts';
import { encryptCursors } from '../platform/api/list.ts';
import { describeApi, serveApiReference } from '../platform/api/openapi.ts';
import { BODY_LIMIT } from '../platform/api/operation.ts';
import { markWrites } from '../platform/api/own-writes.ts';
import { buildSerializer } from '../platform/api/serialization.ts';
import { throttle } from '../platform/api/throttling/throttle.ts';
import { validateRequests } from '../platform/api/validation.ts';
import { createProxyTrust } from '../platform/client/address.ts';
import { createDatabaseMetrics } from '../platform/observe/database-metrics.ts';
import { measureRequests, type Metrics } from '../platform/observe/metrics.ts';
import { VERSION } from '../platform/observe/version.ts';
import type { Archives } from './archives/deps.ts';
import { recognizeEndUsers } from './end-users/sessions.ts';
import type { ImportDeps } from './imports/imports.ts';
import type { Instance } from './instance.ts';
import { checkTrackingPaths, mapTrackingPaths } from './pages/tracking-paths.ts';
import { useKey } from './projects/keys/keys.ts';
import { findRole } from './projects/members/store.ts';
import { answerInvalidUrl } from './projects/page-errors.ts';
import type { ProjectOfKey } from './projects/store.ts';
import type { Backups } from './recovery/backup/schedule.ts';
import { recordRequests } from './request-log/recording.ts';
import { instanceRoutes } from './routes.ts';
import type { Services } from './service.ts';

interface Options {
  archives: Archives;
  backups: Backups;
  imports: ImportDeps;
  /** Metrics of the process. */
  metrics?: Metrics;
  /** Called for every response. Tests use it to collect the tested statuses of each operation. */
  onAnswer?: OnAnswer;
}

export type OnAnswer = (operationId: string | undefined, status: number, code: ErrorCode | undefined) => void;

/** Creates the HTTP application, without listening. */
export async function createApp(
  instance: Instance,
  services: Services,
  { archives, backups, imports, metrics: ownMetrics = [], onAnswer }: Options,
) {
  const { config, log, db, directory, identity, linkSecret, requestLog, outbox, inboundMail } = instance;
  const app = createFastify(instance);
  app.decorate('reads', instance.reads);
  app.decorate('people', instance.people);
  app.decorate('segments', instance.segments);
  handleErrors(app);
  validateRequests(app);
  parseJsonBodies(app);
  ignoreBodies(app);
  refuseCompression(app);
  await setHeaders(app);
  refuseMalformed(app);
  announceDeprecations(app);
  refuseConditions(app);
  if (config.DATABASE_REPLICA_URL) markWrites(app, config.EARSHOT_REPLICA_MAX_LAG_MS);
  if (config.EARSHOT_METRICS_PORT !== undefined)
    measureRequests(app, {
      host: config.HOST,
      port: config.EARSHOT_METRICS_PORT,
      metrics: [
        ...services.all.flatMap(({ metrics = [] }) => metrics),
        ...createDatabaseMetrics(instance.pools, {
          replica: instance.replica,
          countForwarder: services.eventStore.countConnections,
        }),
        ...requestLog.metrics,
        ...backups.metrics,
        ...outbox.metrics,
        ...inboundMail.metrics,
        ...ownMetrics,
      ],
    });
  if (config.EARSHOT_THROTTLE) await throttle(app, directory.peekKey);
  checkTrackingPaths(app, config);
  await describeApi(app, VERSION);
  for (const schema of COMPONENTS) app.addSchema(schema);

  const sources: CredentialSources = {
    db,
    findProjectByKey: directory.byKey,
    useKey: (project, request) => useKey(db, project as ProjectOfKey, request),
    findProject: directory.byId,
    findProjectBySlug: directory.bySlug,
    findProjectByFormerSlug: directory.byFormerSlug,
    findUserByToken: identity.findUserByToken,
    findShare: services.eventStore.findShare,
    findRole: (projectId, userId) => findRole(db, projectId, userId),
  };
  encryptCursors(app, linkSecret);
  authenticate(app, sources);
  recognizeEndUsers(app, { db, mailsCodes: config.SMTP_URL !== undefined });
  recordRequests(app, { requestLog, projectOfKey: directory.peekKey });
  if (log.level === 'debug') logRequests(app);
  if (onAnswer)
    app.addHook('onResponse', async (request, reply) =>
      onAnswer(request.routeOptions.schema?.operationId, reply.statusCode, request.errorCode ?? undefined),
    );
  await app.register(instanceRoutes, { instance, services, archives, backups, imports });
  for (const { register } of services.all) await register(app);
  serveApiReference(app);
  return app;
}

function createFastify({ config, log, directory }: Instance) {
  const trackingPaths = mapTrackingPaths(config);
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Log lines include the request id explicitly. A child logger per request would be wasted, because few requests log anything.
    childLoggerFactory: () => log,
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => answerInvalidUrl(request, setCommonHeaders(request, reply)),
    trustProxy: createProxyTrust(config.EARSHOT_TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    // The registration of routes takes longer than the default of 10 s on a busy machine.
    pluginTimeout: 120_000,
    rewriteUrl: ({ url = '/', headers }) => pathOnHost(url, headers.host, directory.slugOfHost, trackingPaths),
    schemaController: { compilersFactory: { buildSerializer } },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    ...SLOW_REQUESTS,
    // Ends readers that stop reading, whose responses would stay in memory. Event streams send a comment every 15 seconds.
    connectionTimeout: 120_000,
    // Running requests complete. New requests on keep-alive connections get 503.
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
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
