import type { FeedbackFilters } from '@earshot/contract/services/feedback/schemas';
import { type RawBuilder, sql } from 'kysely';
import { type AttributeFilter, attributeCondition } from '../../../instance/directory/list-store.ts';
import { hasSegmentVotes } from '../people/segment-votes-store.ts';
import { buildAnyTagQuery, buildQuery } from '../../../platform/text/lexemes.ts';
import type { HiddenBoards } from '../boards/access.ts';
import { isPublicComment } from '../comments/comments-store.ts';
import { isOnNoHiddenBoard } from '../boards/boards-store.ts';
import { hasScore, type ListScore } from '../scores/order-store.ts';

/** Filters of a list. The filter `q` without words matches nothing. */
export interface Filter extends Omit<
  FeedbackFilters,
  | 'assignee'
  | 'assignee_not'
  | 'custom_status'
  | 'custom_status_not'
  | 'board_id'
  | 'board_id_not'
  | 'field'
  | 'score'
  | 'score_min'
  | 'score_weights'
> {
  /** Custom statuses, and those of the project. */
  customStatuses?: CustomStatuses;
  customStatusesNot?: CustomStatuses;
  /** Conditions of custom fields. */
  fields?: AttributeFilter[];
  /** Boards of the entries. The id of the default board is that of the project. */
  boards?: string[];
  boardsNot?: string[];
  /** Boards that the reader may not see. Undefined for members, who see all. */
  hiddenBoards?: HiddenBoards | undefined;
  /** Entries of a submitter, including merged and pending ones, but not private ones. */
  submitterId?: string;
  assignees?: Assignees;
  external_id?: string | string[];
  /** Condition of a segment on `people p`, some of whom vote for the entries. */
  votersSegment?: RawBuilder<unknown>;
  score?: ListScore | undefined;
  assigneesNot?: Assignees;
}

/** Members, and whether entries without assignee are meant as well. */
export interface Assignees {
  ids: string[];
  hasNobody: boolean;
}

/** Custom statuses of which entries have one. */
export interface CustomStatuses {
  /** Keys with the states to which they belong. */
  any: { key: string; status: string }[];
  /** All custom statuses of the project, if entries without one are meant as well. */
  none?: { key: string; status: string }[];
}

/** Returns the condition that an entry has one of some custom statuses in its state. Never null. */
const hasCustomStatus = (statuses: CustomStatuses['any']): RawBuilder<unknown> =>
  statuses.length
    ? sql`(e.custom_status IS NOT NULL AND (${sql.join(
        statuses.map(({ key, status }) => sql`(e.custom_status = ${key} AND e.status = ${status})`),
        sql` OR `,
      )}))`
    : sql`false`;

/** Returns the conditions that a column has one of the values of a filter, and none of the values of its negation. */
function buildChoice(
  column: RawBuilder<unknown>,
  { any, none }: { any: string | string[] | undefined; none: string | string[] | undefined },
): RawBuilder<unknown>[] {
  return [
    ...(any === undefined ? [] : [sql`${column} = ANY(${[any].flat()}::text[])`]),
    ...(none === undefined ? [] : [sql`${column} <> ALL(${[none].flat()}::text[])`]),
  ];
}

const hasChosenStatus = ({ any, none }: CustomStatuses): RawBuilder<unknown> =>
  sql`(${hasCustomStatus(any)}${none ? sql` OR NOT ${hasCustomStatus(none)}` : sql``})`;

/** Returns the condition that one of the assignees is responsible for an entry. Null instead of false for entries without assignee. */
const isAssignedTo = ({ ids, hasNobody }: Assignees): RawBuilder<unknown> =>
  sql`(e.assignee_id = ANY(${ids}::uuid[])${hasNobody ? sql` OR e.assignee_id IS NULL` : sql``})`;

/** Returns the condition that an entry is on one of the boards. Never null. */
function isOnBoard(projectId: string, boards: string[]): RawBuilder<unknown> {
  const named = boards.filter((id) => id !== projectId);
  const isDefault = named.length < boards.length;
  if (!named.length) return isDefault ? sql`e.board_id IS NULL` : sql`false`;
  return isDefault
    ? sql`(e.board_id IS NULL OR e.board_id = ANY(${named}::uuid[]))`
    : sql`(e.board_id IS NOT NULL AND e.board_id = ANY(${named}::uuid[]))`;
}

