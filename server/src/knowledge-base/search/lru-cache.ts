/** What was read once, for as long as there is room: the least lately used goes first. */
export interface Kept {
  /** An entry may say that there is nothing. */
  get: <T>(key: string) => { value: T | undefined } | undefined;
  /** @param valueBytes what the value takes beyond a small one */
  set: (key: string, value: unknown, valueBytes: number) => void;
}

/** Of an entry without its value, and of a value that is small: roughly. */
export const ENTRY_BYTES = 300;

export function createKept(mostBytes: number): Kept {
  // A Map keeps the order in which entries were added.
  const entries = new Map<string, { value: unknown; bytes: number }>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    get: <T>(key: string) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry as { value: T | undefined };
    },
    set: (key, value, valueBytes) => {
      remove(key);
      const size = ENTRY_BYTES + 2 * key.length + valueBytes;
      entries.set(key, { value, bytes: size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes) break;
        remove(oldest);
      }
    },
  };
}
