/** Whether tests run in their long versions: more random cases, longer outages, more kills (`npm run test:long`). */
export const IS_LONG = process.env.EARSHOT_TEST_LONG === '1';

/** Options of a test that repeats what a shorter one proves, and runs in the long version only. */
export const ONLY_LONG = { skip: !IS_LONG && 'runs in npm run test:long' };

/**
 * Returns the seed of a random test: `TEST_SEED`, a new one in the long version, or the given one, so that the short version repeats the same cases.
 */
export const randomSeed = (short: number): number => Number(process.env.TEST_SEED ?? (IS_LONG ? Date.now() % 1e9 : short));

/** Options of a random test (fast-check): the short version repeats the same few cases, the long version runs many new ones. */
export const randomRuns = (short: number, long: number) => ({ numRuns: IS_LONG ? long : short, seed: randomSeed(1) });
