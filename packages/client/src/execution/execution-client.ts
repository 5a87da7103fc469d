/** The client of orders, positions and balances. */

import type { executionRoutes } from "@bourse/contract/backtest";
import { backtestService, executionCalls } from "@bourse/contract/backtest/client";

import type { BacktestClientOptions } from "../backtest/backtest-client.ts";
import { createClient, type Client } from "../client.ts";
import { withKey } from "../options.ts";

/**
 * The client of orders, positions and balances. `placeOrder` sends an Idempotency-Key of its own, so that a retry after
 * a lost answer is the same order; give a `client_order_id` to keep that across calls and restarts.
 */
export type ExecutionClient = Client<typeof executionRoutes>;

/**
 * Creates a client of orders, positions and balances.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createExecutionClient(options: BacktestClientOptions): ExecutionClient {
  return createClient({ ...backtestService, calls: executionCalls }, withKey(options));
}
