/** What sweeps and walk-forwards are asked to do, as it lies in the store, and the checks before it gets there. */

import { normaliseInterval } from "../market-data/interval.ts";
import type { ParameterValue } from "../strategies/parameters.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import { combine } from "../sweep/combinations.ts";
import type { SweepMetric } from "../sweep/sweep-metric.ts";
import { windowsOf } from "../walk-forward/windows.ts";
import type { BacktestPayload } from "./backtest-payload.ts";
import { defaultStrategyName } from "./backtest-task.ts";

/** As `ParameterRange`, in plain JSON. */
export type ParameterRangePayload =
  | ParameterValue
  | readonly ParameterValue[]
  | { readonly from: number; readonly to: number; readonly step?: number };

/** A backtest whose parameters hold lists or ranges. */
export type SweepPayload = Omit<BacktestPayload, "parameters"> & {
  readonly parameters?: Readonly<Record<string, ParameterRangePayload>>;
  /** What `best` is the best of. Default `sharpe`. */
  readonly metric?: SweepMetric;
  /** Draws combinations instead of running all. */
  readonly search?: { readonly count: number; readonly seed?: number };
};

/** A sweep on each training, traded on its test. Lengths in candles, as in `WindowOptions`. */
export type WalkForwardPayload = Omit<SweepPayload, "trainSplit"> & {
  readonly trainCandles: number;
  readonly testCandles: number;
  readonly stepCandles?: number;
  readonly isAnchored?: boolean;
  readonly purgeCandles?: number;
  readonly embargoCandles?: number;
};

/** Combinations that a job may have: its result lies in one document. */
export const maxJobCombinations = 10_000;

/** @throws EngineError STRATEGY_UNKNOWN, PARAMETERS_INVALID, OPTIONS_INVALID, INTERVAL_INVALID */
export function checkSweepPayload(payload: SweepPayload, strategies: StrategyRegistry): void {
  const { strategy = defaultStrategyName, parameters = {}, search, interval } = payload;
  normaliseInterval(interval);
  combine(strategies.get(strategy), parameters, search, maxJobCombinations);
}

/** @throws EngineError as {@link checkSweepPayload}; CANDLES_TOO_FEW when not one window fits into `limit` */
export function checkWalkForwardPayload(
  payload: WalkForwardPayload,
  strategies: StrategyRegistry,
): void {
  checkSweepPayload(payload, strategies);
  windowsOf(payload.limit, payload);
}
