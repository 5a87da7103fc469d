/** The body of POST /api/backtests and the request that the job stores. */

import type { FundingRate } from "@bourse/backtest-engine/simulation";
import {
  timeOf,
  type BacktestRequest as WireRequest,
  type FundingRate as WireRate,
} from "@bourse/contract/backtest";
import type { BacktestRequest } from "@bourse/trading-core";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

import { isoTime } from "../../time/iso-time.ts";
import { bySymbol } from "./by-symbol.ts";
import { engineOptions, wireEngineOptions } from "./engine-options.ts";
import { robustnessFields, wireRobustnessFields } from "./robustness.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** Number of candles of a request without a range and without a limit, as the document says. */
const NEWEST = 1000;

/** Translates a checked body; fields that were left out stay out. */
export function backtestRequest(body: WireRequest): BacktestRequest {
  return withoutUndefined({
    ...engineOptions(body),
    initialCapital: body.initial_capital,
    fee: body.transaction_fee,
    ...portfolioOf(body),
    ...robustnessFields(body),
    tearSheet: body.tear_sheet,
    benchmark: body.benchmark && canonicalSymbol(body.benchmark),
    interval: body.interval,
    limit: body.limit ?? (body.start_time === undefined ? NEWEST : undefined),
    strategy: body.strategy,
    parameters: body.parameters,
    exchange: body.exchange,
    funding: fundingOf(body.funding),
    detailInterval: body.detail_interval,
    startTime: body.start_time === undefined ? undefined : timeOf(body.start_time),
    endTime: body.end_time === undefined ? undefined : timeOf(body.end_time),
    gaps: body.gaps,
  });
}

type WireFields = Pick<WireRequest, "symbol"> & Partial<WireRequest>;

/** The symbol, or the symbols of a portfolio with their weights, under the names that candles are known by. */
function portfolioOf({ symbol, symbols, weights, rebalance_every, rebalance }: WireFields) {
  const names = symbols?.map(canonicalSymbol);
  return {
    symbol: names?.join(",") ?? canonicalSymbol(symbol),
    symbols: names,
    weights: weights && bySymbol(weights),
    rebalanceEvery: rebalance_every,
    rebalance,
  };
}

/** Funding as the engine has it: rates of the caller's own under the names that candles are known by. */
function fundingOf(funding: WireRequest["funding"]): BacktestRequest["funding"] {
  if (typeof funding !== "object") return funding;
  if (Array.isArray(funding)) return funding.map(rateOf);
  return bySymbol(
    Object.fromEntries(Object.entries(funding).map(([name, rates]) => [name, rates.map(rateOf)])),
  );
}

export function rateOf({ time, rate, mark_price }: WireRate): FundingRate {
  return { time: timeOf(time), rate, ...(mark_price !== undefined && { markPrice: mark_price }) };
}

function wireFunding(funding: BacktestRequest["funding"]): WireRequest["funding"] {
  if (typeof funding !== "object") return funding;
  if (isRates(funding)) return funding.map(wireRate);
  return Object.fromEntries(
    Object.entries(funding).map(([symbol, rates]) => [symbol, rates.map(wireRate)]),
  );
}

function isRates(funding: object): funding is readonly FundingRate[] {
  return Array.isArray(funding);
}

export function wireRate({ time, rate, markPrice }: FundingRate): WireRate {
  return { time: isoTime(time), rate, ...(markPrice !== undefined && { mark_price: markPrice }) };
}

/** A request as a job shows it: that of a portfolio has its symbols alone. */
type ShownRequest = Omit<WireRequest, "symbol"> & Partial<Pick<WireRequest, "symbol">>;

/** Translates a stored request back to the body that a job shows as its payload, with times in ISO 8601. */
export function wireBacktestRequest(request: BacktestRequest): ShownRequest {
  return withoutUndefined({
    ...wireEngineOptions(request),
    initial_capital: request.initialCapital,
    transaction_fee: request.fee,
    symbol: request.symbols === undefined ? request.symbol : undefined,
    symbols: request.symbols && [...request.symbols],
    weights: request.weights && { ...request.weights },
    rebalance_every: request.rebalanceEvery,
    rebalance: request.rebalance,
    ...wireRobustnessFields(request),
    tear_sheet: request.tearSheet,
    benchmark: request.benchmark,
    interval: request.interval,
    limit: request.limit,
    strategy: request.strategy,
    parameters: request.parameters,
    exchange: request.exchange,
    funding: wireFunding(request.funding),
    detail_interval: request.detailInterval,
    start_time: request.startTime === undefined ? undefined : isoTime(request.startTime),
    end_time: request.endTime === undefined ? undefined : isoTime(request.endTime),
    gaps: request.gaps,
  });
}
