/** Checks of requests before they are stored: whatever would only fail in the worker is refused at submission. */

import type { Clock } from "@bourse/kernel";

import { checkRunOptions, runRules } from "../../backtest/check-run-options.ts";
import type { ExchangeDirectory } from "../../market-data/exchange-directory.ts";
import { normaliseInterval } from "../../market-data/interval.ts";
import { resolveParameters } from "../../strategies/resolve-parameters.ts";
import type { StrategyRegistry } from "../../strategies/strategy-registry.ts";
import { planAssessments } from "../../sweep/assess-choice.ts";
import { combine } from "../../sweep/combinations.ts";
import type { OptionRanges } from "../../sweep/option-ranges.ts";
import { createSpace } from "../../sweep/search-space.ts";
import { resolveOwnOptions } from "../../sweep/sweep-options.ts";
import { windowsOf } from "../../walk-forward/windows.ts";
import {
  candleLimit,
  type BacktestRequest,
  type SweepRequest,
  type WalkForwardRequest,
} from "./backtest-request.ts";

/** The names that a request may use, and the time that it is made at. */
export interface KnownNames {
  readonly strategies: StrategyRegistry;
  readonly exchanges: ExchangeDirectory;
  /** Source of time: a range without an end goes on to now. */
  readonly clock: Pick<Clock, "now">;
}

/** Name of the strategy that runs when a request names none. */
const DEFAULT_STRATEGY = "wavelet_reversal";

/** Most combinations of a sweep job or of one training window. Its result is stored as one document. */
export const maxJobCombinations = 10_000;

/**
 * @throws EngineError INTERVAL_INVALID, STRATEGY_UNKNOWN, PARAMETERS_INVALID, EXCHANGE_UNKNOWN; OPTIONS_INVALID for a
 * range of too many candles, an option out of bounds, and options that exclude each other
 */
export function checkBacktestRequest(request: BacktestRequest, known: KnownNames): void {
  candleLimit(request, known.clock.now());
  normaliseInterval(request.interval);
  const strategy = known.strategies.get(request.strategy ?? DEFAULT_STRATEGY);
  resolveParameters(strategy, request.parameters ?? {});
  known.exchanges.find(request.exchange);
  checkRunOptions(request);
}

/** @throws EngineError INTERVAL_INVALID, EXCHANGE_UNKNOWN, STRATEGY_UNKNOWN, PARAMETERS_INVALID, OPTIONS_INVALID */
export async function checkSweepRequest(
  request: SweepRequest | WalkForwardRequest,
  known: KnownNames,
): Promise<void> {
  const { strategy = DEFAULT_STRATEGY, parameters = {}, search, constraints } = request;
  candleLimit(request, known.clock.now());
  normaliseInterval(request.interval);
  known.exchanges.find(request.exchange);
  checkRunOptions(request);
  const space = createSpace(known.strategies.get(strategy), {
    parameters,
    optionRanges: request.optionRanges as OptionRanges,
    constraints,
    rules: runRules(request),
  });
  resolveOwnOptions({ search, earlyStopping: request.earlyStopping });
  if ("overfitting" in request || "crossValidation" in request) {
    planAssessments(candleLimit(request, known.clock.now()), request);
  }
  if (search?.method === "tpe") return;
  await combine(space, search, maxJobCombinations);
}

/** @throws EngineError as {@link checkSweepRequest}; CANDLES_TOO_FEW when not one window fits into `limit` */
export async function checkWalkForwardRequest(
  request: WalkForwardRequest,
  known: KnownNames,
): Promise<void> {
  await checkSweepRequest(request, known);
  windowsOf(candleLimit(request, known.clock.now()), request);
}
