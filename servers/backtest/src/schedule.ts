/** The jobs that this server submits by itself, by DATA_SYNC and SIGNALS. */

import type { HttpLogger } from "@bourse/http";
import { startJobSchedule, type BacktestService, type ScheduledJob } from "@bourse/trading-core";

import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<
  BacktestEnvironment,
  "DATA_SYNC" | "DATA_SYNC_MINUTES" | "SIGNALS" | "SIGNALS_MINUTES"
>;

/**
 * Begins to submit the scheduled jobs; returns a function that ends this. Several servers on one store submit each
 * once.
 */
export function startSchedule(
  config: Settings,
  service: Pick<BacktestService, "submitDataSync" | "submitSignals" | "clock">,
  logger: HttpLogger,
): () => Promise<void> {
  const jobs: ScheduledJob[] = [
    ...config.DATA_SYNC.map((item): ScheduledJob => {
      const [symbol = "", interval = ""] = item.split(":");
      return {
        name: `data_sync ${item}`,
        everyMilliseconds: config.DATA_SYNC_MINUTES * 60_000,
        submit: (idempotencyKey) =>
          service.submitDataSync({ symbol, interval }, { idempotencyKey }),
      };
    }),
    ...config.SIGNALS.map((item): ScheduledJob => {
      const [strategy = "", symbols = ""] = item.split(":");
      return {
        name: `signal ${item}`.slice(0, 150),
        everyMilliseconds: config.SIGNALS_MINUTES * 60_000,
        submit: (idempotencyKey) =>
          service.submitSignals({ strategy, symbols: symbols.split("+") }, { idempotencyKey }),
      };
    }),
  ];
  const onError = (error: unknown, name: string): void =>
    logger.error({ err: error, job: name }, "a scheduled job could not be submitted");
  return startJobSchedule({ jobs, clock: service.clock, onError });
}
