/** The figures of a run, as every result that has one spells them. */

import * as z from "zod";

import { Count, Figure, NotNegative, Share, Statistic } from "./fields.ts";

/** Rates and returns are fractions (0.05 is 5 %); null where a statistic is not defined. */
export const RunFigures = z.object({
  total_trades: Count,
  win_rate: Share,
  total_return: Figure,
  max_drawdown: NotNegative,
  final_capital: Figure,
  wins: Count,
  losses: Count,
  avg_return: Figure,
  profit_factor: Statistic,
  avg_duration_minutes: Statistic,
  exposure: Share,
  buy_hold_return: Figure,
  annual_return: Statistic,
  annual_volatility: Statistic,
  sharpe: Statistic,
  sortino: Statistic,
  calmar: Statistic,
  max_drawdown_duration_minutes: NotNegative,
  best_trade: Statistic,
  worst_trade: Statistic,
  expectancy: Statistic,
  sqn: Statistic,
  fees_paid: NotNegative,
});
export type RunFigures = z.infer<typeof RunFigures>;
