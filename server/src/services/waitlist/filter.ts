import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { requirePersonalData } from '../../platform/api/personal-data.ts';
import { parseId } from '../../platform/ids.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import type { PersonSegments } from '../../instance/directory/segments/segments.ts';
import { parseAttributeFilters } from '../../instance/directory/filters.ts';
import { COMPARED } from '../../instance/fields/fields.ts';
import type { Project } from '../../instance/projects/store.ts';
import type { AnswerFilter, Filter } from './store.ts';

/** Filter as in a request. */
export type GivenFilter = Omit<Filter, 'segment' | 'ids' | 'answers'> & {
  segment?: string;
  ids?: string | string[];
  answer?: string | string[];
  reward?: string;
};

/**
 * Returns the filter of a list, an export or an invitation.
 * @throws {HttpError} 400 for an unknown segment, question or reward, 403 for filters by personal data, 503
 */
export async function toFilter(request: FastifyRequest, given: GivenFilter): Promise<Filter> {
  const { segment, answer, ...fields } = given;
  const refuse = (message: string) => requirePersonalData(sessionOf(request), message);
  if (fields.q) refuse('q requires the role member: viewers can’t see names and addresses');
  if (fields.external_id) refuse('external_id requires the role member: it may identify a person');
  if (segment !== undefined) refuse('segment requires the role member: it is about attributes of people');
  if (answer !== undefined) refuse('answer requires the role member: viewers can’t see answers');
  return await parseFilter({ project: projectOf(request), segments: request.server.segments }, given);
}

/** @throws {HttpError} 400 for an unknown segment, question or reward, 503 */
export async function parseFilter(
  { project, segments }: { project: Project; segments: Pick<PersonSegments, 'parse'> },
  { segment, ids, answer, reward, ...fields }: GivenFilter,
): Promise<Filter> {
  return {
    ...fields,
    ...(reward !== undefined && { min_referrals: Math.max(fields.min_referrals ?? 0, countNeeded(project, reward)) }),
    ...(answer !== undefined && { answers: parseAnswers(project, answer) }),
    ...(ids !== undefined && { ids: [ids].flat().map(parseEntryId) }),
    ...(segment !== undefined && { segment: await segments.parse(project.id, 'segment', segment) }),
  };
}

/** @throws {HttpError} 400 */
export function parseEntryId(text: string, index: number): string {
  const id = parseId('wl', text);
  if (!id) throw invalidField(`ids[${index}]`, 'not_found', `ids[${index}] must be the id of a waitlist entry`);
  return id;
}

/** @throws {HttpError} 400 */
function countNeeded({ settings }: Project, key: string): number {
  const reward = settings.waitlist.rewards.find((one) => one.key === key);
  if (!reward) throw invalidField('reward', 'not_found', `reward names ${key}, which is no reward of the project`);
  return reward.referrals;
}

/** @throws {HttpError} 400 */
function parseAnswers({ settings: { waitlist } }: Project, given: string | string[]): AnswerFilter[] {
  const declared = new Map(waitlist.questions.map(({ key, type }) => [key, type]));
  const types = new Map(waitlist.questions.map(({ key, type }) => [key, COMPARED[type]]));
  return parseAttributeFilters(types, given, { parameter: 'answer', unknown: 'which is no question of the waitlist' }).map(
    (filter) => ({ ...filter, isList: declared.get(filter.name) === 'multi_select' }),
  );
}
