import { toDateTime } from '../../../../platform/clickhouse/schema.ts';
import { literal, raw, sql, type Sql, unionAll } from '../../../../platform/clickhouse/sql.ts';
import type { Span } from '../../pipeline/span.ts';
import type { Plan } from '../../query/planner.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { countDistinct } from '../../query/sql/aggregates.ts';
import { bucketStart } from '../../query/sql/buckets.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { selectUserRollups } from '../../query/sql/rollups.ts';
import { selectVisitFacts } from '../../query/sql/visit-facts.ts';

export interface CohortParams {
  startEvent?: string;
  returnEvent?: string;
  cohort: 'first' | 'any';
  mode: 'on' | 'on_or_after';
}

/** Number of people of a cohort who returned in a bucket. Cohorts and buckets are given by their start. */
export interface CohortRow {
  cohort: number;
  bucket: number;
  count: number;
}

/** Stands for the cohort itself among the buckets in which its people returned: the row has the size of the cohort. */
export const COHORT_SIZE = -2;
/** Bucket of all times before the first bucket. */
const BEFORE = -1;

const HAS_USER_ID = raw(`visits.user_id != ''`);

/** Returns statements of the people with a `user_id` on the finalized days of a plan, as rows with `person` and the bits of the day. */
function selectUsersOfDays(query: ReportQuery, { finalized }: Plan, buildBits: (day: Sql) => Sql): Sql[] {
  if (finalized?.source === 'rollups') {
    const rows = selectUserRollups(query, finalized.days, buildBits(raw('rollups.day')));
    return [sql`SELECT arrayJoin(people_set) AS person, key AS bits FROM (${rows})`];
  }
  if (finalized?.source === 'visit facts')
    return [
      sql`SELECT visits.person AS person, ${buildBits(raw('visits.day'))} AS bits FROM ${selectVisitFacts(query, finalized.days)} AND visits.has_user_id`,
    ];
  return [];
}

/** Returns the statement of the number of visitors with a `user_id`. Without FINAL, which is slow: canceled rows of a visit have the same person. */
export function selectIdentifiedCount(query: ReportQuery, plan: Plan): Sql {
  const { spans } = plan.direct;
  const people = [
    ...selectUsersOfDays(query, plan, () => sql`0`).map((users) => sql`SELECT person FROM (${users})`),
    ...(spans.length
      ? [sql`SELECT visits.person AS person FROM visits WHERE ${buildConditions(query, spans).presentVisits} AND ${HAS_USER_ID}`]
      : []),
  ];
  return sql`SELECT ${countDistinct(raw('person'))} AS count FROM (${unionAll(people)})`;
}

/**
 * Returns the statement of cohorts without named events: people were present in all buckets that their visits overlap, because gaps
 * within a visit are short. Each person has a bit for each bucket, and there are few combinations of bits for all people. `bucket` and
 * `cohort` of the rows are indexes from 1 instead of starts.
 */
export function selectCohortsByPresence(
  query: ReportQuery,
  plan: Plan,
  { bounds, span, cohort, mode }: CohortParams & { bounds: number[]; span: Span },
): Sql {
  const { spans } = plan.direct;
  const { overlappingVisits } = buildConditions(query, spans);
  const buildBit = (time: Sql, first = 1) => sql`bitShiftLeft(toUInt64(${first}), ${bucketIndex(time, bounds)})`;
  const lastTime = sql`least(visits.end, ${toDateTime(span.to - 1)})`;
  const presences = [
    ...selectUsersOfDays(query, plan, buildBit),
    ...(spans.length
      ? [
          sql`SELECT visits.person AS person, toUInt64(${buildBit(lastTime, 2)} - ${buildBit(raw('visits.start'))}) AS bits
            FROM visits FINAL PREWHERE ${overlappingVisits} WHERE ${HAS_USER_ID}`,
        ]
      : []),
  ];
  const peopleByBits = sql`SELECT mask, count() AS people FROM (
    SELECT groupBitOr(bits) AS mask FROM (${unionAll(presences)}) GROUP BY person HAVING mask != 0
  ) GROUP BY mask`;
  const since = raw('arrayFilter(bucket_index -> bucket_index >= start, indexes)');
  return sql`SELECT start AS cohort, back AS bucket, sum(people) AS count FROM (
      SELECT arrayMap(bit -> toInt16(bit), bitPositionsToArray(mask)) AS indexes, people FROM (${peopleByBits})
    ) ARRAY JOIN ${raw(cohort === 'first' ? 'arraySlice(indexes, 1, 1)' : 'indexes')} AS start
    ARRAY JOIN arrayConcat([toInt16(${literal(COHORT_SIZE)})], ${mode === 'on' ? since : sql`arraySlice(${since}, -1)`}) AS back
    WHERE start > 0 GROUP BY start, back`;
}

/** Returns the index of a bucket, from 1, or 0 for times before all buckets. */
function bucketIndex(time: Sql, bounds: number[]): Sql {
  const indexes = bounds.map((_, index) => index + 1);
  return sql`toUInt8(if(toUnixTimestamp64Milli(${time}) < ${bounds[0] ?? 0}, 0, transform(toInt64(${bucketStart(time, bounds)}), ${bounds}, ${indexes}, 0)))`;
}

/** Returns the statement of cohorts by named events or with filters on events. */
export function selectCohortsByEvents(
  query: ReportQuery,
  { bounds, span, startEvent, returnEvent, cohort, mode }: CohortParams & { bounds: number[]; span: Span },
): Sql {
  const { events } = buildConditions(query, span);
  const isStart = startEvent ? sql`events.name = ${startEvent}` : sql`1`;
  const isReturn = returnEvent ? sql`events.name = ${returnEvent}` : sql`1`;
  const ms = raw('toUnixTimestamp64Milli(events.time)');
  const bucket = sql`if(${ms} < ${bounds[0] ?? 0}, ${BEFORE}, ${bucketStart(raw('events.time'), bounds)})`;
  const starts = raw('groupArrayIf((bucket, began), began > 0)');
  // Returns count from the start on, also within the bucket of the start.
  const after = raw('arrayMap(r -> r.1, arrayFilter(r -> r.1 > start.1 OR (r.1 = start.1 AND r.2 >= start.2), returns))');
  return sql`SELECT start.1 AS cohort, back AS bucket, count() AS count FROM (
      SELECT person, ${cohort === 'first' ? sql`arraySlice(arraySort(${starts}), 1, 1)` : starts} AS starts,
        groupArrayIf((bucket, returned), returned > 0) AS returns
      FROM (
        SELECT events.person AS person, ${bucket} AS bucket, minIf(${ms}, ${isStart}) AS began, maxIf(${ms}, ${isReturn}) AS returned
        FROM events WHERE ${events} AND events.user_id != '' AND (${isStart} OR ${isReturn}) GROUP BY person, bucket
      ) GROUP BY person
    ) ARRAY JOIN starts AS start
    ARRAY JOIN arrayConcat([toInt64(${literal(COHORT_SIZE)})], ${mode === 'on' ? after : sql`arraySlice(arrayReverseSort(${after}), 1, 1)`}) AS back
    WHERE cohort >= 0 GROUP BY cohort, back`;
}
