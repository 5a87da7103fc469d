/** The client of orders, positions and balances. */

import { backtestService, executionRoutes } from "@bourse/contract/backtest";

import type { BacktestClientOptions } from "../backtest/backtest-client.ts";
import { createClient, type Client } from "../client.ts";
import { apiKey } from "../credentials.ts";

/**
 * `placeOrder` sends an Idempotency-Key of its own, so that a try that is repeated after a lost answer is the same
 * order; give a `client_order_id` to have that across calls and restarts.
 */
export type ExecutionClient = Client<typeof executionRoutes>;

/** @throws ClientError OPTION_INVALID */
export function createExecutionClient(options: BacktestClientOptions): ExecutionClient {
  const { apiKey: key, ...others } = options;
  return createClient(
    { ...backtestService, routes: executionRoutes },
    key === undefined ? others : { ...others, credentials: apiKey(key) },
  );
}
