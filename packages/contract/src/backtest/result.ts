/** The result of a backtest job: the seed's four numbers and what stands beside them. */

import * as z from "zod";

import { CandleSource, Timestamp } from "./common.ts";

/** Rates and returns are fractions (0.05 is 5 %); null where a statistic is not defined. */
export const BacktestResult = z.object({
  total_trades: z.int().min(0),
  win_rate: z.number().min(0).max(1).describe("wins / total_trades; 0 without a trade"),
  total_return: z.number().describe("final_capital / initial_capital - 1"),
  max_drawdown: z.number().min(0).describe("largest fall from a running peak of the equity"),
  strategy: z.string(),
  symbol: z.string(),
  interval: z.string(),
  candles: z.int().min(0),
  first_timestamp: Timestamp,
  last_timestamp: Timestamp,
  source: CandleSource,
  final_capital: z.number(),
  wins: z.int().min(0),
  losses: z.int().min(0),
  avg_return: z.number().describe("mean return of a trade; 0 without a trade"),
  profit_factor: z.number().nullable(),
  avg_duration_minutes: z.number().nullable(),
  exposure: z.number().min(0).max(1).describe("part of the bars with a position"),
  buy_hold_return: z.number(),
  annual_return: z.number().nullable(),
  annual_volatility: z.number().nullable(),
  sharpe: z.number().nullable(),
  sortino: z.number().nullable(),
  calmar: z.number().nullable(),
  max_drawdown_duration_minutes: z.number().min(0),
  best_trade: z.number().nullable(),
  worst_trade: z.number().nullable(),
  expectancy: z.number().nullable(),
  sqn: z.number().nullable(),
  fees_paid: z.number().min(0),
  elapsed_ms: z.number().min(0),
  warnings: z.array(z.string()).optional().describe("such as a fall-back to simulated candles"),
});
export type BacktestResult = z.infer<typeof BacktestResult>;
