import type { Keep, KeepUnit } from '../../../platform/config/config-values.ts';

const DAY_MS = 86_400_000;

/** Names the period of a time. Periods are those of UTC; weeks start on Monday. */
const PERIOD_OF: Record<KeepUnit, (time: Date) => string> = {
  d: (time) => time.toISOString().slice(0, 10),
  // January 1, 1970 was a Thursday.
  w: (time) => String(Math.floor((Math.floor(time.getTime() / DAY_MS) + 3) / 7)),
  m: (time) => time.toISOString().slice(0, 7),
  y: (time) => time.toISOString().slice(0, 4),
};

/**
 * Returns the backups that the rule does not keep. Days, weeks and months without a backup do not count, so that old backups remain
 * when no new ones are made. The latest backup is always kept.
 */
export function chooseExpired<B extends { time: Date }>(backups: readonly B[], keep: Keep): B[] {
  const latestFirst = backups.toSorted((a, b) => b.time.getTime() - a.time.getTime());
  const kept = new Set(latestFirst.slice(0, 1));
  for (const [unit, count] of Object.entries(keep) as [KeepUnit, number][]) {
    const periods = Map.groupBy(latestFirst, ({ time }) => PERIOD_OF[unit](time));
    for (const [latest] of [...periods.values()].slice(0, count)) if (latest) kept.add(latest);
  }
  return latestFirst.filter((backup) => !kept.has(backup));
}
