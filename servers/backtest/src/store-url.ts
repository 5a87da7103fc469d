/** Location of the server's data. */

import { join } from "node:path";

import { deadLetterCollection, type Collection, type Entity } from "@bourse/kernel";
import { backtestCollections } from "@bourse/trading-core";

import type { BacktestEnvironment } from "./environment.ts";

/** Schema of the store in a database that other servers use as well. */
export const STORE_SCHEMA = "backtest";

/** Collections of the store: those of the service, and of the dead letters of a queue inside of the process. */
export const STORE_COLLECTIONS: readonly Collection<Entity>[] = [
  ...backtestCollections,
  deadLetterCollection,
];

/** URL of the store; it may contain credentials. */
export function storeUrl({
  BACKTEST_STORE_URL,
  STORE_URL,
  DATA_DIR,
}: Pick<BacktestEnvironment, "BACKTEST_STORE_URL" | "STORE_URL" | "DATA_DIR">): string {
  return BACKTEST_STORE_URL ?? STORE_URL ?? `sqlite:${join(DATA_DIR, "backtest.db")}`;
}
