/** Steps of an axis that people count in, as multiples of a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
/** Maximum number of steps from zero to the top. */
const MAX_STEPS = 5;

/** Returns the values of an axis from zero to the first one that is not less than `high`. */
export function chooseTicks(high: number): number[] {
  const least = high / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  // Fractions of people and events do not exist.
  const step = Math.max(
    (STEPS.find((multiple) => multiple * power >= least * (1 - Number.EPSILON)) ?? 10) * power,
    high > 1 ? 1 : 0,
  );
  const count = Math.ceil(high / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
