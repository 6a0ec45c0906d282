import { bucketsOf } from './periods.ts';
import { type Question, ratio, type ReportDeps, scopeOf, timestamp } from './question.ts';
import { bucketOf } from './buckets.ts';

interface Asked {
  interval: 'day' | 'week' | 'month';
  startEvent?: string;
  returnEvent?: string;
  cohort: 'first' | 'any';
  mode: 'on' | 'on_or_after';
  now: number;
}

/** Stands for the cohort itself among the buckets in which its people came back. */
const ITSELF = -2;
const BEFORE = -1;

/** Who comes back, by when they began. */
export async function retention(deps: ReportDeps, question: Question, asked: Asked) {
  const { interval, mode, now } = asked;
  const bounds = bucketsOf(question, interval);
  const counts = await countReturns(deps, question, asked, bounds);
  const starts = bounds.slice(0, -1);
  const cohorts = starts.map((start, place) => {
    const size = counts(start, ITSELF);
    const returned = starts.slice(place).map((bucket) => counts(start, bucket));
    return {
      start: timestamp(start),
      size,
      cells: returned.map((on, k) => {
        // Of each person only the last return is counted there, so that a cell holds all that come after it.
        const count = mode === 'on' ? on : returned.slice(k).reduce((sum, one) => sum + one, 0);
        return { count, rate: ratio(count, size), is_complete: (bounds[place + k + 1] as number) <= now };
      }),
    };
  });
  return {
    from: timestamp(question.from),
    to: timestamp(question.to),
    timezone: question.timezone,
    interval,
    cohorts,
    means: starts.map((_, k) => {
      const complete = cohorts.flatMap(({ size, cells }) => (cells[k]?.is_complete ? [{ size, count: cells[k].count }] : []));
      const sum = (of: 'size' | 'count') => complete.reduce((total, cell) => total + cell[of], 0);
      return ratio(sum('count'), sum('size'));
    }),
  };
}

/** How many people of the cohort that begins at a bucket came back in a bucket. */
async function countReturns(
  { clickhouse }: ReportDeps,
  question: Question,
  { startEvent, returnEvent, cohort, mode, now }: Asked,
  bounds: number[],
): Promise<(start: number, back: number) => number> {
  const [first = 0, end = 0] = [bounds[0], bounds.at(-1)];
  // The first event ever may lie long before the period: then its person belongs to none of the cohorts.
  const { bound, events } = scopeOf(question, {
    from: cohort === 'first' ? 0 : first,
    to: Math.min(end, Math.max(question.to, now)),
  });
  const isStart = startEvent ? `events.name = ${bound.bind(startEvent, 'String')}` : '1';
  const isReturn = returnEvent ? `events.name = ${bound.bind(returnEvent, 'String')}` : '1';
  const ms = 'toUnixTimestamp64Milli(events.time)';
  const bucket = `if(${ms} < ${bound.bind(first, 'Int64')}, ${BEFORE}, ${bucketOf('events.time', bounds, bound)})`;
  const starts = 'groupArrayIf((bucket, began), began > 0)';
  // A return counts from the start on, also within its bucket.
  const after = 'arrayMap(r -> r.1, arrayFilter(r -> r.1 > start.1 OR (r.1 = start.1 AND r.2 >= start.2), returns))';
  const rows = await clickhouse.query<{ cohort: number; back: number; count: number }>(
    `SELECT start.1 AS cohort, back, count() AS count FROM (
      SELECT person, ${cohort === 'first' ? `arraySlice(arraySort(${starts}), 1, 1)` : starts} AS starts,
        groupArrayIf((bucket, returned), returned > 0) AS returns
      FROM (
        SELECT events.person AS person, ${bucket} AS bucket, minIf(${ms}, ${isStart}) AS began, maxIf(${ms}, ${isReturn}) AS returned
        FROM events WHERE ${events} AND (${isStart} OR ${isReturn}) GROUP BY person, bucket
      ) GROUP BY person
    ) ARRAY JOIN starts AS start
    ARRAY JOIN arrayConcat([toInt64(${ITSELF})], ${mode === 'on' ? after : `arraySlice(arrayReverseSort(${after}), 1, 1)`}) AS back
    WHERE cohort >= 0 GROUP BY cohort, back`,
    bound.params,
  );
  const counts = new Map(rows.map((row) => [`${row.cohort} ${row.back}`, row.count]));
  return (start, back) => counts.get(`${start} ${back}`) ?? 0;
}
