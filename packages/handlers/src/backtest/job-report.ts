/** A finished job as a page: its figures, trades and equity, and its candles where they can still be had. */

import { firstIndexFrom, normaliseInterval, type Candles } from "@bourse/backtest-engine/data";
import { report, type ReportedRun } from "@bourse/backtest-engine/report";
import type {
  BacktestPayload,
  BacktestSummary,
  EquityPoint,
  Job,
  WalkForwardPayload,
  WalkForwardSummary,
} from "@bourse/backtest-engine/service";
import { isBourseError } from "@bourse/kernel";

import type { BacktestCore } from "./backtest-core.ts";

/**
 * The page.
 *
 * @throws EngineError JOB_UNKNOWN; JOB_STATE for a job without trades and equity
 */
export async function jobReport(
  core: BacktestCore,
  uuid: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { jobs } = core;
  const [trades, equity, job] = await Promise.all([
    jobs.trades(uuid),
    jobs.equity(uuid),
    jobs.get(uuid),
  ]);
  const time = Float64Array.from(equity, ({ timestamp }) => timestamp);
  const candles = await candlesOf(core, job, equity, signal);
  const run: ReportedRun = {
    ...figuresOf(job),
    time,
    equity: Float64Array.from(equity, (point) => point.equity),
    trades: trades.map((trade) => ({
      ...trade,
      entryIndex: firstIndexFrom(time, trade.entryTime),
      exitIndex: firstIndexFrom(time, trade.exitTime),
    })),
  };
  const { source, warnings } = job.result as BacktestSummary | WalkForwardSummary;
  return report(run, { source, warnings, ...(candles !== undefined && { candles }) });
}

function figuresOf(job: Job): Omit<ReportedRun, "time" | "equity" | "trades"> {
  const payload = job.payload as BacktestPayload | WalkForwardPayload;
  const { symbol, interval, initialCapital } = payload;
  const place = { symbol, interval: normaliseInterval(interval) };
  if (job.jobType === "walk_forward") {
    const { strategy, outOfSample } = job.result as WalkForwardSummary;
    return { ...outOfSample, ...place, initialCapital, strategy };
  }
  const { parameters } = payload as BacktestPayload;
  return {
    ...(job.result as BacktestSummary),
    ...place,
    initialCapital,
    ...(parameters !== undefined && { parameters }),
  };
}

/** The very candles of the equity; undefined when the equity was thinned out, or the source has others by now. */
async function candlesOf(
  { exchanges }: BacktestCore,
  { payload }: Job,
  equity: readonly EquityPoint[],
  signal: AbortSignal | undefined,
): Promise<Candles | undefined> {
  const { symbol, interval: word, exchange } = payload as BacktestPayload;
  const interval = normaliseInterval(word);
  const [first, last] = [equity[0], equity.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  try {
    const { candles } = await exchanges.find(exchange).candles({
      symbol,
      interval,
      startTime: first.timestamp,
      endTime: last.timestamp + 1,
      limit: equity.length,
      ...(signal !== undefined && { signal }),
    });
    const isSame =
      candles.length === equity.length &&
      equity.every(({ timestamp }, index) => timestamp === candles.time[index]);
    return isSame ? candles : undefined;
  } catch (error) {
    // The page stands without its candles; whoever has gone away gets none.
    if (isBourseError(error)) return undefined;
    throw error;
  }
}
