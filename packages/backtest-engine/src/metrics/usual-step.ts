// Sampled indices stay within the column, so `!` only satisfies the type checker.

const MINUTE = 60_000;

/**
 * Median distance in milliseconds between candles, of up to 1,000 of them, so that gaps and weekends do not move it;
 * one minute below two candles.
 */
export function usualStep(time: Float64Array): number {
  const count = time.length - 1;
  if (count < 1) return MINUTE;
  const steps = Float64Array.from({ length: Math.min(count, 1000) }, (_, k) => {
    const i = Math.floor(k * Math.max(1, count / 1000));
    return time[i + 1]! - time[i]!;
  });
  return steps.toSorted()[steps.length >> 1]!;
}
