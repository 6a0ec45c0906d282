/**
 * Returns a function that runs work, one run at a time for each key. Callers that arrive during a run share the next run: the result
 * that a caller gets was computed by work that started after the call, so that it includes everything written before. A failed run
 * rejects its callers only.
 */
export function coalesce<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const runs = new Map<string, { current: Promise<Result>; next?: Promise<Result> }>();

  function start(key: string, work: () => Promise<Result>): Promise<Result> {
    const run: { current: Promise<Result>; next?: Promise<Result> } = { current: work() };
    runs.set(key, run);
    const end = () => {
      if (!run.next) runs.delete(key);
    };
    run.current.then(end, end);
    return run.current;
  }

  return (key, work) => {
    const run = runs.get(key);
    if (!run) return start(key, work);
    run.next ??= run.current.then(
      () => start(key, work),
      () => start(key, work),
    );
    return run.next;
  };
}
