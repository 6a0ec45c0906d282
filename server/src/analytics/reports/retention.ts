import { bucketsOf } from '../query/periods.ts';
import { distinct, type Question, ratio, type ReportDeps, scopeOf, timestamp } from '../query/report-query.ts';
import { rollupRows, splitSpans } from '../query/sql/rollups.ts';
import { settledTotals } from '../query/sql/visit-facts.ts';
import type { Bound } from '../query/filters.ts';
import { bucketOf } from '../query/sql/buckets.ts';

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

/** Of a number: one for each bucket, and one for the time before them. */
const MOST_BITS = 63;

/** Who comes back, by when they began. */
export async function retention(deps: ReportDeps, question: Question, asked: Asked) {
  const { interval, mode, now } = asked;
  const bounds = bucketsOf(question, interval);
  const isByVisits =
    !asked.startEvent &&
    !asked.returnEvent &&
    bounds.length <= MOST_BITS &&
    question.filters.every(({ dimension }) => dimension.of === 'visit');
  const [counts, identifiedVisitors] = await Promise.all([
    (isByVisits ? countReturnsByVisits : countReturns)(deps, question, asked, bounds),
    countIdentified(deps, question),
  ]);
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
    identified_visitors: identifiedVisitors,
  };
}

/** Counts the visitors with a `user_id`. No FINAL, which is slow: a row that takes a visit back names the same person. */
async function countIdentified({ clickhouse }: ReportDeps, question: Question): Promise<number> {
  const { bound, present } = scopeOf(question);
  const [row] = await clickhouse.query<{ count: number }>(
    `SELECT ${distinct('visits.person')} AS count FROM visits WHERE ${present} AND visits.user_id != ''`,
    bound.params,
  );
  return row?.count ?? 0;
}

/** How many people of a cohort came back in a bucket, by when the two begin; `ITSELF` for the size of the cohort. */
type Counts = (start: number, back: number) => number;

/** The moments that count: the first event ever may lie long before the period, and then its person belongs to none of the cohorts. */
const spanOf = ({ cohort, now }: Asked, question: Question, bounds: number[]) => ({
  from: cohort === 'first' ? 0 : (bounds[0] ?? 0),
  to: Math.min(bounds.at(-1) ?? 0, Math.max(question.to, now)),
});

/**
 * Of any events: then people were there in all buckets that a visit of theirs lies in, since its gaps are short. A bit for each bucket,
 * and few combinations of bits for all people. Of settled days it is known who was there; those who were on no other day are a number.
 */
async function countReturnsByVisits(deps: ReportDeps, question: Question, asked: Asked, bounds: number[]): Promise<Counts> {
  const span = spanOf(asked, question, bounds);
  const { days, rest } = await splitSpans(deps, question, { spans: [span], bounds, isSettled: true });
  const { bound, overlaps } = scopeOf(question, rest);
  const bitOf = (time: string, first = 1) => `bitShiftLeft(toUInt64(${first}), ${placeOf(time, bounds, bound)})`;
  const last = `least(visits.end, fromUnixTimestamp64Milli(${bound.bind(span.to - 1, 'Int64')}))`;
  const rollups = rollupRows(
    question,
    { dimension: 'total', days, key: bitOf('rollups.day'), wanted: ['people', 'people_set'] },
    bound,
  );
  const present = [
    ...rollups.map((rows) => `SELECT arrayJoin(people_set) AS person, key AS bits FROM (${rows})`),
    ...settledTotals(question, days, { key: bitOf('visits.day'), bound }).map(
      ({ key, from }) => `SELECT visits.person AS person, ${key} AS bits FROM ${from}`,
    ),
    ...(rest.length
      ? [
          `SELECT visits.person AS person, toUInt64(${bitOf(last, 2)} - ${bitOf('visits.start')}) AS bits FROM visits FINAL PREWHERE ${overlaps}`,
        ]
      : []),
  ];
  const byBits = [
    `SELECT mask, count() AS people FROM (SELECT groupBitOr(bits) AS mask FROM (${present.join('\nUNION ALL\n')}) GROUP BY person) GROUP BY mask`,
    ...rollups.map((rows) => `SELECT key AS mask, sum(people) AS people FROM (${rows}) GROUP BY mask`),
  ];
  const isFirst = asked.cohort === 'first';
  const since = 'arrayFilter(place -> place >= start, places)';
  const rows = await deps.clickhouse.query<{ start: number; back: number; count: number }>(
    `SELECT start, back, sum(people) AS count FROM (
      SELECT arrayMap(place -> toInt16(place), bitPositionsToArray(mask)) AS places, people FROM (${byBits.join('\nUNION ALL\n')})
    ) ARRAY JOIN ${isFirst ? 'arraySlice(places, 1, 1)' : 'places'} AS start
    ARRAY JOIN arrayConcat([toInt16(${ITSELF})], ${asked.mode === 'on' ? since : `arraySlice(${since}, -1)`}) AS back
    WHERE start > 0 GROUP BY start, back`,
    bound.params,
  );
  const counts = new Map(rows.map((row) => [`${row.start} ${row.back}`, row.count]));
  const places = new Map(bounds.map((start, place) => [start, place + 1]));
  return (start, back) => counts.get(`${places.get(start)} ${back === ITSELF ? ITSELF : places.get(back)}`) ?? 0;
}

/** The place of a bucket, from 1, as SQL; 0 before them all. */
function placeOf(column: string, bounds: number[], bound: Bound): string {
  const starts = bound.bind(bounds, 'Array(Int64)');
  const places = bound.bind(
    bounds.map((_, place) => place + 1),
    'Array(Int64)',
  );
  const first = bound.bind(bounds[0] ?? 0, 'Int64');
  return `toUInt8(if(toUnixTimestamp64Milli(${column}) < ${first}, 0, transform(toInt64(${bucketOf(column, bounds, bound)}), ${starts}, ${places}, 0)))`;
}

/** Of events of some name, or with filters on events. */
async function countReturns({ clickhouse }: ReportDeps, question: Question, asked: Asked, bounds: number[]): Promise<Counts> {
  const { startEvent, returnEvent, cohort, mode } = asked;
  const first = bounds[0] ?? 0;
  const { bound, events } = scopeOf(question, spanOf(asked, question, bounds));
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
