/** The metrics and the equity of a run as CSV. */

import { absentOr, anyNumber, objectOf } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { drawdownOf } from "../metrics/drawdown.ts";
import { METRIC_RULES } from "../metrics/metric-rules.ts";
import { metricsOf, type Metrics } from "../metrics/metrics.ts";
import { anyColumn, requireArguments } from "../require-arguments.ts";
import { columnName, csvOf, isTime, timeCell } from "./csv-table.ts";

/**
 * Writes the metrics of a run as CSV (RFC 4180) with the columns `name` and `value`, a row a metric under its name of
 * the HTTP routes, such as `total_return`. A metric that is null is an empty cell.
 *
 * @throws EngineError OPTIONS_INVALID for a result that lacks a metric
 */
export function writeMetricsCsv(result: Metrics): string {
  requireArguments("writeMetricsCsv", { result }, { result: METRICS });
  return csvOf(
    ["name", "value"],
    Object.entries(metricsOf(result)).map(([name, value]) => [columnName(name), value as number]),
  );
}

/** Equity of a run as {@link writeEquityCsv} needs it, such as a result of `backtest`. */
export interface EquityRows {
  /** Open times of the candles in milliseconds UTC. */
  readonly time: Float64Array;
  /** Account value at the close of each candle, in the quote currency. */
  readonly equity: Float64Array;
  /** Drawdown at each close as a positive fraction of the highest equity so far. Default: computed. */
  readonly drawdown?: Float64Array;
  /** Peak before the first candle that drawdowns are computed from, in the quote currency. Default: none. */
  readonly initialCapital?: number;
}

/**
 * Writes the equity of a run as CSV (RFC 4180): `timestamp` as ISO 8601 in UTC, `equity` in the quote currency and
 * `drawdown` as a positive fraction, a row a candle.
 *
 * @throws EngineError OPTIONS_INVALID for columns of different lengths or times that are no dates
 */
export function writeEquityCsv(run: EquityRows): string {
  requireArguments("writeEquityCsv", { run }, { run: EQUITY });
  const { time, equity, initialCapital = 0 } = run;
  const { drawdown = drawdownOf(equity, initialCapital) } = run;
  if (time.length !== equity.length || time.length !== drawdown.length || !time.every(isTime)) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `writeEquityCsv: expected a time in milliseconds, an equity and a drawdown for each candle, found ${time.length}, ${equity.length} and ${drawdown.length}.`,
      { details: { option: "run.time" } },
    );
  }
  return csvOf(
    ["timestamp", "equity", "drawdown"],
    Array.from(time, (moment, k) => [timeCell(moment), equity[k], drawdown[k]]),
  );
}

const METRICS = objectOf(Object.fromEntries(METRIC_RULES));

const EQUITY = objectOf({
  time: anyColumn,
  equity: anyColumn,
  drawdown: absentOr(anyColumn),
  initialCapital: absentOr(anyNumber),
});
