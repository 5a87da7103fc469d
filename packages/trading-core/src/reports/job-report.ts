/** The report of a completed job: its figures, trades and equity, and its candles where they are still available. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import type { DataOptions } from "@bourse/backtest-engine/checks";
import { firstIndexFrom, normaliseInterval } from "@bourse/backtest-engine/data";
import { report, type ReportedRun, type ReportOptions } from "@bourse/backtest-engine/report";
import { monteCarlo } from "@bourse/backtest-engine/research";
import { isBourseError } from "@bourse/kernel";

import type { JobService } from "../jobs/job-service.ts";
import type { Job } from "../jobs/job.ts";
import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import { MAX_CANDLES } from "../market-data/range.ts";
import type { CandleSelection } from "../requests/backtest-request.ts";
import { underPolicy } from "../results/gaps-found.ts";
import type { BacktestRun, CandleOrigin, SweepRun } from "../results/run-results.ts";
import { maxEquityPoints, type EquityPoint, type JobTrade } from "../results/run-trace.ts";

/**
 * Renders the HTML report of a completed backtest or walk-forward, or of the best combination of a completed sweep with
 * its grid.
 *
 * @throws EngineError JOB_UNKNOWN; JOB_STATE for a job without trades and equity
 */
export async function jobReport(
  { jobs, exchanges }: { readonly jobs: JobService; readonly exchanges: ExchangeDirectory },
  uuid: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const [trades, equity, job] = await Promise.all([
    jobs.trades(uuid),
    jobs.equity(uuid),
    jobs.get(uuid),
  ]);
  const { request, origin, figures } = reportable(job);
  const time = Float64Array.from(equity, ({ timestamp }) => timestamp);
  const candles = isPortfolio(request)
    ? undefined
    : await candlesOf(exchanges, request, origin, equity, signal);
  const run: ReportedRun = {
    ...figures,
    symbol: request.symbol,
    interval: normaliseInterval(request.interval),
    time,
    equity: Float64Array.from(equity, (point) => point.equity),
    trades: trades.map((trade) => ({
      ...trade,
      entryIndex: firstIndexFrom(time, trade.entryTime),
      exitIndex: firstIndexFrom(time, trade.exitTime),
    })),
  };
  const { source } = origin;
  const warnings = [...origin.warnings, ...thinnedOut(job, equity.length)];
  const robustness = {
    ...findingsOf(job),
    monteCarlo: findingsOf(job).monteCarlo ?? drawnRuns(run.initialCapital, trades, run.equity),
  };
  return report(run, {
    source,
    warnings,
    robustness,
    ...(candles !== undefined && { candles }),
    ...(job.jobType === "sweep" && job.result !== null && { sweep: gridOf(job.result) }),
  });
}

/** The grid of a sweep for a heat map. */
function gridOf({ metric, grid }: SweepRun): NonNullable<ReportOptions["sweep"]> {
  const better = metric === "maxDrawdown" ? "lower" : "higher";
  return { metric, better, points: grid };
}

/** Draws in all runs together: some ten milliseconds, in which nothing else is answered. */
const DRAWS = 2_000_000;

/** The run's trades drawn with replacement; the more trades, the fewer runs, at most 1000 of them. */
function drawnRuns(initialCapital: number, trades: readonly JobTrade[], equity: Float64Array) {
  const columns = { pnl: Float64Array.from(trades, ({ pnl }) => pnl) };
  const runs = Math.max(10, Math.min(1000, Math.floor(DRAWS / Math.max(1, trades.length))));
  const source = { initialCapital, trades: { columns }, equity };
  return monteCarlo(source, { method: "bootstrap_trades", runs });
}

/** Findings in the results of backtests and sweeps. */
type Findings = Pick<BacktestRun, "monteCarlo" | "lookAhead"> &
  Pick<SweepRun, "overfitting" | "crossValidation">;

/** The findings that the request of the job asked for. */
function findingsOf({ jobType, result }: Job): NonNullable<ReportOptions["robustness"]> {
  if (result === null || (jobType !== "backtest" && jobType !== "sweep")) return {};
  const { monteCarlo, lookAhead, overfitting, crossValidation }: Findings = result;
  return {
    ...(monteCarlo !== undefined && { monteCarlo }),
    ...(lookAhead !== undefined && { lookAhead }),
    ...(overfitting !== undefined && { overfitting }),
    ...(crossValidation !== undefined && { crossValidation }),
  };
}

