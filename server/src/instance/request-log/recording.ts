import type { CredentialKind, LoggedMethod } from '@earshot/contract/instance/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Recognized, TokenUser } from '../../platform/api/credentials.ts';
import { parseId } from '../../platform/ids.ts';
import { fillPath } from './path.ts';
import type { RequestLog } from './recorder.ts';

/**
 * Number of similar requests per minute with an entry of their own. API keys are public, so that their requests are as many as the visitors
 * of a site; further ones are combined. Programs with tokens send fewer, and each of their requests may matter.
 */
const SEPARATE = { public: 20, token: 300 };
const REQUEST_ID = /^req_([0-9a-f-]{36})$/;

interface Deps {
  requestLog: RequestLog;
  /** Returns the project of a cached key, without a query. */
  projectOfKey: (key: string) => string | undefined;
}

/**
 * Records API requests that name a project: by a key, a token or an id in the path or query, also when they are refused. Reading the log is
 * not recorded, so that its pages do not move. Must be called before the routes are registered.
 */
export function recordRequests(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {};
    if (!access || !namesProject(access) || !route.url.startsWith('/v1/') || route.url.endsWith('/request-log')) return;
    route.onResponse = (request, reply, done) => {
      record(app, request, reply, deps);
      done();
    };
  });
}

/** Returns whether an operation works on a project. All others work on the account of the user, or require no credential. */
const namesProject = (access: Access): boolean => access.by !== 'none' && (access.by !== 'session' || 'role' in access);

function record(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, deps: Deps): void {
  const { recognized } = request;
  if (request.errorCode === 'auth.scope_required' && recognized?.projectId === undefined) {
    deps.requestLog.addLater(async () => add(request, reply, await app.recognizeRefused(request), deps));
    return;
  }
  add(request, reply, recognized, deps);
}

function add(
  request: FastifyRequest,
  reply: FastifyReply,
  recognized: Recognized | null,
  { requestLog, projectOfKey }: Deps,
): void {
  const key = findKey(request);
  const projectId = recognized?.projectId ?? projectInPath(request) ?? (key === undefined ? undefined : projectOfKey(key));
  const id = REQUEST_ID.exec(request.id)?.[1];
  if (projectId === undefined || id === undefined) return;
  const { method, params, errorCode, routeOptions } = request;
  const route = routeOptions.url ?? '';
  const { credential, name } = describeCredential(
    recognized,
    key !== undefined && projectOfKey(key) === projectId ? key : undefined,
  );
  requestLog.add(
    {
      project_id: projectId,
      request_id: id,
      method: method as LoggedMethod,
      path: fillPath(route, params as Record<string, unknown>),
      status: reply.statusCode,
      code: errorCode,
      duration_ms: reply.elapsedTime,
      credential,
      credential_name: name,
      created_at: new Date(Date.now() - reply.elapsedTime),
    },
    { combinedPath: fillPath(route, {}), separate: recognized?.isMember ? SEPARATE.token : SEPARATE.public },
  );
}

/** Returns the project that a request without a valid credential names. It may not exist. */
function projectInPath({ routeOptions, params, query }: FastifyRequest): string | undefined {
  const { id } = params as { id?: unknown };
  const named = routeOptions.url?.startsWith('/v1/projects/:id') ? id : (query as { project_id?: unknown }).project_id;
  return typeof named === 'string' ? parseId('prj', named) : undefined;
}

function findKey({ headers, query }: FastifyRequest): string | undefined {
  const key = headers['x-project-key'] ?? (query as { key?: unknown }).key;
  return typeof key === 'string' ? key : undefined;
}

interface Credential {
  credential: CredentialKind | null;
  name: string | null;
}

function findKind({ is_service_account: isServiceAccount, token }: TokenUser): CredentialKind {
  if (isServiceAccount) return 'service_account';
  // Only tokens of apps are limited to a resource, and only those of a sign-in have no name.
  if (token.resource !== undefined) return 'connected_app';
  return token.name === null ? 'session' : 'personal_token';
}

/** Returns the credential of a request. `key` is a key of the project: routes by slug accept any text as a key. Names of tokens are shown to the members of the project that they were used in only. */
function describeCredential(recognized: Recognized | null, key: string | undefined): Credential {
  if (recognized?.by === 'key') return { credential: 'api_key', name: key === undefined ? null : `pk_…${key.slice(-4)}` };
  if (recognized?.by === 'share') return { credential: 'shared_link', name: null };
  const { user, isMember } = recognized ?? {};
  if (!user) return { credential: null, name: null };
  const name = user.is_service_account ? user.name : user.token.name;
  return { credential: findKind(user), name: isMember ? name : null };
}
