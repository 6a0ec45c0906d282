import { analytics as texts } from './texts/en/analytics.ts';
import type { Metric } from './report-query.ts';
import { locale } from '../texts/plural.ts';

const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(locale);
/** One decimal, so that the points of a column are below each other. */
const percent = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholePercent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });

const LARGE = 10_000;

/** Formats a value for display. The tooltip shows the exact number. */
export function formatFigure(metric: Metric | 'events', value: number | null): string {
  if (value === null) return '–';
  if (metric === 'bounce_rate' || metric === 'conversion_rate') return percent.format(value);
  if (metric === 'visit_duration') return texts.seconds(value);
  if (metric === 'views_per_visit') return decimal.format(value);
  return value >= LARGE ? compact.format(value) : whole.format(value);
}

/** Formats a value of an axis, whose steps are round. */
export const formatTick = (metric: Metric, value: number): string =>
  metric === 'bounce_rate' || metric === 'conversion_rate' ? wholePercent.format(value) : formatFigure(metric, value);

/** Smaller changes are displayed as 0 %. */
const MIN_CHANGE = 0.0005;

/** Returns the relative change; undefined without a previous value. A change that is displayed as 0 % is 0, so that it has no direction. */
export function computeChange(value: number | null, previous: number | null): number | undefined {
  if (value === null || !previous) return undefined;
  const change = value / previous - 1;
  return Math.abs(change) < MIN_CHANGE ? 0 : change;
}

/** Formats a share from 0 to 1 as a percentage. */
export const formatShare = (share: number | null): string => (share === null ? '–' : percent.format(share));

export const formatChange = (change: number) => percent.format(Math.abs(change));

const regions = new Intl.DisplayNames(locale, { type: 'region' });
const languages = new Intl.DisplayNames(locale, { type: 'language' });

/** Returns the display name of a dimension value. */
export function renderName(dimension: string, value: string): string {
  if (value === '') return dimension === 'source' || dimension === 'referrer' ? texts.direct : texts.none;
  try {
    if (dimension === 'country') return regions.of(value) ?? value;
    if (dimension === 'language') return languages.of(value) ?? value;
  } catch {
    // The value is no code, and is shown unchanged.
  }
  return texts.valueNames[dimension]?.[value] ?? value;
}
