// Some megabytes at most. Longer texts seldom come again.
const MOST_KEPT = 10_000;
const LONGEST_KEPT = 500;

/** Keeps what a function makes of a text. For functions that need nothing else that changes, and whose results nobody changes. */
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
