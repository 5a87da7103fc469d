/** The client of the backtesting and trading job service. */

import { backtestApi, type BacktestApi } from "@bourse/contract/backtest";

import { createClient, type Client } from "../client.ts";
import { apiKey } from "../credentials.ts";
import { SYSTEM_CLOCK, type ClientOptions } from "../options.ts";
import { waitForJobWith, type WaitForJob } from "./wait-for-job.ts";

export interface BacktestClientOptions extends Omit<ClientOptions, "credentials"> {
  /** Sent as X-API-Key; needed when the service was given API_KEYS. */
  readonly apiKey?: string;
}

export interface BacktestClient extends Client<BacktestApi["routes"]> {
  readonly waitForJob: WaitForJob;
}

/** @throws ClientError OPTION_INVALID */
export function createBacktestClient(options: BacktestClientOptions): BacktestClient {
  const { apiKey: key, ...others } = options;
  const client = createClient(
    backtestApi,
    key === undefined ? others : { ...others, credentials: apiKey(key) },
  );
  const waitForJob = waitForJobWith(client.getJob, options.clock ?? SYSTEM_CLOCK);
  return { ...client, waitForJob };
}
