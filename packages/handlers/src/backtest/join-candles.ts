// Rows are read within the length of the columns, so `!` on typed-array reads only satisfies the type checker.

import type { Candles } from "@bourse/backtest-engine/data";

/**
 * Joins neighbours so that at most `count` candles remain: each has the first open, the highest high, the lowest low,
 * the last close and the whole volume of an equal number of candles; only the last one may hold fewer. Candles that are
 * few enough come back as they are.
 */
export function joinCandles(candles: Candles, count: number): Candles {
  const { time, open, high, low, close, volume, turnover } = candles;
  const size = Math.ceil(candles.length / count);
  if (size <= 1) return candles;
  const length = Math.ceil(candles.length / size);
  const column = (value: (from: number, to: number) => number): Float64Array =>
    Float64Array.from({ length }, (_, at) =>
      value(at * size, Math.min((at + 1) * size, candles.length)),
    );
  return {
    length,
    time: column((from) => time[from]!),
    open: column((from) => open[from]!),
    high: column((from, to) => reduced(high, from, to, Math.max)),
    low: column((from, to) => reduced(low, from, to, Math.min)),
    close: column((_, to) => close[to - 1]!),
    volume: column((from, to) => reduced(volume, from, to, add)),
    ...(turnover !== undefined && {
      turnover: column((from, to) => reduced(turnover, from, to, add)),
    }),
  };
}

const add = (a: number, b: number): number => a + b;

function reduced(
  values: Float64Array,
  from: number,
  to: number,
  reduce: (a: number, b: number) => number,
): number {
  let value = values[from]!;
  for (let row = from + 1; row < to; row++) value = reduce(value, values[row]!);
  return value;
}
