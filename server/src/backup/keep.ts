import { BackupError } from './errors.ts';

const UNITS = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const;
type Unit = keyof typeof UNITS;

/** Numbers of days, weeks, months and years of which the latest backup is kept. */
export type Keep = Partial<Record<Unit, number>>;

/** Parses a rule such as `7d4w6m`. @throws {BackupError} */
export function parseKeep(text: string): Keep {
  const parts = [...text.matchAll(/(\d{1,4})([dwmy])/g)];
  const keep = Object.fromEntries(parts.map(([, count, unit]) => [unit, Number(count)])) as Keep;
  const isValid = parts.map(([part]) => part).join('') === text && Object.keys(keep).length === parts.length;
  if (!isValid || !Object.values(keep).some((count) => count > 0))
    throw new BackupError('must be numbers of days, weeks, months and years to keep, such as 7d4w6m');
  return keep;
}

const DAY_MS = 86_400_000;

/** Names the period of a time. Periods are those of UTC; weeks start on Monday. */
const PERIOD_OF: Record<Unit, (time: Date) => string> = {
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
  for (const [unit, count] of Object.entries(keep) as [Unit, number][]) {
    const periods = Map.groupBy(latestFirst, ({ time }) => PERIOD_OF[unit](time));
    for (const [latest] of [...periods.values()].slice(0, count)) if (latest) kept.add(latest);
  }
  return latestFirst.filter((backup) => !kept.has(backup));
}
