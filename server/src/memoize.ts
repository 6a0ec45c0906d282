// At most a few megabytes. Longer texts rarely repeat.
const MOST_KEPT = 10_000;
const LONGEST_KEPT = 500;

/** Caches the results of a pure function of a text. Results must not be modified. */
export function memoize<Result>(make: (text: string) => Result): (text: string) => Result {
  const kept = new Map<string, Result>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (text.length > LONGEST_KEPT) return made;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, made);
    return made;
  };
}
