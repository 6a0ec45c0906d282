import type { SegmentCondition, SegmentDefinition } from '@earshot/contract/instance/people/segments';
import type { SegmentMatch } from '@earshot/contract/instance/values';
import type { RawBuilder } from 'kysely';

/** A condition on events with a user id. */
export interface EventCondition {
  event?: string | undefined;
  page?: string | undefined;
  atLeast: number;
  /** Start of the period in milliseconds since 1970. */
  since?: number | undefined;
  negated: boolean;
}

/** Conditions on events, at least one of which describes events that a person has. */
export interface EventBehavior {
  match: SegmentMatch;
  conditions: EventCondition[];
}

/** Events of people, which are outside of PostgreSQL. */
export interface EventSource {
  /**
   * Returns a user id of each person who matches. `merged` has the user ids of people who have several: their events count together.
   * @throws {HttpError} 503
   */
  findUserIds: (projectId: string, behavior: EventBehavior, merged: string[][]) => Promise<string[]>;
  /** Returns whether the events of some user ids together match. @throws {HttpError} 503 */
  matches: (projectId: string, behavior: EventBehavior, userIds: string[]) => Promise<boolean>;
}

/** Number of records of a person that a condition requires. */
export interface RecordCondition {
  atLeast: number;
  since?: Date | undefined;
  /** The only person of interest, so that the records of others need not be read. */
  personId?: string | undefined;
}

/** Returns the condition that `people p` have a number of records in PostgreSQL, such as votes. */
export type RecordSource = (projectId: string, condition: RecordCondition) => RawBuilder<unknown>;

export interface BehaviorSources {
  events: EventSource;
  feedback: RecordSource;
  vote: RecordSource;
}

const DAY_MS = 86_400_000;

/** Returns the start of the last days, in milliseconds since 1970. */
export const toStart = (days: number | undefined, now: number): number | undefined =>
  days === undefined ? undefined : now - days * DAY_MS;

/**
 * Returns the conditions on events of a definition as one that describes people with events only. With `isExcluded`, it describes those who
 * do not match, because people without events are in no list of events: “not A” excludes A, and “A or not B” excludes “B and not A”.
 */
export function planEvents(
  { match, conditions }: SegmentDefinition,
  now: number,
): { behavior: EventBehavior; isExcluded: boolean } | undefined {
  const events = conditions.filter(isOfEvents).map((condition) => toEventCondition(condition, now));
  if (!events.length) return undefined;
  const isExcluded = match === 'all' ? events.every(({ negated }) => negated) : events.some(({ negated }) => negated);
  if (!isExcluded) return { behavior: { match, conditions: events }, isExcluded };
  const opposite = events.map((event) => ({ ...event, negated: !event.negated }));
  return { behavior: { match: match === 'all' ? 'any' : 'all', conditions: opposite }, isExcluded };
}

export const isOfEvents = ({ kind }: SegmentCondition): boolean => kind === 'event' || kind === 'page';

const toEventCondition = (
  { event, page, at_least: atLeast = 1, within_days: days, negated = false }: SegmentCondition,
  now: number,
): EventCondition => ({ event, page, atLeast, since: toStart(days, now), negated });
