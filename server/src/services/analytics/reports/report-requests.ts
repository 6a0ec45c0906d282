import { type COMPARISONS, type IMPORTED, MAX_SEGMENT_USERS, type PERIODS } from '@earshot/contract/services/analytics/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { grantsScope } from '@earshot/contract/instance/scopes';
import { scopeRequired } from '../../../platform/api/authorization.ts';
import { type Caller, callerOf, projectQuery } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { requirePersonalData } from '../../../platform/api/personal-data.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { findGoal, type Goal } from '../manage/goals-store.ts';
import { type Dimension, type Filter, parseFilters } from '../query/filters.ts';
import { findFirstDay } from '../query/imported-days-store.ts';
import { toStart } from '../query/imported-days.ts';
import { findSegmentUserIds } from '../query/person-segment-store.ts';
import { identifyUser } from '../ingest/visitors.ts';
import { parsePeriod } from '../query/periods.ts';
import type { ReportDeps, ReportQuery } from '../query/report-query.ts';
import { findFirstHour } from '../pipeline/finalized-days-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Time of the first event or requested imported day of the project, for the period `all` only. */
    firstEventMs: number | undefined;
    /** Ids of the people (`person` of events) in the segment of `person_segment`. */
    segmentPeople: Set<string> | undefined;
  }
}

interface QueryParams {
  period?: (typeof PERIODS)[number];
  from?: string;
  to?: string;
  timezone?: string;
  compare?: (typeof COMPARISONS)[number];
  compare_from?: string;
  compare_to?: string;
  match_weekdays?: boolean;
  filter?: string | string[];
  user_id?: string | string[];
  person_segment?: string;
  bots?: ReportQuery['bots'];
  imported?: (typeof IMPORTED)[number];
}

/** Returns the schema of the query of a report, which includes the project. */
export const querySchema = <T extends object>(fields: T) => Type.Object({ ...fields, ...projectQuery });

/** Looks up the time of the first event, or imported day, for requests with the period `all`, before their reports parse the query. */
export function findFirstEvents(app: FastifyInstance, { db, clickhouse }: ReportDeps): void {
  app.decorateRequest('firstEventMs', undefined);
  app.addHook('preHandler', async (request) => {
    const { period, imported, timezone } = request.query as QueryParams;
    if (period !== 'all') return;
    const { id, settings } = projectOf(request);
    request.firstEventMs = await findFirstHour(db, id);
    if (imported !== 'include') return;
    const first = await findFirstDay(clickhouse, id);
    if (first !== undefined)
      request.firstEventMs = Math.min(request.firstEventMs ?? Infinity, toStart(first, timezone ?? settings.analytics.timezone));
  });
}

/** Looks up the people of the segment that the parameter `person_segment` names, before reports parse the query. */
export function findSegmentPeople(app: FastifyInstance, { db }: Pick<ReportDeps, 'db'>): void {
  app.decorateRequest('segmentPeople', undefined);
  app.addHook('preHandler', async (request) => {
    const { person_segment: text } = request.query as QueryParams;
    if (text === undefined) return;
    requireReaderOfPeople(callerOf(request), 'person_segment');
    const { id } = projectOf(request);
    const segment = await request.server.segments.parse(id, 'person_segment', text);
    const userIds = await findSegmentUserIds(db, id, { segment, limit: MAX_SEGMENT_USERS + 1 });
    if (userIds.length > MAX_SEGMENT_USERS)
      throw invalidField(
        'person_segment',
        'too_many',
        `person_segment must be a segment of at most ${MAX_SEGMENT_USERS.toLocaleString('en')} user ids`,
      );
    request.segmentPeople = new Set(userIds.map((userId) => identifyUser(id, userId).person));
  });
}

/** Returns whether a report compares with another period. */
export const isCompared = (
  { compare, compare_from: from }: QueryParams,
  byDefault: (typeof COMPARISONS)[number] = 'none',
): boolean => from !== undefined || (compare ?? byDefault) !== 'none';

/** Returns the report query of a request: project, period and filters, including those of a shared link. */
export function parseQuery(request: FastifyRequest): ReportQuery {
  const { filter, user_id: userIds, bots = 'exclude', imported, ...period } = request.query as QueryParams;
  const { id, settings } = projectOf(request);
  const caller = callerOf(request);
  const filters = parseFilters(filter);
  if (userIds !== undefined) requireReaderOfPeople(caller, 'user_id');
  const people = selectPeople(
    userIds === undefined ? undefined : [userIds].flat().map((userId) => identifyUser(id, userId).person),
    request.segmentPeople,
  );
  if (caller.by === 'share') refuseRevenue(request.query as Record<'by' | 'across', string | undefined>, filters);
  return {
    ...parsePeriod({ ...period, timezone: period.timezone ?? settings.analytics.timezone }, Date.now(), request.firstEventMs),
    projectId: id,
    filters: [...filters, ...(caller.by === 'share' ? parseFilters(caller.filters, 'filters') : [])],
    ...(people && { people }),
    bots,
    countedBots: settings.analytics.counted_bots,
    ...(imported && { imported }),
  };
}

/** Returns the people who are named and in the segment, or undefined if neither limits the report. */
function selectPeople(named: string[] | undefined, segment: Set<string> | undefined): string[] | undefined {
  if (!named) return segment && [...segment];
  return [...new Set(named)].filter((person) => !segment || segment.has(person));
}

/**
 * Checks that the caller may name users: viewers and shared links see metrics of everybody only.
 * @throws {HttpError} 400 or 403
 */
function requireReaderOfPeople(caller: Caller, field: string): void {
  if (caller.by !== 'session') throw invalidField(field, 'not_allowed', `${field} must not be used in shared reports`);
  if (!grantsScope(caller.scopes, 'people:read')) throw scopeRequired('people:read');
  requirePersonalData(caller);
}

/** Amounts are stored as properties of events, and viewers of shared links must not see them. @throws {HttpError} 400 */
function refuseRevenue({ by = '', across = '' }: Partial<Record<'by' | 'across', string>>, filters: Filter[]): void {
  const isRevenue = (name: string) => /^property:revenue(?:\.|$)/.test(name);
  if (isRevenue(by)) throw invalidField('by', 'not_allowed', 'by must not be revenue in shared reports');
  if (isRevenue(across)) throw invalidField('across', 'not_allowed', 'across must not be revenue in shared reports');
  if (filters.some(({ dimension }) => isRevenue(dimension.name)))
    throw invalidField('filter', 'not_allowed', 'filter must not be about revenue in shared reports');
}

/** Returns the query of a report by some dimensions. A report by bot includes bots. */
export const countBots = (query: ReportQuery, dimensions: Dimension[]): ReportQuery =>
  query.bots === 'exclude' && dimensions.some(({ name }) => name === 'bot') ? { ...query, bots: 'include' } : query;

/** Returns whether a report lists events that are no acts of a person. A filter that names an event asks for it. */
export function listsNonInteractive(request: FastifyRequest): boolean {
  const { non_interactive: choice, filter } = request.query as { non_interactive?: 'exclude' | 'include' } & QueryParams;
  return choice ? choice === 'include' : parseFilters(filter).some(({ dimension }) => dimension.name === 'event');
}

/** Returns the goal that the query names. @throws {HttpError} 404 for an unknown goal */
export async function findRequestedGoal({ db }: { db: Db }, request: FastifyRequest): Promise<Goal | undefined> {
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
