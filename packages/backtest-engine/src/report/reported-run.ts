/** What a report is made from: a backtest's result, as the engine or a job gives it. */

import type { BacktestResult } from "../backtest/index.ts";
import type { Candles } from "../candles/candles.ts";
import type { Metrics } from "../metrics/index.ts";
import type { Trade } from "../simulation/index.ts";

/** A {@link BacktestResult} is one; so is what was kept of a job. Fields that are absent are left out of the page. */
export interface ReportedRun extends Partial<Omit<Metrics, "initialCapital">> {
  readonly initialCapital: number;
  readonly strategy: string;
  readonly parameters?: BacktestResult["parameters"];
  readonly symbol?: string;
  readonly interval?: string;
  /** Opens of the candles, milliseconds UTC, strictly increasing; as long as `equity`, at least one. */
  readonly time: Float64Array;
  /** Worth of the account at each close. */
  readonly equity: Float64Array;
  readonly trades: Iterable<Trade>;
}

/** One combination of a sweep and what came of it; null where the figure is not defined. */
export interface SweptPoint {
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly value: number | null;
}

/** The grid of a sweep, for a heat map. */
export interface SweptGrid {
  /** What `value` is: `sharpe`, `total_return`, … */
  readonly metric: string;
  /** Default `higher`. */
  readonly better?: "higher" | "lower";
  readonly points: readonly SweptPoint[];
}

export interface ReportOptions {
  /** Default: the strategy, and the symbol where there is one. */
  readonly title?: string;
  /** The candles that were traded on, for the price chart and the benchmark; `time` must be the run's. */
  readonly candles?: Pick<Candles, "length" | "time" | "open" | "high" | "low" | "close">;
  /** Where the candles came from: `live`, `cache`, `csv`, `simulated`. */
  readonly source?: string;
  readonly warnings?: readonly string[];
  readonly sweep?: SweptGrid;
}
