import { analytics as texts } from '#texts/analytics';

/** Figures that are behind by less need no note: many events are always on their way. */
const BEHIND_MS = 10_000;
const DAY_MS = 86_400_000;

interface AsOfProps {
  query: { data: { as_of: string; to: string; timezone: string } | undefined; dataUpdatedAt: number };
}

/** Says up to which moment a report has all events, when that is some time before its end. */
export function AsOf({ query: { data, dataUpdatedAt } }: AsOfProps) {
  if (!data) return null;
  const { as_of: asOf, to, timezone } = data;
  const behind = Math.min(Date.parse(to), dataUpdatedAt) - Date.parse(asOf);
  if (behind <= BEHIND_MS) return null;
  const format = new Intl.DateTimeFormat('en', {
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
