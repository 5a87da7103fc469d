/** The steps that every route that creates a job shares. */

import type { EngineErrorDetails } from "@bourse/backtest-engine";
import { Problem, type HandlerContext } from "@bourse/contract";
import type { DispatchReply, SweepRequest } from "@bourse/contract/backtest";
import { hasCode, type AuditFacts } from "@bourse/kernel";
import type { BacktestService, JobDispatch, JobRequestOptions } from "@bourse/trading-core";

import { backtestAuditCaller } from "./audit.ts";
import { callersKey } from "./callers-key.ts";
import { refuseMember } from "./translate.ts";
import { rangeFieldOf, refuseRange } from "./wire/sweep-options.ts";
import { fieldOf, wireWords, type SentFields } from "./wire/wire-words.ts";

type OptionRanges = SweepRequest["option_ranges"];

/** The body of a submission. */
type Body = SentFields & { readonly option_ranges?: OptionRanges };

/** Answers a submission whose request came in the `body`: a refused name or value is a refusal of its field. */
export async function submitted(
  dispatch: Promise<JobDispatch>,
  kind: string,
  body: Body,
): Promise<DispatchReply> {
  try {
    return dispatchReply(await dispatch, kind);
  } catch (error) {
    throw bodyRefusal(error, body);
  }
}

/** Answers with a stored job. */
export function dispatchReply(
  { jobUuid, status, warning }: JobDispatch,
  kind: string,
): DispatchReply {
  return warning === null
    ? { job_id: jobUuid, status, message: `The ${kind} was handed to a worker.` }
    : { job_id: jobUuid, status, warning };
}

/**
 * Options of a submission: the request's Idempotency-Key, the owner of the job where a key proves who calls, and the
 * row of the audit trail, whose subject is by default the job.
 */
export function jobOptions(
  { trail }: Pick<BacktestService, "trail">,
  headers: { readonly "idempotency-key"?: string | undefined },
  context: HandlerContext<unknown>,
  act: Pick<AuditFacts, "action" | "subject" | "details">,
): JobRequestOptions {
  const { identity, clientAddress } = context;
  const facts = { ...backtestAuditCaller(identity), address: clientAddress ?? null, ...act };
  return {
    ...callersKey(headers, context),
    also: (tx, jobUuid) => trail.appendIn(tx, { subject: jobUuid, ...facts }),
  };
}

/** Turns an engine error about a body into a 422 that names the field. */
export function bodyRefusal(error: unknown, body: Body): unknown {
  if (hasCode(error, "STRATEGY_UNKNOWN")) {
    return refuseMember(error, "STRATEGY_NOT_FOUND", "strategy");
  }
  if (hasCode(error, "EXCHANGE_UNKNOWN")) {
    return refuseMember(error, "VALIDATION_ERROR", "exchange");
  }
  if (hasCode(error, "INTERVAL_INVALID")) {
    return refuseMember(error, "VALIDATION_ERROR", "interval");
  }
  if (hasCode(error, "OPTIONS_INVALID", "CANDLES_TOO_FEW")) {
    const { option, field: part } = error.details as EngineErrorDetails["OPTIONS_INVALID"];
    const ranges = body.option_ranges;
    const range = option === "optionRanges" ? rangeFieldOf(ranges, part) : undefined;
    if (range !== undefined) {
      return refuseRange(range, wireWords(error.message, fieldOf(part)), error);
    }
    const field = fieldOf(option, body);
    const msg = wireWords(error.message, field, body);
    const loc = field === undefined ? ["body"] : ["body", field];
    const issues = [{ loc, msg, type: "value_error" }];
    return new Problem(
      { code: "VALIDATION_ERROR", status: 422, message: msg, issues },
      { cause: error },
    );
  }
  return error;
}
