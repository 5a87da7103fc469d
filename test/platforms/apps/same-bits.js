/**
 * Backtests whose results have the same bits everywhere, as `resultHash` sees them: built-in strategies by signals,
 * under several fees and slippages. Only + − × ÷ and √ are behind their trades and equity. Figures compounded to a year
 * are powers, which engines of JavaScript round in ways of their own: they are left out of the hash.
 */
import { backtest } from "@bourse/backtest-engine";
import { resultHash } from "@bourse/backtest-engine/research";

import { candles } from "./candles.js";

const STRATEGIES = [
  { strategy: "ma_crossover" },
  { strategy: "ma_crossover", parameters: { ma_type: "ema", fast_period: 5 }, direction: "both" },
  { strategy: "ma_crossover", parameters: { ma_type: "wma" } },
  { strategy: "rsi", direction: "both" },
  { strategy: "bollinger_bands" },
  { strategy: "buy_and_hold" },
  { strategy: "wavelet_reversal" },
];

const COSTS = [
  { fee: 0 },
  { fee: 0.0005, makerFee: -0.0001, slippage: 0.0003, stopLoss: 0.02, takeProfit: 0.05 },
  { fee: 0.001, fixedFee: 1, leverage: 3, borrowRate: 0.00001, maintenanceMargin: 0.01 },
];

/** Options of the runs. */
export const RUNS = STRATEGIES.flatMap((strategy) =>
  COSTS.map((costs) => ({ ...strategy, ...costs })),
);

/** The hash of what a run gives. */
export const hashOf = ({ annualReturn: _, calmar: __, ...result }) => resultHash(result);

/** The hashes of all runs on this thread. */
export function hashes() {
  const market = candles();
  return RUNS.map((options) => hashOf(backtest(market, options)));
}
