/** Returns a list in which an item has moved to another index. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = items.filter((_, index) => index !== from);
  moved.splice(to, 0, ...items.slice(from, from + 1));
  return moved;
}

export const MAX_KEY_LENGTH = 40;

/** Returns a key from the letters and digits of a label. */
export const toKey = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, MAX_KEY_LENGTH);
