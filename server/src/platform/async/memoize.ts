// At most a few megabytes. Longer texts rarely repeat.
const MAX_ENTRIES = 10_000;
const MAX_TEXT_LENGTH = 500;

/** Caches the results of a pure function of a text. Results must not be modified. */
export function memoize<Result, Text extends string = string>(make: (text: Text) => Result): (text: Text) => Result {
  const cache = new Map<string, Result>();
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    if (text.length > MAX_TEXT_LENGTH) return result;
    if (cache.size >= MAX_ENTRIES) cache.clear();
    cache.set(text, result);
    return result;
  };
}

/** Returns a function that calls `load` once, and again only after a failure. Concurrent callers share the result. */
export function loadOnce<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
