import type { Language } from '@earshot/contract/shared/languages';
import { Id } from '@earshot/contract/shared/common';
import { type Role, ROLES } from '@earshot/contract/instance/values';
import type { ErrorCode } from '@earshot/contract/instance/errors';
import { grantsScope, grantsToken, type Scope } from '@earshot/contract/instance/scopes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { formatId, type IdPrefix, parseId } from '../ids.ts';
import type { Db } from '../postgres/database.ts';
import { bearerToken, header, isForResource, isShareToken } from './authorization.ts';
import { keyInvalid, kindNotAccepted, roleRequired, scopeRequired, tokenInvalid } from './authorization.ts';
import { HttpError, invalidField, MovedError } from './errors.ts';
import { isSlug } from './validation.ts';

/** Credential that an operation requires. With a role, it works on one project; `entry` looks up that of the entry in the path. */
export type Access =
  /** `credential` describes one that the route checks itself. */
  | { by: 'none'; credential?: string }
  | { by: 'session' }
  | { by: 'key' }
  /** No credential: `:slug` in the path names the project. The caller has the rights of an API key. */
  | { by: 'slug' }
  /** With `inQuery`, accepts the key as a query parameter too: `sendBeacon` cannot set headers. */
  | { by: 'key' | 'either'; role: Role; entry?: EntryKind; inQuery?: boolean }
  /** With `shared`, accepts the token of a shared link too. */
  | { by: 'session'; role: Role; entry?: EntryKind; shared?: true };

/**
 * Type of entry that `:id` in the path names. The project of the entry decides about access, regardless of any other project in the
 * request.
 */
export interface EntryKind {
  prefix: IdPrefix;
  /** Error code when the entry does not exist. */
  notFound: ErrorCode;
  findProjectId: (db: Db, id: string) => Promise<string | undefined>;
  /** Finds the entry with a slug, which is accepted in place of the id. The request names the project. */
  findIdBySlug?: (db: Db, projectId: string, slug: string) => Promise<string | undefined>;
}

/** Returns the entry type of routes whose `:id` is a project. */
export const projectEntry = (findProject: (id: string) => Promise<{ id: string } | undefined>): EntryKind => ({
  prefix: 'prj',
  notFound: 'projects.not_found',
  findProjectId: async (_db, id) => (await findProject(id))?.id,
});

/** Query parameters of collection endpoints that accept session tokens. */
export const projectQuery = {
  project_id: Type.Optional(Id('prj', 'Id of the project. Required with a session token unless `X-Project-Key` is set.')),
};

/** Fields of a project that requests need. */
export interface CallerProject {
  id: string;
  slug: string;
  name: string;
  settings: object;
}

export interface User {
  id: string;
  email: string | null;
  name: string | null;
  avatar_url: string | null;
  /** Language that the user chose. Null for service accounts. */
  language: Language | null;
}

/** Name and rights of a session token. Tokens of a sign-in have the scope `admin` for all projects. */
export interface TokenRights {
  /** Name of a personal token, or the last characters of a token of a service account. Null for tokens of a sign-in. */
  name: string | null;
  scopes: readonly Scope[];
  /** Projects that the token is limited to: one for a service account. Null for all projects of the user. */
  project_ids: string[] | null;
  /** URL that the token is limited to (RFC 8707). Undefined for the whole API. */
  resource?: string;
}

/** The id of a user, or of a service account. */
export interface Principal {
  id: string;
  is_service_account: boolean;
}

/** A signed-in user, or a service account with its name, with the rights of the token of the request. */
export interface TokenUser extends User, Principal {
  token: TokenRights;
}

/** Role of service accounts on their project. Actions of owners require the scope `admin`, which service accounts never have. */
export const SERVICE_ACCOUNT_ROLE: Role = 'admin';

/** Returns the TypeID of a user or service account. */
export const formatPrincipal = ({ id, is_service_account: isServiceAccount }: Principal): string =>
  formatId(isServiceAccount ? 'svc' : 'usr', id);

/** The authenticated caller and the project. */
export type Caller<Project extends CallerProject = CallerProject> =
  | { by: 'key'; project: Project }
  | { by: 'session'; project: Project; user: TokenUser; role: Role; scopes: readonly Scope[] }
  /** Caller with a shared link. Access is limited to these filters. */
  | { by: 'share'; project: Project; filters: string[] };

