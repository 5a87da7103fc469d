/** The body of POST /api/sessions and the request that the session stores. */

import { Problem } from "@bourse/contract";
import { timeOf, type SessionRequest as WireRequest } from "@bourse/contract/backtest";
import type { SessionRequest } from "@bourse/trading-core";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

import { isoTime } from "../../time/iso-time.ts";
import { rateOf, wireRate } from "./backtest-request.ts";
import { engineOptions, wireEngineOptions } from "./engine-options.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** Fields that the contract has and sessions do not take yet, with what to do about them. */
const NOT_YET = {
  symbols: "is not taken yet: send one session for each symbol",
  risk: "is not taken yet: sessions have no limits of their own; leave it out",
  confirm_account: "is for the broker live, which is not supported yet; leave it out",
} as const;

/**
 * Translates a checked body; fields that were left out stay out.
 *
 * @throws Problem VALIDATION_ERROR for a field that sessions do not take yet
 */
export function sessionRequest(body: WireRequest): SessionRequest {
  const { symbol, broker } = body;
  const refused = Object.entries(NOT_YET).flatMap(([field, msg]) => {
    if (body[field as keyof typeof NOT_YET] === undefined) return [];
    return [{ loc: ["body", field], msg, type: "value_error" }];
  });
  // A live session is refused for its broker, whatever else it asks for.
  if (broker === "paper" && refused.length > 0) throw notYet(refused);
  return withoutUndefined({
    ...engineOptions(body),
    initialCapital: body.initial_capital,
    strategy: body.strategy,
    parameters: body.parameters,
    symbol: canonicalSymbol(symbol ?? body.symbols?.[0] ?? ""),
    interval: body.interval,
    exchange: body.exchange,
    broker,
    funding: body.funding?.map(rateOf),
    warmUpCandles: body.warm_up_candles,
    startTime: body.start_time === undefined ? undefined : timeOf(body.start_time),
  });
}

function notYet(issues: readonly { loc: string[]; msg: string; type: string }[]): Problem {
  const message = issues.map(({ loc, msg }) => `${loc[1]} ${msg}`).join("; ");
  return new Problem({ code: "VALIDATION_ERROR", status: 422, message, issues });
}

/** Translates a stored request back to the body that created the session, with times in ISO 8601. */
export function wireSessionRequest(request: SessionRequest): Record<string, unknown> {
  const { startTime, funding, warmUpCandles, ...rest } = request;
  const { strategy, parameters, symbol, interval, exchange, broker } = rest;
  return withoutUndefined({
    ...wireEngineOptions(rest),
    strategy,
    parameters,
    symbol,
    interval,
    exchange,
    broker,
    funding: funding?.map(wireRate),
    warm_up_candles: warmUpCandles,
    start_time: startTime === undefined ? undefined : isoTime(startTime),
  });
}
