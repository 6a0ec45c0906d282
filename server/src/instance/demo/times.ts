import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
/** Growth of the project: the number of records grows with the time to this power, so that there are more in each month. */
const GROWTH = 1.5;

/** Returns times of the year before `now`, oldest first, more of them in later months. */
export function chooseTimes(random: Random, now: number, count: number): Date[] {
  const ages = Array.from({ length: count }, () => YEAR_MS * (1 - random.next() ** (1 / GROWTH)));
  return ages.toSorted((a, b) => b - a).map((age) => new Date(now - Math.round(age)));
}

/** Returns a time within some days after another one, more likely soon, and at most `now`. */
export function chooseLaterTime(random: Random, { after, days, now }: { after: Date; days: number; now: number }): Date {
  const end = Math.min(now, after.getTime() + days * DAY_MS);
  return new Date(after.getTime() + Math.round((end - after.getTime()) * random.next() ** 2));
}
