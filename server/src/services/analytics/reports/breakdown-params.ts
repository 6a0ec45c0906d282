import type { BREAKDOWN_SORTS } from '@earshot/contract/services/analytics/values';
import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../../platform/api/errors.ts';
import type { Dimension } from '../query/filters.ts';
import type { BreakdownSort } from './sql/breakdown-statements.ts';

interface QueryParams {
  sort?: (typeof BREAKDOWN_SORTS)[number];
  order?: 'asc' | 'desc';
  goal_id?: string;
  engagement?: 'exclude' | 'include';
}

/**
 * Returns the sort order of a breakdown.
 * @throws {HttpError} 400 for a metric that the breakdown does not have
 */
export function parseSort(request: FastifyRequest, dimension: Dimension): BreakdownSort {
  const { sort: by = 'visitors', order = 'desc', goal_id: goalId } = request.query as QueryParams;
  if (by.startsWith('conversion') && goalId === undefined)
    throw invalidField('goal_id', 'required', `goal_id is required for the sort order ${by}`);
  if (['bounce_rate', 'visit_duration'].includes(by) && dimension.subject === 'event')
    throw invalidField('sort', 'choice', `sort must not be ${by} for the dimension ${dimension.name}`);
  return { by, isAscending: order === 'asc' };
}

/**
 * Returns whether a breakdown contains how pages are read.
 * @throws {HttpError} 400 for a dimension other than pages
 */
export function asksEngagement(request: FastifyRequest, { name }: Dimension): boolean {
  const isAsked = (request.query as QueryParams).engagement === 'include';
  if (isAsked && name !== 'page') throw invalidField('engagement', 'choice', 'engagement=include requires by=page');
  return isAsked;
}
