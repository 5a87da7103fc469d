/** The result of a backtest job: the seed's four numbers and what stands beside them. */

import * as z from "zod";

import { CandleSource, Timestamp } from "./common.ts";
import { Count, Figure, Statistic, Text } from "./fields.ts";

/** Rates and returns are fractions (0.05 is 5 %); null where a statistic is not defined. */
export const BacktestResult = z.object({
  total_trades: Count,
  win_rate: z.number().min(0).max(1),
  total_return: Figure,
  max_drawdown: z.number().min(0),
  strategy: Text,
  symbol: Text,
  interval: Text,
  candles: Count,
  first_timestamp: Timestamp,
  last_timestamp: Timestamp,
  source: CandleSource,
  final_capital: Figure,
  wins: Count,
  losses: Count,
  avg_return: Figure,
  profit_factor: Statistic,
  avg_duration_minutes: Statistic,
  exposure: z.number().min(0).max(1),
  buy_hold_return: Figure,
  annual_return: Statistic,
  annual_volatility: Statistic,
  sharpe: Statistic,
  sortino: Statistic,
  calmar: Statistic,
  max_drawdown_duration_minutes: z.number().min(0),
  best_trade: Statistic,
  worst_trade: Statistic,
  expectancy: Statistic,
  sqn: Statistic,
  fees_paid: z.number().min(0),
  elapsed_ms: z.number().min(0),
  warnings: z.array(z.string()).optional(),
});
export type BacktestResult = z.infer<typeof BacktestResult>;
