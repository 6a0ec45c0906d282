/** Returns a list in which an item has moved to another index. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = items.filter((_, index) => index !== from);
  moved.splice(to, 0, ...items.slice(from, from + 1));
  return moved;
}
