import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/api/credentials.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { ProvenIdentity } from '../directory/segments/segments.ts';
import { findAudience } from '../projects/caller.ts';
import { findProvenIdentity } from './proven-identity.ts';
import { EVERYONE, type Reader, TEAM } from './readers.ts';

/** Returns the segments to which content of a project is limited. */
export type ListSegmentIds = (db: Db, projectId: string) => Promise<string[]>;

/** Returns the reader of a request. @throws {HttpError} 401 for an invalid token, 503 */
export async function findReader(db: Db, request: FastifyRequest, listSegmentIds: ListSegmentIds): Promise<Reader> {
  const caller = callerOf(request);
  if (findAudience(caller) === 'team') return TEAM;
  const identity = await findProvenIdentity(db, request, caller.project.id);
  return await toReader(db, request, { identity, listSegmentIds });
}

/** Returns the reader of a public request with a proven identity. @throws {HttpError} 503 */
export async function toReader(
  db: Db,
  request: FastifyRequest,
  { identity, listSegmentIds }: { identity: ProvenIdentity | undefined; listSegmentIds: ListSegmentIds },
): Promise<Reader> {
  if (!identity) return EVERYONE;
  const { id } = callerOf(request).project;
  const segmentIds = await request.server.segments.findMemberships(id, await listSegmentIds(db, id), identity);
  return { audience: 'public', isSignedIn: true, segmentIds };
}
