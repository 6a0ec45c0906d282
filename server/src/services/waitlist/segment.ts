import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../../platform/api/credentials.ts';
import { requirePersonalData } from '../../platform/api/personal-data.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import type { Filter } from './store.ts';

/**
 * Returns the filter of the field `segment`, which reveals attributes of people.
 * @throws {HttpError} 400 for an unknown segment, 403, 503
 */
export async function findSegmentFilter(request: FastifyRequest, id: string | undefined): Promise<Pick<Filter, 'segment'>> {
  if (id === undefined) return {};
  requirePersonalData(sessionOf(request), 'segment requires the role member: it is about attributes of people');
  return { segment: await request.server.segments.parse(projectOf(request).id, 'segment', id) };
}
