/** The client of sweeps and walk-forwards, and of what lies beside a finished job. */

import { backtestService, researchRoutes } from "@bourse/contract/backtest";

import type { BacktestClientOptions } from "../backtest/backtest-client.ts";
import { createClient, type Client } from "../client.ts";
import { apiKey } from "../credentials.ts";

/** Follow the jobs that it makes with `waitForJob` of `@bourse/client/backtest`, or with the events of `watchJob`. */
export type ResearchClient = Client<typeof researchRoutes>;

/** @throws ClientError OPTION_INVALID */
export function createResearchClient(options: BacktestClientOptions): ResearchClient {
  const { apiKey: key, ...others } = options;
  return createClient(
    { ...backtestService, routes: researchRoutes },
    key === undefined ? others : { ...others, credentials: apiKey(key) },
  );
}
