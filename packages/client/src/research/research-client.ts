/** The client of sweeps and walk-forwards, and of the traces of finished jobs. */

import type { researchRoutes } from "@bourse/contract/backtest";
import { backtestService, researchCalls } from "@bourse/contract/backtest/client";

import type { BacktestClientOptions } from "../backtest/backtest-client.ts";
import { createClient, type Client } from "../client.ts";
import { withKey } from "../options.ts";

/**
 * The client of sweeps, walk-forwards and the traces of finished jobs. Wait for the jobs that it creates with
 * `waitForJob` of `@bourse/client/backtest`, or with the events of `watchJob`.
 */
export type ResearchClient = Client<typeof researchRoutes>;

/**
 * Creates a client of sweeps, walk-forwards and the traces of finished jobs.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createResearchClient(options: BacktestClientOptions): ResearchClient {
  return createClient({ ...backtestService, calls: researchCalls }, withKey(options));
}
