/** Checks of a request for a live session: what it must state, and what live sessions do not have. */

import { EngineError } from "@bourse/backtest-engine";
import { hasCode } from "@bourse/kernel";

import { resolveRiskLimits, type RiskRules } from "../../risk/limits.ts";
import { unsupportedFeature } from "../../session/live/supported-orders.ts";
import type { SessionRequest } from "../../session/session.ts";
import type { ResolvedLiveAccount } from "./live-account.ts";

/** Members of a request that a live session takes. */
const TAKEN: ReadonlySet<string> = new Set<keyof SessionRequest>([
  "strategy",
  "parameters",
  "symbol",
  "interval",
  "exchange",
  "broker",
  "initialCapital",
  "warmUpCandles",
  "startTime",
  "risk",
  "confirmAccount",
  "fee",
  "positionSize",
  "direction",
  "pyramiding",
  "stopLoss",
  "takeProfit",
  "trailingStop",
]);

/**
 * Checks a request for a live session.
 *
 * @throws EngineError OPTIONS_INVALID for limits or a confirmation that are missing or wrong; SessionError
 * BROKER_UNSUPPORTED for what live sessions do not have
 */
export function checkLiveRequest(
  request: SessionRequest,
  { account, exchange: traded }: ResolvedLiveAccount,
  exchange: string,
): void {
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined || TAKEN.has(name)) continue;
    throw unsupportedFeature(`the option "${name}"`);
  }
  const { risk, confirmAccount } = request;
  if (exchange !== traded) {
    throw refusal(
      "exchange",
      `must be ${traded}, where the orders go: a live session decides on the prices that it trades at.`,
    );
  }
  if (risk?.maxOrderValue === undefined) {
    throw refusal("risk", "must state maxOrderValue at least: a live session has limits.");
  }
  sessionRules(risk);
  if (confirmAccount === account) return;
  throw refusal(
    "confirmAccount",
    confirmAccount === undefined
      ? "must be the id of the account: a live session moves real money."
      : "is not the id of the account that this service trades on.",
  );
}

/** @throws EngineError OPTIONS_INVALID for a paper session with what only a live one takes */
export function checkPaperRequest(request: SessionRequest): void {
  for (const name of ["risk", "confirmAccount"] as const) {
    if (request[name] === undefined) continue;
    throw refusal(name, 'is of live sessions alone. Leave it out, or ask for broker "live".');
  }
}

function sessionRules(risk: NonNullable<SessionRequest["risk"]>): RiskRules {
  try {
    return resolveRiskLimits(risk);
  } catch (error) {
    if (!hasCode(error, "OPTION_INVALID")) throw error;
    const { message } = error as Error;
    throw new EngineError("OPTIONS_INVALID", `session: ${message}`, {
      details: { option: "risk" },
      cause: error,
    });
  }
}

function refusal(option: string, fault: string): EngineError<"OPTIONS_INVALID"> {
  return new EngineError("OPTIONS_INVALID", `session: option "${option}" ${fault}`, {
    details: { option },
  });
}
