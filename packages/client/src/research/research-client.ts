/** The client of sweeps and walk-forwards, and of the traces of finished jobs. */

import type { researchRoutes } from "@bourse/contract/backtest";
import { backtestService, researchCalls } from "@bourse/contract/backtest/client";

import type { BacktestClientOptions } from "../backtest/backtest-client.ts";
import { createClient, type Client, type SafeResult, type WithHeaders } from "../client.ts";
import { withKey, type CallOptions } from "../options.ts";
import type { GetJobTradesInput, ResearchRouteTypes, GetJobTradesTypes } from "./operations.ts";

/** Input of `getJobTrades` that asks for CSV. */
export type TradesCsvInput = GetJobTradesInput & {
  /** Query parameters, with the format of the answer. */
  readonly query: { readonly format: "csv" };
};

interface TradesCsv {
  readonly status: 200;
  readonly data: string;
}

/** The call `getJobTrades` where its query's `format` is `csv`: its data is the text of the file. */
export interface TradesCsvCall {
  (input: TradesCsvInput, options?: CallOptions): Promise<string>;
  /** Makes the same call and resolves to status, text and headers of the answer. */
  withResponse(input: TradesCsvInput, options?: CallOptions): Promise<TradesCsv & WithHeaders>;
  /** Makes the same call without throwing, as `safe` of every call. */
  safe(
    input: TradesCsvInput,
    options?: CallOptions,
  ): Promise<
    | (TradesCsv & WithHeaders & { readonly ok: true })
    | Extract<SafeResult<GetJobTradesTypes>, { readonly ok: false }>
  >;
}

/**
 * The client of sweeps, walk-forwards and the traces of finished jobs. Wait for the jobs that it creates with
 * `waitForJob` of `@bourse/client/backtest`, or with the events of `watchJob`. `getJobTrades` resolves to text where
 * its `format` is `csv`.
 */
export type ResearchClient = {
  /** Reads the trades as the text of a CSV file. */
  readonly getJobTrades: TradesCsvCall;
} & Client<typeof researchRoutes, ResearchRouteTypes>;

/**
 * Creates a client of sweeps, walk-forwards and the traces of finished jobs.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createResearchClient(options: BacktestClientOptions): ResearchClient {
  const api = { ...backtestService, calls: researchCalls };
  return createClient(api, withKey(options)) as ResearchClient;
}
