// Indices stay within the candles, so `!` only tells the checker what the loops say.

/** Indicators fed value by value: what is measured against the same steps in more.c. */

import type { Candles } from "@bourse/backtest-engine";
import {
  StreamingAtr,
  StreamingBollinger,
  StreamingEma,
  StreamingRsi,
  StreamingSlidingMean,
  StreamingSma,
  StreamingWma,
} from "@bourse/indicators";

/**
 * Streaming indicators by their names in more.c; each feeds every candle and fills the array that more.c sums up. Each
 * has a loop of its own: one loop over all of them would be compiled for none.
 */
export function streamsOver(candles: Candles): Readonly<Record<string, () => Float64Array>> {
  const { high, low, close, length } = candles;
  const out = new Float64Array(length);
  return {
    slidingMean() {
      const indicator = new StreamingSlidingMean(20);
      for (let i = 0; i < length; i++) out[i] = indicator.next(close[i]!);
      return out;
    },
    sma() {
      const indicator = new StreamingSma(20);
      for (let i = 0; i < length; i++) out[i] = indicator.next(close[i]!);
      return out;
    },
    ema() {
      const indicator = new StreamingEma(20);
      for (let i = 0; i < length; i++) out[i] = indicator.next(close[i]!);
      return out;
    },
    wma() {
      const indicator = new StreamingWma(20);
      for (let i = 0; i < length; i++) out[i] = indicator.next(close[i]!);
      return out;
    },
    rsi() {
      const indicator = new StreamingRsi(14);
      for (let i = 0; i < length; i++) out[i] = indicator.next(close[i]!);
      return out;
    },
    bollinger() {
      const indicator = new StreamingBollinger(20, 2);
      for (let i = 0; i < length; i++) {
        indicator.next(close[i]!);
        out[i] = indicator.upper;
      }
      return out;
    },
    atr() {
      const indicator = new StreamingAtr(14);
      for (let i = 0; i < length; i++) out[i] = indicator.next(high[i]!, low[i]!, close[i]!);
      return out;
    },
  };
}
