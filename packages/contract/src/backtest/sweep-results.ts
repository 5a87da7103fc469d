/** The results of sweeps and walk-forwards, in full: for documents and tests; clients know their types only. */

import * as z from "zod";

import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { originFields, runFigureFields, RunFigures } from "./backtest-results.ts";
import { Count, NotNegative, ParameterValue, Statistic, Text, Timestamp } from "./fields.ts";
import { SweepMetric } from "./sweeps.ts";

const parameters = {
  /** Parameters of the run, by name. */
  parameters: z.record(z.string(), ParameterValue),
};

const varied = {
  /** Options that the sweep varies, by field. Absent when it varies none. */
  options: z.record(z.string(), z.unknown()).optional(),
  /** Fraction of the candles at which the trial was stopped. Absent when it ran to the end. */
  stopped_at: NotNegative.optional(),
};

/** The parameters and the figures of a run. */
export interface SweepRow extends RunFigures, Fields<typeof parameters>, Fields<typeof varied> {}
export const SweepRow: ObjectSchema<SweepRow> = object({
  ...parameters,
  ...varied,
  ...runFigureFields,
});

const cellFields = {
  /** Value of the metric; null where it is not defined. */
  value: Statistic,
};
/** A cell of the heat map. */
export interface GridCell
  extends
    Fields<typeof parameters>,
    Fields<typeof varied>,
    Fields<typeof cellFields>,
    Pick<
      RunFigures,
      | "total_trades"
      | "win_rate"
      | "total_return"
      | "max_drawdown"
      | "final_capital"
      | "sharpe"
      | "profit_factor"
    > {}
export const GridCell: ObjectSchema<GridCell> = object({
  ...parameters,
  ...varied,
  ...cellFields,
  total_trades: runFigureFields.total_trades,
  win_rate: runFigureFields.win_rate,
  total_return: runFigureFields.total_return,
  max_drawdown: runFigureFields.max_drawdown,
  final_capital: runFigureFields.final_capital,
  sharpe: runFigureFields.sharpe,
  profit_factor: runFigureFields.profit_factor,
});

const searchFields = {
  /** The figure that the best combination is chosen by. */
  metric: SweepMetric,
  /** Time of the simulation in milliseconds. */
  elapsed_ms: NotNegative,
  /** Hash of the result, equal for equal requests and candles on any number of cores. */
  result_hash: Text,
  /** Warnings about the data and the runs; empty without one. */
  warnings: list(Text),
};
/** Facts that every result of this file has. */
export interface SearchResult extends Fields<typeof originFields>, Fields<typeof searchFields> {}

const logitFields = {
  /** Lower end of the first step, a multiple of `width`. */
  from: z.number(),
  /** Width of each step. */
  width: z.number(),
  /** Number of splits in each step, which has its upper end and not its lower one. */
  counts: list(Count),
};
/** The logits of the splits, counted in steps; those up to 0 are of choices that did no better than the median. */
export interface LogitCounts extends Fields<typeof logitFields> {}
export const LogitCounts: ObjectSchema<LogitCounts> = object(logitFields);

const overfittingFields = {
  /** Share of splits whose choice is at or below the median in the test, 0–1. */
  probability: NotNegative,
  /** Share of splits whose choice scores below 0 in the test, 0–1. */
  loss_probability: NotNegative,
  /** Slope of test scores over training scores; null where undefined. */
  slope: Statistic,
  /** Intercept of that line; null where undefined. */
  intercept: Statistic,
  /** Number of blocks of candles. */
  blocks: Count,
  /** Number of splits. */
  splits: Count,
  /** Number of combinations that were compared. */
  configurations: Count,
  /** Probability, 0–1, that the best Sharpe ratio is more than luck; null where undefined. */
  deflated_sharpe: Statistic,
  /** Logits of the splits' choices in their tests, counted in steps. Absent in results of older versions. */
  logits: LogitCounts.optional(),
};
/** Overfitting of the choice of a sweep. */
export interface Overfitting extends Fields<typeof overfittingFields> {}
export const Overfitting: ObjectSchema<Overfitting> = object(overfittingFields);

const pathFields = {
  /** Sharpe ratio of the path per candle; 0 where its returns do not vary. */
  sharpe: z.number(),
  /** Return of the path, as a fraction. */
  total_return: z.number(),
};
/** One path of a cross-validation. */
export interface CrossValidationPath extends Fields<typeof pathFields> {}
export const CrossValidationPath: ObjectSchema<CrossValidationPath> = object(pathFields);

