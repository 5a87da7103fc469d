/** The jobs that this server submits by itself, by DATA_SYNC and SIGNALS. */

import type { Logger } from "@bourse/kernel";
import { startLiveSchedule, type LiveScheduleOptions } from "@bourse/trading-core";

import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<
  BacktestEnvironment,
  "DATA_SYNC" | "DATA_SYNC_MINUTES" | "SIGNALS" | "SIGNALS_MINUTES"
>;

/** Begins to submit the scheduled jobs; returns a function that ends this. */
export function startSchedule(
  config: Settings,
  service: LiveScheduleOptions["service"],
  logger: Pick<Logger, "error">,
): () => Promise<void> {
  return startLiveSchedule({
    service,
    dataSync: config.DATA_SYNC.map((item) => {
      const [symbol = "", interval = ""] = item.split(":");
      return { symbol, interval };
    }),
    dataSyncMinutes: config.DATA_SYNC_MINUTES,
    signals: config.SIGNALS.map((item) => {
      const [strategy = "", symbols = ""] = item.split(":");
      return { strategy, symbols: symbols.split("+") };
    }),
    signalsMinutes: config.SIGNALS_MINUTES,
    onError: (error, job) =>
      logger.error({ err: error, job }, "a scheduled job could not be submitted"),
  });
}
