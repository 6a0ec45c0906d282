/** Pseudo-random choices, which are the same for the same seed. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next: () => number;
  /** Returns an integer from `from` to `to`, both inclusive. */
  integer: (from: number, to: number) => number;
  /** Returns whether an event of this probability happens. */
  happens: (probability: number) => boolean;
  pick: <T>(items: readonly T[]) => T;
  /** Picks a key with a probability in proportion to its weight. */
  weighted: <K extends string>(weights: Readonly<Record<K, number>>) => K;
  /** Returns a UUID. */
  uuid: () => string;
}

/** Returns a generator of pseudo-random numbers from 0 to 1, determined by the seed (Mulberry32, Tommy Ettinger). */
export function createGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createRandom(seed: number): Random {
  const next = createGenerator(seed);
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const digits = (count: number) => Array.from({ length: count }, () => integer(0, 15).toString(16)).join('');
  return {
    next,
    integer,
    happens: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => items[integer(0, items.length - 1)] as T,
    weighted: <K extends string>(weights: Readonly<Record<K, number>>) => {
      const entries = Object.entries(weights) as [K, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => (rest -= weight) < 0) ?? entries.at(-1);
      return found?.[0] as K;
    },
    uuid: () => `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`,
  };
}
