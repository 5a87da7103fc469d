/** The live jobs that a service submits by itself: candles fetched into the cache, and signals of strategies. */

import {
  anyFunction,
  anyText,
  functionOption,
  listOf,
  numberOption,
  objectOf,
  resolveOptions,
  shapedOption,
  type OptionRules,
} from "@bourse/kernel";

import type { BacktestService } from "../backtest-service.ts";
import { anyClock } from "../part-shapes.ts";
import type { DataSyncRequest, SignalRequest } from "../requests/live-requests.ts";
import { startJobSchedule, type JobScheduleOptions, type ScheduledJob } from "./job-schedule.ts";

/** Options of {@link startLiveSchedule}. */
export interface LiveScheduleOptions extends Pick<JobScheduleOptions, "onError"> {
  /** Service that the jobs are submitted to; its clock divides time into periods. */
  readonly service: Pick<BacktestService, "submitDataSync" | "submitSignals" | "clock">;
  /** Series that are fetched into the cache, one job for each. */
  readonly dataSync: readonly Pick<DataSyncRequest, "symbol" | "interval">[];
  /** Period of the fetches in minutes. 1–44,640. */
  readonly dataSyncMinutes: number;
  /** Strategies whose signals are computed for their symbols, one job for each. */
  readonly signals: readonly Pick<SignalRequest, "strategy" | "symbols">[];
  /** Period of the signals in minutes. 1–44,640. */
  readonly signalsMinutes: number;
}

/**
 * Begins to submit each live job once in each period; returns a function that ends this. Several processes on one store
 * submit each once.
 */
export function startLiveSchedule(options: LiveScheduleOptions): () => Promise<void> {
  const { service, onError, ...live } = resolveOptions("startLiveSchedule", options, RULES);
  const jobs: ScheduledJob[] = [
    ...live.dataSync.map((request): ScheduledJob => ({
      name: `data_sync ${request.symbol}:${request.interval}`,
      everyMilliseconds: live.dataSyncMinutes * 60_000,
      submit: (idempotencyKey) => service.submitDataSync(request, { idempotencyKey }),
    })),
    ...live.signals.map((request): ScheduledJob => ({
      name: `signal ${request.strategy}:${request.symbols.join("+")}`.slice(0, 150),
      everyMilliseconds: live.signalsMinutes * 60_000,
      submit: (idempotencyKey) => service.submitSignals(request, { idempotencyKey }),
    })),
  ];
  return startJobSchedule({ jobs, clock: service.clock, onError });
}

const minutes = numberOption({ min: 1, max: 44_640 });

const RULES: OptionRules<LiveScheduleOptions> = {
  service: shapedOption(
    "a service with submitDataSync(), submitSignals() and its clock",
    objectOf({ submitDataSync: anyFunction, submitSignals: anyFunction, clock: anyClock }),
  ),
  dataSync: shapedOption(
    "a list of symbols and intervals",
    listOf(objectOf({ symbol: anyText, interval: anyText })),
  ),
  dataSyncMinutes: minutes,
  signals: shapedOption(
    "a list of strategies and symbols",
    listOf(objectOf({ strategy: anyText, symbols: listOf(anyText) })),
  ),
  signalsMinutes: minutes,
  onError: functionOption(),
};
