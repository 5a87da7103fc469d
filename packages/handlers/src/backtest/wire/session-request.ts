/** The body of POST /api/sessions and the request that the session stores. */

import { Problem } from "@bourse/contract";
import {
  timeOf,
  type SessionRequest as WireRequest,
  type SessionRisk,
} from "@bourse/contract/backtest";
import type { SessionRequest } from "@bourse/trading-core";
import { canonicalSymbol } from "@bourse/trading-core/market-data";
import { riskLimitNames } from "@bourse/trading-core/risk";

import { isoTime } from "../../time/iso-time.ts";
import { rateOf, wireRate } from "./backtest-request.ts";
import { engineOptions, wireEngineOptions } from "./engine-options.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** Fields that sessions on paper do not take, with what to do about them. */
const LIVE_ONLY = {
  risk: "is for the broker live alone: a session on paper has no limits; leave it out",
  confirm_account: "is for the broker live alone; leave it out",
} as const;

/**
 * Translates a checked body; fields that were left out stay out.
 *
 * @throws Problem VALIDATION_ERROR for a field that sessions, or sessions on this broker, do not take
 */
export function sessionRequest(body: WireRequest): SessionRequest {
  const { symbol, broker, risk } = body;
  const refused = {
    symbols: "is not taken yet: send one session for each symbol",
    ...(broker === "paper" && LIVE_ONLY),
  };
  const issues = Object.entries(refused).flatMap(([field, msg]) => {
    if (body[field as keyof typeof refused] === undefined) return [];
    return [{ loc: ["body", field], msg, type: "value_error" }];
  });
  if (issues.length > 0) throw notTaken(issues);
  return withoutUndefined({
    ...engineOptions(body),
    initialCapital: body.initial_capital,
    strategy: body.strategy,
    parameters: body.parameters,
    symbol: canonicalSymbol(symbol ?? body.symbols?.[0] ?? ""),
    interval: body.interval,
    exchange: body.exchange,
    broker,
    confirmAccount: body.confirm_account,
    risk: risk && limitsOf(risk),
    funding: body.funding?.map(rateOf),
    warmUpCandles: body.warm_up_candles,
    startTime: body.start_time === undefined ? undefined : timeOf(body.start_time),
  });
}

/** Limits by the names of the core. */
function limitsOf(risk: SessionRisk): NonNullable<SessionRequest["risk"]> {
  const named = Object.entries(risk).map(([name, value]) => [riskLimitNames[name], value]);
  return withoutUndefined(Object.fromEntries(named) as NonNullable<SessionRequest["risk"]>);
}

/** Limits by their names on the wire. */
function wireLimits(risk: NonNullable<SessionRequest["risk"]>): Record<string, unknown> {
  return withoutUndefined(
    Object.fromEntries(Object.entries(riskLimitNames).map(([name, limit]) => [name, risk[limit]])),
  );
}

function notTaken(issues: readonly { loc: string[]; msg: string; type: string }[]): Problem {
  const message = issues.map(({ loc, msg }) => `${loc[1]} ${msg}`).join("; ");
  return new Problem({ code: "VALIDATION_ERROR", status: 422, message, issues });
}

/** Translates a stored request back to the body that created the session, with times in ISO 8601. */
export function wireSessionRequest(request: SessionRequest): Record<string, unknown> {
  const { startTime, funding, warmUpCandles, risk, confirmAccount, ...rest } = request;
  const { strategy, parameters, symbol, interval, exchange, broker } = rest;
  return withoutUndefined({
    ...wireEngineOptions(rest),
    strategy,
    parameters,
    symbol,
    interval,
    exchange,
    broker,
    confirm_account: confirmAccount,
    risk: risk && wireLimits(risk),
    funding: funding?.map(wireRate),
    warm_up_candles: warmUpCandles,
    start_time: startTime === undefined ? undefined : isoTime(startTime),
  });
}
