import type { Bound } from '../filters.ts';

/** The start of the bucket that a moment is in, as SQL. The bounds come from here, so that both sides have one calendar. */
export function bucketOf(column: string, bounds: number[], { bind }: Bound): string {
  const ms = `toUnixTimestamp64Milli(${column})`;
  const [start = 0, second = 0] = bounds;
  const step = second - start;
  if (bounds.every((bound, place) => bound === start + place * step))
    return `${bind(start, 'Int64')} + intDiv(${ms} - ${bind(start, 'Int64')}, ${bind(step, 'Int64')}) * ${bind(step, 'Int64')}`;
  return `roundDown(${ms}, ${bind(bounds, 'Array(Int64)')})`;
}
