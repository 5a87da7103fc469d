/** Candles of a minute that sessions are told. */

import type { Candles } from "@bourse/backtest-engine/data";

const MINUTE = 60_000;

/** The candle of an index out of a walk, as if its first one had opened at `start`, milliseconds UTC. */
export function walkedCandle(walk: Candles, start: number, index: number) {
  return {
    time: start + index * MINUTE,
    open: walk.open[index] ?? 1,
    high: walk.high[index] ?? 1,
    low: walk.low[index] ?? 1,
    close: walk.close[index] ?? 1,
    volume: walk.volume[index] ?? 1,
  };
}
