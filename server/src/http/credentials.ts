import { Id, type Role, ROLES } from '@earshot/contract/common';
import type { ErrorCode } from '@earshot/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type IdPrefix, parseId } from '../ids.ts';
import type { Db } from '../postgres/database.ts';
import { HttpError, invalidField } from './errors.ts';
import { isSlug } from './validation.ts';

/**
 * Credential that an operation requires. With a role, the operation works on one project; `entry` looks up the project of the entry
 * in the path.
 */
export type Access =
  | { by: 'none' }
  | { by: 'session' }
  /** Accepts the key as a query parameter too: `sendBeacon` cannot set headers. */
  | { by: 'key'; inQuery?: boolean }
  /** No credential: `:slug` in the path names the project. The caller has the rights of an API key. */
  | { by: 'slug' }
  | { by: 'key' | 'either'; role: Role; entry?: EntryKind }
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
  /** Accepts a slug in place of the id, relative to the project of the caller. */
  hasSlug?: boolean;
}

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
}

/** The authenticated caller and the project. */
export type Caller<Project extends CallerProject = CallerProject> =
  | { by: 'key'; project: Project }
  | { by: 'session'; project: Project; user: User; role: Role }
  /** Caller with a shared link. Access is limited to these filters. */
  | { by: 'share'; project: Project; filters: string[] };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    authority: { user?: User; caller?: Caller; entryId?: string } | null;
  }
  interface FastifyInstance {
    /** Checks the credential of a long-running request again. @throws {HttpError} as for a new request */
    checkCredential: (request: FastifyRequest) => Promise<void>;
  }
}

/** Lookup functions for credentials. */
export interface CredentialSources {
  db: Db;
  findProjectByKey: (key: string) => Promise<CallerProject | undefined>;
  findProject: (id: string) => Promise<CallerProject | undefined>;
  findProjectBySlug: (slug: string) => Promise<CallerProject | undefined>;
  findUserByToken: (token: string) => Promise<User | undefined>;
  findShare: (token: string) => Promise<{ projectId: string; filters: string[] } | undefined>;
  findRole: (projectId: string, userId: string) => Promise<Role | undefined>;
}

/**
 * Resolves the credential of each request: after throttling (`onRequest`), before the body is parsed. Must be registered before the
 * routes.
 */
export function authenticate(app: FastifyInstance, sources: CredentialSources): void {
  app.decorateRequest('authority', null);
  app.decorate('checkCredential', async (request) => {
    const { access } = request.routeOptions.config;
    if (access && access.by !== 'none') await resolve(request, access, sources);
  });
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (!access || access.by === 'none') return;
    route.preParsing = async (request) => {
      request.authority = await resolve(request, access, sources);
    };
  });
}

async function resolve(
  request: FastifyRequest,
  access: Access,
  sources: CredentialSources,
): Promise<FastifyRequest['authority']> {
  if (access.by === 'slug') return { caller: { by: 'key', project: await projectOfSlug(request, sources) } };
  const token = bearerToken(request);
  const key = header(request, 'x-project-key');
  const usesSession = access.by === 'session' || (access.by === 'either' && token !== undefined);
  const entry = 'entry' in access ? access.entry : undefined;

  if (!usesSession) {
    const inQuery = 'inQuery' in access && access.inQuery ? (request.query as { key?: unknown }).key : undefined;
    const project = await projectOfKey(key ?? (typeof inQuery === 'string' ? inQuery : undefined), sources);
    return { caller: { by: 'key', project }, entryId: entry && idInPath(request, entry) };
  }
  if (token === undefined) throw new HttpError('auth.token_required');
  if ('shared' in access && token.startsWith('earshot_st_')) return { caller: await callerByShare(request, token, sources) };
  const user = await sources.findUserByToken(token);
  if (!user) throw new HttpError('auth.token_invalid');
  if (!('role' in access)) return { user };

  const entryId = entry && idInPath(request, entry);
  const project = entry && entryId ? await projectOfEntry(entry, entryId, sources) : await projectNamed(request, key, sources);
  const role = await sources.findRole(project.id, user.id);
  if (!role) throw new HttpError('auth.not_a_member');
  if (ROLES.indexOf(role) < ROLES.indexOf(access.role)) throw roleRequired(access.role, role);
  return { user, caller: { by: 'session', project, user, role }, entryId };
}

async function callerByShare(request: FastifyRequest, token: string, sources: CredentialSources): Promise<Caller> {
  const share = await sources.findShare(token);
  const project = share && (await sources.findProject(share.projectId));
  if (!project) throw new HttpError('auth.share_token_invalid');
  const { project_id: named } = request.query as { project_id?: unknown };
  if (named !== undefined && (typeof named !== 'string' || parseId('prj', named) !== project.id))
    throw new HttpError('auth.share_of_other_project');
  return { by: 'share', project, filters: share.filters };
}

async function projectOfKey(key: string | undefined, { findProjectByKey }: CredentialSources): Promise<CallerProject> {
  if (!key) throw new HttpError('auth.key_required');
  const project = await findProjectByKey(key);
  if (!project) throw new HttpError('auth.key_invalid');
  return project;
}

async function projectOfSlug(request: FastifyRequest, { findProjectBySlug }: CredentialSources): Promise<CallerProject> {
  const project = await findProjectBySlug((request.params as { slug: string }).slug);
  if (!project) throw new HttpError('projects.not_found');
  return project;
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

function idInPath(request: FastifyRequest, { prefix, notFound, hasSlug }: EntryKind): string | undefined {
  const text = (request.params as { id: string }).id;
  const id = parseId(prefix, text);
  if (!id && !(hasSlug && isSlug(text))) throw new HttpError(notFound);
  return id;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the error for a role without permission. */
export const roleRequired = (required: Role, actual: Role) =>
  new HttpError('auth.role_required', { message: `This action requires the role ${required}; your role is ${actual}` });

/** Returns the token of `Authorization: Bearer`. Any other scheme counts as an unknown token. */
function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (!authorization) return undefined;
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
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

/** Returns whether the caller may see names, addresses and other personal data of the product's users. Viewers may not. */
export const seesPersonalData = (caller: Caller): boolean =>
  caller.by === 'session' && ROLES.indexOf(caller.role) >= ROLES.indexOf('member');

/** Returns the signed-in user, for operations that require a session token. */
export function userOf(request: FastifyRequest): User {
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