/** True for a run whose equity is that of several symbols. */
function isPortfolio(request: CandleSelection & { readonly symbols?: readonly string[] }): boolean {
  return request.symbols !== undefined;
}

/** A warning where the job keeps fewer points of its equity than it had candles. */
function thinnedOut({ jobType, result }: Job, points: number): readonly string[] {
  if (points < maxEquityPoints || (jobType === "backtest" && result?.candles === points)) return [];
  return [
    `The job keeps ${points} points of its equity: the curves, the statistics of daily returns and the drawdowns below are computed from those and are approximate. The figures at the top are exact.`,
  ];
}

/** Data that the report takes from the job's request and result. */
interface Reportable {
  readonly request: CandleSelection & Pick<DataOptions, "calendar" | "allowNegativePrices">;
  readonly origin: CandleOrigin;
  readonly figures: Omit<ReportedRun, "symbol" | "interval" | "time" | "equity" | "trades">;
}

/** @throws EngineError JOB_STATE for a job without a run of its own */
function reportable(job: Job): Reportable {
  if (job.jobType === "backtest" && job.result !== null) {
    const { request, result } = job;
    const { parameters } = result.configuration.request;
    const figures = { ...result, ...(parameters !== undefined && { parameters }) };
    return { request, origin: result, figures };
  }
  if (job.jobType === "walk_forward" && job.result !== null) {
    const { request, result } = job;
    const { strategy, outOfSample, configuration } = result;
    const { daysPerYear, barsPerYear, timeZone } = configuration.request;
    const year = {
      ...(daysPerYear !== undefined && { tradingDays: daysPerYear }),
      ...(barsPerYear !== undefined && { barsPerYear }),
      ...(timeZone !== undefined && { timeZone }),
    };
    return {
      request,
      origin: result,
      figures: { ...outOfSample, ...year, strategy, configuration },
    };
  }
  if (job.jobType === "sweep" && job.result !== null) {
    const { request, result } = job;
    const { best, bestRun, configuration } = result;
    if (best !== null && bestRun !== undefined) {
      const { parameters } = best;
      return { request, origin: result, figures: { ...bestRun, parameters, configuration } };
    }
  }
  throw new EngineError(
    "JOB_STATE",
    `Only a completed backtest, sweep or walk-forward has a report; this job is a ${job.jobType} that is ${job.status}.`,
    { details: { uuid: job.uuid, status: job.status, jobType: job.jobType } },
  );
}

/** The candles of the equity, which was thinned out in a long run; undefined when the source has others by now. */
async function candlesOf(
  exchanges: ExchangeDirectory,
  { symbol, interval, exchange, gaps, calendar, allowNegativePrices }: Reportable["request"],
  origin: CandleOrigin,
  equity: readonly EquityPoint[],
  signal: AbortSignal | undefined,
): Promise<Candles | undefined> {
  const [first, last] = [equity[0], equity.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  try {
    const reply = await exchanges.find(exchange).candles({
      symbol,
      interval: normaliseInterval(interval),
      startTime: first.timestamp,
      endTime: last.timestamp + 1,
      limit: equity.length < maxEquityPoints ? equity.length : MAX_CANDLES,
      allowFallback: true,
      ...(signal !== undefined && { signal }),
    });
    const { candles } = underPolicy(reply.candles, {
      symbol,
      interval,
      ...(gaps !== undefined && { gaps }),
      ...(calendar !== undefined && { calendar }),
      ...(allowNegativePrices !== undefined && { allowNegativePrices }),
    });
    return reply.exchange === origin.exchange && areOf(equity, candles) ? candles : undefined;
  } catch (error) {
    // The report is complete without candles; an aborted request ends here with the signal's reason.
    if (isBourseError(error)) return undefined;
    throw error;
  }
}

/** True when the candles begin and end with the equity and have all of its times. O(n). */
function areOf(equity: readonly EquityPoint[], { time, length }: Candles): boolean {
  if (equity.length < maxEquityPoints && length !== equity.length) return false;
  let row = 0;
  for (const { timestamp } of equity) {
    while (row < length && time[row]! < timestamp) row += 1;
    if (time[row] !== timestamp) return false;
  }
  return time[0] === equity[0]?.timestamp && row === length - 1;
}
