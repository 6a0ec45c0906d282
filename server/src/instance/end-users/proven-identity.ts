import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../platform/api/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { ProvenIdentity } from '../directory/segments/segments.ts';
import { toTokenProof } from '../directory/projections.ts';
import { checkUserToken } from '../projects/user-tokens.ts';
import { findEndUser } from './sessions.ts';

/** Returns the identity that a request proves: by X-User-Token, or by a sign-in on the public pages. @throws {HttpError} 401 for an invalid token */
export async function findProvenIdentity(
  db: Db,
  request: FastifyRequest,
  projectId: string,
): Promise<ProvenIdentity | undefined> {
  const token = request.headers['x-user-token'];
  if (typeof token === 'string') {
    const checked = await checkUserToken(db, projectId, token);
    if (!checked.user) throw new HttpError(checked.code);
    request.server.people.note(projectId, toTokenProof(checked.user));
    return { kind: 'user_id', value: checked.user.id };
  }
  const session = await findEndUser(db, request, projectId);
  if (!session) return undefined;
  return session.userId === null
    ? { kind: 'email', value: toMailboxKey(session.email ?? '') }
    : { kind: 'user_id', value: session.userId };
}
