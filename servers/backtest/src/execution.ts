/** The broker that this server's orders go to, by EXECUTION_PROVIDER. */

import { ExecutionError } from "@bourse/backtest-engine/execution";
import { createBybitBroker, type BybitBroker } from "@bourse/exchange-bybit";
import type { BacktestCoreOptions } from "@bourse/handlers/backtest";

import type { BacktestEnvironment } from "./environment.ts";

/** What the core is given, and how to let go of it. */
export interface OpenExecution {
  readonly options: Pick<BacktestCoreOptions, "execution" | "paper">;
  close(): Promise<void>;
}

/**
 * Paper terms, or a broker at Bybit.
 *
 * @throws ExecutionError EXECUTION_UNAUTHORIZED without the keys; KernelError OPTION_INVALID for a host where orders
 * move real money, unless EXECUTION_ALLOW_LIVE is `yes`
 */
export function openExecution(
  config: BacktestEnvironment,
  warn: (message: string) => void,
): OpenExecution {
  if (config.EXECUTION_PROVIDER === "paper") {
    return { options: { paper: paperTerms(config) }, close: () => Promise.resolve() };
  }
  const bybit = openBybit(config);
  if (config.EXECUTION_ALLOW_LIVE === "yes") {
    warn("EXECUTION_ALLOW_LIVE is yes: orders may move real money");
  }
  return { options: { execution: bybit.broker }, close: () => bybit.close() };
}

function paperTerms(config: BacktestEnvironment) {
  const balance = config.PAPER_BALANCE.map((item) => item.split("=") as [string, string]);
  return {
    feeRate: config.PAPER_FEE_RATE,
    slippage: config.PAPER_SLIPPAGE,
    ...(balance.length > 0 && { startBalance: Object.fromEntries(balance) }),
  };
}

function openBybit(config: BacktestEnvironment): BybitBroker {
  const { BYBIT_API_KEY: apiKey, BYBIT_API_SECRET: apiSecret } = config;
  if (apiKey === undefined || apiSecret === undefined) {
    throw new ExecutionError(
      "EXECUTION_UNAUTHORIZED",
      "EXECUTION_PROVIDER=bybit needs BYBIT_API_KEY and BYBIT_API_SECRET; found at most one of them. Set both, or use paper.",
    );
  }
  return createBybitBroker({
    apiKey,
    apiSecret,
    category: config.BYBIT_CATEGORY,
    allowLive: config.EXECUTION_ALLOW_LIVE,
    ...(config.BYBIT_TRADING_HOST !== undefined && { origin: config.BYBIT_TRADING_HOST }),
  });
}
