// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loop says.

/** Maximum number of values of a sketch. */
const MOST_VALUES = 32;

/**
 * The equity of a run in at most 32 values, for lists of runs: equity divided by the initial capital, minus 1, at
 * closes that lie evenly over the candles, the first and the last among them. Values have five digits.
 */
export function equitySketch(equity: Float64Array, initialCapital: number): readonly number[] {
  const length = Math.min(MOST_VALUES, equity.length);
  const step = (equity.length - 1) / Math.max(1, length - 1);
  return Array.from({ length }, (_, k) =>
    Number((equity[Math.round(k * step)]! / initialCapital - 1).toPrecision(5)),
  );
}
