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
}

/** Returns the statement of the most frequent paths, as lists of labels, from the first occurrence of a step in each visit. */
export function selectPaths(query: ReportQuery, { from, direction, steps, limit }: PathsParams): Sql {
  const { events } = buildConditions(query);
  const isAnchor = stepCondition(from);
  const label = sql`if(${IS_PAGE_VIEW}, concat(${PAGE_MARK}, events.path), concat(${EVENT_MARK}, events.name))`;
  const part = raw(direction === 'next' ? 'arraySlice(trail, position)' : 'arrayReverse(arraySlice(trail, 1, position))');
  return sql`SELECT path, count() AS visits, sum(count()) OVER () AS total FROM (
        SELECT arraySort(groupArray((events.time, events.seq, label, is_anchor))) AS trail, arrayFirstIndex(e -> e.4, trail) AS position,
          arraySlice(arrayCompact(arrayMap(e -> e.3, ${part})), 2, ${literal(steps)}) AS path
        FROM (
          SELECT events.visit, events.time, events.seq, ${label} AS label, ${isAnchor} AS is_anchor FROM events
          WHERE ${events} AND events.visit IN (SELECT events.visit FROM events WHERE ${events} AND ${isAnchor})
        ) AS events GROUP BY events.visit
      ) GROUP BY path ORDER BY visits DESC, path LIMIT ${limit}`;
}
