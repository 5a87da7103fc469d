/** Runs the jobs that simulate: candles from a provider, the simulation wherever the executor has it done. */

import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import { normaliseInterval } from "../market-data/interval.ts";
import type { CandleReply } from "../market-data/port.ts";
import type { BacktestExecutor } from "./backtest-executor.ts";
import type { BacktestPayload } from "./backtest-payload.ts";
import type { JobRunner } from "./run-claimed-job.ts";
import type { SweepPayload, WalkForwardPayload } from "./sweep-payload.ts";

export interface BacktestRunnerOptions {
  readonly exchanges: ExchangeDirectory;
  readonly executor: BacktestExecutor;
}

/**
 * A runner for jobs of the type `backtest`, whose payload is a {@link BacktestPayload} and whose result a
 * `BacktestSummary`; trades and equity are kept beside it. It fails with whatever the provider, the strategy or the
 * simulation refuses.
 */
export function createBacktestRunner({ exchanges, executor }: BacktestRunnerOptions): JobRunner {
  return async (job, { signal, progress, keep }) => {
    const payload = job.payload as BacktestPayload;
    const data = await candlesFor(exchanges, payload, signal);
    progress({ progress: 0, candlesPerSecond: 0 });
    const { summary, trace } = await executor.backtest({ ...data, payload }, { signal });
    keep(trace);
    progress({ progress: 1, candlesPerSecond: rateOf(summary) });
    return summary;
  };
}

/** The runners of every job that simulates, by type: `backtest`, `sweep` and `walk_forward`. */
export function createSimulationRunners(
  options: BacktestRunnerOptions,
): Readonly<Record<"backtest" | "sweep" | "walk_forward", JobRunner>> {
  const { exchanges, executor } = options;
  return {
    backtest: createBacktestRunner(options),
    async sweep(job, { signal, progress, keepApart }) {
      const payload = job.payload as SweepPayload;
      const data = await candlesFor(exchanges, payload, signal);
      progress({ progress: 0, candlesPerSecond: 0 });
      const { grid, ...summary } = await executor.sweep({ ...data, payload }, { signal, progress });
      keepApart({ grid });
      return summary;
    },
    async walk_forward(job, { signal, progress, keep, keepApart }) {
      const payload = job.payload as WalkForwardPayload;
      const data = await candlesFor(exchanges, payload, signal);
      progress({ progress: 0, candlesPerSecond: 0 });
      const { summary, trace } = await executor.walkForward(
        { ...data, payload },
        { signal, progress },
      );
      keep(trace);
      const { windows, ...figures } = summary;
      keepApart({ windows });
      return figures;
    },
  };
}

async function candlesFor(
  exchanges: ExchangeDirectory,
  payload: Pick<
    BacktestPayload,
    "exchange" | "symbol" | "interval" | "limit" | "startTime" | "endTime"
  >,
  signal: AbortSignal,
): Promise<CandleReply> {
  const { startTime, endTime } = payload;
  return exchanges.find(payload.exchange).candles({
    symbol: payload.symbol,
    interval: normaliseInterval(payload.interval),
    limit: payload.limit,
    signal,
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  });
}

function rateOf(run: { readonly candles: number; readonly elapsedMilliseconds: number }): number {
  const { candles, elapsedMilliseconds } = run;
  return elapsedMilliseconds > 0 ? Math.round((1000 * candles) / elapsedMilliseconds) : 0;
}
