/** The runners of jobs that work on live data: they fetch candles into the cache, and compute live signals. */

import { addIntervals, normaliseInterval } from "@bourse/backtest-engine/data";
import {
  functionOption,
  isBourseError,
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import type { JobContext, JobRunners } from "../jobs/run-claimed-job.ts";
import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import type { CandleReply } from "../market-data/port.ts";
import { countCandles, estimatedStart, resolveCandleRange } from "../market-data/range.ts";
import { candleLimit } from "../requests/backtest-request.ts";
import type { DataSyncRequest } from "../requests/live-requests.ts";
import type { DataSyncRun, SignalRun } from "../results/live-runs.ts";
import type { GeneratedSignal } from "../signals/generate-signal.ts";

/** Number of candles that a data_sync job asks for at a time. */
const STEP = 10_000;

/** Options of {@link createDataSyncRunner}. */
export interface DataSyncRunnerOptions {
  /** Sources of candles by exchange, behind the cache that keeps them. */
  readonly exchanges: ExchangeDirectory;
  /** Source of time: a range without an end goes on to now. Default: the system's clock. */
  readonly clock?: Pick<Clock, "now">;
}

/**
 * Creates the runner of data_sync jobs for `createJobWorker`. It reads the series in steps from the oldest candle on,
 * so that the cache keeps what was fetched when the job is cancelled or runs again. It never takes simulated candles in
 * the place of an exchange's.
 */
export function createDataSyncRunner(
  options: DataSyncRunnerOptions,
): Required<Pick<JobRunners, "data_sync">> {
  const parts = resolveOptions("createDataSyncRunner", options, SYNC_RULES);
  return { data_sync: ({ request }, context) => syncCandles(parts, request, context) };
}

const SYNC_RULES: OptionRules<Required<DataSyncRunnerOptions>> = {
  exchanges: portOption<ExchangeDirectory>(["find"]),
  clock: portOption<Pick<Clock, "now">>(["now"], { default: systemClock }),
};

async function syncCandles(
  { exchanges, clock }: Required<DataSyncRunnerOptions>,
  request: DataSyncRequest,
  { signal, progress }: Pick<JobContext, "signal" | "progress">,
): Promise<DataSyncRun> {
  const provider = exchanges.find(request.exchange);
  const interval = normaliseInterval(request.interval);
  const { symbol, startTime, endTime } = request;
  const begun = clock.now();
  const range = resolveCandleRange(
    {
      symbol,
      interval,
      limit: candleLimit(request, begun),
      ...(startTime !== undefined && { startTime }),
      ...(endTime !== undefined && { endTime }),
    },
    begun,
  );
  const start = estimatedStart(interval, range);
  const warnings = new Set<string>();
  const total = countCandles(interval, start, range.end);
  let last: CandleReply | undefined;
  let isCached = true;
  const seen = { candles: 0, first: null as number | null, last: null as number | null };
  let at = start;
  while (at < range.end) {
    signal.throwIfAborted();
    const until = Math.min(addIntervals(interval, at, STEP), range.end);
    last = await provider.candles({
      symbol,
      interval,
      startTime: at,
      endTime: until,
      limit: STEP,
      signal,
    });
    const { time } = last.candles;
    seen.candles += time.length;
    seen.first ??= time[0] ?? null;
    seen.last = time.at(-1) ?? seen.last;
    isCached &&= last.source === "cache";
    for (const warning of last.warnings) warnings.add(warning);
    at = until;
    const elapsed = clock.now() - begun;
    progress({
      progress: total === 0 ? 1 : countCandles(interval, start, at) / total,
      candlesPerSecond: elapsed > 0 ? Math.round((1000 * seen.candles) / elapsed) : 0,
    });
  }
  const { candles, first, last: newest } = seen;
  const spanned = first === null || newest === null ? 0 : countCandles(interval, first, newest) + 1;
  return {
    exchange: last?.exchange ?? provider.exchange,
    source: last === undefined || (isCached && last.source === "cache") ? "cache" : sourceOf(last),
    candles,
    missing: spanned - candles,
    firstTimestamp: first,
    lastTimestamp: newest,
    warnings: [...warnings],
  };
}

/** Some steps were fetched, whatever the last one was. */
function sourceOf({ source }: CandleReply): DataSyncRun["source"] {
  return source === "cache" ? "live" : source;
}

/** Options of {@link createSignalRunner}. */
export interface SignalRunnerOptions {
  /** Computes the signal of one symbol and publishes it; rejects with the reason why there is none. */
  readonly generateSignal: (
    strategy: string,
    symbol: string,
    abort: AbortSignal,
  ) => Promise<GeneratedSignal>;
}

/**
 * Creates the runner of signal jobs for `createJobWorker`. The job completes when at least one symbol has a signal, and
 * fails with the reason of the first symbol when none has.
 */
export function createSignalRunner(
  options: SignalRunnerOptions,
): Required<Pick<JobRunners, "signal">> {
  const { generateSignal } = resolveOptions("createSignalRunner", options, {
    generateSignal: functionOption<SignalRunnerOptions["generateSignal"]>(),
  });
  return {
    async signal({ request }, { signal, progress }) {
      const signals: GeneratedSignal[] = [];
      const failures: SignalRun["failures"][number][] = [];
      let firstFault: unknown;
      for (const [at, symbol] of request.symbols.entries()) {
        signal.throwIfAborted();
        try {
          signals.push(await generateSignal(request.strategy, symbol, signal));
        } catch (error) {
          if (signal.aborted || !isBourseError(error)) throw error;
          firstFault ??= error;
          failures.push({ symbol, error: error.message });
        }
        progress({ progress: (at + 1) / request.symbols.length, candlesPerSecond: 0 });
      }
      if (signals.length === 0) throw firstFault;
      return { signals: signals.map((one) => ({ ...one })), failures };
    },
  };
}
