/**
 * Runs an action for each item, a limited number at a time. After an error or an abort, no further action starts, and the running ones
 * are completed, so that nothing is left half done.
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  { limit, signal }: { limit: number; signal: AbortSignal },
  action: (item: Item) => Promise<void>,
): Promise<void> {
  // The workers take their items from one iterator.
  const iterator = Iterator.from(items);
  let failure: { error: unknown } | undefined;
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      try {
        signal.throwIfAborted();
        await action(next.value);
      } catch (error) {
        failure ??= { error };
      }
      if (failure) return;
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  if (failure) throw failure.error;
}
