/** The input of a report: a backtest's result, from the engine or from a job. */

import type { BacktestResult } from "../backtest/index.ts";
import type { Candles } from "../candles/candles.ts";
import type { LookAheadAudit } from "../look-ahead/look-ahead-audit.ts";
import type { Metrics } from "../metrics/index.ts";
import type { MonteCarloResult } from "../metrics/monte-carlo.ts";
import type { CrossValidation, CrossValidationPath } from "../overfitting/cross-validation.ts";
import type { Overfitting } from "../overfitting/overfitting.ts";
import type { DetailUse } from "../simulation/detail.ts";
import type { Trade } from "../simulation/index.ts";
import type { TearSheetOptions } from "../tear-sheet/index.ts";

/**
 * A run to report on, such as a {@link BacktestResult} or the stored result of a job. Absent fields are left out of the
 * page.
 */
export interface ReportedRun extends Partial<Omit<Metrics, "initialCapital">> {
  /** Initial capital in the quote currency. */
  readonly initialCapital: number;
  /** Name of the strategy. */
  readonly strategy: string;
  /** Parameters of the strategy. Default: not shown. */
  readonly parameters?: BacktestResult["parameters"];
  /** Configuration of the run, as a result or a job has it. Default: not shown. */
  readonly configuration?: ReportedConfiguration;
  /** Symbol of the candles. Default: not shown. */
  readonly symbol?: string;
  /** Candle length. Default: not shown. */
  readonly interval?: string;
  /** Opens of the candles, milliseconds UTC, strictly increasing; at least one, and as many as `equity` has values. */
  readonly time: Float64Array;
  /** Value of the account at each close, in the quote currency. */
  readonly equity: Float64Array;
  /** Trades in the order of their exits. */
  readonly trades: Iterable<Trade>;
  /** Trading days in a year, for the statistics. Default: counted from `time`. */
  readonly tradingDays?: number;
  /** Candles in a year, for the annual return. Default: counted from `time`. */
  readonly barsPerYear?: number;
  /** Time zone of the days, weeks and months. Default `UTC`. */
  readonly timeZone?: string;
  /** Candles simulated by their finer ones, and those without a whole detail. Default: not shown. */
  readonly detail?: DetailUse;
  /** True if a position was held at the end, for the open profit. Default: not shown. */
  readonly openAtEnd?: boolean;
}

/** An indicator to draw with the candles. */
export interface ReportedIndicator {
  /** Name for the legend, such as `SMA 20`. */
  readonly name: string;
  /** Value at each candle; NaN where there is none. As many as there are candles. */
  readonly values: Float64Array;
  /** Place of the line: over the `price`, in its unit, or in a chart of its own `below`. Default `price`. */
  readonly pane?: "price" | "below";
}

/** The configuration of a run: that of a result or of a job's result. */
export interface ReportedConfiguration {
  /** Version of the engine that computed the run. */
  readonly engineVersion: string;
  /** Version of the strategy. */
  readonly strategyVersion: string;
  /** Origin of the trading days in a year. */
  readonly daysPerYearFrom: "given" | "calendar";
  /** Options of a result, by name. */
  readonly options?: object;
  /** Request of a job, by name. */
  readonly request?: object;
  /** Seed of simulated candles; null for others. */
  readonly dataSeed?: number | null;
}

/** One combination of a sweep with its figure. */
export interface SweptPoint {
  /** Parameters of the combination. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /** Value of the metric; null where it is undefined. */
  readonly value: number | null;
}

/** The grid of a sweep, for a heat map. */
export interface SweptGrid {
  /** Name of the metric: `sharpe`, `total_return`, … */
  readonly metric: string;
  /** Direction in which the metric is better. Default `higher`. */
  readonly better?: "higher" | "lower";
  /** Combinations of the grid. */
  readonly points: readonly SweptPoint[];
}

/** Findings on how much of a run is luck; each that is given is shown as a table. */
export interface ReportedRobustness {
  /** Result of `monteCarlo`. Default: not shown, as null is. */
  readonly monteCarlo?: MonteCarloResult | null;
  /** Result of `auditLookAhead`. Default: not shown. */
  readonly lookAhead?: LookAheadAudit;
  /** Overfitting of the sweep that the parameters were chosen by: its result's `overfitting`. Default: not shown. */
  readonly overfitting?: Omit<Overfitting, "logits"> & {
    /** Probability, 0–1, that the Sharpe ratio is more than luck; null where it is undefined. Default: null. */
    readonly deflatedSharpe?: number | null;
  };
  /** Cross-validation of that sweep: its result's `crossValidation`. Default: not shown. */
  readonly crossValidation?: Pick<
    CrossValidation,
    "meanSharpe" | "sharpeDeviation" | "lossProbability"
  > & {
    /** Paths out of sample with their total returns, as fractions. */
    readonly paths: readonly Pick<CrossValidationPath, "totalReturn">[];
  };
}

/** Options of {@link report}. */
export interface ReportOptions {
  /** Title of the page. Default: the strategy, and the symbol where there is one. */
  readonly title?: string;
  /**
   * Candles that were traded on, for the price chart and the benchmark; `time` must equal the run's, or begin and end
   * as the run's does where its equity was thinned out. Default: neither is drawn.
   */
  readonly candles?: Pick<Candles, "length" | "time" | "open" | "high" | "low" | "close">;
  /**
   * Series to compare with, under its name. Default: buying the candles that were traded on and holding them; no
   * comparison without candles.
   */
  readonly benchmark?: {
    /** Name, such as a symbol. */
    readonly name: string;
    /** Candles to hold. */
    readonly candles: NonNullable<TearSheetOptions["benchmark"]>;
  };
  /** Indicators to draw with the candles, at most 12. Default: none; not drawn without candles. */
  readonly indicators?: readonly ReportedIndicator[];
  /** Kind of source of the candles: `live`, `cache`, `csv` or `simulated`. Default: not shown. */
  readonly source?: string;
  /** Sentences that the page shows first. Default: none. */
  readonly warnings?: readonly string[];
  /** Grid of a sweep, drawn as a heat map. Default: none. */
  readonly sweep?: SweptGrid;
  /** Findings on how much of the run is luck. Default: none. */
  readonly robustness?: ReportedRobustness;
}
