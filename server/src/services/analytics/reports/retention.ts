import type { PRECISIONS } from '@earshot/contract/services/analytics/values';
import { computeBuckets } from '../query/periods.ts';
import { findPlan } from '../query/planner.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { EXACT, samplePeople, scaleCount } from '../query/sampling.ts';
import {
  COHORT_SIZE,
  type CohortParams,
  type CohortRow,
  selectCohortsByEvents,
  selectCohortsByPresence,
  selectIdentifiedCount,
} from './sql/cohorts.ts';

interface RetentionParams extends CohortParams {
  interval: 'day' | 'week' | 'month';
  now: number;
  precision: (typeof PRECISIONS)[number];
}

/** Returns how many people with a `user_id` of each cohort returned in each interval after the cohort's. */
export async function computeRetention(deps: ReportDeps, query: ReportQuery, params: RetentionParams) {
  const { interval, mode, now } = params;
  const bounds = computeBuckets(query, interval);
  const planned = await planCohorts(deps.db, query, params, bounds);
  const { precision } = planned.sample;
  const [countReturns, identifiedVisitors] = await Promise.all([
    findCohorts(deps, planned, params, bounds),
    countIdentifiedVisitors(deps, query, planned.sample.query),
  ]);
  const starts = bounds.slice(0, -1);
  const cohorts = starts.map((start, index) => {
    const size = countReturns(start, COHORT_SIZE);
    const returned = starts.slice(index).map((bucket) => countReturns(start, bucket));
    return {
      start: timestamp(start),
      size,
      cells: returned.map((inBucket, k) => {
        // In the mode `on_or_after`, each person has one row, for the last return, so that a cell contains all later returns.
        const count = mode === 'on' ? inBucket : returned.slice(k).reduce((sum, one) => sum + one, 0);
        return { count, rate: ratio(count, size), is_complete: (bounds[index + k + 1] as number) <= now };
      }),
    };
  });
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    interval,
    cohorts,
    means: starts.map((_, k) => {
      const complete = cohorts.flatMap(({ size, cells }) => (cells[k]?.is_complete ? [{ size, count: cells[k].count }] : []));
      const sum = (field: 'size' | 'count') => complete.reduce((total, cell) => total + cell[field], 0);
      return ratio(sum('count'), sum('size'));
    }),
    identified_visitors: identifiedVisitors,
    precision,
  };
}

/** Returns the number of visitors with a `user_id`. Visits whose events are filtered are those of the sample: others are read from rollups. */
async function countIdentifiedVisitors(
  { db, clickhouse }: ReportDeps,
  everybody: ReportQuery,
  sample: ReportQuery,
): Promise<number> {
  const query = everybody.filters.some(({ dimension }) => dimension.subject === 'event') ? sample : everybody;
  const plan = await findPlan(db, query, { report: 'retention', spans: [query], bounds: [], hasNamedEvents: false });
  const [row] = await clickhouse.query<{ count: number }>(selectIdentifiedCount(query, plan));
  return scaleCount(query, row?.count ?? 0);
}

/** Number of people of a cohort who returned in a bucket, by the starts of both; `COHORT_SIZE` for the size of the cohort. */
type CountReturns = (start: number, bucket: number) => number;

type PlannedCohorts = Awaited<ReturnType<typeof planCohorts>>;

/** Returns the span and the tables of cohorts, and the sample if they are computed from events. */
async function planCohorts(db: Db, query: ReportQuery, params: RetentionParams, bounds: number[]) {
  const { startEvent, returnEvent, cohort, now, precision } = params;
  // The first event ever can be long before the period: its person belongs to none of the cohorts.
  const span = {
    from: cohort === 'first' ? 0 : (bounds[0] as number),
    to: Math.min(bounds.at(-1) as number, Math.max(query.to, now)),
  };
  const hasNamedEvents = Boolean(startEvent || returnEvent);
  const plan = await findPlan(db, query, { report: 'retention', spans: [span], bounds, hasNamedEvents });
  const isByEvents = plan.direct.source === 'events';
  // Days of presence are rolled up: a share of the people would not be read faster.
  const sample = isByEvents ? await samplePeople(db, query, { precision, spans: [span] }) : { query, precision: EXACT };
  return { span, plan, isByEvents, sample };
}

async function findCohorts(
  { clickhouse }: ReportDeps,
  { span, plan, isByEvents, sample: { query } }: PlannedCohorts,
  params: RetentionParams,
  bounds: number[],
): Promise<CountReturns> {
  const rows = await clickhouse.query<CohortRow>(
    isByEvents
      ? selectCohortsByEvents(query, { ...params, bounds, span })
      : selectCohortsByPresence(query, plan, { ...params, bounds, span }),
  );
  const counts = new Map(rows.map((row) => [`${row.cohort} ${row.bucket}`, scaleCount(query, row.count)]));
  const indexes = new Map(bounds.map((bound, index) => [bound, index + 1]));
  const findCohortKey = (start: number) => (isByEvents || start === COHORT_SIZE ? start : indexes.get(start));
  return (start, bucket) => counts.get(`${findCohortKey(start)} ${findCohortKey(bucket)}`) ?? 0;
}
