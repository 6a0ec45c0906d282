import type { FastifyRequest } from 'fastify';
import { findProvenIdentity } from '../../instance/end-users/proven-identity.ts';
import { findAudience } from '../../instance/projects/caller.ts';
import { callerOf } from '../../platform/api/credentials.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { EVERYONE, type Reader, TEAM } from './readers.ts';
import { listSegmentIds } from './store.ts';

/** Returns the reader of a request. @throws {HttpError} 503 */
export async function findReader(db: Db, request: FastifyRequest): Promise<Reader> {
  const caller = callerOf(request);
  if (findAudience(caller) === 'team') return TEAM;
  const { id } = caller.project;
  const identity = await findProvenIdentity(db, request, id);
  return identity
    ? {
        audience: 'public',
        segmentIds: await request.server.segments.findMemberships(id, await listSegmentIds(db, id), identity),
      }
    : EVERYONE;
}
