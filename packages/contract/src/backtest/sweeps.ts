/** Sweeps and walk-forwards: requests that start many runs at once. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  backtestFields,
  DISPATCH,
  DISPATCH_ERRORS,
  exampleDispatch,
  inOrder,
  type portfolioFields,
  type tearSheetFields,
  type BacktestRequest,
  type BacktestRequestInput,
} from "./backtests.ts";
import { engineOptionFields } from "./engine-option-fields.ts";
import { FiniteNumber, ParameterValue, Text } from "./fields.ts";
import type { robustnessFields } from "./robustness.ts";

/** The figure that a sweep chooses by: the lowest `max_drawdown` wins, of the others the highest. */
export const SweepMetric = oneOf([
  "sharpe",
  "sortino",
  "calmar",
  "total_return",
  "annual_return",
  "final_capital",
  "max_drawdown",
  "profit_factor",
  "expectancy",
  "sqn",
  "win_rate",
  "avg_return",
]);
export type SweepMetric = z.infer<typeof SweepMetric>;

const rangeFields = {
  /** First value, inclusive. */
  from: FiniteNumber,
  /** Last value, inclusive. */
  to: FiniteNumber,
  /** Distance of two values, above 0; without one, only a random search can draw from the range. */
  step: FiniteNumber.gt(0).optional(),
  /** Scale on which a search draws: `log` needs a `from` above 0. Default `linear`. */
  scale: oneOf(["linear", "log"]).optional(),
};
/** A range of numbers with both ends. */
export interface Range extends Fields<typeof rangeFields> {}
const Range: ObjectSchema<Range> = exactObject(rangeFields);

/** One value, a list of 1–10,000 values, or a range with both ends. */
export const ParameterRange = z.union([
  ParameterValue,
  z.array(ParameterValue).min(1).max(10_000),
  Range,
]);

const searchFields = {
  /** Number of combinations to run, 1–10,000. */
  count: z.int().min(1).max(10_000),
  /** `random` draws; `tpe`, a tree-structured Parzen estimator, searches near the best so far. Default `random`. */
  method: oneOf(["random", "tpe"]).optional(),
  /** Seed of the draw, from 0: the same seed draws the same combinations. Default 1. */
  seed: z.int().min(0).optional(),
};
/** A search among the combinations of a sweep. */
export interface SweepSearch extends Fields<typeof searchFields> {}
const SweepSearch: ObjectSchema<SweepSearch> = exactObject(searchFields);

const earlyStoppingFields = {
  /** Fractions of the candles to stop at, 1–8, rising. Default 0.25 and 0.5. */
  fractions: z.array(FiniteNumber.gt(0).lt(1)).min(1).max(8).optional(),
  /** Number of trials that reach a fraction before one is stopped there, 1–10,000. Default 10. */
  startup: z.int().min(1).max(10_000).optional(),
};
/** Rules for stopping trials early. */
export interface EarlyStopping extends Fields<typeof earlyStoppingFields> {}
const EarlyStopping: ObjectSchema<EarlyStopping> = exactObject(earlyStoppingFields);

const SplitScore = oneOf(["sharpe", "total_return"]);

const overfittingFields = {
  /** Number of blocks, even, 2–20. Default 16. */
  blocks: z.int().min(2).max(20).multipleOf(2).optional(),
  /** The figure to compare by. Default `sharpe`. */
  score: SplitScore.optional(),
};
/** A request for the probability of overfitting. */
export interface OverfittingRequest extends Fields<typeof overfittingFields> {}
const OverfittingRequest: ObjectSchema<OverfittingRequest> = exactObject(overfittingFields);

const crossValidationFields = {
  /** Number of groups of candles, 2–20. Default 6. */
  groups: z.int().min(2).max(20).optional(),
  /** Number of groups that test, fewer than `groups`. Default 2. */
  test_groups: z.int().min(1).max(19).optional(),
  /** Training candles to drop before each test, 0–1,000,000. Default 0. */
  purge_candles: z.int().min(0).max(1_000_000).optional(),
  /** Training candles to drop after each test, 0–1,000,000. Default 0. */
  embargo_candles: z.int().min(0).max(1_000_000).optional(),
  /** The figure to choose by. Default `sharpe`. */
  score: SplitScore.optional(),
};
/** A request for a combinatorial cross-validation. */
export interface CrossValidationRequest extends Fields<typeof crossValidationFields> {}
const CrossValidationRequest: ObjectSchema<CrossValidationRequest> =
  exactObject(crossValidationFields);

const rangeOfOption = z.union([z.array(z.unknown()).min(1).max(10_000), Range]);

const searchRequestFields = {
  /**
   * Parameters of the strategy by name: one value, a list, or a range each; absent ones take the strategy's defaults.
   */
  parameters: z.record(Text.max(64), ParameterRange).optional(),
  /** The figure that the best combination is chosen by. Default `sharpe`. */
  metric: SweepMetric.optional(),
  /** Searches among the combinations instead of running all of them. Default: all are run. */
  search: SweepSearch.optional(),
  /** Values to try for options, by field: a list, where null stands for none, or a range. Default: none varies. */
  option_ranges: z.record(Text.max(64), rangeOfOption).optional(),
  /** Rules of combinations, at most 32, such as `fast_period < slow_period`. Default: the strategy's own. */
  constraints: z.array(Text.min(1).max(256)).max(32).optional(),
  /** Stops trials below the median of the earlier ones on a leading part of the candles. Default: none. */
  early_stopping: EarlyStopping.optional(),
};

