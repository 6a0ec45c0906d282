import { Id, type Role, ROLES } from '@earshot/contract/common';
import type { ErrorCode } from '@earshot/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type IdPrefix, parseId } from '../ids.ts';
import type { Db } from '../postgres/database.ts';
import { HttpError, invalidField } from './errors.ts';
import { isSlug } from './validation.ts';

/** Which credential an operation wants. With a role it acts on one project; `entry` finds the project of the entry that the path names. */
export type Access =
  | { by: 'none' }
  | { by: 'session' }
  /** The key may stand in the query instead: `sendBeacon` sets no header. */
  | { by: 'key'; inQuery?: boolean }
  /** No credential: the path's `:slug` names the project, and the caller sees what a key would show. */
  | { by: 'slug' }
  | { by: 'key' | 'either'; role: Role; entry?: EntryKind }
  /** With `shared`, the token of a shared link is enough. */
  | { by: 'session'; role: Role; entry?: EntryKind; shared?: true };

/** What the `:id` of a path names. Its own project decides who may touch it, whatever project the caller names beside it. */
export interface EntryKind {
  prefix: IdPrefix;
  /** The code of the answer where there is no such entry. */
  notFound: ErrorCode;
  findProjectId: (db: Db, id: string) => Promise<string | undefined>;
  /** The path may hold a slug instead: a name within the project that the caller names. */
  hasSlug?: boolean;
}

/** In the query of an operation on a collection that a session may call. */
export const projectQuery = { project_id: Type.Optional(Id('prj', 'Id of the project. Required with a session token unless `X-Project-Key` is set.')) };

/** The part of a project that a request needs to be answered. */
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

/** Who calls, and on which project. */
export type Caller<Project extends CallerProject = CallerProject> =
  | { by: 'key'; project: Project }
  | { by: 'session'; project: Project; user: User; role: Role }
  /** Somebody who has a shared link: nothing beyond these filters is for them. */
  | { by: 'share'; project: Project; filters: string[] };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    authority: { user?: User; caller?: Caller; entryId?: string } | null;
  }
  interface FastifyInstance {
    /** Checks the credential of a request that takes long again. @throws {HttpError} as it would refuse the request now */
    checkCredential: (request: FastifyRequest) => Promise<void>;
  }
}

/** How credentials are looked up. */
export interface CredentialSources {
  db: Db;
  findProjectByKey: (key: string) => Promise<CallerProject | undefined>;
  findProject: (id: string) => Promise<CallerProject | undefined>;
  findProjectBySlug: (slug: string) => Promise<CallerProject | undefined>;
  findUserByToken: (token: string) => Promise<User | undefined>;
  findShare: (token: string) => Promise<{ projectId: string; filters: string[] } | undefined>;
  findRole: (projectId: string, userId: string) => Promise<Role | undefined>;
}

/** Resolves the credential of each request: after throttling (onRequest), before the body is read. Must come before the routes. */
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

/** A session call on a collection names its project by `project_id`, or by an API key beside the token. */
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

/** The refusal of someone whose role allows less. */
export const roleRequired = (required: Role, actual: Role) =>
  new HttpError('auth.role_required', { message: `This action requires the role ${required}; your role is ${actual}` });

/** The token of `Authorization: Bearer`; another scheme counts as a token that nobody knows. */
function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (!authorization) return undefined;
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** Who calls on which project, for an operation whose access has a role or is by key. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = request.authority?.caller;
  if (!caller) throw new Error(`${request.routeOptions.url} asks for a caller, and its access names no project`);
  return caller;
}

/** The caller of an operation on a project that is by session alone. */
export function sessionOf(request: FastifyRequest): Extract<Caller, { by: 'session' }> {
  const caller = callerOf(request);
  if (caller.by !== 'session') throw new Error(`${request.routeOptions.url} asks for a session, and its access allows others`);
  return caller;
}

/** Whether the caller may see names and addresses of the product's own users, and other data about them: viewers see everything else. */
export const seesPersonalData = (caller: Caller): boolean =>
  caller.by === 'session' && ROLES.indexOf(caller.role) >= ROLES.indexOf('member');

/** Who is signed in, for an operation by session. */
export function userOf(request: FastifyRequest): User {
  const user = request.authority?.user;
  if (!user) throw new Error(`${request.routeOptions.url} asks for a user, and its access is not by session`);
  return user;
}

/** The UUID that `:id` names, for an operation whose access has an entry. */
export function entryIdOf(request: FastifyRequest): string {
  const id = request.authority?.entryId;
  if (!id) throw new Error(`${request.routeOptions.url} asks for an entry, and its access names none`);
  return id;
}
