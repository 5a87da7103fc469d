import { createCandles } from "@bourse/backtest-engine/browser";
import type { Candles } from "@bourse/backtest-engine/browser";

/** Simulated candles of a minute, the same in every program. */
export function simulatedCandles(length: number): Candles {
  const candles = createCandles(length);
  let state = 7;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let price = 20_000;
  for (let i = 0; i < length; i++) {
    const open = price;
    price *= 1 + (next() + next() - 1) * 0.002;
    candles.time[i] = Date.UTC(2024, 0, 1) + i * 60_000;
    candles.open[i] = open;
    candles.high[i] = Math.max(open, price);
    candles.low[i] = Math.min(open, price);
    candles.close[i] = price;
    candles.volume[i] = 1;
  }
  return candles;
}
