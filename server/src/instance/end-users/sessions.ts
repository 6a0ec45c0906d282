import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatId } from '../../platform/ids.ts';
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

function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const pair = headers.cookie?.split(/; */).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Returns the session of a request. Writes of other origins, which could use the cookie of a visitor, have none. */
export async function findEndUser(db: Db, request: FastifyRequest, projectId: string): Promise<EndUserSession | null> {
  if (request.endUser) return request.endUser;
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
