import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { findEndUser, readSignedToken } from '../../instance/end-users/sessions.ts';
import type { EndUserSession } from '../../instance/projects/caller.ts';
import type { ProvenIdentity } from '../../instance/directory/segments/segments.ts';
import type { EndUser } from '../../instance/projects/user-tokens.ts';
import { verifyUserToken } from '../../instance/end-users/proven-identity.ts';
import { findMemberships, type SegmentDeps } from './boards/segments-store.ts';

/** Author of entries, votes and comments. */
export interface Author {
  role: 'team' | 'user' | 'visitor';
  /**
   * Identifies voters of a project: `usr:…`, `svc:…` (service account), `end:…` (X-User-Token, or a sign-in with it),
   * `eml:…` (address of a person who signed in by code, or on whose behalf a member votes) or `vis:…` (X-Visitor-Id). Null for a visitor without an id.
   */
  id: string | null;
  name: string | null;
  email: string | null;
  avatarUrl: string | null;
  /** Segments of boards that an identified user is in. */
  segmentIds?: string[];
}

/** Kind of voters whom only their address identifies. */
export const BY_ADDRESS = 'eml';

/** Author of requests without any identification. */
export const ANONYMOUS: Author = { role: 'visitor', id: null, name: null, email: null, avatarUrl: null };

/** Returns whether an author is a user whom the product signed in. */
export const isUserId = (authorId: string | null): boolean => authorId?.startsWith('end:') ?? false;

/** Returns the id of a person who is signed in on a public page: one for each person in votes, entries and comments. */
export const toVoterId = ({ userId, email }: Pick<EndUserSession, 'userId' | 'email'>): string =>
  userId === null ? `${BY_ADDRESS}:${toMailboxKey(email ?? '')}` : `end:${userId}`;

/** Returns the person of a session as an author. */
export const toAuthor = (session: EndUserSession): Author & { id: string } => ({
  role: 'user',
  id: toVoterId(session),
  name: session.name,
  email: session.email,
  avatarUrl: session.avatarUrl,
});

/** Returns the user id of an author who is a member. */
export const findMemberId = (authorId: string | null): string | undefined => authorId?.match(/^usr:(.*)$/)?.[1];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Returns the author of a request: the signed-in user or service account, the user of an X-User-Token, the person who is signed in on the
 * public pages, whose widgets send the cookie, or the anonymous visitor of an X-Visitor-Id.
 */
export async function findAuthor(db: Db, request: FastifyRequest, caller: Caller): Promise<Author> {
  if (caller.by === 'session') {
    const { id, is_service_account: isServiceAccount, name, email, avatar_url } = caller.user;
    return { role: 'team', id: `${isServiceAccount ? 'svc' : 'usr'}:${id}`, name, email, avatarUrl: avatar_url };
  }
  const { 'x-visitor-id': visitor } = request.headers;
  const token = readSignedToken(request);
  const projectId = caller.project.id;
  const session = token === undefined ? await findEndUser(db, request, projectId) : undefined;
  const user =
    token !== undefined ? ofToken(await verifyUserToken(db, request, { projectId, token })) : session && toAuthor(session);
  if (user) return { ...user, segmentIds: await findSegmentIds({ db, segments: request.server.segments }, projectId, user) };
  if (visitor === undefined) return ANONYMOUS;
  const id = String(visitor).toLowerCase();
  if (!UUID.test(id)) throw invalidField('X-Visitor-Id', 'format', 'X-Visitor-Id must be a UUID');
  return { ...ANONYMOUS, id: `vis:${id}` };
}

/** Returns the segments of boards that the person with the id of an author is in. */
export const findSegmentIds = async (deps: SegmentDeps, projectId: string, { id }: Pick<Author, 'id'>): Promise<string[]> => {
  const identity = id === null ? undefined : toIdentity(id);
  return identity ? await findMemberships(deps, projectId, identity) : [];
};

function toIdentity(id: string): ProvenIdentity | undefined {
  if (isUserId(id)) return { kind: 'user_id', value: id.slice('end:'.length) };
  return id.startsWith(`${BY_ADDRESS}:`) ? { kind: 'email', value: id.slice(BY_ADDRESS.length + 1) } : undefined;
}

const ofToken = ({ id, name, email, avatar_url: avatarUrl }: EndUser): Author => ({
  role: 'user',
  id: `end:${id}`,
  name,
  email,
  avatarUrl,
});
