/** The client of orders, positions and balances. */

import type { executionRoutes } from "@bourse/contract/backtest";
import { backtestService, executionCalls } from "@bourse/contract/backtest/client";

import type { BacktestClientOptions } from "../backtest/backtest-client.ts";
import { createClient, type Client } from "../client.ts";
import { withKey } from "../options.ts";
import type { ExecutionRouteTypes } from "./operations.ts";

/**
 * The client of orders, positions and balances. A call that trades is sent once, unless `retry` in its second argument
 * asks for more. After a lost answer an order may have been placed: place it again with the same `idempotencyKey` or
 * `client_order_id`, and it is the same order.
 */
export type ExecutionClient = Client<typeof executionRoutes, ExecutionRouteTypes>;

/**
 * Creates a client of orders, positions and balances.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createExecutionClient(options: BacktestClientOptions): ExecutionClient {
  return createClient({ ...backtestService, calls: executionCalls }, withKey(options));
}
