import type { USER_SORTS } from '@earshot/contract/services/analytics/values';
import { raw, sql, type Sql, typed } from '../../../../platform/clickhouse/sql.ts';
import type { PageRows } from '../../../../platform/postgres/paging.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { buildConditions } from '../../query/sql/conditions.ts';

export interface UserSort {
  by: (typeof USER_SORTS)[number];
  isAscending: boolean;
}

/** Visits in which a user signed in or was signed in. Anonymous visits have no user id. */
const visitsOfUsers = (query: ReportQuery): Sql =>
  sql`visits FINAL PREWHERE ${buildConditions(query).presentVisits} AND visits.user_id != ''`;

const toIso = (column: string): Sql => sql`concat(replaceOne(toString(${raw(column)}), ' ', 'T'), 'Z')`;

/** Expressions whose values are whole numbers, so that a position in the list is exact. */
const POSITIONS: Record<UserSort['by'], Sql> = {
  last_seen: raw('toUnixTimestamp64Milli(max(visits.end))'),
  first_seen: raw('toUnixTimestamp64Milli(min(visits.start))'),
  visits: raw('toInt64(count())'),
  events: raw('toInt64(sum(visits.events))'),
};

/**
 * Returns the statement of a page of users with their visits, with the total number of users and one row more than the limit. The column
 * `position` is the value that rows are sorted by.
 */
export function selectUsers(
  query: ReportQuery,
  { by, isAscending }: UserSort,
  { limit, offset, after: [position = '', key = ''] = [] }: PageRows,
): Sql {
  const isAfter = position
    ? sql`WHERE position ${raw(isAscending ? '>' : '<')} ${typed(BigInt(position), 'Int64')} OR (position = ${typed(BigInt(position), 'Int64')} AND key > ${key})`
    : raw('');
  return sql`SELECT *, ${toIso('first_seen')} AS first_seen_at, ${toIso('last_seen')} AS last_seen_at, toString(position) AS position_text
    FROM (
      SELECT *, count() OVER () AS total FROM (
        SELECT visits.user_id AS key, min(visits.start) AS first_seen, max(visits.end) AS last_seen, count() AS visit_count,
          sum(visits.page_views) AS page_views, sum(visits.events) AS events, ${POSITIONS[by]} AS position
        FROM ${visitsOfUsers(query)} GROUP BY key
      )
    ) ${isAfter} ORDER BY position ${raw(isAscending ? 'ASC' : 'DESC')}, key LIMIT ${limit + 1} OFFSET ${offset}`;
}

/** Returns the statement of a page of the visits of users, the latest first, with their total number and one row more than the limit. */
export function selectUserVisits(query: ReportQuery, { limit, offset, after: [position = '', key = ''] = [] }: PageRows): Sql {
  const isAfter = position
    ? sql`WHERE (position, id) < (${typed(BigInt(position), 'Int64')}, ${typed(BigInt(key), 'UInt64')})`
    : raw('');
  return sql`SELECT *, ${toIso('start')} AS started_at, ${toIso('end')} AS ended_at, toString(position) AS position_text, toString(id) AS key
    FROM (
      SELECT visits.id AS id, visits.user_id AS user_id, visits.start AS start, visits.end AS end, visits.page_views AS page_views,
        visits.events AS events, visits.entry_page AS entry_page, visits.exit_page AS exit_page, visits.source AS source,
        visits.country AS country, visits.device AS device, visits.browser AS browser, visits.os AS os,
        toUnixTimestamp64Milli(visits.start) AS position, count() OVER () AS total
      FROM ${visitsOfUsers(query)}
    ) ${isAfter} ORDER BY position DESC, id DESC LIMIT ${limit + 1} OFFSET ${offset}`;
}
