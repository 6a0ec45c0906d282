import { literal, raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { IS_PAGE_VIEW } from '../../query/sql/events.ts';
import { stepCondition } from '../../query/sql/filter-conditions.ts';
import type { Step } from '../../query/steps.ts';

/** First character of the label of a step. One text for a step is much faster than a kind and a name. */
export const PAGE_MARK = 'p';
const EVENT_MARK = 'e';

export interface PathsParams {
  from: Step;
  direction: 'next' | 'previous';
  steps: number;
  limit: number;
  /** Whether interactive events are steps as well as pages. */
  hasEvents: boolean;
}

/**
 * Returns the statement of the most frequent paths, as lists of labels, from the first occurrence of a step in each visit. Events that are
 * not interactive, such as measurements, are no steps of a person.
 */
export function selectPaths(query: ReportQuery, { from, direction, steps, limit, hasEvents }: PathsParams): Sql {
  const { events } = buildConditions(query);
  const isAnchor = stepCondition(from);
  const label = sql`if(${IS_PAGE_VIEW}, concat(${PAGE_MARK}, events.path), concat(${EVENT_MARK}, events.name))`;
  const isStep = hasEvents ? sql`(${IS_PAGE_VIEW} OR events.interactive)` : IS_PAGE_VIEW;
  const part = raw(direction === 'next' ? 'arraySlice(trail, position)' : 'arrayReverse(arraySlice(trail, 1, position))');
  return sql`SELECT path, count() AS visits, sum(count()) OVER () AS total FROM (
        SELECT arraySort(groupArray((events.time, events.seq, label, is_anchor, is_step))) AS trail, arrayFirstIndex(e -> e.4, trail) AS position,
          arrayMap(e -> e.3, arrayFilter((e, index) -> index = 1 OR e.5, ${part}, arrayEnumerate(${part}))) AS labels,
          arraySlice(arrayCompact(labels), 2, ${literal(steps)}) AS path
        FROM (
          SELECT events.visit, events.time, events.seq, ${label} AS label, ${isAnchor} AS is_anchor, ${isStep} AS is_step FROM events
          WHERE ${events} AND (${isAnchor} OR ${isStep}) AND events.visit IN (SELECT events.visit FROM events WHERE ${events} AND ${isAnchor})
        ) AS events GROUP BY events.visit
      ) GROUP BY path ORDER BY visits DESC, path LIMIT ${limit}`;
}
