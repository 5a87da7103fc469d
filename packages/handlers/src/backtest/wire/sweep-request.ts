/** The bodies of sweeps and walk-forwards, and the requests that their jobs store. */

import type { SweepMetric } from "@bourse/backtest-engine/research";
import type { SweepRequest, WalkForwardRequest } from "@bourse/backtest-engine/service";
import type {
  SweepMetric as WireMetric,
  SweepRequest as WireSweepRequest,
  WalkForwardRequest as WireWalkForwardRequest,
} from "@bourse/contract/backtest";

import { backtestRequest, wireBacktestRequest } from "./backtest-request.ts";
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

/** Translates a checked body; fields that were left out stay out. */
export function sweepRequest({
  parameters,
  metric,
  search,
  ...body
}: WireSweepRequest): SweepRequest {
  return withoutUndefined({
    ...backtestRequest(body),
    parameters: parameters as SweepRequest["parameters"],
    metric: metric && metricOfWire[metric],
    search: search && withoutUndefined(search),
  });
}

/** Translates a checked body; fields that were left out stay out. */
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
  const { parameters, metric, search, ...single } = request;
  return withoutUndefined({
    ...wireBacktestRequest(single),
    parameters,
    metric: metric && wireMetric(metric),
    search,
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
