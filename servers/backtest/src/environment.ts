/** Settings that the server reads from its environment; nothing else in it reads the environment. */

import { availableParallelism } from "node:os";

import { MASTER_KEY_FORM, masterKeyOf } from "@bourse/credentials/master-key-file";
import {
  authServerEnvironment,
  choiceVariable,
  commonEnvironment,
  integerVariable,
  listVariable,
  optionalTextVariable,
  parsedVariable,
  portVariable,
  secret,
  textVariable,
  webhookEnvironment,
  type EnvironmentOf,
  type Variable,
} from "@bourse/http/environment";

import { alertEnvironment } from "./alert-environment.ts";
import { busEnvironment } from "./bus-environment.ts";
import { executionEnvironment } from "./execution-environment.ts";
import { quotaEnvironment } from "./quota-environment.ts";

const SYMBOL = String.raw`[\p{L}\p{M}\p{N}._/:^=&-]{1,64}`;
const SERIES = new RegExp(`^${SYMBOL}:[0-9A-Za-z]{1,10}$`, "u");
const SIGNAL = new RegExp(`^[a-z][a-z0-9_]{0,63}:${SYMBOL}(\\+${SYMBOL}){0,99}$`, "u");

/** The variables of this server by name; the README has the table. */
export const backtestEnvironment = {
  ...commonEnvironment,
  BACKTEST_PORT: portVariable(3002),
  /** Wins over STORE_URL. Default: `sqlite:<DATA_DIR>/backtest.db`. */
  BACKTEST_STORE_URL: secret(optionalTextVariable()),
  ...busEnvironment,
  /** Part of the service that this process is. */
  ROLE: choiceVariable(["all", "api", "worker", "data", "execution"], "all"),
  /** Named by GET /api/health. */
  APP_NAME: textVariable("bourse-backtest"),
  /** Named by GET /api/health. Default: NODE_ENV. */
  ENVIRONMENT: optionalTextVariable(),
  DATA_PROVIDER: choiceVariable(
    ["auto", "bybit", "binance", "bybitperpetual", "binanceperpetual", "csv", "simulated"],
    "auto",
  ),
  /** Folder in which candle files are looked up and imports are saved. Default: `<DATA_DIR>/csv`. */
  CSV_DIR: optionalTextVariable(),
  /** Scheme and host, such as `https://api.bytick.com`. Default: the adapter's own. */
  BYBIT_HOST: originVariable(),
  BINANCE_HOST: originVariable(),
  /** The perpetual contracts of Binance, which have an address of their own. */
  BINANCE_PERPETUAL_HOST: originVariable(),
  /** Scheme and host of sockets of candles, such as `wss://stream-testnet.bybit.com`. Default: the adapter's own. */
  BYBIT_STREAM_HOST: socketVariable(),
  BINANCE_STREAM_HOST: socketVariable(),
  BINANCE_PERPETUAL_STREAM_HOST: socketVariable(),
  /** Threads for simulations, and jobs at a time. Default: one a core. */
  WORKERS: integerVariable({ min: 1, max: 256, default: Math.min(availableParallelism(), 256) }),
  /** Series that are fetched into the cache every DATA_SYNC_MINUTES: `BTCUSDT:1h,ETHUSDT:15m`. */
  DATA_SYNC: listVariable(
    "at most 100 series SYMBOL:interval, such as BTCUSDT:1h,ETHUSDT:15m",
    (item) => SERIES.test(item),
  ),
  DATA_SYNC_MINUTES: minutes(),
  /** Strategies whose signal is computed every SIGNALS_MINUTES, one job for each: `rsi:BTCUSDT+ETHUSDT`. */
  SIGNALS: listVariable(
    "at most 100 items strategy:SYMBOL+SYMBOL, such as rsi:BTCUSDT+ETHUSDT,ma_crossover:BTCUSDT",
    (item) => SIGNAL.test(item),
  ),
  SIGNALS_MINUTES: minutes(),
  /** Folder of the operator's own strategies, one in each file. Default: none. */
  STRATEGIES_DIR: optionalTextVariable(),
  /** `yes` shows the sources of those strategies and saves changed ones, for callers with a key. */
  STRATEGY_EDITING: choiceVariable(["yes", "no"], "no"),
  /** Seconds that a run of such a strategy may take without a result or a finished combination. */
  STRATEGY_SECONDS: integerVariable({ min: 1, max: 86_400, default: 300 }),
  /** Memory of each thread that runs such a strategy, in megabytes. */
  STRATEGY_MEGABYTES: integerVariable({ min: 16, max: 1_048_576, default: 1024 }),
  SIMULATED_SEED: integerVariable({ min: 0, max: 2_147_483_647, default: 1 }),
  ...authServerEnvironment,
  ...webhookEnvironment,
  /**
   * Key that encrypts the secrets of webhooks in the store, 32 bytes in base64url, the same in every process. Default:
   * made in `<DATA_DIR>/backtest.key`; processes that share a store send no webhooks without it.
   */
  BACKTEST_MASTER_KEY: secret(parsedVariable(MASTER_KEY_FORM, masterKeyOf, undefined)),
  ...alertEnvironment,
  ...quotaEnvironment,
  ...executionEnvironment,
} as const;

/** The values in force. */
export type BacktestEnvironment = EnvironmentOf<typeof backtestEnvironment>;

function minutes(): Variable<number> {
  return integerVariable({ min: 1, max: 44_640, default: 60 });
}

function originVariable(): Variable<string | undefined> {
  return addressVariable(
    "an http or https address without a path, such as https://api.example.com",
    /^https?:\/\//,
  );
}

function socketVariable(): Variable<string | undefined> {
  return addressVariable(
    "a ws or wss address without a path, such as wss://stream.example.com",
    /^wss?:\/\//,
  );
}

function addressVariable(expected: string, scheme: RegExp): Variable<string | undefined> {
  const isOrigin = (text: string): boolean =>
    URL.canParse(text) && scheme.test(text) && new URL(text).origin === text;
  const read = (text: string): string | undefined => (isOrigin(text) ? text : undefined);
  return parsedVariable<string | undefined>(expected, read, undefined);
}
