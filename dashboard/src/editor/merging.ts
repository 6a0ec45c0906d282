export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

interface Known<T> {
  /** Fields that the server had before anybody else changed them, if known. */
  base: T | undefined;
  /** Fields that the server may have from requests without an answer. */
  attempts: T[];
}

/**
 * Returns own fields with what others changed. The own value remains of a field that both changed. Returns undefined if this is the title
 * or the content, which nobody may lose.
 */
export function mergeFields<T extends object>(mine: T, theirs: T, { base, attempts }: Known<T>): T | undefined {
  const merged = { ...mine };
  for (const name of Object.keys(theirs) as (keyof T)[]) {
    const has = (one: T | undefined, value: unknown) => one !== undefined && isSame(one[name], value);
    if ([mine, base, ...attempts].some((one) => has(one, theirs[name]))) continue;
    if (has(base, mine[name])) merged[name] = theirs[name];
    else if (name === 'title' || name === 'content') return undefined;
  }
  return merged;
}
