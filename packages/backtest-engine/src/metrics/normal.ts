/** The normal distribution with mean 0 and deviation 1. */

const ROOT_OF_TWO_PI = Math.sqrt(2 * Math.PI);

/**
 * Cumulative distribution function, 0–1, accurate to about 1e-15 (Marsaglia, 2004: Taylor series; a continued
 * fraction far out).
 */
export function normalShareBelow(x: number): number {
  if (Number.isNaN(x)) return NaN; // the series would not end
  if (x < 0) return 1 - normalShareBelow(-x);
  const density = Math.exp(-0.5 * x * x) / ROOT_OF_TWO_PI;
  if (x > 7) return 1 - density / (x + 1 / (x + 2 / (x + 3 / (x + 4 / x))));
  let term = x;
  let sum = x;
  for (let n = 3; sum + term !== sum; n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return 0.5 + sum * density;
}

/** Quantile function, the inverse of the distribution function, by Newton's method. Infinite at 0 and 1. */
export function normalQuantile(share: number): number {
  if (share <= 0 || share >= 1) return share <= 0 ? -Infinity : Infinity;
  if (share < 0.5) return -normalQuantile(1 - share);
  // A start that is right to three digits (Abramowitz and Stegun 26.2.23).
  const t = Math.sqrt(-2 * Math.log(1 - share));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  let x = t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (let step = 0; step < 4; step++) {
    const error = normalShareBelow(x) - share;
    x -= (error * ROOT_OF_TWO_PI) / Math.exp(-0.5 * x * x);
  }
  return x;
}
