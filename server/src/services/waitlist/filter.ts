import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { requirePersonalData } from '../../platform/api/personal-data.ts';
import { parseId } from '../../platform/ids.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import type { Filter } from './store.ts';

/** Filter as in a request. */
type GivenFilter = Omit<Filter, 'segment' | 'ids'> & { segment?: string; ids?: string | string[] };

/**
 * Returns the filter of a list, an export or an invitation.
 * @throws {HttpError} 400 for an unknown segment, 403 for filters by personal data, 503
 */
export async function toFilter(request: FastifyRequest, { segment, ids, ...fields }: GivenFilter): Promise<Filter> {
  const refuse = (message: string) => requirePersonalData(sessionOf(request), message);
  if (fields.q) refuse('q requires the role member: viewers can’t see names and addresses');
  if (fields.external_id) refuse('external_id requires the role member: it may identify a person');
  if (segment !== undefined) refuse('segment requires the role member: it is about attributes of people');
  return {
    ...fields,
    ...(ids !== undefined && { ids: [ids].flat().map(parseEntryId) }),
    ...(segment !== undefined && { segment: await request.server.segments.parse(projectOf(request).id, 'segment', segment) }),
  };
}

/** @throws {HttpError} 400 */
export function parseEntryId(text: string, index: number): string {
  const id = parseId('wl', text);
  if (!id) throw invalidField(`ids[${index}]`, 'not_found', `ids[${index}] must be the id of a waitlist entry`);
  return id;
}
