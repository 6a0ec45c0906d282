import type { PERIODS } from '@earshot/contract/analytics';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, projectQuery } from '../http/credentials.ts';
import { HttpError } from '../http/errors.ts';
import { parseId } from '../ids.ts';
import type { Db } from '../postgres/database.ts';
import type { Project } from '../projects/store.ts';
import type { Forwarder } from '../event-log/forwarder.ts';
import { findGoal, type Goal } from './manage/goals-store.ts';
import { parseFilters } from './query/filters.ts';
import { parsePeriod } from './query/periods.ts';
import type { ReportQuery } from './query/report-query.ts';

interface QueryParams {
  period?: (typeof PERIODS)[number];
  from?: string;
  to?: string;
  timezone?: string;
  filter?: string | string[];
  bots?: ReportQuery['bots'];
}

/** Returns the schema of the query of a report, which includes the project. */
export const queryOf = <T extends object>(fields: T) => Type.Object({ ...fields, ...projectQuery });

const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;

/** Returns the report query of a request: project, period and filters, including those of a shared link. */
export function parseQuery(request: FastifyRequest): ReportQuery {
  const { period, from, to, timezone, filter, bots = 'exclude' } = request.query as QueryParams;
  const { id, settings } = projectOf(request);
  const caller = callerOf(request);
  return {
    ...parsePeriod({ period, from, to, timezone: timezone ?? settings.analytics.timezone }, Date.now()),
    projectId: id,
    filters: [...parseFilters(filter), ...(caller.by === 'share' ? parseFilters(caller.filters, 'filters') : [])],
    bots,
    countedBots: settings.analytics.counted_bots,
  };
}

/** Returns the goal that the query names. @throws {HttpError} 404 for an unknown goal */
export async function findGoalOf({ db }: { db: Db }, request: FastifyRequest): Promise<Goal | undefined> {
  const { goal_id: id } = request.query as { goal_id?: string };
  if (id === undefined) return undefined;
  const uuid = parseId('goal', id);
  const goal = uuid && (await findGoal(db, projectOf(request).id, uuid));
  if (!goal) throw new HttpError('goals.not_found');
  return goal;
}

/** Waits for events that were accepted before the request, within limits. */
export async function flush({ forwarder }: { forwarder: Forwarder }, request: FastifyRequest): Promise<{ as_of: string }> {
  return { as_of: (await forwarder.flush(projectOf(request).id)).toISOString() };
}
