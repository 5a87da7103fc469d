/** Bodies of sweeps and walk-forwards, and the payloads of their jobs: the same values under two spellings. */

import type { SweepMetric } from "@bourse/backtest-engine/research";
import type { SweepPayload, WalkForwardPayload } from "@bourse/backtest-engine/service";
import type {
  SweepMetric as WireMetric,
  SweepRequest,
  WalkForwardRequest,
} from "@bourse/contract/backtest";

import { payloadOfRequest, requestOfPayload } from "./backtest-payload.ts";
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

/** What a sweep's job keeps of a checked body; what was left out stays out. */
export function payloadOfSweep({
  parameters,
  metric,
  search,
  ...body
}: SweepRequest): SweepPayload {
  return withoutUndefined({
    ...payloadOfRequest(body),
    parameters: parameters as SweepPayload["parameters"],
    metric: metric && metricOfWire[metric],
    search: search && withoutUndefined(search),
  });
}

export function payloadOfWalkForward(body: WalkForwardRequest): WalkForwardPayload {
  const { train_split: _, ...sweep } = body;
  return withoutUndefined({
    ...payloadOfSweep(sweep),
    trainCandles: body.train_candles,
    testCandles: body.test_candles,
    stepCandles: body.step_candles,
    isAnchored: body.anchored,
    purgeCandles: body.purge_candles,
    embargoCandles: body.embargo_candles,
  });
}

/** The payload as a job shows it. */
export function requestOfSweep(payload: SweepPayload | WalkForwardPayload): object {
  const { parameters, metric, search, ...single } = payload;
  return withoutUndefined({
    ...requestOfPayload(single),
    parameters,
    metric: metric && wireMetric(metric),
    search,
    ...("trainCandles" in payload && {
      train_candles: payload.trainCandles,
      test_candles: payload.testCandles,
      step_candles: payload.stepCandles,
      anchored: payload.isAnchored,
      purge_candles: payload.purgeCandles,
      embargo_candles: payload.embargoCandles,
    }),
  });
}
