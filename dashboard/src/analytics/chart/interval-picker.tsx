import { INTERVALS } from '@earshot/contract/services/analytics/values';
import type { AnalyticsTimeseries } from '@earshot/sdk';
import { reports as texts } from '../texts/en/reports.ts';
import { Select } from '../../ui/field.tsx';
import { type Interval } from '../report-query.ts';

const LENGTH_MS: Record<Interval, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};
/** More buckets than a chart can show. */
const MAX_BUCKETS = 400;

interface IntervalPickerProps {
  series: Pick<AnalyticsTimeseries, 'from' | 'to' | 'interval'>;
  onChange: (interval: Interval) => void;
}

/** Selection of the length of buckets that suit the period. */
export function IntervalPicker({ series: { from, to, interval }, onChange }: IntervalPickerProps) {
  const length = Date.parse(to) - Date.parse(from);
  const suitable = INTERVALS.filter(
    (one) => one === interval || (length > LENGTH_MS[one] && length / LENGTH_MS[one] <= MAX_BUCKETS),
  );
  if (suitable.length < 2) return null;
  return (
    <Select
      label={texts.interval}
      isLabelHidden
      options={suitable.map((id) => ({ id, label: texts.intervals[id] }))}
      value={interval}
      onChange={onChange}
    />
  );
}