const assessmentFields = {
  /** Probability that the choice is overfitting (CSCV), and the deflated Sharpe ratio. Default: neither. */
  overfitting: OverfittingRequest.optional(),
  /** Combinatorial purged cross-validation of the choice. Default: none. */
  cross_validation: CrossValidationRequest.optional(),
};
/** Fields that a sweep does not take, or takes in another form. */
type BacktestAlone =
  | "parameters"
  | keyof typeof portfolioFields
  | keyof typeof robustnessFields
  | keyof typeof tearSheetFields;

/** A checked request for a sweep: defaults are filled in. */
export interface SweepRequest
  extends
    Omit<BacktestRequest, BacktestAlone>,
    Fields<typeof searchRequestFields>,
    Fields<typeof assessmentFields> {}
/** A request for a sweep, as callers send it. */
export interface SweepRequestInput
  extends
    Omit<BacktestRequestInput, BacktestAlone>,
    InputFields<typeof searchRequestFields>,
    InputFields<typeof assessmentFields> {}
export const SweepRequest: ObjectSchema<SweepRequest, SweepRequestInput> = inOrder({
  ...engineOptionFields,
  ...backtestFields,
  ...searchRequestFields,
  ...assessmentFields,
});

const Candles = z.int().min(1).max(1_000_000);
const Left = z.int().min(0).max(1_000_000);

const walkForwardFields = {
  /** Not allowed: the trainings of the windows take its place. */
  train_split: z.never().optional(),
  /** Candles that parameters are chosen on, the purged ones included, 1–1,000,000. */
  train_candles: Candles,
  /** Candles that the choice is then traded on, 1–1,000,000. */
  test_candles: Candles,
  /** Candles from one window to the next, 1–1,000,000. Default `test_candles`. */
  step_candles: Candles.optional(),
  /** True to begin every training range at the first candle. Default false. */
  anchored: z.boolean().optional(),
  /** Number of last candles of a training to drop from it, 0–1,000,000. Default 0. */
  purge_candles: Left.optional(),
  /** Number of candles to leave untraded between a training and its test, 0–1,000,000. Default 0. */
  embargo_candles: Left.optional(),
};
/** Fields that a walk-forward does not take. */
type SweepAlone = "train_split" | "overfitting" | "cross_validation";

/** A checked request for a walk-forward: defaults are filled in. */
export interface WalkForwardRequest
  extends Omit<SweepRequest, SweepAlone>, Fields<typeof walkForwardFields> {}
/** A request for a walk-forward, as callers send it. */
export interface WalkForwardRequestInput
  extends Omit<SweepRequestInput, SweepAlone>, InputFields<typeof walkForwardFields> {}
export const WalkForwardRequest: ObjectSchema<WalkForwardRequest, WalkForwardRequestInput> =
  inOrder({
    ...engineOptionFields,
    ...backtestFields,
    ...searchRequestFields,
    ...walkForwardFields,
  });

export const sweepRoutes = {
  /**
   * Create a job that simulates every combination of parameters on all cores.
   *
   * `POST /sweeps` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - STRATEGY_NOT_FOUND (422): List the strategies for the registered names.
   * - IDEMPOTENCY_KEY_REUSED (422): Use a new Idempotency-Key for a different request.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createSweep({
   *     body: {
   *       interval: "60",
   *       limit: 5000,
   *       strategy: "ma_crossover",
   *       parameters: { fast_period: { from: 5, to: 25, step: 5 }, slow_period: [50, 100] },
   *       metric: "sharpe",
   *     },
   *   });
   */
  createSweep: route("POST", "/sweeps", {
    ...DISPATCH,
    body: SweepRequest,
    errors: DISPATCH_ERRORS,
  }),
  /**
   * Create a job that chooses parameters on one window after another and trades each choice on the
   * next.
   *
   * `POST /walk-forward` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - STRATEGY_NOT_FOUND (422): List the strategies for the registered names.
   * - IDEMPOTENCY_KEY_REUSED (422): Use a new Idempotency-Key for a different request.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createWalkForward({
   *     body: {
   *       interval: "60",
   *       limit: 5000,
   *       strategy: "ma_crossover",
   *       parameters: { fast_period: { from: 5, to: 25, step: 5 }, slow_period: [50, 100] },
   *       metric: "sharpe",
   *       train_candles: 2000,
   *       test_candles: 500,
   *     },
   *   });
   */
  createWalkForward: route("POST", "/walk-forward", {
    ...DISPATCH,
    body: WalkForwardRequest,
    errors: DISPATCH_ERRORS,
  }),
};

/** Notes of {@link sweepRoutes}. A function, so that bundlers drop it from clients. */
export function sweepNotes(): NotesOf<typeof sweepRoutes> {
  const tags = ["backtests"];
  const body = {
    interval: "60",
    limit: 5000,
    strategy: "ma_crossover",
    parameters: { fast_period: { from: 5, to: 25, step: 5 }, slow_period: [50, 100] },
    metric: "sharpe",
  };
  const response = exampleDispatch();
  return {
    createSweep: {
      tags,
      unspecified: ["Everything but the fields of a backtest; a rule that cannot be read is 422."],
      example: { body, response },
    },
    createWalkForward: {
      tags,
      example: { body: { ...body, train_candles: 2000, test_candles: 500 }, response },
    },
  };
}
