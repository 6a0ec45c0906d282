import { toDateTime } from '../../../../platform/clickhouse/schema.ts';
import { join, literal, raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import type { Span } from '../../pipeline/span.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { countDistinct } from '../../query/sql/aggregates.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { COUNT_PAGE_VIEWS, IS_PAGE_VIEW } from '../../query/sql/events.ts';

const MINUTE_MS = 60_000;
const PERSON = raw('events.person');

/** Returns the statement of the number of people with events in a span. */
export const selectVisitorCount = (query: ReportQuery, span: Span): Sql =>
  sql`SELECT ${countDistinct(PERSON)} AS visitors FROM events WHERE ${buildConditions(query, span).events}`;

/**
 * Returns the statements of realtime visitors in a span: totals and the top values of the time since `presentSince`, and metrics by
 * minute of the whole span.
 */
export function selectRealtime(query: ReportQuery, span: Span, { presentSince, limit }: { presentSince: number; limit: number }) {
  const { events, countsForPage } = buildConditions(query, span);
  const isPresent = sql`events.time > ${toDateTime(presentSince)}`;
  const selectTop = (column: Sql, condition: Sql) =>
    sql`SELECT ${column} AS value, ${countDistinct(PERSON)} AS visitors FROM events
      WHERE ${events} AND ${isPresent} AND ${condition} GROUP BY value ORDER BY visitors DESC, value LIMIT ${limit}`;
  return {
    totals: sql`SELECT ${countDistinct(PERSON, isPresent)} AS visitors, countIf(${IS_PAGE_VIEW} AND ${isPresent}) AS page_views FROM events WHERE ${events}`,
    minutes: sql`SELECT intDiv(toUnixTimestamp64Milli(events.time), ${MINUTE_MS}) * ${MINUTE_MS} AS minute, ${countDistinct(PERSON)} AS visitors,
        ${COUNT_PAGE_VIEWS} AS page_views FROM events WHERE ${events} GROUP BY minute`,
    pages: selectTop(raw('events.path'), countsForPage),
    sources: selectTop(raw('events.source'), raw(`events.source != ''`)),
    countries: selectTop(raw('events.country'), raw(`events.country != ''`)),
  };
}

const MAX_NEW_EVENTS = 100;

/** Returns the statement of the newest events of a span with a sequence number above `after`, without those in `except`, newest first. */
export const selectNewEvents = (
  query: ReportQuery,
  span: Span,
  { after, except, hasNonInteractive }: { after: number; except: number[]; hasNonInteractive: boolean },
): Sql =>
  sql`SELECT toUnixTimestamp64Milli(events.time) AS ms, events.seq AS seq, events.name AS name, events.path AS page, events.source AS source,
      events.country AS country, events.device AS device
    FROM events WHERE ${buildConditions(query, span).events} AND events.seq > ${after}
      ${raw(hasNonInteractive ? '' : 'AND events.interactive')} AND events.seq NOT IN (${join([0, ...except].map(literal))}) ORDER BY seq DESC LIMIT ${literal(MAX_NEW_EVENTS)}`;
