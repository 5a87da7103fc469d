/** The broker that this server's orders go to, by EXECUTION_PROVIDER. */

import { createBybitBroker, type BybitBroker } from "@bourse/exchange-bybit";
import { createCcxtBroker, loadCcxt } from "@bourse/execution-ccxt";
import { KernelError } from "@bourse/kernel";
import { ExecutionError, type ExecutionBroker } from "@bourse/trading-core/execution";
import type { OpenExecution } from "@bourse/trading-core/process";

import type { BacktestEnvironment } from "./environment.ts";

/**
 * Paper terms, or a broker at Bybit or at an exchange of ccxt's, which is loaded only then.
 *
 * @throws ExecutionError EXECUTION_UNAUTHORIZED without the keys; KernelError OPTION_INVALID for a host where orders
 * move real money, unless EXECUTION_ALLOW_LIVE is `yes`, for an exchange that ccxt cannot trade at, when ccxt is not
 * installed, and for an EXECUTION_ACCOUNT of another broker than Bybit
 */
export async function openExecution(
  config: BacktestEnvironment,
  warn: (message: string) => void,
): Promise<OpenExecution> {
  if (config.EXECUTION_ACCOUNT !== undefined && config.EXECUTION_PROVIDER !== "bybit") {
    throw new KernelError(
      "OPTION_INVALID",
      `EXECUTION_ACCOUNT names the account of live sessions, which trade through EXECUTION_PROVIDER=bybit alone; found ${config.EXECUTION_PROVIDER}. Remove it, or use bybit.`,
      { details: { option: "EXECUTION_ACCOUNT" } },
    );
  }
  if (config.EXECUTION_PROVIDER === "paper") {
    return { options: { paper: paperTerms(config) }, close: () => Promise.resolve() };
  }
  if (config.EXECUTION_ALLOW_LIVE === "yes") {
    warn("EXECUTION_ALLOW_LIVE is yes: orders may move real money");
  }
  if (config.EXECUTION_PROVIDER === "ccxt") {
    return { options: { execution: await openCcxt(config) }, close: () => Promise.resolve() };
  }
  const bybit = openBybit(config);
  return {
    options: { execution: bybit.broker, live: liveAccount(config, bybit) },
    close: () => bybit.close(),
  };
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

/** The account of live sessions; undefined where it has no name. */
function liveAccount(
  { EXECUTION_ACCOUNT: account, BYBIT_CATEGORY: category }: BacktestEnvironment,
  { broker, instrument, clockOffset }: BybitBroker,
): OpenExecution["options"]["live"] {
  if (account === undefined) return undefined;
  return {
    broker,
    account,
    exchange: category === "spot" ? "bybit" : "bybitperpetual",
    instruments: instrument,
    clockOffset,
    paysBuyFeesInBase: category === "spot",
  };
}

async function openCcxt(config: BacktestEnvironment): Promise<ExecutionBroker> {
  const {
    CCXT_EXCHANGE: exchange,
    CCXT_API_KEY: apiKey,
    CCXT_API_SECRET: apiSecret,
    CCXT_API_PASSWORD: apiPassword,
  } = config;
  if (exchange === undefined || apiKey === undefined || apiSecret === undefined) {
    throw new ExecutionError(
      "EXECUTION_UNAUTHORIZED",
      "EXECUTION_PROVIDER=ccxt needs CCXT_EXCHANGE, CCXT_API_KEY and CCXT_API_SECRET; found at most two of them. Set all three, or use paper.",
    );
  }
  return createCcxtBroker({
    ccxt: await loadCcxt(),
    exchange,
    apiKey,
    apiSecret,
    ...(apiPassword !== undefined && { apiPassword }),
    sandbox: config.CCXT_SANDBOX,
    allowLive: config.EXECUTION_ALLOW_LIVE,
    symbols: config.CCXT_SYMBOLS,
  });
}
