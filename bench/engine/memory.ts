/** Memory of a run: bytes per candle, and a heap that knows of trades only. Run by more.ts in a process of its own. */

import type { Candles } from "@bourse/backtest-engine";
import { simulate, type SimulationResult } from "@bourse/backtest-engine/simulation";
import { maCrossover, runStrategy } from "@bourse/backtest-engine/strategies";

import { randomWalk } from "./random-walk.ts";

const parameters = { fast_period: 10, slow_period: 50, ma_type: "sma" } as const;

/** Bytes in arrays and on the heap, after a collection. */
function held(): { readonly arrays: number; readonly heap: number } {
  // The second one takes what the first has only let go of.
  for (let k = 0; k < 2; k++) (globalThis as { gc?: () => void }).gc?.();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return { arrays: arrayBuffers, heap: heapUsed };
}

function run(candles: Candles): SimulationResult {
  return simulate(candles, runStrategy(maCrossover, parameters, candles), { fee: 0.001 });
}

/** Figures of one run over as many candles. */
function measure(length: number) {
  const before = held();
  const candles = randomWalk(length);
  const loaded = held();
  const result = run(candles);
  const after = held();
  return {
    candles: length,
    trades: result.trades.length,
    candleBytes: (loaded.arrays - before.arrays) / length,
    /** Memory of the result: its equity, 8 bytes per candle, and its trades. */
    resultBytes: after.arrays - loaded.arrays,
    heapBytes: after.heap - before.heap,
    kept: candles.length + result.equity.length,
  };
}

console.log(JSON.stringify([measure(100_000), measure(10_000_000)]));
