/** Errors of the engine and of its brokers as problems on the wire. */

import type { EngineErrorDetails } from "@bourse/backtest-engine";
import { Problem, type Issue } from "@bourse/contract";
import type { BourseError, NoDetails } from "@bourse/kernel";
import type { SessionErrorDetails, SourceErrorDetails, SourceFault } from "@bourse/trading-core";
import type { ExecutionErrorDetails } from "@bourse/trading-core/execution";

import { createTranslator, cursorFault } from "../translation/create-translator.ts";
import { wireWords } from "./wire/wire-words.ts";

/** The errors of the engine, of brokers and of webhooks, and the store's own for a cursor that it did not return. */
interface DetailsByCode
  extends EngineErrorDetails, ExecutionErrorDetails, SourceErrorDetails, SessionErrorDetails {
  readonly STORE_CURSOR_INVALID: NoDetails;
  readonly NOT_FOUND: NoDetails;
  readonly VALIDATION_ERROR: { readonly path?: string };
  readonly CONFLICT: NoDetails;
  readonly WEBHOOKS_UNAVAILABLE: NoDetails;
}

const invalidParameters = { status: 400, code: "INVALID_PARAMETERS" };

/**
 * Translates an error of the engine or of a broker into the problem that its caller sees; undefined for an internal
 * error and for anything else. The option `translate` of `bindApi`.
 */
export const translateBacktestError: (error: unknown) => Problem | undefined =
  createTranslator<DetailsByCode>({
    // Candles that a caller sends are refused where they are imported; these come from the source.
    CANDLES_INVALID: { status: 503, code: "MARKET_DATA_UNAVAILABLE" },
    CANDLES_TOO_FEW: invalidParameters,
    INTERVAL_INVALID: invalidParameters,
    OPTIONS_INVALID: invalidParameters,
    STRATEGY_UNKNOWN: { status: 404, code: "STRATEGY_NOT_FOUND" },
    STRATEGY_INVALID: null,
    STRATEGY_FAILED: null,
    PARAMETERS_INVALID: {
      status: 422,
      code: "VALIDATION_ERROR",
      issues: (error) => {
        const { faults = [] } = error.details;
        if (faults.length === 0) return issueAt(error, ["body"]);
        return faults.map(({ path, message }) => ({
          loc: ["body", "parameters", path],
          msg: message,
          type: "value_error",
        }));
      },
    },
    SOURCE_INVALID: {
      status: 422,
      code: "STRATEGY_INVALID",
      issues: ({ details }) => details.faults.map(sourceIssue),
    },
    VERSION_MISMATCH: 412,
    STRATEGY_EDITING_UNAVAILABLE: 501,
    SYMBOL_UNKNOWN: invalidParameters,
    EXCHANGE_UNKNOWN: invalidParameters,
    MARKET_DATA_UNAVAILABLE: {
      status: 503,
      retryAfterSeconds: ({ retryAfterMilliseconds: wait }) =>
        wait === undefined ? undefined : Math.ceil(wait / 1000),
    },
    MARKET_DATA_REFUSED: invalidParameters,
    JOB_UNKNOWN: { status: 404, code: "JOB_NOT_FOUND" },
    JOB_STATE: { status: 400, code: "JOB_NOT_CANCELLABLE" },
    QUOTA_EXCEEDED: 409,
    IDEMPOTENCY_KEY_REUSED: { status: 422, issues: (error) => issueAt(error, ["body"]) },
    ORDER_INVALID: {
      status: 422,
      code: "VALIDATION_ERROR",
      issues: (error) => issueAt(error, ["body", snakeCase(error.details.field)]),
    },
    FUNDS_INSUFFICIENT: { status: 400, code: "INSUFFICIENT_FUNDS" },
    ORDER_UNKNOWN: { status: 404, code: "ORDER_NOT_FOUND" },
    ORDER_STATE: { status: 400, code: "ORDER_NOT_OPEN" },
    ORDER_REUSED: { status: 422, issues: (error) => issueAt(error, ["body"]) },
    EXECUTION_REFUSED: 400,
    EXECUTION_UNAVAILABLE: 503,
    EXECUTION_UNAUTHORIZED: null,
    RISK_REFUSED: { status: 422, issues: (error) => issueAt(error, ["body", error.details.rule]) },
    RELEASE_FORBIDDEN: { status: 403, code: "FORBIDDEN" },
    SESSION_UNKNOWN: 404,
    SESSION_STATE: 409,
    STRATEGY_UNBOUNDED: 422,
    BROKER_UNSUPPORTED: 501,
    SESSION_CONFLICT: 409,
    KILL_SWITCH_HELD: { status: 409, code: "CONFLICT" },
    NOT_FOUND: 404,
    VALIDATION_ERROR: {
      status: 422,
      issues: (error) => issueAt(error, ["body", error.details.path ?? "url"]),
    },
    CONFLICT: 409,
    WEBHOOKS_UNAVAILABLE: 501,
    STORE_CURSOR_INVALID: cursorFault(400, "INVALID_PARAMETERS"),
  });

/** Makes a 422 for one member of the body out of an error that a path or query parameter answers with 404 or 400. */
export function refuseMember(
  error: BourseError<string, object>,
  code: string,
  ...path: string[]
): Problem {
  const message = wireWords(error.message);
  return new Problem(
    {
      code,
      status: 422,
      message,
      issues: [{ loc: ["body", ...path], msg: message, type: "value_error" }],
    },
    { cause: error },
  );
}

/** Makes a 400 out of the error of a job whose status does not allow the call. */
export function stateProblem(error: BourseError, code: string): Problem {
  return new Problem({ code, status: 400, message: error.message }, { cause: error });
}

function issueAt({ message }: BourseError<string, object>, loc: Issue["loc"]): Issue[] {
  return [{ loc, msg: message, type: "value_error" }];
}

/** A fault of a source with its place, as an issue and as editors read it. */
function sourceIssue({ line, column, message }: SourceFault): Issue & SourceFault {
  return { loc: ["body", "source"], msg: message, type: "source_error", line, column, message };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
