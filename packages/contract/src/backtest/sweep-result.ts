/** What sweeps and walk-forwards result in. */

import * as z from "zod";

import { CandleSource, Timestamp } from "./common.ts";
import { Count, NotNegative, ParameterValue, Statistic, Text } from "./fields.ts";
import { RunFigures } from "./figures.ts";
import { SweepMetric } from "./sweep-metric.ts";

const Parameters = z.record(z.string(), ParameterValue);

/** Parameters with the figures of their run. */
export const SweepRow = z.object({ parameters: Parameters, ...RunFigures.shape });
export type SweepRow = z.infer<typeof SweepRow>;

/** A cell of the heat map; `value` is the metric. */
export const GridCell = z.object({
  parameters: Parameters,
  value: Statistic,
  ...z.object(RunFigures.shape).pick({
    total_trades: true,
    win_rate: true,
    total_return: true,
    max_drawdown: true,
    final_capital: true,
    sharpe: true,
    profit_factor: true,
  }).shape,
});
export type GridCell = z.infer<typeof GridCell>;

const origin = {
  strategy: Text,
  symbol: Text,
  interval: Text,
  candles: Count,
  first_timestamp: Timestamp,
  last_timestamp: Timestamp,
  source: CandleSource,
  metric: SweepMetric,
  elapsed_ms: NotNegative,
  result_hash: Text,
  warnings: z.array(z.string()),
};

export const SweepResult = z.object({
  ...origin,
  combinations: Count,
  skipped: Count,
  best: SweepRow.nullable(),
  grid: z.array(GridCell),
});
export type SweepResult = z.infer<typeof SweepResult>;

/** As a list of jobs shows it. */
export const ListedSweepResult = SweepResult.omit({ grid: true });
export type ListedSweepResult = z.infer<typeof ListedSweepResult>;

/** One training and its test; the candles are counted from the first of the range. */
export const WalkForwardWindow = z.object({
  train_from: Timestamp,
  test_from: Timestamp,
  test_to: Timestamp,
  train_candles: Count,
  test_candles: Count,
  in_sample: SweepRow.nullable(),
  out_of_sample: RunFigures.nullable(),
});
export type WalkForwardWindow = z.infer<typeof WalkForwardWindow>;

export const WalkForwardResult = z.object({
  ...origin,
  windows: z.array(WalkForwardWindow),
  out_of_sample: RunFigures,
});
export type WalkForwardResult = z.infer<typeof WalkForwardResult>;

/** As a list of jobs shows it. */
export const ListedWalkForwardResult = WalkForwardResult.omit({ windows: true });
export type ListedWalkForwardResult = z.infer<typeof ListedWalkForwardResult>;
