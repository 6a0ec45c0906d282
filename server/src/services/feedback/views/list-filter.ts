import type { FeedbackFilters } from '@earshot/contract/services/feedback/schemas';
import type { MemberSort } from '@earshot/contract/services/feedback/values';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { toBoardFilter } from '../boards/boards.ts';
import { toFieldFilter } from '../fields/fields.ts';
import { findVotersSegment } from '../people/voters-segment.ts';
import { toListScore } from '../scores/scores.ts';
import { toAssigneeFilter } from '../team/assignment.ts';
import type { Filter } from './filter-store.ts';

const FOR_MEMBERS = ['visibility', 'visibility_not', 'external_id', 'answered'] as const;

interface ListQuery extends FeedbackFilters {
  external_id?: string | string[];
  voters_segment?: string;
  field?: string | string[];
  sort?: MemberSort;
}

/**
 * Returns the filter of the query of a list or an export.
 * @throws {HttpError} 400, also for parameters that the caller may not use, and 503
 */
export async function readFilter(db: Db, request: FastifyRequest, query: ListQuery): Promise<Filter> {
  const caller = callerOf(request);
  for (const name of FOR_MEMBERS)
    if (query[name] !== undefined && caller.by === 'key')
      throw invalidField(name, 'not_allowed', `${name} requires a session token`);
  const {
    sort,
    field,
    custom_status,
    custom_status_not,
    assignee,
    assignee_not,
    board_id,
    board_id_not,
    voters_segment,
    score,
    score_min,
    score_weights,
    ...others
  } = query;
  return {
    ...others,
    ...toAssigneeFilter(caller, { assignee, assignee_not }),
    ...toBoardFilter({ board_id, board_id_not }),
    ...toFieldFilter(caller, { field, custom_status, custom_status_not }),
    ...(await findVotersSegment(request, voters_segment)),
    ...(await toListScore(db, caller, { score, score_min, score_weights, sort })),
  };
}
