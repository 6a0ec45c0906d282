import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/postgres/database.ts';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { ProvenIdentity } from '../directory/segments/segments.ts';
import { toTokenProof } from '../directory/projections.ts';
import { checkUserToken } from '../projects/user-tokens.ts';
import { findEndUser } from './sessions.ts';

/**
 * Returns the identity that a request proves: by X-User-Token, or by a sign-in on the public pages. An invalid token proves nothing, so that
 * what everyone may read remains readable.
 */
export async function findProvenIdentity(
  db: Db,
  request: FastifyRequest,
  projectId: string,
): Promise<ProvenIdentity | undefined> {
  const token = request.headers['x-user-token'];
  if (typeof token === 'string') {
    const { user } = await checkUserToken(db, projectId, token);
    if (user) request.server.people.note(projectId, toTokenProof(user));
    return user && { kind: 'user_id', value: user.id };
  }
  const session = await findEndUser(db, request, projectId);
  if (!session) return undefined;
  return session.userId === null
    ? { kind: 'email', value: toMailboxKey(session.email ?? '') }
    : { kind: 'user_id', value: session.userId };
}