export interface Recognized {
  by: Caller['by'];
  /** Project that the request names. */
  projectId?: string;
  user?: TokenUser;
  /** Whether the user is a member of the project, and the token is not limited to other projects. */
  isMember?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** URL of the route, for tokens that are limited to a resource. Other routes refuse these tokens. */
    resource?: () => string;
  }
  interface FastifyRequest {
    authority: { user?: TokenUser; caller?: Caller; entryId?: string } | null;
    /** The part of the credential that was recognized, also when the request is refused later. */
    recognized: Recognized | null;
  }
  interface FastifyInstance {
    /** Checks the credential of a long-running request again. @throws {HttpError} as for a new request */
    checkCredential: (request: FastifyRequest) => Promise<void>;
    /**
     * Returns what is known about a request whose token lacks a scope. Scopes are checked before the project is looked up, so call this after
     * the response only: its time would reveal whether an entry exists.
     */
    recognizeRefused: (request: FastifyRequest) => Promise<Recognized | null>;
  }
}

/** Lookup functions for credentials. `useKey` is called before a key gives access. @throws {HttpError} 403 */
export interface CredentialSources {
  db: Db;
  findProjectByKey: (key: string) => Promise<CallerProject | undefined>;
  useKey: (project: CallerProject, request: FastifyRequest) => void;
  findProject: (id: string) => Promise<CallerProject | undefined>;
  findProjectBySlug: (slug: string) => Promise<CallerProject | undefined>;
  /** Finds the project that had a slug, which no project has now. */
  findProjectByFormerSlug: (slug: string) => Promise<CallerProject | undefined>;
  findUserByToken: (token: string) => Promise<TokenUser | undefined>;
  findShare: (token: string) => Promise<{ projectId: string; filters: string[] } | undefined>;
  findRole: (projectId: string, userId: string) => Promise<Role | undefined>;
}

/**
 * Resolves the credential of each request: after throttling (`onRequest`), before the body is parsed. Must be registered before the
 * routes. Responses to sessions are not stored, unless a list sets `Cache-Control` for its ETag.
 */
export function authenticate(app: FastifyInstance, sources: CredentialSources): void {
  app.decorateRequest('authority', null);
  app.decorateRequest('recognized', null);
  app.decorate('recognizeRefused', (request) => recognizeRefused(request, sources));
  app.decorate('checkCredential', async (request) => {
    const { access } = request.routeOptions.config;
    if (access && access.by !== 'none') await resolve(request, access, sources);
  });
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (!access || access.by === 'none') return;
    route.preParsing = async (request, reply) => {
      if (access.by === 'session' || access.by === 'either') void reply.header('cache-control', 'no-store');
      request.authority = await resolve(request, access, sources);
    };
  });
}

const EITHER_REQUIRED = 'X-Project-Key or Authorization: Bearer <access token> is required';

async function resolve(
  request: FastifyRequest,
  access: Access,
  sources: CredentialSources,
): Promise<FastifyRequest['authority']> {
  if (access.by === 'slug') {
    const project = await projectOfSlug(request, sources);
    request.recognized = { by: 'key', projectId: project.id };
    return { caller: { by: 'key', project } };
  }
  const token = bearerToken(request);
  const key = header(request, 'x-project-key') ?? ('inQuery' in access && access.inQuery ? keyInQuery(request) : undefined);
  const usesSession = access.by === 'session' || (access.by === 'either' && token !== undefined);
  const entry = 'entry' in access ? access.entry : undefined;

  if (!usesSession) {
    if (key === undefined) {
      await refuseOtherKind(request, access, sources);
      throw new HttpError('auth.key_required', access.by === 'either' ? { message: EITHER_REQUIRED } : {});
    }
    const project = await projectOfKey(key, sources);
    request.recognized = { by: 'key', projectId: project.id };
    sources.useKey(project, request);
    return { caller: { by: 'key', project }, entryId: await findEntryId(request, entry, project, sources) };
  }
  if ('shared' in access && token !== undefined && isShareToken(token))
    return { caller: await callerByShare(request, token, sources) };
  if (token === undefined || isShareToken(token)) await refuseOtherKind(request, access, sources);
  if (token === undefined) throw new HttpError('auth.token_required');
  const user = await sources.findUserByToken(token);
  if (!user || !isForResource(request, user.token)) throw tokenInvalid(token);
  const recognized: Recognized = { by: 'session', user };
  request.recognized = recognized;
  checkScopes(request, access, user);
  if (!('role' in access)) return { user };

  const entryId = entry && idInPath(request, entry);
  const project = entry && entryId ? await projectOfEntry(entry, entryId, sources) : await projectNamed(request, key, sources);
  recognized.projectId = project.id;
  const role = await findRoleIn(user, project.id, sources);
  if (!role) throw new HttpError('auth.not_a_member');
  recognized.isMember = true;
  if (ROLES.indexOf(role) < ROLES.indexOf(access.role)) throw roleRequired(access.role, role);
  const caller: Caller = { by: 'session', project, user, role, scopes: user.token.scopes };
  return { user, caller, entryId: await findEntryId(request, entry, project, sources) };
}

