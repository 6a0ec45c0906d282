import { Temporal } from 'temporal-polyfill';
import type { Span } from '../pipeline/span.ts';
import type { Definition } from './store.ts';
import { HISTORY_WEEKS } from './usual-range.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_MINUTES = 7 * 24 * 60;
/** Largest number of windows before, and after, the same time of an earlier week. */
const MAX_NEIGHBOURS = 6;
/** Shortest distance of neighboring windows: adjacent short windows vary together, and tell little about the spread. */
const MIN_DISTANCE_MINUTES = 60;

/** Converts between instants and the wall clock of a time zone. Local times are milliseconds as if the clock showed UTC. */
export function createWallClock(timezone: string) {
  const days = new Map<number, { start: number; length: number }>();
  function readDay(localDay: number) {
    let day = days.get(localDay);
    if (!day) {
      const date = Temporal.Instant.fromEpochMilliseconds(localDay).toZonedDateTimeISO('UTC').toPlainDate();
      const start = date.toZonedDateTime(timezone).epochMilliseconds;
      day = { start, length: date.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds - start };
      days.set(localDay, day);
    }
    return day;
  }
  return {
    toLocal: (ms: number): number =>
      ms + Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6,
    /** A time that the clock skips is moved forward; of a time that it shows twice, the first is returned. */
    toInstant: (local: number): number => {
      const localDay = Math.floor(local / DAY_MS) * DAY_MS;
      const { start, length } = readDay(localDay);
      if (length === DAY_MS) return start + local - localDay;
      return Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(timezone)
        .epochMilliseconds;
    },
  };
}

type WallClock = ReturnType<typeof createWallClock>;

/** Returns the time between two evaluations: a twelfth of the window, at least five minutes. The intake is counted by the hour. */
export const findStepMinutes = ({ metric, window_minutes: minutes }: Pick<Definition, 'metric' | 'window_minutes'>): number =>
  Math.max(metric === 'intake' ? 60 : 5, minutes / 12);

/** Returns the end of the last window that is complete at a time. */
export function findWindowEnd(definition: Definition, completeMs: number): number {
  const stepMs = findStepMinutes(definition) * MINUTE_MS;
  return Math.floor(completeMs / stepMs) * stepMs;
}

/**
 * Returns how many minutes before a window the windows of its history end, by week: the window at the same time of the week in the middle
 * of its neighbors.
 */
export function findHistoryOffsets(windowMinutes: number): number[][] {
  const distance = Math.max(windowMinutes, MIN_DISTANCE_MINUTES);
  const neighbours = Math.min(MAX_NEIGHBOURS, Math.floor((WEEK_MINUTES / distance - 1) / 2));
  return Array.from({ length: HISTORY_WEEKS }, (_week, week) =>
    Array.from({ length: 2 * neighbours + 1 }, (_, index) => (week + 1) * WEEK_MINUTES + (neighbours - index) * distance),
  );
}

/** Returns the window whose end the wall clock shows some minutes before a local time. */
export function findLocalWindow(clock: WallClock, localEnd: number, offsetMinutes: number, windowMinutes: number): Span {
  const end = localEnd - offsetMinutes * MINUTE_MS;
  return { from: clock.toInstant(end - windowMinutes * MINUTE_MS), to: clock.toInstant(end) };
}

/** Returns the same time of a week of the history, as a window or an offset: the middle one. */
export const findSameTime = <Time>(week: Time[]): Time | undefined => week[(week.length - 1) / 2];

/** Returns the windows of the history of a window that ends at a time, by week. The same time is that of the wall clock. */
export function findHistory(clock: WallClock, end: number, windowMinutes: number): Span[][] {
  const localEnd = clock.toLocal(end);
  return findHistoryOffsets(windowMinutes).map((week) =>
    week.map((offset) => findLocalWindow(clock, localEnd, offset, windowMinutes)),
  );
}
