/** Location of the server's data. */

import { join } from "node:path";

import type { BacktestEnvironment } from "./environment.ts";

/** Schema of the store in a database that other servers use as well. */
export const STORE_SCHEMA = "backtest";

/** URL of the store; it may contain credentials. */
export function storeUrl({
  BACKTEST_STORE_URL,
  STORE_URL,
  DATA_DIR,
}: Pick<BacktestEnvironment, "BACKTEST_STORE_URL" | "STORE_URL" | "DATA_DIR">): string {
  return BACKTEST_STORE_URL ?? STORE_URL ?? `sqlite:${join(DATA_DIR, "backtest.db")}`;
}
