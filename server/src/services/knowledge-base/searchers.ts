import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/api/credentials.ts';
import { EMAIL_SEARCHER, MEMBER_SEARCHER, USER_SEARCHER } from '../../platform/clickhouse/schema.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { toTokenProof } from '../../instance/directory/projections.ts';
import { findEndUser, isFromSameOrigin } from '../../instance/end-users/sessions.ts';
import type { EndUserSession } from '../../instance/projects/caller.ts';
import { checkUserToken } from '../../instance/projects/user-tokens.ts';

/** Returns the person of a session as stored with searches: the user id, or the mailbox of a person without one. */
export const toSearcher = ({ userId, email }: Pick<EndUserSession, 'userId' | 'email'>): string =>
  userId === null ? `${EMAIL_SEARCHER}${toMailboxKey(email ?? '')}` : `${USER_SEARCHER}${userId}`;

/**
 * Returns the person who proves an identity with a search: by X-User-Token, or by the session of the public pages, whose widgets send the
 * cookie. Searches of visitors have none. A token that is not valid proves nothing, and does not prevent the search.
 */
export async function findSearcher(db: Db, request: FastifyRequest, caller: Caller): Promise<string | undefined> {
  if (caller.by === 'session') return MEMBER_SEARCHER;
  const { 'x-user-token': token } = request.headers;
  if (typeof token === 'string') {
    const { user } = await checkUserToken(db, caller.project.id, token);
    if (!user) return undefined;
    request.server.people.note(caller.project.id, toTokenProof(user));
    return toSearcher({ userId: user.id, email: null });
  }
  // Links of other sites must not search in the name of a person.
  if (!request.headers.cookie || !isFromSameOrigin(request)) return undefined;
  const session = await findEndUser(db, request, caller.project.id);
  return session ? toSearcher(session) : undefined;
}
