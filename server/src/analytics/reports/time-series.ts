import { figuresOf, type Metric, nothing, totalsOf } from './overview.ts';
import { bucketsOf, type Interval, type Span } from '../query/periods.ts';
import { type Question, type ReportDeps, timestamp } from '../query/report-query.ts';
import type { Step } from '../query/steps.ts';

/** One figure over time, without gaps. */
export async function timeseries(
  deps: ReportDeps,
  question: Question,
  { metric, interval, goal, compare, now }: { metric: Metric; interval: Interval; goal?: Step; compare: boolean; now: number },
) {
  const [current, previous] = await Promise.all([
    series(deps, question, question, { metric, interval, goal }),
    compare ? series(deps, question, question.previous, { metric, interval, goal }) : undefined,
  ]);
  return {
    from: timestamp(question.from),
    to: timestamp(question.to),
    timezone: question.timezone,
    metric,
    interval,
    data: current.map(({ start, end, value }, place) => ({
      time: timestamp(start),
      value,
      previous: previous?.[place]?.value ?? null,
      is_complete: end <= now,
    })),
  };
}

async function series(
  deps: ReportDeps,
  question: Question,
  span: Span,
  { metric, interval, goal }: { metric: Metric; interval: Interval; goal?: Step },
) {
  const bounds = bucketsOf({ ...span, timezone: question.timezone }, interval);
  const totals = await totalsOf(deps, question, { spans: [span], goal, bounds });
  return bounds.slice(0, -1).map((start, place) => {
    const found = totals.get(start);
    return { start, end: bounds[place + 1] as number, value: (found ? figuresOf(found) : nothing())[metric] };
  });
}
