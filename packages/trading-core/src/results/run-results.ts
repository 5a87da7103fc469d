/**
 * Results of simulation jobs, as they are stored. All of them are type aliases, so that the store accepts them as JSON.
 */

import type { BacktestResult, Metrics, Parameters } from "@bourse/backtest-engine";
import type { Plain } from "@bourse/backtest-engine/checks";
import type {
  CrossValidation,
  LookAheadAudit,
  MonteCarloResult,
  OptionSet,
  SweepMetric,
  SweepOverfitting,
  Window,
} from "@bourse/backtest-engine/research";
import type { DetailUse } from "@bourse/backtest-engine/simulation";

import type { BenchmarkJoin } from "../inputs/align-benchmark.ts";
import type { CandleSource } from "../market-data/port.ts";
import type {
  BacktestRequest,
  CandleSelection,
  SweepRequest,
  WalkForwardRequest,
} from "../requests/backtest-request.ts";
import type { GapsFound } from "./gaps-found.ts";
import type { JobConfiguration, SettingsInForce } from "./job-configuration.ts";
import type { JobTearSheet } from "./job-tear-sheet.ts";
import type { LogitCounts } from "./logit-counts.ts";

/** Origin of the candles of a result. */
export type CandleOrigin = {
  /** Name of the exchange or other source that the candles were read from, such as `bybit` or `simulated`. */
  readonly exchange: string;
  /** Kind of source that the candles were read from. */
  readonly source: CandleSource;
  /** Sentences for the user, such as a fall-back to simulated data. Empty when all is as requested. */
  readonly warnings: readonly string[];
  /** Missing candles; absent in results of versions that did not count them. */
  readonly gaps?: GapsFound;
};

/** Result fields that are already in the request, too large to embed in the job record, or not in all of them. */
type NotStored =
  | "parameters"
  | "symbol"
  | "interval"
  | "trades"
  | "equity"
  | "time"
  | "tradingDays"
  | "barsPerYear"
  | "timeZone"
  | "configuration";

/** Figures of one backtest: every number of `BacktestResult` but its trades and equity. */
export type BacktestFigures = {
  readonly [Name in keyof Omit<BacktestResult, NotStored>]: BacktestResult[Name];
} & Sketched & {
    /** Trading days in a year; absent in results of versions that did not count them. */
    readonly tradingDays?: number;
    /** Candles in a year; absent in results of versions that did not count them. */
    readonly barsPerYear?: number;
    /** Time zone of the days; absent in results of versions that had none but UTC. */
    readonly timeZone?: string;
    /** Tear sheet of the run. Absent when it was not asked for. */
    readonly tearSheet?: JobTearSheet;
  } & Robustness &
  Configured<BacktestRequest>;

/** A run as a list draws it. */
type Sketched = {
  /**
   * Equity of the run, of a sweep's best combination, or of a walk-forward's joined tests, in at most 32 values: equity
   * divided by the initial capital, minus 1, at closes that lie evenly over the candles. Absent without such a run, and
   * in results of versions that kept none.
   */
  readonly equitySketch?: readonly number[];
};

/** Findings of the checks that a request asked for. */
type Robustness = {
  /** Result of `monteCarlo`; null where there was nothing to draw from. Absent when it was not asked for. */
  readonly monteCarlo?: Plain<MonteCarloResult> | null;
  /** Result of `auditLookAhead`. Absent when it was not asked for. */
  readonly lookAhead?: Plain<LookAheadAudit>;
};

/** The configuration of figures whose candles are not known yet. */
type Configured<Request extends CandleSelection> = {
  /** Settings that the figures were computed under, defaults included. */
  readonly configuration: SettingsInForce<Request>;
};

/** The figures of a job with the origin of its candles. */
type RunOf<Figures, Request extends CandleSelection> = Omit<Figures, "configuration"> &
  CandleOrigin & {
    /** Request that the result was computed under, every default filled in, and what computed it. */
    readonly configuration: JobConfiguration<Request>;
  };

/** Result of a backtest job. */
export type BacktestRun = RunOf<BacktestFigures, BacktestRequest> & {
  /** Account of how the run and its benchmark were joined. Absent without a benchmark. */
  readonly benchmark?: BenchmarkJoin;
};

/** Metrics as plain JSON. */
export type RunMetrics = { readonly [Name in keyof Metrics]: Metrics[Name] };

/** Metrics of one combination of parameters. */
export type RunRow = RunMetrics & {
  /** Parameters of the run, defaults included. */
  readonly parameters: Parameters;
  /** Options of the run that the sweep varies. Absent when it varies none. */
  readonly options?: OptionSet;
  /** Leading fraction of the candles after which the trial was stopped. Absent when it ran to the end. */
  readonly stoppedAt?: number;
};