function keyInQuery(request: FastifyRequest): string | undefined {
  const { key } = request.query as { key?: unknown };
  return typeof key === 'string' ? key : undefined;
}

/** Refuses a valid credential of a kind that an operation does not accept. @throws {HttpError} 403 */
async function refuseOtherKind(request: FastifyRequest, access: Access, sources: CredentialSources): Promise<void> {
  const recognized = await recognizeOther(request, access, sources);
  if (!recognized) return;
  request.recognized = recognized;
  throw kindNotAccepted(access, recognized.by);
}

/** Finds a valid credential of a kind that an operation does not accept. */
async function recognizeOther(
  request: FastifyRequest,
  access: Access,
  sources: CredentialSources,
): Promise<Recognized | undefined> {
  const token = bearerToken(request);
  if (token !== undefined && isShareToken(token)) {
    const share = await sources.findShare(token);
    return share && { by: 'share', projectId: share.projectId };
  }
  if (token !== undefined) {
    const user = access.by === 'key' ? await sources.findUserByToken(token) : undefined;
    return user && isForResource(request, user.token) ? { by: 'session', user } : undefined;
  }
  const key = access.by === 'session' ? header(request, 'x-project-key') : undefined;
  const project = key === undefined ? undefined : await sources.findProjectByKey(key);
  return project && { by: 'key', projectId: project.id };
}

/** Returns the role on a project; undefined for non-members, and for a token that is limited to other projects. */
async function findRoleIn(user: TokenUser, projectId: string, { findRole }: CredentialSources): Promise<Role | undefined> {
  const { id, is_service_account: isServiceAccount, token } = user;
  if (token.project_ids && !token.project_ids.includes(projectId)) return undefined;
  return isServiceAccount ? SERVICE_ACCOUNT_ROLE : await findRole(projectId, id);
}

async function recognizeRefused(request: FastifyRequest, sources: CredentialSources): Promise<Recognized | null> {
  const { recognized, routeOptions } = request;
  const { access } = routeOptions.config;
  if (!recognized?.user || recognized.projectId || !access || !('role' in access)) return recognized;
  const entryId = access.entry && parseId(access.entry.prefix, (request.params as { id: string }).id);
  const finding =
    access.entry && entryId
      ? projectOfEntry(access.entry, entryId, sources)
      : projectNamed(request, header(request, 'x-project-key'), sources);
  const project = await finding.catch(() => undefined);
  if (!project) return recognized;
  const isMember = (await findRoleIn(recognized.user, project.id, sources)) !== undefined;
  return { ...recognized, projectId: project.id, isMember };
}

/**
 * Checks the scopes of a token, before anything is looked up, so that the answer reveals nothing about projects. A route without
 * declared scopes requires `admin`, which service accounts never have. Operations on the account that require `admin` accept no
 * token that is limited to projects.
 */
function checkScopes(request: FastifyRequest, access: Access, { is_service_account: isServiceAccount, token }: TokenUser): void {
  const { scopes: required = ['admin'], isOwnProjects } = request.routeOptions.config;
  const { scopes, project_ids: projectIds } = token;
  if (isServiceAccount && required.includes('admin'))
    throw new HttpError('auth.scope_required', {
      message: 'Service accounts can’t do this: sign in, or use a personal access token with the scope admin',
    });
  const missing = required.find((scope) => !(isOwnProjects ? grantsToken(token, scope) : grantsScope(scopes, scope)));
  if (missing) throw scopeRequired(missing);
  if (projectIds && !('role' in access) && required.includes('admin'))
    throw new HttpError('auth.scope_required', { message: 'This action requires a token that is not limited to projects' });
}

