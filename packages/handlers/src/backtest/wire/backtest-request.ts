/** The body of POST /api/backtests and the request that the job stores. */

import { canonicalSymbol } from "@bourse/backtest-engine/data";
import type { BacktestRequest } from "@bourse/backtest-engine/service";
import {
  timeOf,
  type IntervalName,
  type BacktestRequest as WireRequest,
} from "@bourse/contract/backtest";

import { isoTime } from "../../time/iso-time.ts";
import { engineOptions, wireEngineOptions } from "./engine-options.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** Number of candles of a request without a range and without a limit, as the document says. */
const NEWEST = 1000;

/** Translates a checked body; fields that were left out stay out. */
export function backtestRequest(body: WireRequest): BacktestRequest {
  return withoutUndefined({
    ...engineOptions(body),
    initialCapital: body.initial_capital,
    fee: body.transaction_fee,
    symbol: canonicalSymbol(body.symbol),
    interval: body.interval,
    limit: body.limit ?? (body.start_time === undefined ? NEWEST : undefined),
    strategy: body.strategy,
    parameters: body.parameters,
    exchange: body.exchange,
    startTime: body.start_time === undefined ? undefined : timeOf(body.start_time),
    endTime: body.end_time === undefined ? undefined : timeOf(body.end_time),
  });
}

/** Translates a stored request back to the body that a job shows as its payload, with times in ISO 8601. */
export function wireBacktestRequest(request: BacktestRequest): WireRequest {
  return withoutUndefined({
    ...wireEngineOptions(request),
    initial_capital: request.initialCapital,
    transaction_fee: request.fee,
    symbol: request.symbol,
    interval: request.interval as IntervalName, // checked at submission
    limit: request.limit,
    strategy: request.strategy,
    parameters: request.parameters,
    exchange: request.exchange,
    start_time: request.startTime === undefined ? undefined : isoTime(request.startTime),
    end_time: request.endTime === undefined ? undefined : isoTime(request.endTime),
  });
}