/** One combination of a stored grid: what a heat map shows of it. */
export type GridCell = Pick<
  RunRow,
  | "parameters"
  | "options"
  | "stoppedAt"
  | "totalTrades"
  | "winRate"
  | "finalCapital"
  | "totalReturn"
  | "maxDrawdown"
  | "sharpe"
  | "profitFactor"
> & {
  /** Value of the sweep's metric; null where it is undefined. */
  readonly value: number | null;
};

/** Fields that the figures of a sweep and of a walk-forward share. */
export type SearchFigures = Sketched & {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Number of candles. */
  readonly candles: number;
  /** Open of the first candle, milliseconds UTC. */
  readonly firstTimestamp: number;
  /** Open of the last candle, milliseconds UTC. */
  readonly lastTimestamp: number;
  /** Metric by which the best combination was chosen. */
  readonly metric: SweepMetric;
  /** Duration of the computation in milliseconds. */
  readonly elapsedMilliseconds: number;
  /** SHA-256 of the result without durations: equal on any number of threads. */
  readonly resultHash: string;
  /** Candles that have a whole detail, and those without; absent in a run without detail. */
  readonly detail?: DetailUse;
};

/** Overfitting of a sweep's choice. */
export type OverfittingFigures = {
  readonly [Name in Exclude<keyof SweepOverfitting, "logits">]: SweepOverfitting[Name];
} & {
  /** Logits of the splits, counted in steps. Absent in results of versions that did not keep them. */
  readonly logits?: LogitCounts;
};

/** Cross-validation of a sweep's choice: its paths, and the number of its splits. */
export type CrossValidationFigures = {
  readonly [Name in Exclude<keyof CrossValidation, "splits" | "paths">]: CrossValidation[Name];
} & {
  /** Number of splits. */
  readonly splits: number;
  /** Every path out of sample. */
  readonly paths: readonly {
    /** Sharpe ratio per candle. */
    readonly sharpe: number;
    /** Return of the path, as a fraction. */
    readonly totalReturn: number;
  }[];
};

/** Figures of a sweep. */
export type SweepFigures = SearchFigures &
  Configured<SweepRequest> & {
    /** Number of combinations that were run. */
    readonly combinations: number;
    /** Number of combinations left out by the strategy's rule over several parameters. */
    readonly skipped: number;
    /** Best combination; null when the metric is undefined for every one. */
    readonly best: RunRow | null;
    /** Overfitting of the choice. Absent when it was not asked for. */
    readonly overfitting?: OverfittingFigures;
    /** Cross-validation of the choice. Absent when it was not asked for. */
    readonly crossValidation?: CrossValidationFigures;
    /** Every combination that was run, in the order of the ranges. */
    readonly grid: readonly GridCell[];
    /**
     * Figures of the run of `best`, whose trades and equity lie beside the job. Absent without a best combination, and
     * in sweeps of versions that did not keep it.
     */
    readonly bestRun?: BacktestFigures;
  };

/** Result of a sweep job. */
export type SweepRun = RunOf<SweepFigures, SweepRequest>;

/** One training window and the test that follows it; indices of candles, each range ends before its `To`. */
export type WindowFigures = { readonly [Name in keyof Window]: Window[Name] } & {
  /** Open of the first training candle, milliseconds UTC. */
  readonly trainFromTime: number;
  /** Open of the first test candle, milliseconds UTC. */
  readonly testFromTime: number;
  /** Open of the last test candle, milliseconds UTC. */
  readonly testToTime: number;
  /** Best combination on the training candles; null when the metric is undefined for every one. */
  readonly inSample: RunRow | null;
  /** Metrics of that combination on the test candles; null without one. */
  readonly outOfSample: RunMetrics | null;
};

/** Figures of a walk-forward. */
export type WalkForwardFigures = SearchFigures &
  Configured<WalkForwardRequest> & {
    /** Every training window with its test, oldest first. */
    readonly windows: readonly WindowFigures[];
    /** Metrics of all tests joined into one run. */
    readonly outOfSample: RunMetrics;
    /** Positions that were closed late in the tests, as in a backtest; absent without `flatByClose`. */
    readonly lateCloses?: number;
    /** Entries of the tests that were not filled at a price of 0 or below; absent without `allowNegativePrices`. */
    readonly rejectedEntries?: number;
  };

/** Result of a walk-forward job. */
export type WalkForwardRun = RunOf<WalkForwardFigures, WalkForwardRequest>;
