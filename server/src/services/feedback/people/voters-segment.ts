import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { requirePersonalData } from '../../../platform/api/personal-data.ts';
import type { Filter } from '../views/filter-store.ts';

/** Returns the filter of the parameter `voters_segment`, which reveals attributes of people. @throws {HttpError} 400, 403, 503 */
export async function findVotersSegment(
  request: FastifyRequest,
  given: string | undefined,
): Promise<Pick<Filter, 'votersSegment'>> {
  if (given === undefined) return {};
  const caller = callerOf(request);
  if (caller.by !== 'session') throw invalidField('voters_segment', 'not_allowed', 'voters_segment requires a session token');
  requirePersonalData(caller);
  return { votersSegment: await request.server.segments.parse(caller.project.id, 'voters_segment', given) };
}
