/** Notes at one position of the chart. */
export interface Marker<Note> {
  /** Distance from the left edge of the plot, in pixels. */
  x: number;
  /** Bucket of the first note. */
  index: number;
  notes: Note[];
}

/** Smallest distance between two markers, so that their buttons do not overlap. */
const MIN_DISTANCE_PX = 28;

/** Returns the bucket of a time: the last one that starts at or before it. Returns -1 for times outside of all buckets. */
export function findBucket(starts: number[], ms: number): number {
  const last = starts.length - 1;
  const index = starts.findLastIndex((start) => start <= ms);
  if (index < last || last < 1) return index;
  const length = (starts[last] ?? 0) - (starts[last - 1] ?? 0);
  // Days on which clocks change are up to an hour longer.
  return ms < (starts[last] ?? 0) + length * 1.05 ? last : -1;
}

/** Groups notes by the bucket of their time, and joins groups that are too close to each other. `xs` are the positions of the buckets. */
export function groupNotes<Note extends { time: string }>(notes: Note[], starts: number[], xs: number[]): Marker<Note>[] {
  const byBucket = Map.groupBy(notes, ({ time }) => findBucket(starts, Date.parse(time)));
  const markers: Marker<Note>[] = [];
  for (const [index, group] of [...byBucket].filter(([bucket]) => bucket >= 0).toSorted(([a], [b]) => a - b)) {
    const x = xs[index];
    if (x === undefined) continue;
    const before = markers.at(-1);
    if (before && x - before.x < MIN_DISTANCE_PX) before.notes.push(...group);
    else markers.push({ x, index, notes: group });
  }
  return markers;
}
