import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PERSON_TOKEN_PREFIX } from '@earshot/contract/instance/people/sign-in';
import { formatId } from '../../platform/ids.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { readCookie } from '../../platform/client/cookies.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { newSecret, sha256 } from '../identity/secrets.ts';
import type { EndUserSession } from '../projects/caller.ts';
import { deleteSession, findSession, insertSession, type NewSession } from './sessions-store.ts';

const SESSION_DAYS = 90;
const READING = new Set(['GET', 'HEAD']);

/** Each project has a cookie of its own. Its path is `/`, because widgets on public pages call the API. */
const nameCookie = (projectId: string) => `earshot_person_${formatId('prj', projectId)}`;

/**
 * Returns whether a request comes from a page of the same origin. Browsers tell it by `Sec-Fetch-Site`, and older ones and those on plain
 * HTTP by `Origin`.
 */
export function isFromSameOrigin({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** Returns the token of a person who signed in within a widget, without its prefix. */
function readToken({ headers }: FastifyRequest): string | undefined {
  const { 'x-user-token': token } = headers;
  return typeof token === 'string' && token.startsWith(PERSON_TOKEN_PREFIX) ? token.slice(PERSON_TOKEN_PREFIX.length) : undefined;
}

/** Returns the session of the token of a sign-in within a widget. */
export async function findTokenSession(db: Db, request: FastifyRequest, projectId: string): Promise<EndUserSession | undefined> {
  const token = readToken(request);
  return token === undefined ? undefined : await findSession(db, projectId, sha256(token));
}

/** Returns the X-User-Token of a request that the product signed: any but that of a sign-in within a widget. */
export function readSignedToken(request: FastifyRequest): string | undefined {
  const { 'x-user-token': token } = request.headers;
  return typeof token === 'string' && readToken(request) === undefined ? token : undefined;
}

/**
 * Returns the session of a request: by the token of a sign-in within a widget, or by cookie. Writes of other origins, which could use the
 * cookie of a visitor, have none. @throws {HttpError} 401 for a token that is no longer valid
 */
export async function findEndUser(db: Db, request: FastifyRequest, projectId: string): Promise<EndUserSession | null> {
  if (request.endUser) return request.endUser;
  if (readToken(request) !== undefined) {
    const session = await findTokenSession(db, request, projectId);
    if (!session) throw new HttpError('auth.user_token_expired');
    return session;
  }
  const token = readCookie(request, nameCookie(projectId));
  if (token === undefined || !(READING.has(request.method) || isFromSameOrigin(request))) return null;
  return (await findSession(db, projectId, sha256(token))) ?? null;
}

/** Sets `request.endUser` on public pages. Must be called before the routes are registered. */
export function recognizeEndUsers(app: FastifyInstance, { db, mailsCodes }: { db: Db; mailsCodes: boolean }): void {
  app.decorate('mailsCodes', mailsCodes);
  app.decorateRequest('endUser', null);
  app.addHook('onRoute', (route) => {
    if (route.config?.access?.by !== 'slug' || !route.url.startsWith('/p/')) return;
    route.preValidation = async (request) => {
      const project = request.authority?.caller?.project;
      if (project && request.headers.cookie) request.endUser = await findEndUser(db, request, project.id);
    };
  });
}

const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

/** A person who proved an identity. */
export type SignedIn = Pick<NewSession, 'userId' | 'email' | 'name' | 'avatarUrl'>;

interface Beginning {
  request: FastifyRequest;
  reply: FastifyReply;
  projectId: string;
  person: SignedIn;
  isSecure: boolean;
}

/** Creates a session for a token. */
export async function createSession(db: Db, projectId: string, person: SignedIn) {
  const token = newSecret();
  const session = { projectId, tokenHash: sha256(token), ...person, hasTakenOver: false };
  await insertSession(db, { ...session, days: SESSION_DAYS });
  return { token, session, expiresAt: new Date(Date.now() + SESSION_DAYS * 86_400_000) };
}

/** Ends the session of the token of a request. */
export async function endTokenSession(db: Db, request: FastifyRequest, projectId: string): Promise<void> {
  const token = readToken(request);
  if (token !== undefined) await deleteSession(db, { projectId, tokenHash: sha256(token) });
}

/** Starts a session in place of the one of the request. Requires @fastify/cookie. */
export async function startSession(db: Db, { request, reply, projectId, person, isSecure }: Beginning): Promise<void> {
  const token = newSecret();
  await insertSession(db, { projectId, tokenHash: sha256(token), ...person, days: SESSION_DAYS });
  if (request.endUser) await deleteSession(db, request.endUser);
  void reply.setCookie(nameCookie(projectId), token, { ...ATTRIBUTES, secure: isSecure, maxAge: SESSION_DAYS * 86_400 });
}

/** Ends a session. Requires @fastify/cookie. */
export async function endSession(db: Db, reply: FastifyReply, session: EndUserSession): Promise<void> {
  await deleteSession(db, session);
  void reply.clearCookie(nameCookie(session.projectId), ATTRIBUTES);
}
