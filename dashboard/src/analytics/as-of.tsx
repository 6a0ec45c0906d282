import { analytics as texts } from './texts/en/analytics.ts';
import { locale } from '../texts/plural.ts';

/** Smaller delays are normal and not shown. */
const BEHIND_MS = 10_000;
const DAY_MS = 86_400_000;

interface AsOfProps {
  query: { data: { as_of: string; to: string; timezone: string } | undefined; dataUpdatedAt: number };
}

/** Shows the time up to which a report is complete, if the report is behind. */
export function AsOf({ query: { data, dataUpdatedAt } }: AsOfProps) {
  if (!data) return null;
  const { as_of: asOf, to, timezone } = data;
  const behind = Math.min(Date.parse(to), dataUpdatedAt) - Date.parse(asOf);
  if (behind <= BEHIND_MS) return null;
  const format = new Intl.DateTimeFormat(locale, {
    ...(behind > DAY_MS && { dateStyle: 'medium' }),
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: timezone,
  });
  return (
    <p className="soft">
      <small>{texts.dataUpTo(format.format(new Date(asOf)))}</small>
    </p>
  );
}
