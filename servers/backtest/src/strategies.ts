import { KernelError } from "@bourse/kernel";
import type { StrategiesFolderOptions } from "@bourse/trading-core/threads";

import { asksForKeys } from "./asks-for-keys.ts";
import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<
  BacktestEnvironment,
  "STRATEGIES_DIR" | "STRATEGY_EDITING" | "STRATEGY_SECONDS" | "STRATEGY_MEGABYTES"
>;

/**
 * The folder of the operator's strategies and its limits, for `openStrategiesFolder` of `@bourse/trading-core/threads`.
 */
export function strategyOptions(
  config: Settings,
): Omit<StrategiesFolderOptions, "logger" | "size"> {
  return {
    folder: config.STRATEGIES_DIR,
    isEditable: config.STRATEGY_EDITING === "yes",
    timeLimitSeconds: config.STRATEGY_SECONDS,
    memoryLimitMegabytes: config.STRATEGY_MEGABYTES,
    settings: { folder: "STRATEGIES_DIR", time: "STRATEGY_SECONDS", memory: "STRATEGY_MEGABYTES" },
  };
}

/**
 * Passes when sources are not edited, or only callers who prove who they are can edit them.
 *
 * @throws KernelError OPTION_INVALID
 */
export function checkEditing(
  config: Pick<
    BacktestEnvironment,
    "STRATEGIES_DIR" | "STRATEGY_EDITING" | "API_KEYS" | "AUTH_URL" | "AUTH_ACCOUNTS"
  >,
): void {
  if (config.STRATEGY_EDITING === "no") return;
  if (config.STRATEGIES_DIR === undefined) {
    throw refused("STRATEGY_EDITING=yes saves strategies in a folder. Name it in STRATEGIES_DIR.");
  }
  const runs = "STRATEGY_EDITING=yes lets callers have this server run their code";
  if (!asksForKeys(config)) {
    throw refused(`${runs}, and without API_KEYS nobody can prove who they are. Set API_KEYS.`);
  }
  if (config.AUTH_URL !== undefined && config.AUTH_ACCOUNTS.length === 0) {
    throw refused(
      `${runs}, and with AUTH_URL each administrator of that auth server could. Name those who may call in AUTH_ACCOUNTS.`,
    );
  }
}

function refused(message: string): KernelError {
  return new KernelError("OPTION_INVALID", message, { details: { option: "STRATEGY_EDITING" } });
}
