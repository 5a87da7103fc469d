/** The jobs that this server submits by itself, by DATA_SYNC and SIGNALS. */

import type { Logger } from "@bourse/kernel";
import { startLiveSchedule, type LiveScheduleOptions } from "@bourse/trading-core";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

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
      const at = item.lastIndexOf(":");
      return { symbol: canonicalSymbol(item.slice(0, at)), interval: item.slice(at + 1) };
    }),
    dataSyncMinutes: config.DATA_SYNC_MINUTES,
    signals: config.SIGNALS.map((item) => {
      const at = item.indexOf(":");
      const symbols = item.slice(at + 1).split("+");
      return { strategy: item.slice(0, at), symbols: symbols.map(canonicalSymbol) };
    }),
    signalsMinutes: config.SIGNALS_MINUTES,
    onError: (error, job) =>
      logger.error({ err: error, job }, "a scheduled job could not be submitted"),
  });
}
