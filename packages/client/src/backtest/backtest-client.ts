/** The client of the backtesting and trading job service: jobs, market data and strategies. */

import { backtestService, dataRoutes, jobRoutes } from "@bourse/contract/backtest";

import { createClient, type Client } from "../client.ts";
import { apiKey } from "../credentials.ts";
import { SYSTEM_CLOCK, type ClientOptions } from "../options.ts";
import { waitForJobWith, type WaitForJob } from "./wait-for-job.ts";

export interface BacktestClientOptions extends Omit<ClientOptions, "credentials"> {
  /** Sent as X-API-Key; needed when the service was given API_KEYS. */
  readonly apiKey?: string;
}

/** Sweeps and what lies beside finished jobs are in `@bourse/client/research`, orders in `@bourse/client/execution`. */
export interface BacktestClient extends Client<typeof jobRoutes & typeof dataRoutes> {
  readonly waitForJob: WaitForJob;
}

/** @throws ClientError OPTION_INVALID */
export function createBacktestClient(options: BacktestClientOptions): BacktestClient {
  const { apiKey: key, ...others } = options;
  const client = createClient(
    { ...backtestService, routes: { ...jobRoutes, ...dataRoutes } },
    key === undefined ? others : { ...others, credentials: apiKey(key) },
  );
  const waitForJob = waitForJobWith(client.getJob, options.clock ?? SYSTEM_CLOCK);
  return { ...client, waitForJob };
}
