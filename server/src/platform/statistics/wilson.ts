/** Quantile of the standard normal distribution for a confidence of 95 %. */
const Z = 1.959_963_984_540_054;

/**
 * Returns the Wilson interval of a share at 95 %: `count` of `total` people, of whom there is at least one. Unlike the normal approximation,
 * it covers the true share for small groups and for shares near 0 and 1 as well.
 */
export function buildWilsonInterval(count: number, total: number): [low: number, high: number] {
  const share = count / total;
  const weight = Z ** 2 / total;
  const center = (share + weight / 2) / (1 + weight);
  const half = (Z / (1 + weight)) * Math.sqrt((share * (1 - share)) / total + weight / (4 * total));
  return [Math.max(0, center - half), Math.min(1, center + half)];
}
