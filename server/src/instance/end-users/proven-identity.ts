import type { FastifyRequest } from 'fastify';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { HttpError } from '../../platform/api/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { toTokenProof } from '../directory/projections.ts';
import type { ProvenIdentity } from '../directory/segments/segments.ts';
import { checkUserToken, type EndUser } from '../projects/user-tokens.ts';
import { findEndUser, readSignedToken } from './sessions.ts';

/** Returns the user of the X-User-Token of a request, whom the directory notes. @throws {HttpError} 401 */
export async function verifyUserToken(
  db: Db,
  { server }: Pick<FastifyRequest, 'server'>,
  { projectId, token }: { projectId: string; token: string },
): Promise<EndUser> {
  const checked = await checkUserToken(db, projectId, token);
  if (!checked.user) throw new HttpError(checked.code);
  server.people.note(projectId, toTokenProof(checked.user));
  return checked.user;
}

/** Returns the identity that a request proves: by X-User-Token, or by a sign-in on the public pages. @throws {HttpError} 401 for an invalid token */
export async function findProvenIdentity(
  db: Db,
  request: FastifyRequest,
  projectId: string,
): Promise<ProvenIdentity | undefined> {
  const token = readSignedToken(request);
  if (token !== undefined) return { kind: 'user_id', value: (await verifyUserToken(db, request, { projectId, token })).id };
  const session = await findEndUser(db, request, projectId);
  if (!session) return undefined;
  return session.userId === null
    ? { kind: 'email', value: toMailboxKey(session.email ?? '') }
    : { kind: 'user_id', value: session.userId };
}
