import type { EffectMetric, EffectVerdict } from '@earshot/contract/services/changelog/values';
import { Temporal } from 'temporal-polyfill';
import type { Project } from '../../../instance/projects/store.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { predictCount, predictNext } from '../../../platform/statistics/prediction.ts';
import { ratio } from '../../../platform/statistics/ratio.ts';
import type { Entry } from '../store.ts';
import { countPublished } from './effect-store.ts';

/** In milliseconds since 1970. The end is exclusive. */
interface Span {
  from: number;
  to: number;
}

/** Figures of a span. */
export interface SpanFigures {
  /** Page views and other events. */
  events: number;
  /** Events that show success. */
  successes: number;
  visits: number;
  bounces: number;
  visitors: number;
  /** Visitors who reached each goal, in the order of the goals. */
  converted: number[];
}

export interface EffectDeps {
  db: Db;
  /** Reads analytics. Spans are in order and do not overlap. */
  figures: {
    /** Returns the time up to which all events are counted. */
    findAsOf: (projectId: string) => Promise<number>;
    count: (
      project: Project,
      spans: Span[],
      success: Entry['success'],
    ) => Promise<{ goals: { id: string; name: string }[]; spans: SpanFigures[] }>;
  };
  countFeedback: (db: Db, projectId: string, spans: Span[]) => Promise<number[]>;
}

/** Days from that of the publication on that the effect is measured in. */
const MAX_DAYS = 7;
/** Weeks before the publication that the usual range is computed from. More weeks are less likely to lie on a line. */
const HISTORY_WEEKS = 8;
const MIN_HISTORY_WEEKS = 4;

/**
 * Compares the days from that of the publication of an entry on with the same weekdays of earlier weeks, in the time zone of the project.
 * Without a whole day, and for unpublished entries, nothing is measured.
 */
export async function measureEffect({ db, figures, countFeedback }: EffectDeps, project: Project, entry: Entry) {
  const asOf = await figures.findAsOf(project.id);
  const [after, ...weeks] = entry.published_at ? findSpans(entry.published_at, project.settings.analytics.timezone, asOf) : [];
  const effect = { as_of: new Date(asOf).toISOString(), is_complete: after?.days === MAX_DAYS, days: after?.days ?? 0 };
  if (!after) return { ...effect, other_releases: 0, measures: [] };

  const { success } = entry;
  const spans = [...weeks.toReversed(), after];
  const [{ goals, spans: counted }, feedback, others] = await Promise.all([
    figures.count(project, spans, success),
    countFeedback(db, project.id, spans),
    countPublished(db, entry, after),
  ]);
  const rows = counted.slice(counted.findIndex(({ events }) => events > 0));
  const measures = [
    ...(success
      ? [
          measure(
            'success',
            rows.map(({ successes }) => successes),
          ),
        ]
      : []),
    ...goals.map((goal, index) =>
      measure(
        'conversion_rate',
        rows.map(({ converted, visitors }) => ratio(converted[index] ?? 0, visitors)),
        goal,
      ),
    ),
    measure(
      'bounce_rate',
      rows.map(({ bounces, visits }) => ratio(bounces, visits)),
    ),
    measure('feedback', feedback.slice(feedback.findIndex((count) => count > 0))),
  ];
  return { ...effect, other_releases: others, measures };
}

const measure = (metric: EffectMetric, values: (number | null)[], goal: { id: string; name: string } | null = null) => ({
  metric,
  goal: goal && { id: formatId('goal', goal.id), name: goal.name },
  ...assess(values, { isRate: metric.endsWith('rate') }),
});

/** Returns the days from that of a publication on, and the same weekdays of earlier weeks, newest first. Empty before a whole day has passed. */
function findSpans(publishedAt: Date, timezone: string, asOf: number): (Span & { days: number })[] {
  const day = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate();
  const first = day(publishedAt.getTime());
  const days = Math.min(MAX_DAYS, first.until(day(asOf)).days);
  if (days < 1) return [];
  const toMs = (date: Temporal.PlainDate) => date.toZonedDateTime(timezone).epochMilliseconds;
  return Array.from({ length: HISTORY_WEEKS + 1 }, (_, week) => {
    const start = first.subtract({ weeks: week });
    return { from: toMs(start), to: toMs(start.add({ days })), days };
  });
}

/** Compares the last of some values with the range that the others predict. Null is the rate of nothing. */
function assess(values: (number | null)[], { isRate }: { isRate: boolean }) {
  const history = values.slice(0, -1);
  const after = values.at(-1) ?? null;
  const known = history.filter((value) => value !== null);
  if (after === null || known.length < history.length || known.length < MIN_HISTORY_WEEKS)
    return { verdict: 'unknown' as EffectVerdict, after, expected: null, low: null, high: null, history };
  const { expected, low, high } = isRate ? predictNext(known) : predictCount(known);
  const range = { low: Math.max(0, floor(low)), high: isRate ? Math.min(1, ceil(high)) : Math.max(0, ceil(high)) };
  const verdict: EffectVerdict = after < range.low ? 'fall' : after > range.high ? 'rise' : 'none';
  return { verdict, after, expected: Math.max(0, floor(expected)), ...range, history };
}

const DECIMALS = 10_000;
const floor = (value: number) => Math.floor(value * DECIMALS + 1e-6) / DECIMALS;
const ceil = (value: number) => Math.ceil(value * DECIMALS - 1e-6) / DECIMALS;
