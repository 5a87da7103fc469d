import type { StrategiesFolderOptions } from "@bourse/trading-core/threads";

import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<
  BacktestEnvironment,
  "STRATEGIES_DIR" | "STRATEGY_SECONDS" | "STRATEGY_MEGABYTES"
>;

/**
 * The folder of the operator's strategies and its limits, for `openStrategiesFolder` of `@bourse/trading-core/threads`.
 */
export function strategyOptions(
  config: Settings,
): Omit<StrategiesFolderOptions, "logger" | "size"> {
  return {
    folder: config.STRATEGIES_DIR,
    timeLimitSeconds: config.STRATEGY_SECONDS,
    memoryLimitMegabytes: config.STRATEGY_MEGABYTES,
    settings: { folder: "STRATEGIES_DIR", time: "STRATEGY_SECONDS", memory: "STRATEGY_MEGABYTES" },
  };
}