/** Returns the condition on columns that `feedback_counts` has too. */
export function buildKind(projectId: string, filter: Filter): RawBuilder<unknown> {
  const { submitterId, external_id: externalId, boards, boardsNot, hiddenBoards } = filter;
  return sql.join(
    [
      sql`e.project_id = ${projectId}`,
      // Merged entries are represented by their merge targets.
      ...(filter.status === undefined && submitterId === undefined && externalId === undefined
        ? [sql`e.status <> 'duplicate'`]
        : []),
      ...buildChoice(sql`e.status`, { any: filter.status, none: filter.status_not }),
      ...buildChoice(sql`e.visibility`, { any: filter.visibility, none: filter.visibility_not }),
      ...(boards === undefined ? [] : [isOnBoard(projectId, boards)]),
      ...(boardsNot === undefined ? [] : [sql`NOT ${isOnBoard(projectId, boardsNot)}`]),
      ...(hiddenBoards === undefined ? [] : [isOnNoHiddenBoard(projectId, hiddenBoards)]),
      ...(submitterId === undefined ? [] : [sql`e.submitter_id = ${submitterId} AND e.visibility <> 'private'`]),
      ...buildChoice(sql`e.type`, { any: filter.type, none: filter.type_not }),
    ],
    sql` AND `,
  );
}

/** Returns whether the counts of `feedback_counts` are sufficient for the total of a list. */
export const isOfKindOnly = (projectId: string, filter: Filter): boolean =>
  filter.submitterId === undefined && !conditionsBeyondKind(projectId, filter).length;

/** Returns the conditions on columns that the counts do not have. */
function conditionsBeyondKind(projectId: string, filter: Filter): RawBuilder<unknown>[] {
  const { tag, tag_not: tagNot, q, created_since: since, created_until: until } = filter;
  const { max_age_days: maxAge, min_age_days: minAge, assignees, assigneesNot, score } = filter;
  const query = q === undefined ? undefined : buildQuery(projectId, q);
  const daysAgo = (days: number) => sql`now() - interval '24 hours' * ${days}::integer`;
  return [
    ...buildChoice(sql`e.external_id`, { any: filter.external_id, none: undefined }),
    ...(assignees === undefined ? [] : [isAssignedTo(assignees)]),
    ...(assigneesNot === undefined ? [] : [sql`${isAssignedTo(assigneesNot)} IS NOT TRUE`]),
    ...(tag === undefined ? [] : [sql`e.search @@ ${buildAnyTagQuery(projectId, [tag].flat())}::tsquery`]),
    ...(tagNot === undefined ? [] : [sql`NOT e.search @@ ${buildAnyTagQuery(projectId, [tagNot].flat())}::tsquery`]),
    ...(query ? [sql`e.search @@ ${query}::tsquery`] : []),
    ...(q && !query ? [sql`false`] : []),
    ...(since === undefined ? [] : [sql`e.created_at >= ${new Date(since)}`]),
    ...(until === undefined ? [] : [sql`e.created_at < ${new Date(until)}`]),
    ...(maxAge === undefined ? [] : [sql`e.created_at >= ${daysAgo(maxAge)}`]),
    ...(minAge === undefined ? [] : [sql`e.created_at < ${daysAgo(minAge)}`]),
    ...(filter.answered === undefined ? [] : [isAnswered(projectId, filter.answered)]),
    ...(score?.min === undefined ? [] : [hasScore(projectId, { ...score, min: score.min })]),
    ...(filter.customStatuses ? [hasChosenStatus(filter.customStatuses)] : []),
    ...(filter.customStatusesNot ? [sql`NOT ${hasChosenStatus(filter.customStatusesNot)}`] : []),
    ...(filter.fields ?? []).map((one) => attributeCondition(one, sql`e.fields`)),
    ...buildStatusAge(projectId, filter),
    ...(filter.votersSegment ? [hasSegmentVotes(filter.votersSegment)] : []),
  ];
}

/** Returns the condition that the team has written a public comment, or not. Comments of service accounts count as well. */
const isAnswered = (projectId: string, isExpected: boolean) => sql`${isExpected ? sql`` : sql`NOT `}EXISTS (
    SELECT FROM feedback_comments c
    WHERE c.project_id = ${projectId} AND c.entry_id = e.id AND c.author_role = 'team' AND ${isPublicComment})`;

/** Returns the conditions on the time of the last change of the status. Entries whose status never changed match neither. */
function buildStatusAge(projectId: string, filter: Filter): RawBuilder<unknown>[] {
  const { status_changed_since: since, status_changed_until: until } = filter;
  const hasChange = (time: RawBuilder<unknown>) => sql`EXISTS (
    SELECT FROM feedback_history h
    WHERE h.project_id = ${projectId} AND h.entry_id = e.id AND h.field IN ('status', 'merged_into') AND h.created_at ${time})`;
  return [
    ...(since === undefined ? [] : [hasChange(sql`>= ${new Date(since)}`)]),
    ...(until === undefined ? [] : [hasChange(sql`< ${new Date(until)}`), sql`NOT ${hasChange(sql`>= ${new Date(until)}`)}`]),
  ];
}

/** Returns the condition of a filter on `feedback_entries e`. */
export const buildCondition = (projectId: string, filter: Filter): RawBuilder<unknown> =>
  sql.join([buildKind(projectId, filter), ...conditionsBeyondKind(projectId, filter)], sql` AND `);
