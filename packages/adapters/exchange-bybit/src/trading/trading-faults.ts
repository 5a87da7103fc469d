/** The meaning of Bybit's refusals of private requests, and whether the same request may be sent again. */

import { ExecutionError, type ExecutionErrorCode } from "@bourse/trading-core/execution";

/** `again`: the request had no effect and may pass later; `unsure`: it may have had one; `final`: it will not pass. */
export interface TradingFault {
  readonly error: ExecutionError;
  readonly kind: "again" | "unsure" | "final";
  /** The code that Bybit gave, where it did. */
  readonly code?: number;
  /** Milliseconds UTC at which the limit is lifted. */
  readonly resetAt?: number;
}

/** The time stamp lay outside the window: the clocks are to be compared again. */
export const CLOCK_OFF = 10_002;

const UNAUTHORIZED = new Set([10_003, 10_004, 10_005, 10_007, 10_010, 33_004]);
const LIMITED = new Set([10_006, 10_018, 10_429]);
/** Time-outs and faults inside Bybit, where nobody knows what became of the request. */
const UNSURE = new Set([10_000, 10_016]);
const FUNDS = new Set([170_131, 170_033, 110_004, 110_006, 110_007, 110_012, 110_014, 110_045]);
export const UNKNOWN_ORDER: ReadonlySet<number> = new Set([
  170_213, 170_142, 110_001, 110_008, 110_010,
]);
export const DUPLICATE: ReadonlySet<number> = new Set([10_014, 170_141, 110_072]);
const FIELDS: ReadonlyMap<number, string> = new Map([
  [10_029, "symbol"],
  [170_121, "symbol"],
  [170_136, "quantity"],
  [170_137, "quantity"],
  [170_140, "quantity"],
  [170_124, "quantity"],
  [110_094, "quantity"],
  [170_132, "price"],
  [170_133, "price"],
  [170_134, "price"],
  [110_003, "price"],
]);

const BAD_PARAMETER = 10_001;

const HEDGE_MODE =
  "The account is in hedge mode, with a long and a short position a symbol; switch it to one-way mode at bybit.";

/** The account keeps two positions of a symbol, and what is read or sent here is of one. */
export function hedgeMode(symbol: string): ExecutionError {
  return new ExecutionError("EXECUTION_REFUSED", `${HEDGE_MODE} Found it in use for ${symbol}.`, {
    details: { exchange: "bybit", reason: "hedge mode", symbol },
  });
}

/** A reply with `retCode` other than 0. */
export function codeFault(code: number, text: string, resetAt: number | undefined): TradingFault {
  const said = `bybit answered ${code}: ${text.slice(0, 200)}.`;
  const field = FIELDS.get(code);
  const details = { exchange: "bybit", reason: text.slice(0, 200), code, ...(field && { field }) };
  const fault = (error: ExecutionErrorCode, kind: TradingFault["kind"], advice: string) => ({
    error: new ExecutionError(error, `${said} ${advice}`, { details }),
    kind,
    code,
    ...(resetAt !== undefined && { resetAt }),
  });
  if (code === CLOCK_OFF)
    return fault("EXECUTION_UNAVAILABLE", "again", "Set the machine's clock.");
  if (LIMITED.has(code)) return fault("EXECUTION_UNAVAILABLE", "again", "Send fewer requests.");
  if (code === BAD_PARAMETER && /position ?idx/iu.test(text)) {
    return fault("EXECUTION_REFUSED", "final", HEDGE_MODE);
  }
  if (UNSURE.has(code)) return fault("EXECUTION_UNAVAILABLE", "unsure", "Try again later.");
  if (UNAUTHORIZED.has(code)) {
    return fault("EXECUTION_UNAUTHORIZED", "final", "Check the key, its rights and its addresses.");
  }
  if (FUNDS.has(code)) return fault("FUNDS_INSUFFICIENT", "final", "Pay in, or order less.");
  if (UNKNOWN_ORDER.has(code)) return fault("ORDER_UNKNOWN", "final", "Look the orders up.");
  if (field !== undefined) return fault("ORDER_INVALID", "final", `Correct the ${field}.`);
  return fault("EXECUTION_REFUSED", "final", "The order was not taken.");
}

/** A reply with an HTTP status other than 200. */
export function statusFault(status: number, resetAt: number | undefined): TradingFault {
  const details = { exchange: "bybit", reason: `HTTP ${status}`, status };
  const fault = (code: ExecutionErrorCode, kind: TradingFault["kind"], text: string) => ({
    error: new ExecutionError(code, `bybit answered HTTP ${status}. ${text}`, { details }),
    kind,
    ...(resetAt !== undefined && { resetAt }),
  });
  if (status === 429) return fault("EXECUTION_UNAVAILABLE", "again", "Send fewer requests.");
  if (status >= 500) return fault("EXECUTION_UNAVAILABLE", "unsure", "Try again later.");
  if (status === 403) {
    return fault(
      "EXECUTION_UNAVAILABLE",
      "final",
      "The address is banned for too many requests, or its country is served by another host.",
    );
  }
  if (status === 401) return fault("EXECUTION_UNAUTHORIZED", "final", "Check the key.");
  return fault("EXECUTION_REFUSED", "final", "Check the host.");
}

/** Error codes of connections that were never established: nothing was sent. */
const UNSENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** No reply, by the code of the network's error. */
export function noReply(reason: string, cause: unknown): TradingFault {
  const fault = silence(reason, cause);
  return UNSENT.has(reason) ? { ...fault, kind: "again" } : fault;
}

/** A reply that says nothing. */
export function silence(reason: string, cause?: unknown): TradingFault {
  return {
    error: new ExecutionError(
      "EXECUTION_UNAVAILABLE",
      `bybit must answer in its documented shape; found: ${reason}. The same order may be sent again under its client order id.`,
      { details: { exchange: "bybit", reason }, cause },
    ),
    kind: "unsure",
  };
}
