/** The bodies of sweeps and walk-forwards, and the requests that their jobs store. */

import type { SplitScore, SweepMetric } from "@bourse/backtest-engine/research";
import type {
  SweepMetric as WireMetric,
  SweepRequest as WireSweepRequest,
  WalkForwardRequest as WireWalkForwardRequest,
} from "@bourse/contract/backtest";
import type { SweepRequest, WalkForwardRequest } from "@bourse/trading-core";

import { backtestRequest, wireBacktestRequest } from "./backtest-request.ts";
import {
  libraryConstraints,
  optionRanges,
  wireConstraint,
  wireOptionRanges,
} from "./sweep-options.ts";
import { withoutUndefined } from "./without-undefined.ts";

const metricOfWire: Readonly<Record<WireMetric, SweepMetric>> = {
  sharpe: "sharpe",
  sortino: "sortino",
  calmar: "calmar",
  total_return: "totalReturn",
  annual_return: "annualReturn",
  final_capital: "finalCapital",
  max_drawdown: "maxDrawdown",
  profit_factor: "profitFactor",
  expectancy: "expectancy",
  sqn: "sqn",
  win_rate: "winRate",
  avg_return: "avgReturn",
};

/** The wire's name of a metric. */
export function wireMetric(metric: SweepMetric): WireMetric {
  const found = Object.entries(metricOfWire).find(([, engine]) => engine === metric);
  return found![0] as WireMetric; // the map is total
}

/**
 * Translates a checked body; fields that were left out stay out.
 *
 * @throws Problem VALIDATION_ERROR for a name in `option_ranges` or `constraints` that the wire does not have
 */
export function sweepRequest({
  parameters,
  metric,
  search,
  option_ranges: ranges,
  constraints,
  early_stopping: earlyStopping,
  overfitting,
  cross_validation: validation,
  ...body
}: WireSweepRequest): SweepRequest {
  return withoutUndefined({
    ...backtestRequest(body),
    parameters: parameters as SweepRequest["parameters"],
    metric: metric && metricOfWire[metric],
    search: search && withoutUndefined(search),
    optionRanges: ranges && optionRanges(ranges),
    constraints: constraints && libraryConstraints(constraints),
    earlyStopping: earlyStopping && withoutUndefined(earlyStopping),
    overfitting:
      overfitting &&
      withoutUndefined({ blocks: overfitting.blocks, score: scoreOf(overfitting.score) }),
    crossValidation:
      validation &&
      withoutUndefined({
        groups: validation.groups,
        testGroups: validation.test_groups,
        purgeCandles: validation.purge_candles,
        embargoCandles: validation.embargo_candles,
        score: scoreOf(validation.score),
      }),
  });
}

function scoreOf(score: "sharpe" | "total_return" | undefined): SplitScore | undefined {
  return score === "total_return" ? "totalReturn" : score;
}

function wireScore(score: SplitScore | undefined): "sharpe" | "total_return" | undefined {
  return score === "totalReturn" ? "total_return" : score;
}

/** Translates a checked body as {@link sweepRequest} does. */
export function walkForwardRequest(body: WireWalkForwardRequest): WalkForwardRequest {
  const { train_split: _, ...sweep } = body;
  return withoutUndefined({
    ...sweepRequest(sweep),
    trainCandles: body.train_candles,
    testCandles: body.test_candles,
    stepCandles: body.step_candles,
    isAnchored: body.anchored,
    purgeCandles: body.purge_candles,
    embargoCandles: body.embargo_candles,
  });
}

/** Translates a stored request back to the body that a job shows as its payload. */
export function wireSweepRequest(
  request: SweepRequest | WalkForwardRequest,
): Record<string, unknown> {
  const { parameters, metric, search, optionRanges: ranges, constraints, ...single } = request;
  const { overfitting, crossValidation }: Partial<SweepRequest> = request;
  return withoutUndefined({
    ...wireBacktestRequest(single),
    parameters,
    metric: metric && wireMetric(metric),
    search,
    option_ranges: ranges && wireOptionRanges(ranges),
    constraints: constraints?.map(wireConstraint),
    early_stopping: request.earlyStopping,
    overfitting:
      overfitting && withoutUndefined({ ...overfitting, score: wireScore(overfitting.score) }),
    cross_validation:
      crossValidation &&
      withoutUndefined({
        groups: crossValidation.groups,
        test_groups: crossValidation.testGroups,
        purge_candles: crossValidation.purgeCandles,
        embargo_candles: crossValidation.embargoCandles,
        score: wireScore(crossValidation.score),
      }),
    ...("trainCandles" in request && {
      train_candles: request.trainCandles,
      test_candles: request.testCandles,
      step_candles: request.stepCandles,
      anchored: request.isAnchored,
      purge_candles: request.purgeCandles,
      embargo_candles: request.embargoCandles,
    }),
  });
}