async function callerByShare(request: FastifyRequest, token: string, sources: CredentialSources): Promise<Caller> {
  const share = await sources.findShare(token);
  const project = share && (await sources.findProject(share.projectId));
  if (!project) throw new HttpError('auth.share_token_invalid');
  request.recognized = { by: 'share', projectId: project.id };
  const { project_id: named } = request.query as { project_id?: unknown };
  if (named !== undefined && (typeof named !== 'string' || parseId('prj', named) !== project.id))
    throw new HttpError('auth.share_of_other_project');
  return { by: 'share', project, filters: share.filters };
}

async function projectOfKey(key: string, { findProjectByKey }: CredentialSources): Promise<CallerProject> {
  const project = await findProjectByKey(key);
  if (!project) throw keyInvalid(key);
  return project;
}

/** @throws {MovedError} when the slug of the project changed, and {HttpError} 404 */
async function projectOfSlug(
  request: FastifyRequest,
  { findProjectBySlug, findProjectByFormerSlug }: CredentialSources,
): Promise<CallerProject> {
  const { slug } = request.params as { slug: string };
  const project = await findProjectBySlug(slug);
  if (project) return project;
  const renamed = await findProjectByFormerSlug(slug);
  if (!renamed) throw new HttpError('projects.not_found');
  // On a custom domain, the slug is no part of the URL.
  if (request.originalUrl !== request.url) return renamed;
  const position = request.routeOptions.url?.split('/').indexOf(':slug') ?? -1;
  const [path = '', ...query] = request.url.split('?');
  throw new MovedError([path.split('/').with(position, renamed.slug).join('/'), ...query].join('?'));
}

async function projectOfEntry(entry: EntryKind, id: string, { db, findProject }: CredentialSources): Promise<CallerProject> {
  const projectId = await entry.findProjectId(db, id);
  const project = projectId && (await findProject(projectId));
  if (!project) throw new HttpError(entry.notFound);
  return project;
}

/** Session requests on a collection name the project by `project_id`, or by an API key in addition to the token. */
async function projectNamed(
  request: FastifyRequest,
  key: string | undefined,
  sources: CredentialSources,
): Promise<CallerProject> {
  const { project_id: named } = request.query as { project_id?: unknown };
  if (named === undefined) {
    if (key) return projectOfKey(key, sources);
    throw invalidField('project_id', 'required', 'project_id or the X-Project-Key header is required');
  }
  const id = typeof named === 'string' ? parseId('prj', named) : undefined;
  const project = id && (await sources.findProject(id));
  if (!project) throw new HttpError('projects.not_found');
  return project;
}

/** Returns the id in the path, or undefined for a slug. @throws {HttpError} 404 */
function idInPath(request: FastifyRequest, { prefix, notFound, findIdBySlug }: EntryKind): string | undefined {
  const text = (request.params as { id: string }).id;
  const id = parseId(prefix, text);
  if (!id && !(findIdBySlug && isSlug(text))) throw new HttpError(notFound);
  return id;
}

/** Returns the id of the entry in the path, by its id or slug, or undefined without an entry. @throws {HttpError} 404 */
async function findEntryId(
  request: FastifyRequest,
  entry: EntryKind | undefined,
  { id: projectId }: CallerProject,
  { db }: CredentialSources,
): Promise<string | undefined> {
  if (!entry) return undefined;
  const id = idInPath(request, entry) ?? (await entry.findIdBySlug?.(db, projectId, (request.params as { id: string }).id));
  if (!id) throw new HttpError(entry.notFound);
  return id;
}

/** Returns the caller of an operation whose access has a role or requires an API key. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = request.authority?.caller;
  if (!caller) throw new Error(`${request.routeOptions.url} asks for a caller, and its access names no project`);
  return caller;
}

/** Returns the caller of a project operation that requires a session token. */
export function sessionOf(request: FastifyRequest): Extract<Caller, { by: 'session' }> {
  const caller = callerOf(request);
  if (caller.by !== 'session') throw new Error(`${request.routeOptions.url} asks for a session, and its access allows others`);
  return caller;
}

/** Returns the signed-in user or the service account, for operations that require a session token. */
export function userOf(request: FastifyRequest): TokenUser {
  const user = request.authority?.user;
  if (!user) throw new Error(`${request.routeOptions.url} asks for a user, and its access is not by session`);
  return user;
}

/** Returns the UUID of `:id`, for operations whose access has an `entry`. */
export function entryIdOf(request: FastifyRequest): string {
  const id = request.authority?.entryId;
  if (!id) throw new Error(`${request.routeOptions.url} asks for an entry, and its access names none`);
  return id;
}
