/**
 * Domain errors as wire errors: one total map over the engine's codes, so that a new code does not compile until
 * it has a status.
 */

import type { EngineErrorCode } from "@bourse/backtest-engine/data";
import type { ExecutionErrorCode } from "@bourse/backtest-engine/execution";
import { Problem, type Issue } from "@bourse/contract";
import { isBourseError, type BourseError } from "@bourse/kernel";

/** A wire code with its status; null marks a fault of ours: a 500 that says nothing of the inside. */
type Translation = readonly [code: string, status: number] | null;

const translations: Readonly<Record<EngineErrorCode, Translation>> = {
  // Of a source: candles that a caller sends are refused where they come in.
  CANDLES_INVALID: ["MARKET_DATA_UNAVAILABLE", 503],
  CANDLES_TOO_FEW: ["INVALID_PARAMETERS", 400],
  INTERVAL_INVALID: ["INVALID_PARAMETERS", 400],
  OPTIONS_INVALID: ["INVALID_PARAMETERS", 400],
  STRATEGY_UNKNOWN: ["STRATEGY_NOT_FOUND", 404],
  STRATEGY_INVALID: null,
  PARAMETERS_INVALID: ["VALIDATION_ERROR", 422],
  SYMBOL_UNKNOWN: ["INVALID_PARAMETERS", 400],
  EXCHANGE_UNKNOWN: ["INVALID_PARAMETERS", 400],
  MARKET_DATA_UNAVAILABLE: ["MARKET_DATA_UNAVAILABLE", 503],
  MARKET_DATA_REFUSED: ["INVALID_PARAMETERS", 400],
  JOB_UNKNOWN: ["JOB_NOT_FOUND", 404],
  JOB_STATE: ["JOB_NOT_CANCELLABLE", 400],
  IDEMPOTENCY_KEY_REUSED: ["IDEMPOTENCY_KEY_REUSED", 422],
};

const executionTranslations: Readonly<Record<ExecutionErrorCode, Translation>> = {
  ORDER_INVALID: ["VALIDATION_ERROR", 422],
  FUNDS_INSUFFICIENT: ["INSUFFICIENT_FUNDS", 400],
  ORDER_UNKNOWN: ["ORDER_NOT_FOUND", 404],
  ORDER_STATE: ["ORDER_NOT_OPEN", 400],
  ORDER_REUSED: ["ORDER_REUSED", 422],
  EXECUTION_REFUSED: ["EXECUTION_REFUSED", 400],
  EXECUTION_UNAVAILABLE: ["EXECUTION_UNAVAILABLE", 503],
  EXECUTION_UNAUTHORIZED: null,
};

const all = { ...translations, ...executionTranslations };

/** For `bindApi`: the problem that an error of the engine is to a caller, or undefined for anything else. */
export function translateBacktestError(error: unknown): Problem | undefined {
  if (!isBourseError(error)) return undefined;
  const translation = (all as Readonly<Record<string, Translation | undefined>>)[error.code];
  if (translation === undefined || translation === null) return undefined;
  const [code, status] = translation;
  return new Problem(
    {
      code,
      status,
      message: error.message,
      issues: status === 422 ? issuesOf(error) : undefined,
      retryAfterSeconds: retryAfterOf(error),
    },
    { cause: error },
  );
}

/** The same error as a refusal of one member of the body: what a path or query answers with 404 or 400. */
export function refuseMember(error: BourseError, code: string, ...path: string[]): Problem {
  const issue: Issue = { loc: ["body", ...path], msg: error.message, type: "value_error" };
  return new Problem(
    { code, status: 422, message: error.message, issues: [issue] },
    { cause: error },
  );
}

/** Every fault that the error lists, else the error as one fault of the body. */
function issuesOf(error: BourseError): readonly Issue[] {
  const field = error.details["field"];
  if (typeof field === "string") {
    return [{ loc: ["body", snakeCase(field)], msg: error.message, type: "value_error" }];
  }
  const faults = error.details["faults"];
  if (!Array.isArray(faults) || faults.length === 0) {
    return [{ loc: ["body"], msg: error.message, type: "value_error" }];
  }
  return (faults as readonly { path: string; message: string }[]).map(({ path, message }) => ({
    loc: ["body", "parameters", path],
    msg: message,
    type: "value_error",
  }));
}

function retryAfterOf(error: BourseError): number | undefined {
  const wait = error.details["retryAfterMilliseconds"];
  return typeof wait === "number" ? Math.ceil(wait / 1000) : undefined;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
