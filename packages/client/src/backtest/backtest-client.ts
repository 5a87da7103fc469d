/** The client of the backtesting and trading job service: jobs, market data and strategies. */

import type { dataRoutes, jobRoutes } from "@bourse/contract/backtest";
import { backtestService, dataCalls, jobCalls } from "@bourse/contract/backtest/client";

import { createClient, type Client } from "../client.ts";
import { SYSTEM_CLOCK, withKey, type ClientOptions } from "../options.ts";
import type { DataRouteTypes, JobRouteTypes } from "./operations.ts";
import { waitForJobWith, type WaitForJob } from "./wait-for-job.ts";

/** The options of {@link createBacktestClient}. */
export interface BacktestClientOptions extends Omit<ClientOptions, "credentials"> {
  /** API key, which is sent as X-API-Key; required when the service has API_KEYS. Default none. */
  readonly apiKey?: string;
}

/**
 * The client of jobs, market data and strategies. Sweeps and the traces of finished jobs are in
 * `@bourse/client/research`, orders in `@bourse/client/execution`.
 */
export interface BacktestClient extends Client<
  typeof jobRoutes & typeof dataRoutes,
  JobRouteTypes & DataRouteTypes
> {
  /** Waits until a job is completed, failed or cancelled. */
  readonly waitForJob: WaitForJob;
}

/**
 * Creates a client of jobs, market data and strategies.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createBacktestClient(options: BacktestClientOptions): BacktestClient {
  const client = createClient<typeof jobRoutes & typeof dataRoutes>(
    { ...backtestService, calls: { ...jobCalls, ...dataCalls } },
    withKey(options),
  );
  const waitForJob = waitForJobWith(client.getJob, options.clock ?? SYSTEM_CLOCK);
  return { ...client, waitForJob };
}
