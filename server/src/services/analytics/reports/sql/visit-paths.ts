import type { FUNNEL_UNITS } from '@earshot/contract/services/analytics/values';
import { joinAnd, literal, raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { IS_PAGE_VIEW } from '../../query/sql/events.ts';
import { stepCondition } from '../../query/sql/filter-conditions.ts';
import type { Step } from '../../query/steps.ts';

/** First character of the label of a step. One text for a step is much faster than a kind and a name. */
export const PAGE_MARK = 'p';
export const EVENT_MARK = 'e';
/** Label of paths that ended before the step, and of less frequent steps. */
export const END_LABEL = 'x';
export const OTHER_LABEL = 'o';

export interface PathsParams {
  from: Step;
  direction: 'next' | 'previous';
  steps: number;
  /** Whether interactive events are steps as well as pages. */
  hasEvents: boolean;
  by: (typeof FUNNEL_UNITS)[number];
  /** Labels that paths have at a step, from 1. */
  through: { step: number; label: string }[];
}

/**
 * Returns the statement of all paths with their numbers of visits or people, as lists of labels, from the first occurrence of a step in each
 * visit or person. Events that are not interactive, such as measurements, are no steps of a person.
 */
function selectPaths(query: ReportQuery, { from, direction, steps, hasEvents, by, through }: PathsParams): Sql {
  const { events } = buildConditions(query);
  const chain = raw(`events.${by}`);
  const isAnchor = stepCondition(from);
  const label = sql`if(${IS_PAGE_VIEW}, concat(${PAGE_MARK}, events.path), concat(${EVENT_MARK}, events.name))`;
  const isStep = hasEvents ? sql`(${IS_PAGE_VIEW} OR events.interactive)` : IS_PAGE_VIEW;
  const part = raw(direction === 'next' ? 'arraySlice(trail, position)' : 'arrayReverse(arraySlice(trail, 1, position))');
  const goesThrough = through.map((one) => sql`path[${one.step}] = ${one.label}`);
  return sql`SELECT path, count() AS visits FROM (
        SELECT arraySort(groupArray((events.time, events.seq, label, is_anchor, is_step))) AS trail, arrayFirstIndex(e -> e.4, trail) AS position,
          arrayMap(e -> e.3, arrayFilter((e, index) -> index = 1 OR e.5, ${part}, arrayEnumerate(${part}))) AS labels,
          arraySlice(arrayCompact(labels), 2, ${literal(steps)}) AS path
        FROM (
          SELECT ${chain} AS chain, events.time, events.seq, ${label} AS label, ${isAnchor} AS is_anchor, ${isStep} AS is_step FROM events
          WHERE ${events} AND (${isAnchor} OR ${isStep}) AND ${chain} IN (SELECT ${chain} FROM events WHERE ${events} AND ${isAnchor})
        ) AS events GROUP BY chain
      ) ${goesThrough.length ? sql`WHERE ${joinAnd(goesThrough)}` : raw('')} GROUP BY path`;
}

/** Returns the statement of the most frequent paths, with the number of all visits or people. */
export const selectTopPaths = (query: ReportQuery, params: PathsParams, limit: number): Sql =>
  sql`SELECT path, visits, sum(visits) OVER () AS total FROM (${selectPaths(query, params)}) ORDER BY visits DESC, path LIMIT ${limit}`;

/**
 * Returns the statement of the transitions of all paths: the number of the step, its label and the label before. The most frequent
 * labels of a step are named, the others are summed. As many paths leave a label as arrive at it, so that it has the same rank as source and
 * as target.
 */
export function selectTransitions(query: ReportQuery, params: PathsParams, nodes: number): Sql {
  const name = (label: string, rank: string) =>
    sql`if(${raw(label)} IN (${END_LABEL}, '') OR ${raw(rank)} <= ${nodes}, ${raw(label)}, ${OTHER_LABEL})`;
  return sql`SELECT step, ${name('source', 'source_rank')} AS source_name, ${name('target', 'target_rank')} AS target_name, sum(moves) AS count FROM (
      SELECT step, source, target, moves,
        dense_rank() OVER (PARTITION BY step ORDER BY source_moves DESC, source) AS source_rank,
        dense_rank() OVER (PARTITION BY step ORDER BY target = ${END_LABEL}, target_moves DESC, target) AS target_rank
      FROM (
        SELECT step, source, target, moves,
          sum(moves) OVER (PARTITION BY step, source) AS source_moves, sum(moves) OVER (PARTITION BY step, target) AS target_moves
        FROM (
          SELECT step, if(step = 1, '', labels[step - 1]) AS source, labels[step] AS target, sum(visits) AS moves FROM (
            SELECT visits, if(length(path) < ${literal(params.steps)}, arrayPushBack(path, ${END_LABEL}), path) AS labels
            FROM (${selectPaths(query, params)})
          ) ARRAY JOIN arrayEnumerate(labels) AS step GROUP BY step, source, target
        )
      )
    ) GROUP BY step, source_name, target_name ORDER BY step, count DESC, source_name, target_name`;
}
