/** Runs a backtest job: candles from a provider, the simulation wherever the executor has it done. */

import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import { normaliseInterval } from "../market-data/interval.ts";
import type { BacktestExecutor } from "./backtest-executor.ts";
import type { BacktestPayload } from "./backtest-payload.ts";
import type { JobRunner } from "./run-claimed-job.ts";

export interface BacktestRunnerOptions {
  readonly exchanges: ExchangeDirectory;
  readonly executor: BacktestExecutor;
}

/**
 * A runner for jobs of the type `backtest`, whose payload is a {@link BacktestPayload} and whose result a
 * `BacktestSummary`. It fails with whatever the provider, the strategy or the simulation refuses.
 */
export function createBacktestRunner({ exchanges, executor }: BacktestRunnerOptions): JobRunner {
  return async (job, { signal }) => {
    const payload = job.payload as BacktestPayload;
    const { startTime, endTime } = payload;
    const reply = await exchanges.find(payload.exchange).candles({
      symbol: payload.symbol,
      interval: normaliseInterval(payload.interval),
      limit: payload.limit,
      signal,
      ...(startTime === undefined ? {} : { startTime }),
      ...(endTime === undefined ? {} : { endTime }),
    });
    const { candles, source, warnings } = reply;
    return executor({ candles, payload, source, warnings }, { signal });
  };
}
