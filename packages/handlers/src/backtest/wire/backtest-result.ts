/** The result of a backtest job as the wire spells it. */

import type { BacktestResult } from "@bourse/contract/backtest";
import type {
  BacktestRequest,
  BacktestRun,
  CandleSelection,
  JobTearSheet,
} from "@bourse/trading-core";

import { isoTime } from "../../time/iso-time.ts";
import { wireBacktestRequest } from "./backtest-request.ts";
import { wireConfiguration } from "./configuration.ts";
import { wireValue } from "./engine-options.ts";
import { wireLookAhead, wireMonteCarlo } from "./robustness.ts";
import { wireFigures } from "./run-figures.ts";

/** Spells a result on the wire; symbol and interval are those of the request. */
export function wireBacktestResult(
  run: BacktestRun,
  { symbol, interval }: Pick<CandleSelection, "symbol" | "interval">,
): BacktestResult {
  return {
    ...wireFigures(run),
    strategy: run.strategy,
    symbol,
    interval,
    candles: run.candles,
    first_timestamp: isoTime(run.firstTimestamp),
    last_timestamp: isoTime(run.lastTimestamp),
    exchange: run.exchange,
    source: run.source,
    ...(run.gaps !== undefined && { gaps: run.gaps }),
    ...wireDetail(run),
    ...wireSketch(run),
    configuration: wireConfiguration(run.configuration, wireBacktestRequest),
    ...(isFunded(run.configuration.request) && { funding_paid: run.fundingPaid }),
    ...(run.calendar !== undefined && { calendar: run.calendar }),
    ...(run.currency !== undefined && { currency: run.currency }),
    ...(run.lateCloses !== undefined && { late_closes: run.lateCloses }),
    ...(run.rejectedEntries !== undefined && { rejected_entries: run.rejectedEntries }),
    ...(run.actions !== undefined && {
      actions: run.actions.map((action) => ({ ...action, time: isoTime(action.time) })),
    }),
    ...(run.tradingDays !== undefined && { trading_days: run.tradingDays }),
    ...(run.barsPerYear !== undefined && { bars_per_year: run.barsPerYear }),
    ...(run.timeZone !== undefined && { time_zone: run.timeZone }),
    elapsed_ms: run.elapsedMilliseconds,
    ...(run.tearSheet !== undefined && wireTearSheet(run.tearSheet)),
    ...(run.benchmark !== undefined && { benchmark: wireJoin(run.benchmark) }),
    warnings: [...run.warnings],
    ...(run.monteCarlo !== undefined && { monte_carlo: wireMonteCarlo(run.monteCarlo) }),
    ...(run.lookAhead !== undefined && { look_ahead: wireLookAhead(run.lookAhead) }),
  };
}

/** Spells on the wire how far shorter candles have simulated those of a run. */
export function wireDetail({
  detail,
  configuration,
}: Pick<BacktestRun, "detail"> & {
  readonly configuration: { readonly request: Pick<BacktestRequest, "detailInterval"> };
}): Pick<BacktestResult, "detail" | "detail_interval"> {
  const { detailInterval } = configuration.request;
  return {
    ...(detailInterval !== undefined && { detail_interval: detailInterval }),
    ...(detail !== undefined && { detail }),
  };
}

/** Spells the sketch of an equity on the wire; results of older versions have none. */
export function wireSketch({
  equitySketch,
}: Pick<BacktestRun, "equitySketch">): Pick<BacktestResult, "equity_sketch"> {
  return equitySketch === undefined ? {} : { equity_sketch: [...equitySketch] };
}

function wireJoin(join: NonNullable<BacktestRun["benchmark"]>) {
  const { symbol, joinedBy, pairs, runOnly, benchmarkOnly } = join;
  return { symbol, joined_by: joinedBy, pairs, run_only: runOnly, benchmark_only: benchmarkOnly };
}

/** Spells a tear sheet on the wire: its figures under their names in snake_case. */
function wireTearSheet({
  figures,
  drawdowns,
}: JobTearSheet): Required<Pick<BacktestResult, "tear_sheet" | "drawdowns">> {
  return {
    tear_sheet: wireValue(figures) as Record<string, number | null>,
    drawdowns: drawdowns.map(({ startTime, valleyTime, recoveredTime, depth, days }) => ({
      start: isoTime(startTime),
      valley: isoTime(valleyTime),
      recovered: isoTime(recoveredTime),
      depth,
      days,
    })),
  };
}

/** Tells whether funding was applied: the exchange's or rates of the caller's own. */
function isFunded({ funding = false }: BacktestRun["configuration"]["request"]): boolean {
  return funding !== false;
}