const crossValidationFields = {
  /** Number of groups of candles. */
  groups: Count,
  /** Number of groups that test in each split. */
  test_groups: Count,
  /** Number of splits. */
  splits: Count,
  /** Number of combinations to choose from. */
  configurations: Count,
  /** Paths through all candles, out of sample. */
  paths: list(CrossValidationPath),
  /** Mean Sharpe ratio of the paths, per candle. */
  mean_sharpe: z.number(),
  /** Sample deviation of the paths' Sharpe ratios; null with a single path. */
  sharpe_deviation: Statistic,
  /** Share of the paths that lose, 0–1. */
  loss_probability: NotNegative,
};
/** Cross-validation of the choice of a sweep. */
export interface CrossValidation extends Fields<typeof crossValidationFields> {}
export const CrossValidation: ObjectSchema<CrossValidation> = object(crossValidationFields);

const listedSweepFields = {
  /** Number of combinations that were run. */
  combinations: Count,
  /** Number of combinations that the strategy refused. */
  skipped: Count,
  /** The best combination; null when none has the metric. */
  best: SweepRow.nullable(),
  /** Overfitting of the choice. Absent when it was not asked for. */
  overfitting: Overfitting.optional(),
  /** Cross-validation of the choice. Absent when it was not asked for. */
  cross_validation: CrossValidation.optional(),
};
/** The result of a sweep as a list of jobs shows it: without `grid`. */
export interface ListedSweepResult extends SearchResult, Fields<typeof listedSweepFields> {}
export const ListedSweepResult: ObjectSchema<ListedSweepResult> = object({
  ...originFields,
  ...searchFields,
  ...listedSweepFields,
});

const sweepFields = {
  /** The cells of the heat map, one a combination. */
  grid: list(GridCell),
};
/** The result of a sweep. */
export interface SweepResult extends ListedSweepResult, Fields<typeof sweepFields> {}
export const SweepResult: ObjectSchema<SweepResult> = object({
  ...originFields,
  ...searchFields,
  ...listedSweepFields,
  ...sweepFields,
});

const windowFields = {
  /** Time of the first candle of the training, ISO 8601 in UTC. */
  train_from: Timestamp,
  /** Time of the first candle of the test, ISO 8601 in UTC. */
  test_from: Timestamp,
  /** Time at which the test ends, ISO 8601 in UTC. */
  test_to: Timestamp,
  /** Number of candles of the training. */
  train_candles: Count,
  /** Number of candles of the test. */
  test_candles: Count,
  /** The best combination of the training; null when none has the metric. */
  in_sample: SweepRow.nullable(),
  /** Figures of that combination in the test; null when there is none. */
  out_of_sample: RunFigures.nullable(),
};
/** A training and its test. */
export interface WalkForwardWindow extends Fields<typeof windowFields> {}
export const WalkForwardWindow: ObjectSchema<WalkForwardWindow> = object(windowFields);

const outOfSample = {
  /** Figures of all tests, joined to one run. */
  out_of_sample: RunFigures,
  /**
   * Positions of the tests that were closed at the next open, since the last candle of their session is missing. Absent
   * without `flat_by_close` in the request.
   */
  late_closes: Count.optional(),
  /**
   * Entries of the tests that were not filled since their price was 0 or below and their size, stop or target is a
   * fraction of it. Absent without `allow_negative_prices` in the request.
   */
  rejected_entries: Count.optional(),
};
/** The result of a walk-forward as a list of jobs shows it: without `windows`. */
export interface ListedWalkForwardResult extends SearchResult, Fields<typeof outOfSample> {}
export const ListedWalkForwardResult: ObjectSchema<ListedWalkForwardResult> = object({
  ...originFields,
  ...searchFields,
  ...outOfSample,
});

const walkForwardFields = {
  /** The windows, in the order of time. */
  windows: list(WalkForwardWindow),
};
/** The result of a walk-forward. */
export interface WalkForwardResult
  extends ListedWalkForwardResult, Fields<typeof walkForwardFields> {}
export const WalkForwardResult: ObjectSchema<WalkForwardResult> = object({
  ...originFields,
  ...searchFields,
  ...walkForwardFields,
  ...outOfSample,
});
