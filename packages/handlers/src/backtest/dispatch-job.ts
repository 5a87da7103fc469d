/** What the routes that make jobs have in common. */

import type { JobDispatch } from "@bourse/backtest-engine/service";
import type { DispatchReply } from "@bourse/contract/backtest";
import { hasCode } from "@bourse/kernel";

import { refuseMember } from "./translate.ts";

/** The answer to a job that was stored. */
export function dispatchReply(
  { jobUuid, status, warning }: JobDispatch,
  kind: string,
): DispatchReply {
  return warning === null
    ? { job_id: jobUuid, status, message: `The ${kind} was handed to a worker.` }
    : { job_id: jobUuid, status, warning };
}

/** Runs checks of a body: a name in it that does not exist is a refusal of its member. */
export function refuseInBody<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw bodyRefusal(error);
  }
}

/** What an error of the engine is to the sender of a body. */
export function bodyRefusal(error: unknown): unknown {
  if (hasCode(error, "STRATEGY_UNKNOWN")) {
    return refuseMember(error, "STRATEGY_NOT_FOUND", "strategy");
  }
  if (hasCode(error, "EXCHANGE_UNKNOWN")) {
    return refuseMember(error, "VALIDATION_ERROR", "exchange");
  }
  if (hasCode(error, "OPTIONS_INVALID", "CANDLES_TOO_FEW")) {
    return refuseMember(error, "VALIDATION_ERROR");
  }
  return error;
}
