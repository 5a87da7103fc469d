/** Sweeps over real backtests on simulated candles, whose best combinations a search has to find. */

import { createSimulatedProvider } from "@bourse/trading-core/market-data";

import type { Candles } from "../../src/index.ts";
import { sweep, type SweepOptions } from "../../src/sweep/index.ts";

const base = { fee: 0.0005, metric: "totalReturn" } as const;

export const surfaces: Readonly<Record<string, SweepOptions>> = {
  crossover: {
    ...base,
    strategy: "ma_crossover",
    direction: "both",
    parameters: {
      fast_period: { from: 2, to: 40, step: 2 },
      slow_period: { from: 45, to: 197, step: 8 },
    },
  },
  bands: {
    ...base,
    strategy: "bollinger_bands",
    parameters: {
      period: { from: 5, to: 100, step: 5 },
      std_dev: { from: 1, to: 2.9, step: 0.1 },
    },
  },
  rsi: {
    ...base,
    strategy: "rsi",
    parameters: {
      period: { from: 3, to: 30, step: 3 },
      oversold: { from: 20, to: 38, step: 3 },
      overbought: { from: 62, to: 80, step: 3 },
    },
  },
  exits: {
    ...base,
    strategy: "ma_crossover",
    parameters: { fast_period: [5, 10, 20], slow_period: [50, 80, 120], ma_type: ["sma", "ema"] },
    optionRanges: {
      stopLoss: [0.005, 0.01, 0.02, 0.04, null],
      takeProfit: [0.01, 0.02, 0.04, 0.08, null],
    },
  },
};

export async function market(seed: number, limit: number): Promise<Candles> {
  const provider = createSimulatedProvider({ seed });
  const endTime = Date.UTC(2026, 0, 1);
  return (await provider.candles({ symbol: "BTCUSDT", interval: "60", endTime, limit })).candles;
}

/** Number of the seeds with which a search of a quarter of the grid finds one of its best hundredth. */
export async function countFound(
  candles: Candles,
  surface: SweepOptions,
  method: "random" | "tpe",
  seeds: readonly number[],
): Promise<number> {
  const { grid } = await sweep(candles, surface);
  const values = grid.map(({ totalReturn }) => totalReturn).toSorted((a, b) => b - a);
  const top = values[Math.floor(values.length / 100) - 1] ?? Infinity;
  const count = Math.floor(values.length / 4);
  let found = 0;
  for (const seed of seeds) {
    const { best } = await sweep(candles, { ...surface, search: { method, count, seed } });
    if (best !== null && best.totalReturn >= top) found++;
  }
  return found;
}
