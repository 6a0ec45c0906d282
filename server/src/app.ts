import * as auth from '@earshot/contract/auth';
import { ErrorBody, Ok } from '@earshot/contract/common';
import * as feedback from '@earshot/contract/feedback';
import * as projects from '@earshot/contract/projects';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { answerClientError } from './http/client-errors.ts';
import { authenticate, type CredentialSources } from './http/credentials.ts';
import { handleErrors } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { newRequestId, setHeaders } from './http/headers.ts';
import { parseJsonBodies } from './http/json-body.ts';
import { measureRequests } from './http/metrics.ts';
import { describeApi, serveApiReference } from './http/openapi.ts';
import { BODY_LIMIT } from './http/operation.ts';
import { throttle } from './http/throttle.ts';
import { validateRequests } from './http/validation.ts';
import type { Identity } from './identity/identity.ts';
import { identityRoutes } from './identity/routes.ts';
import type { DomainEvents } from './jobs/events.ts';
import { pageRoutes } from './pages/routes.ts';
import type { Db } from './postgres/database.ts';
import type { ProjectDirectory } from './projects/directory.ts';
import { findRole } from './projects/members-store.ts';
import { projectRoutes } from './projects/routes.ts';

export interface AppDeps {
  config: Config;
  log: FastifyBaseLogger;
  db: Db;
  directory: ProjectDirectory;
  identity: Identity;
  events: DomainEvents;
  /** Signs links in mails. */
  linkSecret: Buffer;
  /** Told of every answer; the tests count which answers of which operation they saw. */
  onAnswer?: (operationId: string | undefined, status: number) => void;
}

/** The HTTP application. It never listens by itself. */
export async function createApp({ config, log, db, directory, identity, events, linkSecret, onAnswer }: AppDeps) {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    clientErrorHandler: answerClientError,
    trustProxy: trustProxy(config.EARSHOT_TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    requestTimeout: 30_000,
    // Requests under way end; new ones on a kept-alive connection are told to go elsewhere.
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });

  handleErrors(app);
  validateRequests(app);
  parseJsonBodies(app);
  await setHeaders(app);
  if (config.EARSHOT_METRICS_PORT !== undefined) measureRequests(app, { host: config.HOST, port: config.EARSHOT_METRICS_PORT });
  if (config.EARSHOT_THROTTLE) await throttle(app, directory.peekKey);
  await describeApi(app);
  for (const component of [ErrorBody, Ok, ...Object.values({ ...auth, ...projects, ...feedback }).filter(isComponent)])
    app.addSchema(component);

  const sources: CredentialSources = {
    db,
    findProjectByKey: directory.byKey,
    findProject: directory.byId,
    findUserByToken: identity.findUserByToken,
    findRole: (projectId, userId) => findRole(db, projectId, userId),
  };
  authenticate(app, sources);
  if (log.level === 'debug') logRequests(app);
  if (onAnswer)
    app.addHook('onResponse', async (request, reply) => onAnswer(request.routeOptions.schema?.operationId, reply.statusCode));

  await app.register(healthRoutes, { db });
  await app.register(identityRoutes, { prefix: '/v1/auth', identity });
  await app.register(projectRoutes, { prefix: '/v1/projects', db, directory, findOrInvite: identity.findOrInvite });
  await app.register(feedbackRoutes, { prefix: '/v1/feedback', db, directory, events, linkSecret });
  await app.register(pageRoutes, { identity });
  await serveApiReference(app);
  return app;
}

/** One line a request, with the route in place of the URL: an address bar may hold what is nobody's business. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ request_id: request.id, method, route: routeOptions.url, status: reply.statusCode, ms }, 'request');
  });
}

/** A number counts proxies from our side on; addresses before them are taken from X-Forwarded-For. */
const trustProxy = (setting: Config['EARSHOT_TRUST_PROXY']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;

const isComponent = (value: unknown): value is { $id: string } => typeof value === 'object' && value !== null && '$id' in value;
