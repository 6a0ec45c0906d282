import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { seesPersonalData } from '../../../platform/api/personal-data.ts';
import type { Filter } from '../views/filter-store.ts';

/** Returns the filter of the parameter `voters_segment`, which reveals attributes of people. @throws {HttpError} 400, 503 */
export async function findVotersSegment(
  request: FastifyRequest,
  given: string | undefined,
): Promise<Pick<Filter, 'votersSegment'>> {
  if (given === undefined) return {};
  const caller = callerOf(request);
  if (!seesPersonalData(caller))
    throw invalidField(
      'voters_segment',
      'not_allowed',
      'voters_segment requires the session token of a member with the scope personal_data:read',
    );
  return { votersSegment: await request.server.segments.parse(caller.project.id, 'voters_segment', given) };
}
